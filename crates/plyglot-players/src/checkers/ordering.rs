//! Which move is tried first: by a score of its final square and its captures.

use plyglot_checkers::{Move, Side};
use plyglot_core::options;

use super::{
    board::Board,
    evaluation::{RANGE, back_row, is_middle},
    heap::Heap,
    squares::place,
};

options! {
    /// The weights of the move ordering.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Ordering {
        /// move ordering: for each piece taken
        pub capture("order_capture"): f64 = "2" in RANGE,
        /// move ordering: for ending in the middle
        pub centre("order_centre"): f64 = "21" in RANGE,
        /// move ordering: for ending on the own back row
        pub back_row("order_back_row"): f64 = "2" in RANGE,
        /// move ordering: for ending on the last row
        pub last_row("order_last_row"): f64 = "3" in RANGE,
        /// move ordering: for ending on one of the last rows
        pub advanced("order_advanced"): f64 = "2" in RANGE,
        /// move ordering: how many rows are the last ones
        pub last_rows: i32 = "4" in 0..=8,
    }
}

impl Ordering {
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
