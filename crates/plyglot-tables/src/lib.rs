//! Exact endings: what every position with few pieces is worth, and how many plies the end is away.
//!
//! - [`Tables`]: the values of all positions of a numbering ([`plyglot_core::Tabled`])
//! - [`build`]: works them out backwards from the ends of the game ([`solve_group`] does one group of slices)
//! - [`probe`], [`best_line`], [`Known`]: what they say of a position
//! - [`Values`]: where the values lie: in memory ([`Tables`]) or, in blocks that are read when they are asked for,
//!   somewhere else ([`Blocks`])
//! - [`file`](mod@file), [`slice`]: how all values, or those of a slice, are written
//!
//! A value is one byte: nothing, a draw, or the plies to the end under best play. Sides take turns, so
//! the parity of the plies tells who wins; two bits for the result alone would save three quarters of the
//! memory, but then nobody would know the way to the win. Draws by counters and repetition are not known
//! here: who asks must know whether they can come first.
//!
//! Nothing in this crate reads a file, a clock or a random source; the values do not depend on the number
//! of threads.

mod blocks;
mod build;
pub mod file;
mod group;
mod probe;
pub mod slice;
#[cfg(test)]
mod tests;

pub use blocks::{Blocks, ReadAt};
pub use build::{BuildError, MOST_IN_GROUP, MOST_POSITIONS, Plan, build, groups, solve_group};
pub use plyglot_core::Ending;
pub use probe::{Known, best_line, judged_turns, probe};

use plyglot_core::{Game, Tabled, mix};
use probe::ending_of;

/// The number of no position.
const HOLE: u8 = 0;
/// Neither side can force a win; until a group is finished, not known to be won or lost.
const DRAW: u8 = u8::MAX;
/// The most plies to the end that a byte can tell, beside the two values above.
const MOST_PLIES: u32 = 253;

/// Values by slice and number, wherever they lie.
pub trait Values: Send + Sync {
    /// The most pieces of a position.
    fn pieces(&self) -> u32;

    /// The pieces of a slice; `None` if it is not there.
    fn pieces_of(&self, slice: u32) -> Option<u32>;

    /// The value of a number of a slice; `None` if it cannot be had.
    fn value(&self, slice: u32, index: u64) -> Option<u8>;

    /// Why values that should be there cannot be had, if that came up.
    fn fault(&self) -> Option<&str> {
        None
    }
}

/// The values of all positions with few pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    pieces: u32,
    slices: Vec<SliceTable>,
    /// Where the table of a slice is in the list, plus one; 0 for one that is not there.
    places: Vec<u32>,
}

/// The values of a slice.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SliceTable {
    slice: u32,
    pieces: u32,
    values: Vec<u8>,
}

/// How the positions of some slices end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that neither side wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The most plies to a win or loss.
    pub longest: u32,
}

impl Tally {
    /// All positions.
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How the positions of some values end.
    pub fn of(values: &[u8]) -> Self {
        let mut tally = Tally::default();
        values.iter().for_each(|value| tally.add(*value));
        tally
    }

    /// How the positions of both end.
    pub fn joined(self, other: Tally) -> Self {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            longest: self.longest.max(other.longest),
        }
    }

    fn add(&mut self, value: u8) {
        match ending_of(value) {
            None => return,
            Some(Ending::Draw) => self.draws += 1,
            Some(Ending::Win(_)) => self.wins += 1,
            Some(Ending::Loss(_)) => self.losses += 1,
        }
        self.longest = self.longest.max(ending_of(value).map_or(0, Ending::plies));
    }
}

impl Tables {
    fn new(pieces: u32) -> Self {
        Tables { pieces, slices: Vec::new(), places: Vec::new() }
    }

    /// The most pieces of a position in the tables.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// How positions with exactly so many pieces end.
    pub fn tally(&self, pieces: u32) -> Tally {
        let slices = self.slices.iter().filter(|table| table.pieces == pieces);
        slices.map(|table| Tally::of(&table.values)).fold(Tally::default(), Tally::joined)
    }

    /// Every slice, by its number and with how its positions end.
    pub fn slices(&self) -> impl Iterator<Item = (u32, Tally)> {
        self.slices.iter().map(|table| (table.slice, Tally::of(&table.values)))
    }

    /// All values, slice after slice in the order of the numbering: what a file has to keep.
    pub fn values(&self) -> impl Iterator<Item = &[u8]> {
        self.slices.iter().map(|table| &*table.values)
    }

    /// Tells values apart that differ anywhere.
    pub fn checksum(&self) -> u64 {
        let start = u64::from(self.pieces);
        self.slices.iter().fold(start, |sum, table| add_to_checksum(sum, &table.values))
    }

    /// Tables from the values that [`Tables::values`] told, which must be as many as the plan has.
    pub fn from_values<G: Game>(
        game: &G,
        index: &dyn Tabled<G>,
        plan: Plan,
        values: &[u8],
    ) -> Option<Self> {
        if values.len() as u64 != plan.numbers() {
            return None;
        }
        let (mut tables, mut rest) = (Tables::new(plan.pieces()), values);
        for pieces in index.fewest()..=plan.pieces() {
            for slice in index.groups(game, pieces).into_iter().flatten() {
                let (own, others) = rest.split_at(index.size(game, slice) as usize);
                tables.put(slice, pieces, own.to_vec());
                rest = others;
            }
        }
        Some(tables)
    }

    fn put(&mut self, slice: u32, pieces: u32, values: Vec<u8>) {
        let at = slice as usize;
        if self.places.len() <= at {
            self.places.resize(at + 1, 0);
        }
        self.slices.push(SliceTable { slice, pieces, values });
        self.places[at] = self.slices.len() as u32;
    }

    fn table(&self, slice: u32) -> Option<&SliceTable> {
        let place = *self.places.get(slice as usize)?;
        Some(&self.slices[(place as usize).checked_sub(1)?])
    }
}

impl Values for Tables {
    fn pieces(&self) -> u32 {
        self.pieces
    }

    #[inline]
    fn pieces_of(&self, slice: u32) -> Option<u32> {
        self.table(slice).map(|table| table.pieces)
    }

    #[inline]
    fn value(&self, slice: u32, index: u64) -> Option<u8> {
        self.table(slice)?.values.get(index as usize).copied()
    }
}

/// The sum of some values after others.
fn add_to_checksum(sum: u64, values: &[u8]) -> u64 {
    let mut sum = mix(sum ^ values.len() as u64);
    for word in values.chunks(8) {
        let mut bytes = [0; 8];
        bytes[..word.len()].copy_from_slice(word);
        sum = mix(sum ^ u64::from_le_bytes(bytes));
    }
    sum
}
