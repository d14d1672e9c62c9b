//! Reading ReversiXT maps and positions, as far as they are plain Reversi: two players, a square
//! board, and nothing special on it.

use plyglot_core::{Cursor, Player, TextError};

use crate::{Reversi, Size, State, board::BLACK};

/// Reads a map, or a state line followed by one. Maps that plain Reversi cannot play break its
/// rules.
pub(crate) fn parse(rules: &Reversi, text: &str) -> Result<(Reversi, State), TextError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_white();
    let declared = read_state_line(&mut cursor)?;
    let size = read_header(&mut cursor, declared.is_some())?;
    let stones = read_tiles(&mut cursor, size)?;
    read_transitions(&mut cursor)?;
    let rules = Reversi { size, ..*rules };
    let to_move = match declared {
        Some(Declared::Turn(player)) => player,
        Some(Declared::Over) | None => BLACK,
    };
    let state = rules.position(stones, to_move);
    match declared {
        Some(Declared::Over) if !state.is_over() => {
            Err(TextError::rules("phase=3, but a stone can still be placed"))
        }
        Some(Declared::Turn(_)) if state.is_over() => {
            Err(TextError::rules("phase=1, but nobody can place a stone"))
        }
        _ => Ok((rules, state)),
    }
}

/// What a state line says.
#[derive(Clone, Copy)]
enum Declared {
    Turn(Player),
    Over,
}

fn beyond(what: &str) -> TextError {
    TextError::rules(format!("{what}, which is ReversiXT but not plain Reversi"))
}

/// Reads `state phase=1 turn=2 overrides=0,0 bombs=0,0 out=-` where it is there.
fn read_state_line(cursor: &mut Cursor<'_>) -> Result<Option<Declared>, TextError> {
    if !cursor.eat_str("state") {
        return Ok(None);
    }
    read_key(cursor, "phase=")?;
    let phase = cursor.number(1..=3, "a phase")?;
    read_key(cursor, "turn=")?;
    let turn = cursor.number(0..=8, "a player")?;
    for (key, what) in [("overrides=", "override stones"), ("bombs=", "bombs")] {
        read_key(cursor, key)?;
        read_stocks(cursor, what)?;
    }
    read_key(cursor, "out=")?;
    let out = cursor.offset();
    match cursor.word() {
        "-" => {}
        list if list.starts_with(|c: char| c.is_ascii_digit()) => {
            return Err(beyond("a player is disqualified"));
        }
        _ => return Err(cursor.error_at(out, "- or the players who are out")),
    }
    match (phase, turn) {
        (1, 1 | 2) => Ok(Some(Declared::Turn(Player(turn as u8 - 1)))),
        (1, 0) => Err(TextError::rules("it is nobody's turn, but the game is not over")),
        (3, 0) => Ok(Some(Declared::Over)),
        (3, _) => Err(TextError::rules(format!("it is player {turn}'s turn in a finished game"))),
        (2, _) => Err(beyond("there is a bombing phase")),
        _ => Err(beyond(&format!("there is a player {turn}"))),
    }
}

fn read_key(cursor: &mut Cursor<'_>, key: &str) -> Result<(), TextError> {
    let before = cursor.offset();
    cursor.skip_white();
    if cursor.offset() > before && cursor.eat_str(key) { Ok(()) } else { Err(cursor.error(key)) }
}

/// Reads one number per player; all must be zero.
fn read_stocks(cursor: &mut Cursor<'_>, what: &str) -> Result<(), TextError> {
    let mut players = 0;
    while players == 0 || cursor.eat(',') {
        if cursor.number(0..=255, "a number")? > 0 {
            return Err(beyond(&format!("there are {what}")));
        }
        players += 1;
        if players > 2 {
            return Err(beyond("there are more than two players"));
        }
    }
    if players == 2 { Ok(()) } else { Err(cursor.error("a comma and the number of player 2")) }
}

/// Reads everything above the tiles. Below a state line the stocks of the header mean nothing.
fn read_header(cursor: &mut Cursor<'_>, has_state: bool) -> Result<Size, TextError> {
    if read_number(cursor, 2..=8, "the number of players")? != 2 {
        return Err(beyond("there are more than two players"));
    }
    let overrides = read_number(cursor, 0..=255, "the number of override stones")?;
    let bombs = read_number(cursor, 0..=255, "the number of bombs")?;
    read_number(cursor, 0..=255, "the radius of bombs")?;
    if !has_state && overrides + bombs > 0 {
        return Err(beyond("there are override stones or bombs"));
    }
    let height = read_number(cursor, 1..=1000, "a height")?;
    let width = read_number(cursor, 1..=1000, "a width")?;
    let size = Size::of_side(width as usize).filter(|_| width == height);
    size.ok_or_else(|| beyond(&format!("the board has {width}x{height} squares")))
}

fn read_number(
    cursor: &mut Cursor<'_>,
    range: std::ops::RangeInclusive<u32>,
    what: &str,
) -> Result<u32, TextError> {
    cursor.skip_white();
    let number = cursor.number(range, what)?;
    match cursor.peek() {
        Some(c) if !c.is_whitespace() => Err(cursor.error("white space")),
        _ => Ok(number),
    }
}

fn read_tiles(cursor: &mut Cursor<'_>, size: Size) -> Result<[u64; 2], TextError> {
    let mut stones = [0; 2];
    let side = size.side();
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        cursor.skip_white();
        let at = cursor.offset();
        let square = 1 << size.square(column, row);
        match cursor.word() {
            "0" => {}
            "1" => stones[0] |= square,
            "2" => stones[1] |= square,
            "-" => return Err(beyond("the board has holes")),
            "b" | "c" | "i" | "x" => return Err(beyond("the board has special tiles")),
            _ => return Err(cursor.error_at(at, "a tile, 0, 1 or 2")),
        }
    }
    Ok(stones)
}

/// Reads up to the end of the text, where no transition may stand.
fn read_transitions(cursor: &mut Cursor<'_>) -> Result<(), TextError> {
    cursor.skip_white();
    if cursor.rest().is_empty() {
        return Ok(());
    }
    for part in 0..7 {
        match part {
            3 => {
                cursor.skip_white();
                let at = cursor.offset();
                if cursor.word() != "<->" {
                    return Err(cursor.error_at(at, "<->"));
                }
            }
            _ => drop(read_number(cursor, 0..=999, "a number of a transition")?),
        }
    }
    Err(beyond("the board has transitions"))
}
