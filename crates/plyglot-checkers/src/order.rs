//! Which moves to try first.

use plyglot_core::{Order, OrderEntry};

use crate::{
    Checkers, Move, Position, Side,
    board::{STEP_FROM, TURN, crown_row, number, place},
};

/// The orderings by name.
pub(crate) const ORDERS: &[OrderEntry<Checkers>] = &[OrderEntry {
    name: "default",
    about: "long captures, crowning, steps that lose nothing, towards the middle",
    build: || Box::new(Captures),
}];

/// Long captures, then crowning, then steps that lose nothing at once.
struct Captures;

impl Order<Checkers> for Captures {
    fn priority(&self, _game: &Checkers, state: &Position, mv: Move) -> i32 {
        if mv.is_pass() {
            return 0;
        }
        let man = state.kings >> mv.origin() & 1 == 0;
        let crowns = man && crown_row(state.side) >> mv.destination() & 1 != 0;
        let kings_taken = (mv.captured & state.kings).count_ones();
        let gain = 100 * mv.jumps() + 40 * kings_taken + 60 * u32::from(crowns);
        let lost = if mv.jumps() == 0 && is_met(state, mv) { 80 } else { 0 };
        let [from, to] = [mv.origin(), mv.destination()].map(|at| worth(state.side, man, at));
        gain as i32 - lost + to - from
    }

    fn is_noisy(&self, _game: &Checkers, _state: &Position, mv: Move) -> bool {
        mv.jumps() > 0
    }
}

/// Whether a piece that steps can be jumped where it arrives.
fn is_met(state: &Position, mv: Move) -> bool {
    let empty = !(state.black | state.white) | 1 << mv.origin();
    let foe = state.pieces(state.side.other());
    let upward = state.side == Side::Black;
    (0..4).any(|d| {
        let here = 1u32 << mv.destination();
        let (behind, landing) = (here.rotate_right(TURN[d]), here.rotate_left(TURN[d]));
        let on_board = STEP_FROM[d] & here != 0 && STEP_FROM[3 - d] & here != 0;
        let goes = foe & behind & if (d < 2) == upward { u32::MAX } else { state.kings };
        on_board && goes != 0 && landing & empty != 0
    })
}

/// How much a piece likes a square: the middle, and for men not to leave the home row.
fn worth(side: Side, man: bool, at: u32) -> i32 {
    let (row, col) = place(number(at));
    let home = if side == Side::White { 7 } else { 0 };
    let middle = i32::from((2..=5).contains(&row)) + i32::from((2..=5).contains(&col));
    4 * middle + if man && row == home { 6 } else { 0 }
}
