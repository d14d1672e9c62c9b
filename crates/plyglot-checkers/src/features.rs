//! What positions look like to evaluations that are learnt: overlapping windows of men, smaller ones of men
//! and kings, and everything that the evaluation made by hand counts.

use std::sync::OnceLock;

use plyglot_core::{Count, Features, Pattern, Patterns, Planes, Player};

use crate::{
    Checkers, Position,
    board::{index, number_at},
    eval::{Counts, View},
    generate::must_capture,
};

/// The features of checkers.
pub(crate) struct Board;

/// The fewest pieces of every class but the last.
const CLASSES: [u32; 5] = [20, 16, 12, 9, 6];

impl Features<Checkers> for Board {
    fn stages(&self) -> usize {
        2 * (CLASSES.len() + 1)
    }

    /// By the number of pieces, and by whether there are kings.
    fn stage(&self, _game: &Checkers, state: &Position) -> usize {
        let pieces = (state.black | state.white).count_ones();
        let class = CLASSES.iter().filter(|fewest| pieces < **fewest).count();
        2 * class + usize::from(state.kings != 0)
    }

    fn patterns(&self, _game: &Checkers) -> Option<&Patterns> {
        static ALL: OnceLock<Patterns> = OnceLock::new();
        Some(ALL.get_or_init(|| {
            let men = windows(4).map(|cells| Pattern { cells, digits: [1, 2, 0, 0] });
            let all = windows(3).map(|cells| Pattern { cells, digits: [1, 2, 3, 4] });
            Patterns::new(&men.chain(all).collect::<Vec<_>>(), &[])
        }))
    }

    fn planes(&self, _game: &Checkers, state: &Position, of: Player) -> Planes {
        let view = View::of_seat(state, of);
        [view.men, view.foe_men, view.kings, view.foe_kings].map(u64::from)
    }

    /// Captures are forced, and searches follow them to their end.
    fn is_quiet(&self, _game: &Checkers, state: &Position) -> bool {
        !must_capture(state)
    }

    fn counts(&self) -> &'static [Count] {
        &[
            Count { name: "men of both", values: 13 * 13 },
            Count { name: "kings of both", values: 6 * 6 },
            Count { name: "the move", values: 2 },
        ]
    }

    fn count(&self, _game: &Checkers, state: &Position, of: Player, out: &mut [u16]) {
        let view = View::of_seat(state, of);
        let count = |set: u32, most: u32| set.count_ones().min(most) as u16;
        out.copy_from_slice(&[
            13 * count(view.men, 12) + count(view.foe_men, 12),
            6 * count(view.kings, 5) + count(view.foe_kings, 5),
            u16::from(view.has_the_move()),
        ]);
    }

    fn sums(&self) -> &'static [&'static str] {
        Counts::NAMES
    }

    fn sum(&self, _game: &Checkers, state: &Position, of: Player, out: &mut [i16]) {
        let own = Counts::of(&View::of_seat(state, of)).numbers();
        let foe = Counts::of(&View::of_seat(state, Player(of.0 ^ 1))).numbers();
        for (out, (own, foe)) in out.iter_mut().zip(own.into_iter().zip(foe)) {
            *out = (own - foe) as i16;
        }
    }
}

/// The squares of all windows two squares wide and so many rows high, by bit.
fn windows(rows: u8) -> impl Iterator<Item = Vec<u8>> {
    let window = move |top: u8, left: u8| {
        let squares = (top..top + rows).flat_map(move |row| {
            // Rows whose squares lie one column to the right take part in turn.
            (0..2).map(move |at| index(number_at(row, 2 * (left + at) + (row + 1) % 2)) as u8)
        });
        squares.collect()
    };
    (0..=8 - rows).flat_map(move |top| (0..3).map(move |left| window(top, left)))
}
