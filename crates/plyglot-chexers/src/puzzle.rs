//! The warm-up puzzles' JSON form:
//! `{"colour": "red", "pieces": [[0,0],[0,-1]], "blocks": [[-1,0]]}`.
//!
//! Keys may come in any order; keys that are not needed may hold any value and are ignored.

use plyglot_core::{Cursor, TextError};

use crate::{
    State,
    action::{on_board, place, sign},
    board::{COLOURS, Set},
};

/// Values inside values, in keys that are ignored, go no deeper than this.
const MAX_DEPTH: usize = 32;

/// Reads a puzzle as the position before its first action.
pub(crate) fn parse(text: &str) -> Result<State, TextError> {
    let mut cursor = Cursor::new(text);
    sign(&mut cursor, '{')?;
    let (mut colour, mut pieces, mut blocks) = (None, None, None);
    cursor.skip_white();
    let mut more = !cursor.eat('}');
    while more {
        cursor.skip_white();
        let at = cursor.offset();
        let key = string(&mut cursor)?;
        sign(&mut cursor, ':')?;
        let fresh = match key {
            "colour" => colour.replace(read_colour(&mut cursor)?).is_none(),
            "pieces" => pieces.replace(hex_list(key, &mut cursor)?).is_none(),
            "blocks" => blocks.replace(hex_list(key, &mut cursor)?).is_none(),
            _ => skip_value(&mut cursor, MAX_DEPTH).map(|()| true)?,
        };
        if !fresh {
            return Err(cursor.error_at(at, "a key that was not there before"));
        }
        more = another(&mut cursor, '}')?;
    }
    cursor.end()?;
    let missing = |key: &str| cursor.error(format!("a puzzle with the key {key:?}"));
    let colour = colour.ok_or_else(|| missing("colour"))?;
    let pieces = set_of("pieces", &pieces.ok_or_else(|| missing("pieces"))?, 0)?;
    let blocks = set_of("blocks", &blocks.ok_or_else(|| missing("blocks"))?, pieces)?;
    let mut all = [0; 3];
    all[colour] = pieces;
    Ok(State::new(all, blocks, [0; 3], colour as u8, colour as u32))
}

fn read_colour(cursor: &mut Cursor<'_>) -> Result<usize, TextError> {
    cursor.skip_white();
    let at = cursor.offset();
    let found = string(cursor)?;
    let colour = COLOURS.iter().position(|colour| *colour == found);
    colour
        .ok_or_else(|| cursor.error_at(at, "\"red\", \"green\" or \"blue\" for the key \"colour\""))
}

/// The hexes of a key; what is wrong with them is told with what the key holds.
fn hex_list(key: &str, cursor: &mut Cursor<'_>) -> Result<Vec<(i8, i8)>, TextError> {
    hexes(cursor).map_err(|error| match error {
        TextError::Syntax { line, column, found, expected } => {
            let expected = format!("{expected} in {key:?}, a list like [[0,-1],[2,1]]");
            TextError::Syntax { line, column, found, expected }
        }
        other => other,
    })
}

fn hexes(cursor: &mut Cursor<'_>) -> Result<Vec<(i8, i8)>, TextError> {
    sign(cursor, '[')?;
    let mut places = Vec::new();
    cursor.skip_white();
    let mut more = !cursor.eat(']');
    while more {
        places.push(place(cursor)?);
        more = another(cursor, ']')?;
    }
    Ok(places)
}

/// The hexes of a key's list, none of which may be taken or named twice.
fn set_of(key: &str, places: &[(i8, i8)], taken: Set) -> Result<Set, TextError> {
    let mut set = 0;
    for place in places {
        let refuse = |why: String| TextError::rules(format!("{key:?}: {why}"));
        let hex = on_board(*place).map_err(refuse)?;
        if (set | taken) & hex.bit() != 0 {
            return Err(refuse(format!("{hex} is named twice")));
        }
        set |= hex.bit();
    }
    Ok(set)
}

/// Takes a comma, or the bracket that closes a list; tells whether another item follows.
fn another(cursor: &mut Cursor<'_>, close: char) -> Result<bool, TextError> {
    cursor.skip_white();
    if cursor.eat(',') {
        Ok(true)
    } else if cursor.eat(close) {
        Ok(false)
    } else {
        Err(cursor.error(format!("',' or {close:?}")))
    }
}

/// The inside of a string, as written.
fn string<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, TextError> {
    sign(cursor, '"')?;
    let mut escaped = false;
    let inside = cursor.take_while(|c| {
        let goes_on = escaped || c != '"';
        escaped = c == '\\' && !escaped;
        goes_on
    });
    cursor.expect('"')?;
    Ok(inside)
}

fn skip_value(cursor: &mut Cursor<'_>, depth: usize) -> Result<(), TextError> {
    cursor.skip_white();
    if depth == 0 {
        return Err(cursor.error("fewer values inside values"));
    }
    match cursor.peek() {
        Some('"') => string(cursor).map(|_| ()),
        Some('[') => skip_items(cursor, ']', |cursor| skip_value(cursor, depth - 1)),
        Some('{') => skip_items(cursor, '}', |cursor| {
            string(cursor)?;
            sign(cursor, ':')?;
            skip_value(cursor, depth - 1)
        }),
        _ => {
            let at = cursor.offset();
            let word = cursor.take_while(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
            let known = matches!(word, "true" | "false" | "null") || word.parse::<f64>().is_ok();
            if known { Ok(()) } else { Err(cursor.error_at(at, "a value")) }
        }
    }
}

fn skip_items(
    cursor: &mut Cursor<'_>,
    close: char,
    item: impl Fn(&mut Cursor<'_>) -> Result<(), TextError>,
) -> Result<(), TextError> {
    cursor.bump();
    cursor.skip_white();
    let mut more = !cursor.eat(close);
    while more {
        item(cursor)?;
        more = another(cursor, close)?;
    }
    Ok(())
}
