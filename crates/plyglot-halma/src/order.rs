//! Which moves to try first: those that bring a piece far ahead, stragglers before others.

use plyglot_core::{Order, OrderEntry};

use crate::{Halma, Level, Move, State};

/// The orderings by name.
pub(crate) const ORDERS: &[OrderEntry<Halma>] = &[OrderEntry {
    name: "default",
    about: "the way gained, then pieces far behind; ending a chain before going back",
    build: || Box::new(Progress),
}];

/// Rows and columns gained that make a whole turn noisy.
const LONG_TURN: i32 = 8;
/// The most that a single hop can gain.
const LONG_HOP: i32 = 4;

/// What a row or column gained counts: more than any distance.
const UNIT: i32 = 64;

/// Prefers moves by the way they gain.
struct Progress;

impl Order<Halma> for Progress {
    fn priority(&self, game: &Halma, state: &State, mv: Move) -> i32 {
        // After every gain, before everything else.
        if mv.is_end() {
            return UNIT - 1;
        }
        let player = usize::from(state.status.turn & 3);
        let before = game.geometry.distance(player, mv.from);
        let gain = before - game.geometry.distance(player, mv.to);
        UNIT * gain + before
    }

    fn is_noisy(&self, game: &Halma, state: &State, mv: Move) -> bool {
        let player = usize::from(state.status.turn & 3);
        let long = if game.rules.level == Level::Turn { LONG_TURN } else { LONG_HOP };
        let distance = |square| game.geometry.distance(player, square);
        distance(mv.from) - distance(mv.to) >= long
    }
}
