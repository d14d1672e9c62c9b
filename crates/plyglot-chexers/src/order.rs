//! Which moves to try first.

use plyglot_core::{Order, OrderEntry};

use crate::{Chexers, Move, State, board::Set, eval::jumpable};

/// The orderings by name.
pub(crate) const ORDERS: &[OrderEntry<Chexers>] = &[OrderEntry {
    name: "default",
    about: "exits, conversions, then toward the exit edge, out of danger and not into it",
    build: || Box::new(Forward),
}];

const EXIT: i32 = 1000;
const CONVERSION: i32 = 400;
const DANGER: i32 = 45;
const STEP: i32 = 20;

/// Exits, conversions, then what leads toward the exit edge, out of danger and not into it.
struct Forward;

impl Order<Chexers> for Forward {
    fn priority(&self, _game: &Chexers, state: &State, mv: Move) -> i32 {
        match mv.changed().count_ones() {
            0 => return -EXIT,
            1 => return EXIT,
            _ => {}
        }
        let (from, to) = (mv.origin(), mv.target());
        let others = state.pieces[1] | state.pieces[2];
        let converted = mv.jumped() & others;
        let in_danger = |others: Set, empty: Set, at: Set| jumpable(others, empty) & at != 0;
        let leaves = in_danger(others, state.empty, from.bit());
        let meets = in_danger(others & !converted, state.empty ^ mv.changed(), to.bit());
        let colour = usize::from(state.turn);
        let steps = i32::from(to.progress(colour)) - i32::from(from.progress(colour));
        CONVERSION * i32::from(converted != 0)
            + DANGER * (i32::from(leaves) - i32::from(meets))
            + STEP * steps
    }

    /// Conversions and exits.
    fn is_noisy(&self, _game: &Chexers, state: &State, mv: Move) -> bool {
        let converted = mv.jumped() & (state.pieces[1] | state.pieces[2]);
        converted != 0 || mv.changed().is_power_of_two()
    }
}
