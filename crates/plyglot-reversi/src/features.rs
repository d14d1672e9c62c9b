//! What positions look like to evaluations that are learnt: edges, corners, lines and diagonals, as the
//! strongest programs of the game read them, cut to the board.

use std::sync::OnceLock;

use plyglot_core::{Count, Features, Pattern, Patterns, Planes, Player};

use crate::{Reversi, Size, State, bitboard, eval::neighbours};

/// Stones a stage.
const STEP: u32 = 4;

/// The features of Reversi.
pub(crate) struct Board;

impl Features<Reversi> for Board {
    fn stages(&self) -> usize {
        15
    }

    fn stage(&self, _game: &Reversi, state: &State) -> usize {
        ((state.own | state.opponent).count_ones().saturating_sub(4 + 1) / STEP) as usize
    }

    fn patterns(&self, game: &Reversi) -> Option<&Patterns> {
        static ALL: [OnceLock<Patterns>; 3] = [const { OnceLock::new() }; 3];
        Some(
            ALL[game.size as usize]
                .get_or_init(|| Patterns::new(&shapes(game.size), &symmetries())),
        )
    }

    fn planes(&self, _game: &Reversi, state: &State, seat: Player) -> Planes {
        match seat == state.to_move() {
            true => [state.own, state.opponent, 0, 0],
            false => [state.opponent, state.own, 0, 0],
        }
    }

    fn counts(&self) -> &'static [Count] {
        &[
            Count { name: "own moves", values: MOST },
            Count { name: "other moves", values: MOST },
            Count { name: "own open squares", values: MOST_OPEN },
            Count { name: "other open squares", values: MOST_OPEN },
            Count { name: "parity", values: 2 },
        ]
    }

    fn count(&self, game: &Reversi, state: &State, seat: Player, out: &mut [u16]) {
        let replies = game.mobility(state.opponent, state.own);
        let empty = game.size.squares() & !(state.own | state.opponent);
        let open = [state.opponent, state.own].map(|stones| neighbours(stones) & empty);
        let count = |set: u64, values: u16| (set.count_ones() as u16).min(values - 1);
        let moves = [state.mobility, replies].map(|set| count(set, MOST));
        let open = open.map(|set| count(set, MOST_OPEN));
        let (own, other) = if seat == state.to_move() { (0, 1) } else { (1, 0) };
        out.copy_from_slice(&[
            moves[own],
            moves[other],
            open[own],
            open[other],
            (empty.count_ones() & 1) as u16,
        ]);
    }
}

/// More moves than this are as many.
const MOST: u16 = 25;
/// And more empty squares next to stones.
const MOST_OPEN: u16 = 33;

/// The shapes on a board; corners and blocks as the usual one has them need its room.
fn shapes(size: Size) -> Vec<Pattern> {
    let side = size.side();
    let square = |(column, row): (usize, usize)| size.square(column, row) as u8;
    let shape = |places: Vec<(usize, usize)>| Pattern {
        cells: places.into_iter().map(square).collect(),
        digits: [1, 2, 0, 0],
    };
    let row = |row: usize| (0..side).map(move |column| (column, row));
    let edge: Vec<_> = [(1, 1)].into_iter().chain(row(0)).chain([(side - 2, 1)]).collect();
    let mut shapes = vec![shape(edge)];
    if side >= 6 {
        shapes.push(shape((0..9).map(|at| (at % 3, at / 3)).collect()));
    }
    if side == 8 {
        let down = (0..5).rev().map(|row| (0, row));
        shapes.push(shape(down.chain([(1, 1)]).chain((1..5).map(|column| (column, 0))).collect()));
        let block = (0..2).flat_map(|row| (2..6).map(move |column| (column, row)));
        shapes.push(shape([(0, 0), (7, 0)].into_iter().chain(block).collect()));
    }
    shapes.extend((1..side / 2).map(|at| shape(row(at).collect())));
    shapes.extend(
        (4..=side).map(|length| shape((0..length).map(|at| (at, length - 1 - at)).collect())),
    );
    shapes
}

/// Where every symmetry of the board takes each square.
fn symmetries() -> Vec<Vec<u8>> {
    let image = |symmetry, square: u32| {
        bitboard::transform(1u64 << square, symmetry).trailing_zeros() as u8
    };
    (0..8).map(|symmetry| (0..64).map(|square| image(symmetry, square)).collect()).collect()
}
