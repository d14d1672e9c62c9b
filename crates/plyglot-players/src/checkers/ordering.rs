//! Which move is tried first: by a score of its final square and its captures.

use plyglot_checkers::{Move, Side};

use super::{
    board::Board,
    evaluation::{back_row, is_middle},
    heap::Heap,
    squares::place,
};

/// The weights of the move ordering.
#[derive(Clone, Debug, PartialEq)]
pub struct Ordering {
    /// For each piece taken.
    pub capture: f64,
    /// For ending in the middle of the board.
    pub centre: f64,
    /// For ending on the own back row.
    pub back_row: f64,
    /// For ending on the last row.
    pub last_row: f64,
    /// For ending on one of the last rows.
    pub advanced: f64,
    /// How many rows are the last ones.
    pub last_rows: i32,
}

impl Ordering {
    /// As programmed: the last four rows count as advanced.
    pub const PROGRAMMED: Ordering = Ordering {
        capture: 2.0,
        centre: 21.0,
        back_row: 2.0,
        last_row: 3.0,
        advanced: 2.0,
        last_rows: 4,
    };

    /// As described: the last three rows count as advanced.
    pub const DESCRIBED: Ordering = Ordering { last_rows: 3, ..Ordering::PROGRAMMED };

    /// The score of a side's move; greater is tried first.
    pub fn score(&self, side: Side, mv: Move) -> f64 {
        let (row, col) = place(mv.to());
        let to_go = (row - back_row(side.other())).abs();
        let given = |holds: bool, weight: f64| if holds { weight } else { 0.0 };
        self.capture * f64::from(mv.jumps())
            + given(is_middle(row) && (2..=5).contains(&col), self.centre)
            + given(row == back_row(side), self.back_row)
            + given(to_go == 0, self.last_row)
            + given(to_go < self.last_rows, self.advanced)
    }

    /// The moves in the heap from which the search takes them.
    pub(super) fn heap(&self, board: &Board) -> Heap<Move> {
        let mut heap = Heap::new();
        for mv in board.moves() {
            heap.push(-self.score(board.position.side(), mv), mv);
        }
        heap
    }
}
