//! Draughts FEN: `B:W18,24,K10:B12,16,K22`.

use std::fmt::Write;

use plyglot_core::{Cursor, TextError};

use crate::{
    CrownRowMen,
    board::{Position, Side},
    setup::Setup,
};

/// The canonical text: White's list first, squares ascending.
pub(crate) fn write(position: &Position) -> String {
    compose(position.side, |number| position.piece(number))
}

/// The text of any pieces on any squares: side and kingship of what stands there.
pub(crate) fn compose(turn: Side, piece: impl Fn(u8) -> Option<(Side, bool)>) -> String {
    let mut text = turn.letter().to_string();
    for side in [Side::White, Side::Black] {
        let _ = write!(text, ":{}", side.letter());
        let mut separator = "";
        for number in 1..=32 {
            if let Some((owner, king)) = piece(number)
                && owner == side
            {
                let _ = write!(text, "{separator}{}{number}", if king { "K" } else { "" });
                separator = ",";
            }
        }
    }
    text
}

/// Reads a position: lists in either order, ranges, lower case, spaces, quotes, a full stop, and
/// the fields `H` (plies without progress) and `F` (move number, ignored) of later drafts.
pub(crate) fn read(text: &str, men: CrownRowMen) -> Result<Position, TextError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_white();
    let quote = cursor.peek().filter(|c| matches!(c, '"' | '\''));
    if quote.is_some() {
        cursor.bump();
    }
    let turn = side(&mut cursor, "B or W, the side to move")?;
    let mut setup = Setup::default();
    colon(&mut cursor)?;
    let first = list(&mut cursor, &mut setup, None)?;
    colon(&mut cursor)?;
    list(&mut cursor, &mut setup, Some(first.other()))?;
    let quiet = counters(&mut cursor)?;
    let stopped = cursor.eat('.');
    if let Some(quote) = quote {
        cursor.skip_white();
        cursor.expect(quote)?;
        cursor.skip_white();
        if !stopped {
            cursor.eat('.');
        }
    }
    cursor.end()?;
    Ok(Position { quiet, ..setup.position(turn, men)? })
}

fn side(cursor: &mut Cursor<'_>, expected: &str) -> Result<Side, TextError> {
    cursor.skip_white();
    let side = match cursor.peek() {
        Some('B' | 'b') => Side::Black,
        Some('W' | 'w') => Side::White,
        _ => return Err(cursor.error(expected)),
    };
    cursor.bump();
    cursor.skip_white();
    Ok(side)
}

fn colon(cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    cursor.skip_white();
    cursor.expect(':')
}

/// A side's pieces. `wanted` is the side whose list it must be.
fn list(
    cursor: &mut Cursor<'_>,
    setup: &mut Setup,
    wanted: Option<Side>,
) -> Result<Side, TextError> {
    cursor.skip_white();
    let start = cursor.offset();
    let expected = match wanted {
        None => "B or W, a side with its squares".to_owned(),
        Some(side) => format!("{} with its squares", side.letter()),
    };
    let owner = side(cursor, &expected)?;
    if wanted.is_some_and(|wanted| wanted != owner) {
        return Err(cursor.error_at(start, expected));
    }
    if !matches!(cursor.peek(), Some('K' | 'k' | '0'..='9')) {
        return Ok(owner);
    }
    loop {
        item(cursor, setup, owner)?;
        cursor.skip_white();
        if !cursor.eat(',') {
            return Ok(owner);
        }
        cursor.skip_white();
    }
}

fn item(cursor: &mut Cursor<'_>, setup: &mut Setup, owner: Side) -> Result<(), TextError> {
    let king = cursor.eat('K') || cursor.eat('k');
    cursor.skip_white();
    let first = cursor.number(1..=32, "a square")?;
    cursor.skip_white();
    let mut last = first;
    if cursor.eat('-') {
        cursor.skip_white();
        last = cursor.number(first..=32, "the last square of the range,")?;
    }
    (first..=last).try_for_each(|number| setup.put(owner, king, number as u8))
}

fn counters(cursor: &mut Cursor<'_>) -> Result<u16, TextError> {
    let mut quiet = 0;
    if cursor.eat_str(":H") || cursor.eat_str(":h") {
        quiet = cursor.number(0..=u16::MAX.into(), "the number of plies without progress,")?;
        cursor.skip_white();
    }
    if cursor.eat_str(":F") || cursor.eat_str(":f") {
        cursor.number(0..=u32::MAX, "a move number")?;
        cursor.skip_white();
    }
    Ok(quiet as u16)
}
