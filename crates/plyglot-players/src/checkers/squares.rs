//! Rows and columns of the numbered squares.

/// Row and column, from the top left, of a square's number.
pub(super) fn place(number: u8) -> (i32, i32) {
    let index = i32::from(number) - 1;
    let row = index / 4;
    (row, 2 * (index % 4) + (row + 1) % 2)
}

/// The number of a dark square, if it lies on the board.
pub(super) fn number_at(row: i32, col: i32) -> Option<u8> {
    let inside = (0..8).contains(&row) && (0..8).contains(&col);
    inside.then(|| (4 * row + col / 2 + 1) as u8)
}
