//! Boards drawn with characters: what they have in common, and the text of OpenSpiel.

use plyglot_core::{Cursor, TextError};

use crate::{
    CrownRowMen,
    board::{Position, Side, number_at},
    setup::Setup,
};

/// Reads OpenSpiel's text of a board. Its player 0 is our White; the text does not say whose turn it
/// is, so White, who begins there, is to move.
pub fn read_openspiel(text: &str, men: CrownRowMen) -> Result<Position, TextError> {
    let mut cursor = Cursor::new(text);
    let mut pieces = Vec::new();
    for row in 0..8 {
        if row > 0 {
            line_end(&mut cursor)?;
        }
        cursor.expect(char::from(b'8' - row))?;
        board_line(&mut cursor, row, "one of . o 8 + *", openspiel_piece, &mut pieces)?;
    }
    if !cursor.rest().trim().is_empty() {
        line_end(&mut cursor)?;
        if !cursor.eat_str(FILES) {
            return Err(cursor.error(format!("{FILES:?}")));
        }
    }
    cursor.end()?;
    let mut setup = Setup::default();
    for piece in &pieces {
        if (piece.row + piece.col) % 2 == 0 {
            let (file, rank) = (char::from(b'a' + piece.col), 8 - piece.row);
            return Err(TextError::rules(format!("{file}{rank} is a light square")));
        }
        setup.put(piece.side, piece.king, number_at(piece.row, piece.col))?;
    }
    setup.position(Side::White, men)
}

/// OpenSpiel's text of the board: rank 8 first, files below. Whose turn it is does not show.
pub fn write_openspiel(position: &Position) -> String {
    let mut text = String::new();
    for row in 0..8 {
        text.push(char::from(b'8' - row));
        for col in 0..8 {
            text.push(match piece_at(position, row, col) {
                None => '.',
                Some((Side::White, false)) => 'o',
                Some((Side::White, true)) => '8',
                Some((Side::Black, false)) => '+',
                Some((Side::Black, true)) => '*',
            });
        }
        text.push('\n');
    }
    text + FILES + "\n"
}

const FILES: &str = " abcdefgh";

/// A piece of a diagram, at a row and column from the top left.
pub(crate) struct PlacedPiece {
    pub(crate) row: u8,
    pub(crate) col: u8,
    pub(crate) side: Side,
    pub(crate) king: bool,
}

/// What a character of a diagram stands for: nothing, or a side's man or king.
pub(crate) type Meaning = fn(char) -> Option<Option<(Side, bool)>>;

fn openspiel_piece(letter: char) -> Option<Option<(Side, bool)>> {
    Some(match letter {
        '.' => None,
        'o' => Some((Side::White, false)),
        '8' => Some((Side::White, true)),
        '+' => Some((Side::Black, false)),
        '*' => Some((Side::Black, true)),
        _ => return None,
    })
}

/// Reads the eight squares of a row.
pub(crate) fn board_line(
    cursor: &mut Cursor<'_>,
    row: u8,
    expected: &str,
    meaning: Meaning,
    pieces: &mut Vec<PlacedPiece>,
) -> Result<(), TextError> {
    for col in 0..8 {
        let square = cursor.peek().and_then(meaning).ok_or_else(|| cursor.error(expected))?;
        cursor.bump();
        if let Some((side, king)) = square {
            pieces.push(PlacedPiece { row, col, side, king });
        }
    }
    Ok(())
}

/// The end of a line, after blanks.
pub(crate) fn line_end(cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    cursor.take_while(|c| matches!(c, ' ' | '\t'));
    cursor.eat('\r');
    if cursor.eat('\n') { Ok(()) } else { Err(cursor.error("the end of the line")) }
}

/// What stands at a row and column; nothing stands on light squares.
pub(crate) fn piece_at(position: &Position, row: u8, col: u8) -> Option<(Side, bool)> {
    if (row + col) % 2 == 1 { position.piece(number_at(row, col)) } else { None }
}
