//! Random moves without a list of the legal ones.
//!
//! A random piece is sent in a random direction until that is legal, which it is four times out of
//! five. Choices that hang on chance avoid branches, since no processor foresees where those go.

use std::hint::select_unpredictable;

use plyglot_core::{Game, Rng};

use crate::{
    Chexers, Move, State,
    board::{EXIT, STEPS, Set, lowest},
};

/// The six directions as rotations of a set, upwards first.
const ROTATIONS: [u32; 6] = {
    let [a, b, c] = STEPS;
    [a as u32, b as u32, c as u32, 64 - a as u32, 64 - b as u32, 64 - c as u32]
};

/// Where a step in each direction is an exit, per colour: each leaves in one of the directions that
/// lead off the board.
const EXIT_AHEAD: [[Set; 6]; 4] =
    [[EXIT[0], 0, 0, 0, 0, 0], [0, 0, EXIT[1], 0, 0, 0], [0, 0, 0, EXIT[2], 0, 0], [0; 6]];

/// Sends a random piece of the player to act, who must have some, in a random direction. `None` if
/// that is not legal; all legal moves are equally likely.
#[inline]
pub(crate) fn try_move(state: &State, rng: &mut Rng) -> Option<Move> {
    let random = rng.next_u64();
    let n_pieces = state.pieces[0].count_ones();
    let from = nth_hex(state.pieces[0], below(n_pieces, random), n_pieces);
    let direction = below(6, random >> 32) as usize;
    let rotation = ROTATIONS[direction];
    let next = from.rotate_left(rotation);
    let jumps = next & state.occupied() != 0;
    let to = select_unpredictable(jumps, next.rotate_left(rotation), next);
    let exits = from & EXIT_AHEAD[usize::from(state.turn & 3)][direction];
    (to & state.empty | exits != 0).then(|| Move::along(from, to, direction >= 3))
}

/// A number below `bound` from the lower half of a random word.
#[inline]
fn below(bound: u32, random: u64) -> u32 {
    ((u64::from(bound) * (random & 0xFFFF_FFFF)) >> 32) as u32
}

/// The hex of a set of `len` that comes after `nth` others. Up to five hexes take the same way
/// through the code, as the length would be foreseen less well.
#[inline]
fn nth_hex(set: Set, nth: u32, len: u32) -> Set {
    let (mut rest, mut found) = (set, set);
    let mut pass_one = |round| {
        rest &= rest.wrapping_sub(1);
        found = select_unpredictable(round <= nth, rest, found);
    };
    (1..5).for_each(&mut pass_one);
    if len > 5 {
        (5..len).for_each(&mut pass_one);
    }
    lowest(found)
}

/// A random one of the legal moves, which are listed in `scratch` for the time being.
#[cold]
pub(crate) fn any_move(
    game: &Chexers,
    state: &State,
    scratch: &mut Vec<Move>,
    rng: &mut Rng,
) -> Option<Move> {
    let base = scratch.len();
    game.moves(state, scratch);
    let count = scratch.len() - base;
    let mv = (count > 0).then(|| scratch[base + rng.below(count)]);
    scratch.truncate(base);
    mv
}
