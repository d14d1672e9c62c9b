//! The proof: a sequential test of the player with its weights against the start, on openings that nobody
//! has learnt from.

use plyglot_arena::{
    Entrant, Error, Job,
    opening::{Openings, Source},
    schedule::{Block, Frame, Schedule, Test},
    seating::{Orders, match_blocks},
    standings::Duel,
};
use plyglot_core::mix;
use plyglot_stats::sprt::{Sprt, Verdict};
use serde_json::{Value, json};

use crate::{course::Proved, plan::Plan};

/// The match that proves weights; variants of the game that have as many sides as the first take turns.
pub struct Trial {
    frames: Vec<Frame>,
    line_ups: Vec<Vec<usize>>,
    sprt: Sprt,
    /// Blocks at most, and games of them.
    blocks: usize,
    games: usize,
    next: usize,
    duel: Duel,
}

impl Trial {
    /// The match of a player against the start, both in all variants.
    pub fn new(plan: &Plan, player: Vec<Entrant>, start: Vec<Entrant>) -> Result<Trial, Error> {
        let seed = mix(plan.seed ^ 0x0070_726f_6f66);
        let (pairs, sides) = (player.into_iter().zip(start), plan.sides());
        let frame = |(opened, (player, start)): (&plyglot_catalog::Opened, _)| Frame {
            engine: plan.engine.clone(),
            game: opened.spec.clone(),
            sides: opened.session.sides(),
            entrants: vec![player, start],
            limits: plan.proof.limits.clone(),
            adjudication: plan.adjudication.clone(),
            orders: Orders::Rotations,
            seed,
            files: plan.files.clone(),
            openings: Openings::new(Source::usual(opened), &*opened.session, seed),
        };
        // Blocks of another number of sides would be another kind of observation.
        let pairs = plan.variants.iter().zip(pairs);
        let pairs = pairs.filter(|(opened, _)| opened.session.sides().count() == sides);
        let frames: Vec<Frame> = pairs.map(frame).collect();
        let line_ups = match_blocks(2, sides).concat();
        let of_block = frames[0].block_games(&line_ups)?.max(1);
        let blocks = plan.proof.games.div_ceil(of_block);
        let games = blocks * of_block;
        let (sprt, duel) = (plan.proof.sprt, Duel::default());
        Ok(Trial { frames, line_ups, sprt, blocks, games, next: 0, duel })
    }

    /// Everything that decides its games.
    pub fn config(&self) -> Value {
        let frames = self.frames.iter().map(|own| own.fingerprint(json!({ "kind": "match" })));
        let frames: Vec<Value> = frames.collect();
        json!({ "kind": "match", "for": "proof", "engine": self.frames[0].engine, "frames": frames })
    }

    /// The first agent against the second so far.
    pub fn duel(&self) -> &Duel {
        &self.duel
    }

    /// What came out.
    pub fn proved(&self) -> Proved {
        let (summary, test) = (self.duel.summary(), Test::of(&self.sprt, &self.duel));
        let score = [summary.score.value, summary.score.low, summary.score.high];
        let [value, low, high] = score.map(|own| 100.0 * own);
        let better = test.status.verdict == Verdict::AcceptH1;
        let Duel { wins, draws, losses, .. } = self.duel;
        let limits = &self.frames[0].limits;
        let limits = match (limits.nodes, limits.cpu_time) {
            (Some(nodes), _) => format!("{nodes} nodes a move"),
            (None, Some(time)) => format!("{} s of processor time a move", time as f64 / 1000.0),
            (None, None) => "no limits".to_owned(),
        };
        let told = format!(
            "{value:.1} % [{low:.1}, {high:.1}] in {} games against the start at {limits}, Elo {}",
            self.duel.games(),
            summary.elo
        );
        let says = match better {
            true => format!("better: {told}"),
            false => format!("not shown to be better: {told}"),
        };
        let (games, results) = (self.duel.games(), [wins, draws, losses]);
        Proved { better, says, games, results, score, limits }
    }
}

impl Schedule for Trial {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        if self.next == self.blocks {
            return Ok(None);
        }
        let (turn, count) = (self.next, self.frames.len());
        self.next += 1;
        self.frames[turn % count].job(&self.line_ups, turn / count).map(Some)
    }

    fn note(&mut self, block: &Block) {
        self.duel.add_against_all(block, &self.frames[0].entrants[0].name);
    }

    fn verdict(&self) -> Option<String> {
        let status = self.sprt.status(&self.duel.cells, self.duel.games_per_block);
        match status.verdict {
            Verdict::Running => None,
            Verdict::AcceptH0 => Some(format!("accepted: Elo {}", self.sprt.elo0)),
            Verdict::AcceptH1 => Some(format!("accepted: Elo {}", self.sprt.elo1)),
        }
    }

    fn games(&self) -> Option<usize> {
        Some(self.games)
    }

    fn test(&self) -> Option<Test> {
        Some(Test::of(&self.sprt, &self.duel))
    }
}
