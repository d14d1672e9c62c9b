//! What positions look like to evaluations that are learnt: blocks and lines of the board, what is in hand
//! and owed, and everything that the evaluation made by hand counts.

use std::sync::OnceLock;

use plyglot_core::{Count, Features, Pattern, Patterns, Planes, Player};

use crate::{Board, Dala, Square, State, eval::Terms};

/// The features of Dala.
pub(crate) struct Lines;

/// The stages in which pieces are dropped, and those in which they step.
const PHASES: [usize; 2] = [4, 4];

impl Features<Dala> for Lines {
    fn stages(&self) -> usize {
        PHASES[0] + PHASES[1]
    }

    /// By what is in hand while pieces are dropped, then by how many are left.
    fn stage(&self, game: &Dala, state: &State) -> usize {
        let all = 2 * usize::from(game.pieces()).max(1);
        let hand = usize::from(state.reserve[0] + state.reserve[1]);
        if hand > 0 {
            return (all - hand.min(all)) * PHASES[0] / all;
        }
        let left = state.occupied().count_ones() as usize;
        PHASES[0] + ((all - left.min(all)) * PHASES[1] / all).min(PHASES[1] - 1)
    }

    fn patterns(&self, game: &Dala) -> Option<&Patterns> {
        static ALL: [OnceLock<Patterns>; 2] = [const { OnceLock::new() }; 2];
        let (at, board) = (usize::from(game.board.size == 6), game.board);
        Some(ALL[at].get_or_init(|| Patterns::new(&shapes(board.size), &symmetries(&board))))
    }

    fn planes(&self, _game: &Dala, state: &State, seat: Player) -> Planes {
        let own = seat.idx() & 1;
        [state.pieces[own], state.pieces[1 - own], 0, 0]
    }

    /// Who has pieces to take takes them first.
    fn is_quiet(&self, _game: &Dala, state: &State) -> bool {
        state.owed == 0
    }

    fn counts(&self) -> &'static [Count] {
        &[
            Count { name: "pieces of both", values: PIECES * PIECES },
            Count { name: "hands of both", values: PIECES * PIECES },
            Count { name: "owed", values: 4 },
        ]
    }

    fn count(&self, _game: &Dala, state: &State, seat: Player, out: &mut [u16]) {
        let (own, other) = (seat.idx() & 1, 1 - (seat.idx() & 1));
        let both = |number: fn(&State, usize) -> u16| {
            let [own, other] = [own, other].map(|seat| number(state, seat).min(PIECES - 1));
            own * PIECES + other
        };
        out.copy_from_slice(&[
            both(|state, seat| {
                state.pieces[seat].count_ones() as u16 + u16::from(state.reserve[seat])
            }),
            both(|state, seat| state.reserve[seat].into()),
            u16::from(state.owed).min(3),
        ]);
    }

    fn sums(&self) -> &'static [&'static str] {
        Terms::NAMES
    }

    fn sum(&self, game: &Dala, state: &State, seat: Player, out: &mut [i16]) {
        let own = seat.idx() & 1;
        let [own, other] = [own, 1 - own].map(|seat| Terms::of(game, state, seat).numbers());
        for (out, (own, other)) in out.iter_mut().zip(own.into_iter().zip(other)) {
            *out = (own - other) as i16;
        }
    }
}

/// More than a player can have.
const PIECES: u16 = 16;

/// Lines along the board, blocks of nine, and blocks of two by four.
fn shapes(size: u8) -> Vec<Pattern> {
    let block = |file: u8, rank: u8, width: u8, height: u8| Pattern {
        cells: (0..width * height)
            .map(|at| Square::new(file + at % width, rank + at / width).idx() as u8)
            .collect(),
        digits: [1, 2, 0, 0],
    };
    let half = size.div_ceil(2);
    let mut shapes: Vec<_> = (0..half).map(|rank| block(0, rank, size, 1)).collect();
    // Images under the symmetries are the same instances, so that each orbit is wanted once.
    let fewer = (size - 2).div_ceil(2);
    for rank in 0..fewer {
        shapes.extend((rank..fewer).map(|file| block(file, rank, 3, 3)));
    }
    for rank in 0..(size - 1).div_ceil(2) {
        shapes.extend((0..(size - 3).div_ceil(2)).map(|file| block(file, rank, 4, 2)));
    }
    shapes
}

/// Where every symmetry of the board takes each square.
fn symmetries(board: &Board) -> Vec<Vec<u8>> {
    let image = |symmetry, square: u8| match board.squares >> square & 1 {
        1 => board.image(1 << square, symmetry).trailing_zeros() as u8,
        _ => square,
    };
    (0..8).map(|symmetry| (0..64).map(|square| image(symmetry, square)).collect()).collect()
}
