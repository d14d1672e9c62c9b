//! A match: the same line-ups again and again, each time with a new opening, until a number of games
//! is played or a test is sure.

use plyglot_stats::{
    elo::Strength,
    sprt::{Sprt, Status, Verdict},
    stopped,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Block, Frame, Schedule, round::Round};
use crate::{Error, Job, standings::Duel};

/// A match between the entrants of a frame.
pub struct Versus {
    frame: Frame,
    round: Round,
    games: usize,
    sprt: Option<Sprt>,
    /// The first entrant against all others, up to the verdict.
    first: Duel,
    line_ups: Vec<Vec<Vec<usize>>>,
}

impl Versus {
    /// A match of at least so many games over the line-ups of its blocks. With a test it ends as soon as
    /// the test of the first entrant against the others is decided.
    pub fn new(
        frame: Frame,
        blocks: Vec<Vec<Vec<usize>>>,
        games: usize,
        sprt: Option<Sprt>,
    ) -> Result<Versus, Error> {
        let mut of_opening = 0;
        for line_ups in &blocks {
            of_opening += frame.block_games(line_ups)?;
        }
        let openings = games.div_ceil(of_opening.max(1));
        let (line_ups, games) = (blocks.clone(), openings * of_opening);
        let (round, first) = (Round::new(&frame, blocks, 0, openings), Duel::default());
        Ok(Versus { frame, round, games, sprt, first, line_ups })
    }

    /// Everything that decides its games. How many they are does not: a longer match goes on with the
    /// games of a shorter one.
    pub fn fingerprint(&self) -> Value {
        self.frame.fingerprint(json!({ "kind": "match", "line_ups": self.line_ups }))
    }

    /// What a match is called that has no title of its own.
    pub fn title(&self) -> String {
        let names: Vec<&str> = self.frame.entrants().iter().map(|own| own.name.as_str()).collect();
        format!("{}: {}", self.frame.game, names.join(" – "))
    }

    /// The first entrant against all others so far.
    pub fn duel(&self) -> &Duel {
        &self.first
    }

    /// Who takes part and under which conditions.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    fn status(&self) -> Option<Status> {
        Some(self.sprt.as_ref()?.status(&self.first.cells, self.first.games_per_block))
    }
}

/// What a sequential test says.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// The log-likelihood ratio between its bounds.
    pub status: Status,
    /// The strength in the Elo of the test, without the bias that stopping brings.
    pub corrected: Strength,
}

impl Test {
    /// Where a test stands that is made with the games of a duel.
    pub fn of(sprt: &Sprt, duel: &Duel) -> Test {
        Test {
            status: sprt.status(&duel.cells, duel.games_per_block),
            corrected: stopped::strength(sprt, &duel.cells, duel.games_per_block),
        }
    }
}

impl Schedule for Versus {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        self.round.next(&mut self.frame)
    }

    fn note(&mut self, block: &Block) {
        self.first.add_against_all(block, &self.frame.entrants()[0].name);
    }

    fn verdict(&self) -> Option<String> {
        let (sprt, status) = (self.sprt.as_ref()?, self.status()?);
        let accepted = match status.verdict {
            Verdict::Running => return None,
            Verdict::AcceptH0 => sprt.elo0,
            Verdict::AcceptH1 => sprt.elo1,
        };
        Some(format!("accepted: Elo {accepted}"))
    }

    fn games(&self) -> Option<usize> {
        Some(self.games)
    }

    fn test(&self) -> Option<Test> {
        self.sprt.as_ref().map(|sprt| Test::of(sprt, &self.first))
    }
}
