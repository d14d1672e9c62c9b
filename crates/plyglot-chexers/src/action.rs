//! The spellings of an action: `MOVE(0,0)(1,0)`, `MOVE from (0, 0) to (1, 0).`,
//! `("MOVE", ((0, 0), (1, 0)))` and `["MOVE",[[0,0],[1,0]]]`.

use plyglot_core::{Cursor, Player, TextError};

use crate::{Chexers, Hex, Kind, Mode, Move, State, board::COLOURS};

const KINDS: [(&str, Kind); 4] =
    [("MOVE", Kind::Move), ("JUMP", Kind::Jump), ("EXIT", Kind::Exit), ("PASS", Kind::Pass)];

/// Axial coordinates as written, on the board or not.
pub(crate) type Place = (i8, i8);

/// An action as written, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// To an adjacent hex.
    Move(Place, Place),
    /// Over a hex.
    Jump(Place, Place),
    /// Off the board.
    Exit(Place),
    /// Nothing.
    Pass,
}

/// The canonical spelling.
pub(crate) fn write(mv: Move) -> String {
    let (from, to) = (mv.origin(), mv.target());
    match mv.kind() {
        Kind::Move => format!("MOVE{from}{to}"),
        Kind::Jump => format!("JUMP{from}{to}"),
        Kind::Exit => format!("EXIT{from}"),
        Kind::Pass => "PASS".to_owned(),
    }
}

/// The spelling of logs and puzzles: `MOVE from (0, 0) to (1, 0).`
pub(crate) fn write_sentence(mv: Move) -> String {
    let place = |hex: Hex| format!("({}, {})", hex.q(), hex.r());
    let (from, to) = (place(mv.origin()), place(mv.target()));
    match mv.kind() {
        Kind::Move => format!("MOVE from {from} to {to}."),
        Kind::Jump => format!("JUMP from {from} to {to}."),
        Kind::Exit => format!("EXIT from {from}."),
        Kind::Pass => "PASS.".to_owned(),
    }
}

/// Reads an action in any spelling, with white space between any two signs.
pub(crate) fn parse(text: &str) -> Result<Action, TextError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_white();
    let action = match cursor.peek() {
        Some('(' | '[') => nested(&mut cursor)?,
        _ => plain(&mut cursor)?,
    };
    cursor.end()?;
    Ok(action)
}

/// `MOVE(0,0)(1,0)` or `MOVE from (0, 0) to (1, 0).`
fn plain(cursor: &mut Cursor<'_>) -> Result<Action, TextError> {
    let kind = kind(cursor)?;
    cursor.skip_white();
    let wordy = kind != Kind::Pass && cursor.eat_str("from");
    let action = match kind {
        Kind::Pass => Action::Pass,
        Kind::Exit => Action::Exit(place(cursor)?),
        Kind::Move | Kind::Jump => {
            let from = place(cursor)?;
            cursor.skip_white();
            if wordy && !cursor.eat_str("to") {
                return Err(cursor.error("\"to\""));
            }
            two_places(kind, from, place(cursor)?)
        }
    };
    cursor.skip_white();
    cursor.eat('.');
    Ok(action)
}

/// `("MOVE", ((0, 0), (1, 0)))` or the same with square brackets.
fn nested(cursor: &mut Cursor<'_>) -> Result<Action, TextError> {
    let close = open(cursor)?;
    cursor.skip_white();
    let quote = if cursor.eat('\'') { '\'' } else { '"' };
    if quote == '"' {
        cursor.expect('"')?;
    }
    let kind = kind(cursor)?;
    cursor.expect(quote)?;
    sign(cursor, ',')?;
    cursor.skip_white();
    let action = match kind {
        Kind::Pass => {
            if !cursor.eat_str("None") && !cursor.eat_str("null") {
                return Err(cursor.error("None or null"));
            }
            Action::Pass
        }
        Kind::Exit => Action::Exit(place(cursor)?),
        Kind::Move | Kind::Jump => {
            let close = open(cursor)?;
            let from = place(cursor)?;
            sign(cursor, ',')?;
            let action = two_places(kind, from, place(cursor)?);
            sign(cursor, close)?;
            action
        }
    };
    sign(cursor, close)?;
    Ok(action)
}

fn two_places(kind: Kind, from: Place, to: Place) -> Action {
    if kind == Kind::Jump { Action::Jump(from, to) } else { Action::Move(from, to) }
}

fn kind(cursor: &mut Cursor<'_>) -> Result<Kind, TextError> {
    let found = KINDS.iter().find(|(name, _)| cursor.eat_str(name));
    found.map(|(_, kind)| *kind).ok_or_else(|| cursor.error("MOVE, JUMP, EXIT or PASS"))
}

/// Takes white space and an opening bracket, and tells which one closes it.
pub(crate) fn open(cursor: &mut Cursor<'_>) -> Result<char, TextError> {
    cursor.skip_white();
    if cursor.eat('(') {
        Ok(')')
    } else if cursor.eat('[') {
        Ok(']')
    } else {
        Err(cursor.error("an opening bracket"))
    }
}

/// Takes white space and a sign.
pub(crate) fn sign(cursor: &mut Cursor<'_>, wanted: char) -> Result<(), TextError> {
    cursor.skip_white();
    cursor.expect(wanted)
}

/// Coordinates in round or square brackets.
pub(crate) fn place(cursor: &mut Cursor<'_>) -> Result<Place, TextError> {
    let close = open(cursor)?;
    let q = coordinate(cursor)?;
    sign(cursor, ',')?;
    let r = coordinate(cursor)?;
    sign(cursor, close)?;
    Ok((q, r))
}

fn coordinate(cursor: &mut Cursor<'_>) -> Result<i8, TextError> {
    cursor.skip_white();
    let sign = if cursor.eat('-') { -1 } else { 1 };
    Ok(sign * cursor.number(0..=99, "a coordinate, in size")? as i8)
}

/// A hex of the board, or the complaint that it is none.
pub(crate) fn on_board((q, r): Place) -> Result<Hex, String> {
    Hex::at(q, r).ok_or_else(|| format!("({q},{r}) is not on the board"))
}

impl Chexers {
    /// The legal move that is meant, or why there is none.
    pub(crate) fn resolve(&self, state: &State, action: &Action) -> Result<Move, String> {
        use plyglot_core::Game;
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        if legal.is_empty() {
            return Err("the game is over".to_owned());
        }
        let mv = match *action {
            Action::Pass => Move::PASS,
            Action::Exit(from) => self.exit(state, from)?,
            Action::Move(from, to) => self.step(state, from, to)?,
            Action::Jump(from, to) => self.jump(state, from, to)?,
        };
        if legal.contains(&mv) {
            return Ok(mv);
        }
        Err(match self.mode {
            Mode::Race => "a pass is only allowed when there is nothing else to do".to_owned(),
            Mode::Warmup => "there is no pass in a puzzle".to_owned(),
        })
    }

    fn exit(&self, state: &State, from: Place) -> Result<Move, String> {
        let from = own_piece(state, from)?;
        if state.exit_edge() & from.bit() == 0 {
            let colour = COLOURS[usize::from(state.turn)];
            return Err(format!("{from} is not on {colour}'s exit edge"));
        }
        Ok(Move::exit(from.bit(), state.turn))
    }

    fn step(&self, state: &State, from: Place, to: Place) -> Result<Move, String> {
        let (from, to) = (own_piece(state, from)?, empty_hex(state, to)?);
        match from.distance(to) {
            1 => Ok(Move::between(from.bit(), to.bit())),
            _ => Err(format!("{to} is not adjacent to {from}")),
        }
    }

    fn jump(&self, state: &State, from: Place, to: Place) -> Result<Move, String> {
        let (from, to) = (own_piece(state, from)?, empty_hex(state, to)?);
        let (q, r) = (from.q() + to.q(), from.r() + to.r());
        let over = Hex::at(q / 2, r / 2).filter(|_| q % 2 == 0 && r % 2 == 0);
        let over = over.filter(|_| from.distance(to) == 2);
        let Some(over) = over else {
            return Err(format!("{to} is not two hexes from {from} in a straight line"));
        };
        if state.occupied() & over.bit() == 0 {
            return Err(format!("there is nothing to jump over on {over}"));
        }
        Ok(Move::between(from.bit(), to.bit()))
    }
}

/// The hex at a place where the player to act has a piece.
fn own_piece(state: &State, place: Place) -> Result<Hex, String> {
    let hex = on_board(place)?;
    let turn = COLOURS[usize::from(state.turn)];
    match state.owner(hex) {
        Some(Player(owner)) if owner == state.turn => Ok(hex),
        Some(owner) => {
            let owner = COLOURS[owner.idx()];
            Err(format!("the piece on {hex} is {owner}, and it is {turn}'s turn"))
        }
        None if state.occupied() & hex.bit() != 0 => Err(format!("{hex} holds a block")),
        None => Err(format!("{hex} is empty")),
    }
}

fn empty_hex(state: &State, place: Place) -> Result<Hex, String> {
    let hex = on_board(place)?;
    if state.occupied() & hex.bit() != 0 {
        return Err(format!("{hex} is occupied"));
    }
    Ok(hex)
}
