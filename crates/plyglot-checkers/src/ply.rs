//! Reading moves in every accepted spelling, and saying why one is refused.

use plyglot_core::{Cursor, Game, TextError};

use crate::{Checkers, Move, Position, generate};

/// How many moves a message lists.
const LISTED: usize = 8;

/// Reads a legal move: the full path, or origin and destination where that is clear; `-` and `x` are
/// the same, as is `:`, and zeros may lead.
pub(crate) fn read(game: &Checkers, state: &Position, text: &str) -> Result<Move, TextError> {
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    if text.trim() == "pass" {
        let pass = legal.iter().find(|mv| mv.is_pass());
        return pass.copied().ok_or_else(|| TextError::illegal("pass", "there is no passing"));
    }
    let path = path(text)?;
    legal.sort_by_cached_key(|mv| mv.squares());
    if let Some(mv) = legal.iter().find(|mv| mv.squares() == path) {
        return Ok(*mv);
    }
    let text = text.trim();
    match short_form(&legal, &path).as_slice() {
        [] => Err(TextError::illegal(text, reason(state, &legal, &path))),
        [first, rest @ ..] if rest.iter().all(|mv| mv.captured == first.captured) => Ok(*first),
        several => {
            Err(TextError::illegal(text, format!("it can mean {}", listed(several, " or "))))
        }
    }
}

/// The text of a move in files of games: origin and destination where that is clear among the legal
/// moves, the full path otherwise.
pub(crate) fn short(legal: &[Move], mv: Move) -> String {
    let path = [mv.from(), mv.to()];
    let clear = short_form(legal, &path).iter().all(|other| other.captured == mv.captured);
    // From a square to itself is what nobody understands.
    if mv.jumps() > 1 && clear && mv.from() != mv.to() {
        format!("{}x{}", mv.from(), mv.to())
    } else {
        mv.to_string()
    }
}

/// The legal moves that a path of two squares can stand for; none for longer paths.
fn short_form(legal: &[Move], path: &[u8]) -> Vec<Move> {
    let &[from, to] = path else { return Vec::new() };
    legal.iter().copied().filter(|mv| !mv.is_pass() && mv.from() == from && mv.to() == to).collect()
}

/// The square numbers of a move's text.
fn path(text: &str) -> Result<Vec<u8>, TextError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_white();
    let mut squares = vec![cursor.number(1..=32, "a square")? as u8];
    loop {
        cursor.skip_white();
        let Some('-' | 'x' | 'X' | ':') = cursor.peek() else { break };
        cursor.bump();
        cursor.skip_white();
        squares.push(cursor.number(1..=32, "a square")? as u8);
    }
    if squares.len() < 2 {
        return Err(cursor.error("- or x and another square"));
    }
    cursor.end()?;
    Ok(squares)
}

/// Why no legal move has this path.
fn reason(state: &Position, legal: &[Move], path: &[u8]) -> String {
    if legal.is_empty() {
        return "the game is over".to_owned();
    }
    let (from, to) = (path[0], path[1]);
    let turn = state.side.word();
    match state.piece(from) {
        None => return format!("there is no piece on {from}"),
        Some((owner, _)) if owner != state.side => {
            return format!("the piece on {from} is {}'s, and it is {turn}'s turn", owner.word());
        }
        Some(_) => {}
    }
    let goes_on = |mv: &&Move| mv.squares().starts_with(path);
    let longer: Vec<Move> = legal.iter().filter(goes_on).copied().collect();
    if !longer.is_empty() {
        return format!("the chain goes on: {}", listed(&longer, " or "));
    }
    let own: Vec<Move> = legal.iter().filter(|mv| mv.from() == from).copied().collect();
    if generate::must_capture(state) {
        let captures = if own.is_empty() { legal } else { &own };
        return format!("a capture is compulsory: {}", listed(captures, " or "));
    }
    if path.len() == 2 && state.piece(to).is_some() {
        return format!("{to} is occupied");
    }
    if own.is_empty() {
        return format!("the piece on {from} cannot move");
    }
    format!("the piece on {from} can play {}", listed(&own, " or "))
}

fn listed(moves: &[Move], separator: &str) -> String {
    let mut texts: Vec<String> = moves.iter().take(LISTED).map(Move::to_string).collect();
    if moves.len() > LISTED {
        texts.push("…".to_owned());
    }
    texts.join(separator)
}
