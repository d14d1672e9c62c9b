//! Which moves to try first.

use plyglot_core::{Order, OrderEntry};

use crate::{
    Checkers, Move, Position, Side,
    board::{Direction, STEP_FROM, TURN, crown_row, number, place},
    generate::must_capture,
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

    fn is_calm(&self, _game: &Checkers, state: &Position) -> bool {
        !must_capture(state)
    }
}

/// Whether a piece that steps can be jumped where it arrives.
#[inline]
fn is_met(state: &Position, mv: Move) -> bool {
    let here = 1u32 << mv.destination();
    let empty = !(state.black | state.white) | 1 << mv.origin();
    let foes = state.pieces(state.side.other());
    let (up, down) = match state.side {
        Side::Black => (foes, foes & state.kings),
        Side::White => (foes & state.kings, foes),
    };
    let jumped = |foes: u32, d: Direction| {
        foes & here.rotate_right(TURN[d]) != 0 && empty & here.rotate_left(TURN[d]) != 0
    };
    here & INNER != 0 && (jumped(up, 0) || jumped(up, 1) || jumped(down, 2) || jumped(down, 3))
}

/// The squares that are not on the edge, where nothing can be jumped.
const INNER: u32 = STEP_FROM[0] & STEP_FROM[3];

/// How much a piece likes a square: the middle, and for men not to leave the home row.
#[inline]
fn worth(side: Side, man: bool, at: u32) -> i32 {
    let home = man && crown_row(side.other()) >> at & 1 != 0;
    i32::from(MIDDLE[at as usize % 32]) + if home { 6 } else { 0 }
}

/// By bit index: 4 for each of row and column that is neither of the outer two on its side.
const MIDDLE: [u8; 32] = {
    let mut worth = [0; 32];
    let mut at = 0;
    while at < 32 {
        let (row, col) = place(number(at));
        let inner = (row >= 2 && row <= 5) as u8 + (col >= 2 && col <= 5) as u8;
        worth[at as usize] = 4 * inner;
        at += 1;
    }
    worth
};
