//! What the course's server writes of a game: its log file, and its simple output.
//!
//! Only the lines of moves and disqualifications matter; the map is that of the game. Of the rest of
//! these files it is not known exactly how they look, so they are read and not written.

use plyglot_core::{
    Cursor, FileGame, FileGameError, FileGames, Game, Notation, TextError, shorten,
};

use crate::ReversiXt;

/// The one game of a text, if there is anything in it.
pub(crate) fn read<'a>(rules: &'a ReversiXt, text: &'a str) -> FileGames<'a> {
    let some = !text.trim().is_empty();
    Box::new(some.then(|| game(rules, text)).into_iter())
}

/// What a line tells.
enum Event<'a> {
    /// A player answered with a move.
    Moved(u32, &'a str),
    /// A player is out.
    Out(u32),
}

fn game(rules: &ReversiXt, text: &str) -> Result<FileGame, FileGameError> {
    let mut state = rules.start();
    let mut plies = Vec::new();
    // An illegal move is logged before its player is out, and then is none.
    let mut refused: Option<(u32, FileGameError)> = None;
    for (line, event) in (1..).zip(text.lines()).filter_map(|(at, line)| Some((at, event(line)?))) {
        let at = plies.len() + 1;
        let fault = |why: String| FileGameError::at_ply(at, format!("line {line}: {why}"));
        let event = event.map_err(|error| fault(error.to_string()))?;
        let (player, ply) = match event {
            Event::Moved(player, ply) => (player, ply.to_owned()),
            Event::Out(player) => (player, format!("!{player}")),
        };
        match (refused.take(), &event) {
            (Some((offender, _)), Event::Out(_)) if offender == player => {}
            (Some((_, error)), _) => return Err(error),
            (None, _) => {}
        }
        let due = u32::from(rules.to_move(&state).0) + 1;
        if player != due && matches!(event, Event::Moved(..)) {
            return Err(fault(format!("it is the turn of player {due}, not of {player}")));
        }
        match rules.parse_ply(&state, &ply) {
            Ok(moves) => {
                plies.push(rules.write_ply(&state, &moves));
                moves.into_iter().for_each(|mv| _ = rules.make(&mut state, mv));
            }
            Err(error) => refused = Some((player, fault(error.to_string()))),
        }
    }
    match refused {
        Some((_, error)) => Err(error),
        None if plies.is_empty() => {
            let what = "expected lines such as \"move 0: player 1 moved (3,4,0)\"";
            let found = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
            Err(FileGameError::new(format!("{what}, found {:?}", shorten(found))))
        }
        None => Ok(FileGame { plies, ..FileGame::default() }),
    }
}

/// What a line tells of the course of the game; nothing if it is one of the others.
fn event(line: &str) -> Option<Result<Event<'_>, TextError>> {
    let mut cursor = Cursor::new(line.trim());
    if cursor.eat_str("move ") {
        Some(moved(&mut cursor))
    } else if cursor.eat_str("Answer from player ") {
        Some(answered(&mut cursor))
    } else if cursor.eat_str("Player ") && line.contains(" disqualified (") {
        Some(player(&mut cursor).map(Event::Out))
    } else {
        None
    }
}

/// `N: player K moved (x,y,c). …`
fn moved<'a>(cursor: &mut Cursor<'a>) -> Result<Event<'a>, TextError> {
    cursor.number(0..=u32::MAX, "the number of the move")?;
    expect(cursor, ": player ")?;
    let player = player(cursor)?;
    expect(cursor, " moved ")?;
    Ok(Event::Moved(player, triple(cursor)))
}

/// `K for move N was (x,y,c) = (8,10,0); …`
fn answered<'a>(cursor: &mut Cursor<'a>) -> Result<Event<'a>, TextError> {
    let player = player(cursor)?;
    expect(cursor, " for move ")?;
    cursor.number(0..=u32::MAX, "the number of the move")?;
    expect(cursor, " was (x,y,c) = ")?;
    Ok(Event::Moved(player, triple(cursor)))
}

fn player(cursor: &mut Cursor<'_>) -> Result<u32, TextError> {
    cursor.number(1..=8, "a player")
}

fn expect(cursor: &mut Cursor<'_>, wanted: &str) -> Result<(), TextError> {
    if cursor.eat_str(wanted) { Ok(()) } else { Err(cursor.error(format!("{wanted:?}"))) }
}

/// A move in brackets; the reader of moves judges it.
fn triple<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let rest = cursor.rest();
    rest.find(')').map_or(rest, |end| &rest[..=end])
}
