//! The way that is left if every piece goes to a free square of its target of its own, chosen so that the sum
//! is least.

use crate::{
    board::{Board, Square},
    turns::MAX_PIECES,
};

/// More than any sum of distances.
const FAR: i32 = 1 << 20;

/// The sum of steps from the pieces to the free squares, each to another one; pieces without a free square
/// stay where they are. Steps go along rows, columns and diagonals.
///
/// Pieces that stand in the target already need not be given: the way over one of their squares is never
/// shorter than the direct one.
pub(crate) fn matching(pieces: Board, free: Board) -> i32 {
    let mut places = [Square(0); MAX_PIECES];
    let mut columns = 0;
    for (place, square) in places.iter_mut().zip(free.squares()) {
        *place = square;
        columns += 1;
    }
    let mut work = Assignment::new(columns);
    for piece in pieces.squares().take(columns) {
        let mut costs = [0; MAX_PIECES];
        for (cost, place) in costs.iter_mut().zip(&places[..columns]) {
            *cost = steps(piece, *place);
        }
        work.add(costs);
    }
    work.cost()
}

/// Steps from one square to another.
#[inline]
pub(crate) fn steps(from: Square, to: Square) -> i32 {
    i32::from(from.x().abs_diff(to.x()).max(from.y().abs_diff(to.y())))
}

/// Rows matched with columns one after the other, each along the cheapest way to change what is matched
/// already (the Hungarian method). Rows and columns count from 1; 0 stands for none.
struct Assignment {
    columns: usize,
    rows: usize,
    costs: [[i32; MAX_PIECES]; MAX_PIECES],
    row_price: [i32; MAX_PIECES + 1],
    column_price: [i32; MAX_PIECES + 1],
    /// The row that each column is matched with.
    matched: [usize; MAX_PIECES + 1],
}

impl Assignment {
    fn new(columns: usize) -> Self {
        Assignment {
            columns,
            rows: 0,
            costs: [[0; MAX_PIECES]; MAX_PIECES],
            row_price: [0; MAX_PIECES + 1],
            column_price: [0; MAX_PIECES + 1],
            matched: [0; MAX_PIECES + 1],
        }
    }

    /// Matches one more row; there must be a column for it.
    fn add(&mut self, costs: [i32; MAX_PIECES]) {
        self.costs[self.rows] = costs;
        self.rows += 1;
        self.matched[0] = self.rows;
        let mut least = [FAR; MAX_PIECES + 1];
        let mut before = [0; MAX_PIECES + 1];
        let mut done = [false; MAX_PIECES + 1];
        let mut column = 0;
        while self.matched[column] != 0 {
            done[column] = true;
            let (next, gap) = self.nearest(column, &mut least, &mut before, &done);
            self.reprice(gap, &mut least, &done);
            column = next;
        }
        while column != 0 {
            self.matched[column] = self.matched[before[column]];
            column = before[column];
        }
    }

    /// The cheapest column not done yet, after a look at what the row of `column` would pay for each.
    fn nearest(
        &self,
        column: usize,
        least: &mut [i32; MAX_PIECES + 1],
        before: &mut [usize; MAX_PIECES + 1],
        done: &[bool; MAX_PIECES + 1],
    ) -> (usize, i32) {
        let row = self.matched[column];
        let (mut next, mut gap) = (0, FAR);
        for other in (1..=self.columns).filter(|other| !done[*other]) {
            let price = self.row_price[row] + self.column_price[other];
            let rest = self.costs[row - 1][other - 1] - price;
            if rest < least[other] {
                (least[other], before[other]) = (rest, column);
            }
            if least[other] < gap {
                (next, gap) = (other, least[other]);
            }
        }
        (next, gap)
    }

    fn reprice(
        &mut self,
        gap: i32,
        least: &mut [i32; MAX_PIECES + 1],
        done: &[bool; MAX_PIECES + 1],
    ) {
        for column in 0..=self.columns {
            if done[column] {
                self.row_price[self.matched[column]] += gap;
                self.column_price[column] -= gap;
            } else {
                least[column] -= gap;
            }
        }
    }

    fn cost(&self) -> i32 {
        let matched = (1..=self.columns).filter(|column| self.matched[*column] != 0);
        matched.map(|column| self.costs[self.matched[column] - 1][column - 1]).sum()
    }
}
