//! The laws that every game keeps, checked by seeded random play.
//!
//! In every position met: there is a move exactly when the game is not over; unmaking restores the
//! state bit for bit; the hash kept up to date equals that of the position read back from its text;
//! text round-trips; every listed ply parses back to itself; no two plies share a click path; counted
//! plies and randomly picked moves are the generated ones; handing the turn to anybody is answered
//! and undone; at the end payoffs add up as declared and team mates agree. In some positions perft
//! counts are compared: bulk and plain, with and without a table, and over the game's symmetries.
//! Features are within their limits and the same in symmetric positions.
//! Each game is then played in a session, taken back ply by ply and played again; on the way the changes
//! of a ply lead from one scene to the next, every moment has words, and a position taken apart and put
//! together again is the same.

mod course;
mod features;

use std::{collections::HashSet, fmt::Debug};

use crate::{
    Game, Listed, Player, Rng, for_each_ply,
    perft::{PerftConfig, perft},
    scene::clicks_of,
};

/// How much to check.
#[derive(Clone, Copy, Debug)]
pub struct LawConfig {
    /// Random games to play.
    pub games: u64,
    /// Plies after which a game is left.
    pub max_plies: u32,
    /// Depth of the perft comparisons.
    pub perft_depth: u32,
    /// Perft is compared in every so many-th position.
    pub perft_every: u64,
    /// Seed of the play.
    pub seed: u64,
}

impl Default for LawConfig {
    fn default() -> Self {
        LawConfig { games: 20, max_plies: 400, perft_depth: 2, perft_every: 50, seed: 1 }
    }
}

/// What was checked and found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LawReport {
    /// Positions met.
    pub positions: u64,
    /// Games that came to their end.
    pub finished: u64,
    /// Laws broken, each with the position; at most the first twenty.
    pub broken: Vec<String>,
}

/// Plays random games from `start` and checks the laws on the way.
pub fn check<G: Listed>(game: &G, start: &G::State, config: &LawConfig) -> LawReport {
    let mut checker = Checker { game, config, report: LawReport::default() };
    for index in 0..config.games {
        let mut rng = Rng::stream(config.seed, index);
        checker.game(start.clone(), &mut rng);
        checker.course(start, &mut rng);
        if checker.report.broken.len() >= 20 {
            break;
        }
    }
    checker.report
}

struct Checker<'a, G: Listed> {
    game: &'a G,
    config: &'a LawConfig,
    report: LawReport,
}

impl<G: Listed> Checker<'_, G> {
    fn game(&mut self, mut state: G::State, rng: &mut Rng) {
        let mut plies = 0;
        loop {
            self.report.positions += 1;
            self.moves_and_end(&state, rng);
            let whole = !(G::PLY_IS_TURN && self.game.mid_turn(&state));
            if whole {
                self.text(&state);
                plies += 1;
            }
            self.handover(&state);
            self.features(&state);
            if whole && self.report.positions.is_multiple_of(self.config.perft_every) {
                self.perft(&state);
            }
            let Some(mv) = self.game.random_move(&state, &mut Vec::new(), rng) else {
                self.report.finished += 1;
                return;
            };
            if plies > self.config.max_plies || self.report.broken.len() >= 20 {
                return;
            }
            self.game.make(&mut state, mv);
        }
    }

    /// Records a broken law unless `holds`.
    fn law(&mut self, holds: bool, state: &G::State, what: impl FnOnce() -> String) {
        if !holds && self.report.broken.len() < 20 {
            let text = self.game.write_state(state);
            self.report.broken.push(format!("{} (in {})", what(), text.escape_debug()));
        }
    }

    fn same<T: PartialEq + Debug>(&mut self, found: T, wanted: T, state: &G::State, what: &str) {
        let equal = found == wanted;
        self.law(equal, state, || format!("{what}: {found:?} instead of {wanted:?}"));
    }

    fn moves_and_end(&mut self, state: &G::State, rng: &mut Rng) {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let outcome = self.game.outcome(state);
        self.law(moves.is_empty() == outcome.is_some(), state, || {
            format!("{} moves, but the outcome is {outcome:?}", moves.len())
        });
        let verdict = self.game.verdict(state, false);
        self.same(verdict.is_some(), outcome.is_some(), state, "verdict exactly at the end");
        let worded = self.game.repetition() == 0 || self.game.verdict(state, true).is_some();
        self.law(worded, state, || "no verdict on a repetition".to_owned());
        if let Some(payoffs) = outcome {
            let players = self.game.players();
            if let Some(sum) = self.game.payoff_sum() {
                let found = payoffs.0[..usize::from(players)].iter().sum();
                self.same(found, sum, state, "sum of payoffs");
            }
            for (a, b) in (0..players).flat_map(|a| (0..a).map(move |b| (Player(a), Player(b)))) {
                let agree = payoffs[a] == payoffs[b];
                let mates = self.game.team(a) == self.game.team(b);
                self.law(agree || !mates, state, || "team mates get different payoffs".into());
            }
        }
        let mut scratch = Vec::new();
        for _ in 0..4 {
            let picked = self.game.random_move(state, &mut scratch, rng);
            let legal = picked.map_or(moves.is_empty(), |mv| moves.contains(&mv));
            self.law(legal, state, || format!("random_move gave {picked:?}"));
        }
        for (idx, mv) in moves.iter().enumerate() {
            self.law(!moves[..idx].contains(mv), state, || format!("{mv:?} is generated twice"));
            self.unmake(state, *mv);
        }
    }

    fn unmake(&mut self, state: &G::State, mv: G::Move) {
        let mut child = state.clone();
        let undo = self.game.make(&mut child, mv);
        self.game.unmake(&mut child, mv, undo);
        self.law(child == *state, state, || format!("unmake of {mv:?} leaves {child:?}"));
        self.same(self.game.hash(&child), self.game.hash(state), state, "hash after unmake");
    }

    fn text(&mut self, state: &G::State) {
        let text = self.game.write_state(state);
        match self.game.parse_state(&text) {
            Err(error) => self.law(false, state, || format!("own text is refused: {error}")),
            Ok((game, back)) => {
                self.same(game.write_state(&back), text, state, "text after a round trip");
                self.same(game.hash(&back), self.game.hash(state), state, "hash from scratch");
                // A text may leave counters out; it then tells nothing of what they decide.
                if game.horizon(&back) == self.game.horizon(state) {
                    self.same(game.outcome(&back), self.game.outcome(state), state, "outcome");
                }
                self.same(game.to_move(&back), self.game.to_move(state), state, "to move");
            }
        }
        let mut seen = HashSet::new();
        let mut paths: Vec<Vec<crate::Click>> = Vec::new();
        let mut plies = Vec::new();
        for_each_ply(self.game, state, &mut |ply| plies.push(ply.to_vec()));
        for ply in &plies {
            let text = self.game.write_ply(state, ply);
            let parsed = self.game.parse_ply(state, &text);
            self.law(parsed.as_ref() == Ok(ply), state, || format!("{text} reads as {parsed:?}"));
            let path = clicks_of(self.game, state, ply);
            self.law(!path.is_empty(), state, || format!("{text} has no clicks"));
            self.law(!paths.contains(&path), state, || format!("clicks of {text} not its own"));
            self.law(seen.insert(text.clone()), state, || format!("two plies are {text}"));
            paths.push(path);
        }
        self.scene(state, &paths);
        let count = self.game.count_plies(state, &mut Vec::new());
        self.same(count, plies.len() as u64, state, "count_plies");
    }

    fn scene(&mut self, state: &G::State, paths: &[Vec<crate::Click>]) {
        let scene = self.game.scene(state);
        let cells = scene.cells.len();
        let pieces_fit = scene.pieces.iter().all(|piece| piece.cell < cells);
        let clicks_fit = paths.iter().flatten().all(|click| match click {
            crate::Click::Cell(cell) => *cell < cells,
            crate::Click::Choice(name) => !name.is_empty(),
        });
        self.law(pieces_fit && clicks_fit, state, || "the scene lacks a cell".to_owned());
    }

    fn handover(&mut self, state: &G::State) {
        if self.game.mid_turn(state) || self.game.outcome(state).is_some() {
            return;
        }
        let mut moved = state.clone();
        for seat in (0..self.game.players()).map(Player) {
            let previous = self.game.give_turn(&mut moved, seat);
            self.same(self.game.to_move(&moved), seat, state, "turn after give_turn");
            let mut moves = Vec::new();
            self.game.moves(&moved, &mut moves);
            self.law(!moves.is_empty(), state, || format!("no move after give_turn to {seat:?}"));
            for mv in moves {
                self.unmake(&moved, mv);
            }
            self.game.give_turn(&mut moved, previous);
            self.law(moved == *state, state, || format!("give_turn to {seat:?} is not undone"));
            self.same(self.game.hash(&moved), self.game.hash(state), state, "hash of give_turn");
        }
    }

    fn perft(&mut self, state: &G::State) {
        let depth = self.config.perft_depth;
        let bulk = PerftConfig::new(depth);
        let count = perft(self.game, state, &bulk);
        let plain = PerftConfig { bulk: false, ..bulk };
        self.same(perft(self.game, state, &plain), count, state, "perft without bulk counting");
        let table = PerftConfig { hash_mb: 1, ..bulk };
        self.same(perft(self.game, state, &table), count, state, "perft with a table");
        for (k, image) in self.game.symmetric(state).iter().enumerate() {
            let found = perft(self.game, image, &bulk);
            self.same(found, count, state, &format!("perft of symmetry {k}"));
        }
    }
}

/// Whether `random_move` picks every move of a state about equally often: the greatest deviation from
/// the expected count, in standard deviations, over `samples` draws.
pub fn uniformity<G: Game>(game: &G, state: &G::State, samples: u32, seed: u64) -> f64 {
    let (mut moves, mut scratch, mut rng) = (Vec::new(), Vec::new(), Rng::new(seed));
    game.moves(state, &mut moves);
    let mut counts = vec![0u32; moves.len()];
    for _ in 0..samples {
        let picked = game.random_move(state, &mut scratch, &mut rng);
        if let Some(idx) = moves.iter().position(|mv| Some(*mv) == picked) {
            counts[idx] += 1;
        }
    }
    let share = 1.0 / moves.len().max(1) as f64;
    let expected = f64::from(samples) * share;
    let deviation = (expected * (1.0 - share)).sqrt().max(1.0);
    counts.iter().map(|count| (f64::from(*count) - expected).abs() / deviation).fold(0.0, f64::max)
}
