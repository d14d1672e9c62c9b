//! The driver of the 2021 course, which ends games that go round in circles.
//!
//! Before each move it looks for the position, side to move included, among the last hundred. A
//! counter that starts at ten falls with every position found there and is ten again with every new
//! one. The game ends when it is at most one and the side to move has fewer pieces, and in any case
//! when it is zero. Whenever a position is found while both have as many pieces the game is marked as
//! a draw for good; at its end, whatever ends it, a marked game is a draw, and otherwise the side to
//! move has lost.

use std::collections::VecDeque;

use plyglot_core::{Game, Notation, Payoffs, Player, Referee, Ruling, Verdict};

use crate::{Checkers, Position};

/// Positions that are remembered.
const MEMORY: usize = 100;
/// Positions found again, one after the other, that end a game.
const PATIENCE: u32 = 10;

/// What the driver has seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Driver {
    seen: VecDeque<u64>,
    found: u32,
    drawn: bool,
}

impl Referee<Checkers> for Driver {
    fn look(&mut self, game: &Checkers, state: &Position) -> Option<Ruling> {
        if let Some(payoffs) = game.outcome(state) {
            return Some(self.ruling(payoffs, game.verdict(state, false)?));
        }
        let key = game.hash(state);
        let again = self.seen.contains(&key);
        self.found = if again { self.found + 1 } else { 0 };
        self.seen.push_back(key);
        if self.seen.len() > MEMORY {
            self.seen.pop_front();
        }
        let pieces = |(men, kings): (u32, u32)| men + kings;
        let own = pieces(state.count(state.side));
        let other = pieces(state.count(state.side.other()));
        self.drawn |= again && own == other;
        let counter = PATIENCE.saturating_sub(self.found);
        let ends = again && (counter == 0 || counter <= 1 && own < other);
        let side = game.to_move(state);
        let winner = Player(1 - side.0);
        let lost = || Verdict::word(game.player_name(winner), Some("driver"));
        ends.then(|| self.ruling(Payoffs::duel(Some(winner)), lost()))
    }

    fn boxed(&self) -> Box<dyn Referee<Checkers>> {
        Box::new(self.clone())
    }
}

impl Driver {
    /// The end of a game that would otherwise be judged so.
    fn ruling(&self, payoffs: Payoffs, verdict: Verdict) -> Ruling {
        if self.drawn {
            let verdict = Verdict::word("draw", Some("driver"));
            return Ruling { payoffs: Payoffs::duel(None), verdict };
        }
        Ruling { payoffs, verdict }
    }
}
