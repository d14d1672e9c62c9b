//! Which moves to try first.

use plyglot_core::{Order, OrderEntry};

use crate::{Move, Reversi, State, bitboard::flips, eval::CORNERS};

/// The orderings by name.
pub(crate) const ORDERS: &[OrderEntry<Reversi>] = &[
    OrderEntry {
        name: "default",
        about: "corners, then squares that tend to be good",
        build: || Box::new(Squares),
    },
    OrderEntry {
        name: "replies",
        about: "moves that leave the opponent few moves, and corners",
        build: || Box::new(Replies),
    },
];

/// How good squares tend to be, by column and row counted from the nearest corner.
const QUARTER: [[i8; 4]; 4] =
    [[90, -30, 16, 12], [-30, -50, 2, 4], [16, 2, 14, 10], [12, 4, 10, 8]];

/// The values of all squares, per size of the board.
pub(crate) static VALUES: [[i8; 64]; 3] = [values(4), values(6), values(8)];

const fn values(side: usize) -> [i8; 64] {
    let margin = (8 - side) / 2;
    let mut values = [0; 64];
    let mut place = 0;
    while place < side * side {
        let (column, row) = (place % side, place / side);
        values[(row + margin) * 8 + column + margin] = QUARTER[near(row, side)][near(column, side)];
        place += 1;
    }
    values
}

const fn near(at: usize, side: usize) -> usize {
    if at < side / 2 { at } else { side - 1 - at }
}

/// By the square alone: what most moves of a search can afford.
struct Squares;

impl Order<Reversi> for Squares {
    #[inline]
    fn priority(&self, game: &Reversi, _state: &State, mv: Move) -> i32 {
        mv.square().map_or(0, |square| i32::from(VALUES[game.size as usize][square as usize & 63]))
    }

    fn is_noisy(&self, game: &Reversi, _state: &State, mv: Move) -> bool {
        takes_corner(game, mv)
    }
}

/// By what the opponent can do next.
struct Replies;

impl Order<Reversi> for Replies {
    #[inline]
    fn priority(&self, game: &Reversi, state: &State, mv: Move) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let turned = flips(state.own, state.opponent, square);
        let (next, other) = (state.opponent ^ turned, state.own ^ turned ^ (1 << square));
        let replies = game.mobility(next, other);
        let corners = replies & CORNERS[game.size as usize];
        let few = 64 - (replies.count_ones() + 2 * corners.count_ones()) as i32;
        few * 16 + Squares.priority(game, state, mv)
    }

    fn is_noisy(&self, game: &Reversi, _state: &State, mv: Move) -> bool {
        takes_corner(game, mv)
    }
}

/// Corners change hands once and for all.
fn takes_corner(game: &Reversi, mv: Move) -> bool {
    mv.square().is_some_and(|square| CORNERS[game.size as usize] >> square & 1 != 0)
}
