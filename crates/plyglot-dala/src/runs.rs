//! Runs: maximal sequences of one player's pieces along a row or a column.
//!
//! [`created`] and its relatives judge one action; [`drop_scores`] and [`step_scores`] find every
//! scoring action of a position at once.

use crate::board::{COLUMN, ROW, beside};

/// What counts as a scoring run where a piece arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// A run of exactly three.
    Exact,
    /// A run of three or more.
    AtLeast,
}

/// The first squares of the maximal runs of exactly three along one direction.
#[inline]
pub const fn threes(own: u64, step: u32) -> u64 {
    windows(own, step) & !(own << step) & !(own >> (3 * step))
}

/// The first squares of all sequences of three, parts of longer runs included.
#[inline]
const fn windows(own: u64, step: u32) -> u64 {
    own & own >> step & own >> (2 * step)
}

/// The first squares of the maximal runs of exactly four.
const fn fours(own: u64, step: u32) -> u64 {
    windows(own, step) & own >> (3 * step) & !(own << step) & !(own >> (4 * step))
}

/// The first squares of the maximal runs of exactly three that an action created, in rows and columns.
#[inline]
pub const fn created(before: u64, after: u64) -> [u64; 2] {
    let rows = threes(after, ROW) & !threes(before, ROW);
    let columns = threes(after, COLUMN) & !threes(before, COLUMN);
    [rows, columns]
}

/// Where the row and the column of the piece that has arrived on `to` score: nothing if they do not.
#[inline]
pub const fn arrived(after: u64, to: u64, arrival: Arrival) -> [u64; 2] {
    let (rows, columns) = match arrival {
        Arrival::Exact => (threes(after, ROW), threes(after, COLUMN)),
        Arrival::AtLeast => (windows(after, ROW), windows(after, COLUMN)),
    };
    let row = rows & (to | to >> ROW | to >> (2 * ROW));
    let column = columns & (to | to >> COLUMN | to >> (2 * COLUMN));
    // A long line has several windows around the square, but scores once.
    [row & row.wrapping_neg(), column & column.wrapping_neg()]
}

/// How many runs these are.
#[inline]
pub const fn count([rows, columns]: [u64; 2]) -> u32 {
    rows.count_ones() + columns.count_ones()
}

/// What the Ludii program counts for a step: out of a run of exactly four, the neighbours of the
/// square left behind that stand in a run of exactly three, new or old; else 1 if the arrival scores.
pub fn counted_by_ludii(before: u64, after: u64, from: u64, to: u64) -> u32 {
    let in_four = |step: u32| {
        let starts = from | from >> step | from >> (2 * step) | from >> (3 * step);
        fours(before, step) & starts != 0
    };
    if !(in_four(ROW) || in_four(COLUMN)) {
        return count(arrived(after, to, Arrival::Exact)).min(1);
    }
    let in_three = |step: u32| {
        let starts = threes(after, step);
        starts | starts << step | starts << (2 * step)
    };
    (beside(from) & (in_three(ROW) | in_three(COLUMN))).count_ones()
}

/// For every square, whether the run that begins beside it in one direction has at least one, two,
/// three or four pieces.
#[derive(Clone, Copy)]
struct Beside {
    one: u64,
    two: u64,
    three: u64,
    four: u64,
}

impl Beside {
    /// The runs on the left or below.
    #[inline]
    const fn before(own: u64, step: u32) -> Self {
        let one = own << step;
        let two = one & own << (2 * step);
        let three = two & own << (3 * step);
        Beside { one, two, three, four: three & own << (4 * step) }
    }

    /// The runs on the right or above.
    #[inline]
    const fn after(own: u64, step: u32) -> Self {
        let one = own >> step;
        let two = one & own >> (2 * step);
        let three = two & own >> (3 * step);
        Beside { one, two, three, four: three & own >> (4 * step) }
    }

    /// Where a piece with nothing on its other side would score.
    #[inline]
    const fn alone(&self, arrival: Arrival) -> u64 {
        match arrival {
            Arrival::Exact => self.two & !self.three,
            Arrival::AtLeast => self.two,
        }
    }

    /// Where a piece that leaves makes this run one of exactly three.
    #[inline]
    const fn left_behind(&self) -> u64 {
        self.three & !self.four
    }

    /// Where a piece between these two runs would score.
    #[inline]
    const fn joined(&self, other: &Beside, arrival: Arrival) -> u64 {
        match arrival {
            Arrival::Exact => {
                self.two & !self.three & !other.one
                    | self.one & !self.two & other.one & !other.two
                    | !self.one & other.two & !other.three
            }
            Arrival::AtLeast => self.two | other.two | self.one & other.one,
        }
    }
}

/// The squares where a drop would score, occupied ones not excluded.
#[inline]
pub const fn drop_scores(own: u64, arrival: Arrival) -> u64 {
    let row = Beside::before(own, ROW).joined(&Beside::after(own, ROW), arrival);
    let column = Beside::before(own, COLUMN).joined(&Beside::after(own, COLUMN), arrival);
    row | column
}

/// The targets of all steps: up, down, left, right.
#[inline]
pub const fn step_targets(own: u64, empty: u64) -> [u64; 4] {
    [own << COLUMN & empty, own >> COLUMN & empty, own >> ROW & empty, own << ROW & empty]
}

/// The pairs of neighbours, one `own` and one empty, that make a step: the left squares of those in
/// rows and the lower squares of those in columns.
#[inline]
pub const fn step_pairs(own: u64, empty: u64) -> [u64; 2] {
    [own & empty >> ROW | own >> ROW & empty, own & empty >> COLUMN | own >> COLUMN & empty]
}

/// The shift from the source of a step to its target, in the order of [`step_targets`].
pub const STEP_SHIFTS: [i8; 4] = [COLUMN as i8, -(COLUMN as i8), -(ROW as i8), ROW as i8];

/// The targets of the steps that score, in the order of [`step_targets`]; with `vacate` also those
/// that leave a run of exactly three behind.
#[inline]
pub const fn step_scores(own: u64, empty: u64, arrival: Arrival, vacate: bool) -> [u64; 4] {
    let [left, right] = [Beside::before(own, ROW), Beside::after(own, ROW)];
    let [below, above] = [Beside::before(own, COLUMN), Beside::after(own, COLUMN)];
    let row = left.joined(&right, arrival);
    let column = below.joined(&above, arrival);
    // The source never counts as a neighbour of the target: it is empty by then.
    let mut up = row | above.alone(arrival);
    let mut down = row | below.alone(arrival);
    let mut leftward = column | left.alone(arrival);
    let mut rightward = column | right.alone(arrival);
    if vacate {
        let sides = left.left_behind() | right.left_behind();
        let ends = below.left_behind() | above.left_behind();
        up |= (own & (sides | below.left_behind())) << COLUMN;
        down |= (own & (sides | above.left_behind())) >> COLUMN;
        leftward |= (own & (ends | right.left_behind())) >> ROW;
        rightward |= (own & (ends | left.left_behind())) << ROW;
    }
    let [to_up, to_down, to_left, to_right] = step_targets(own, empty);
    [up & to_up, down & to_down, leftward & to_left, rightward & to_right]
}
