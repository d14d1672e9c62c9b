//! Transcripts: `F5D6C3`, squares one after the other, passes usually left out.
//!
//! A game may go over several lines, and a file may have a game on every line. It has if every line begins
//! with a first move of black, unless the whole text is one legal game and not every line is one.

use std::iter;

use plyglot_core::{Cursor, FileGame, FileGameError, FileGames, Heading, TextError};

use super::replay::{Replay, STRICT, is_start, with_passes};
use crate::{
    Move, Reversi, Size, State,
    notation::{read_square, square_name},
};

/// The games of a text.
pub(super) fn read<'a>(rules: &'a Reversi, text: &'a str) -> FileGames<'a> {
    if !a_game_a_line(text) {
        return Box::new(iter::once_with(move || game(rules, text, 0)));
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    Box::new(lines.map(move |(at, line)| game(rules, line, at)))
}

/// The text of a game; none of one that does not begin at the start.
pub(super) fn write(first: &State, moves: &[Move]) -> Option<String> {
    let (all, _) = with_passes(first, moves);
    let squares = all.into_iter().filter_map(|(_, mv)| mv.square());
    let text: String = squares.map(|square| square_name(Size::Eight, square)).collect();
    is_start(first).then(|| format!("{}\n", text.to_ascii_uppercase()))
}

fn a_game_a_line(text: &str) -> bool {
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let begins = |line: &str| {
        let mut replay = Replay::start(&STRICT);
        next(&mut Cursor::new(line)).is_ok_and(|mv| mv.is_some_and(|mv| replay.play(mv).is_ok()))
    };
    let legal = |text: &str| game(&STRICT, text, 0).is_ok();
    lines().nth(1).is_some() && lines().all(begins) && (!legal(text) || lines().all(legal))
}

/// The game of a text that begins after so many lines of its file.
fn game(rules: &Reversi, text: &str, above: usize) -> Result<FileGame, FileGameError> {
    let mut replay = Replay::start(rules);
    let mut cursor = Cursor::new(text);
    let placed = |error| match error {
        TextError::Syntax { line, column, found, expected } => {
            TextError::Syntax { line: line + above, column, found, expected }
        }
        other => other,
    };
    loop {
        match next(&mut cursor) {
            Ok(Some(mv)) => replay.play(mv)?,
            Ok(None) => return Ok(replay.end(Heading::default())),
            Err(error) => return Err(FileGameError::at_ply(replay.next_ply(), placed(error))),
        }
    }
}

/// The next move, none at the end. Numbers with a full stop are skipped.
fn next(cursor: &mut Cursor<'_>) -> Result<Option<Move>, TextError> {
    loop {
        cursor.skip_white();
        let mut ahead = cursor.clone();
        if ahead.take_while(|c| c.is_ascii_digit()).is_empty() || !ahead.eat('.') {
            break;
        }
        *cursor = ahead;
    }
    if cursor.rest().is_empty() {
        return Ok(None);
    }
    for pass in ["PASS", "pass", "PA", "pa", "PS", "ps", "--"] {
        if cursor.eat_str(pass) {
            return Ok(Some(Move::PASS));
        }
    }
    let (column, row) = read_square(Size::Eight, cursor)?;
    Ok(Some(Move::place(Size::Eight.square(column, row))))
}
