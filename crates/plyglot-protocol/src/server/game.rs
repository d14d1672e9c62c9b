//! The game on an engine's table.

use plyglot_catalog::Opened;
use plyglot_core::{AnySession, GameEntry, Player, TextError, Tint, ranks, seats, shorten};

use crate::wire::{move_text, position_text};

/// A game and where it stands.
pub(super) struct Table {
    game: Opened,
    place: Place,
}

/// The position that a game began with and where it stands.
struct Place {
    /// What `position` gave as the beginning; empty for the start of the game.
    start_line: String,
    start: Box<dyn AnySession>,
    shape: String,
    moves: Vec<String>,
    session: Box<dyn AnySession>,
    /// Who played an illegal move. Where an engine is asked how a game stands, that move ended it.
    forfeit: Option<Player>,
}

/// Why a move is not played.
enum Refused {
    /// It is no move at all, so nobody played it.
    Unreadable(String),
    /// Somebody played it, but may not.
    Illegal(String),
}

impl Place {
    fn new(start_line: String, start: Box<dyn AnySession>) -> Place {
        let (session, shape) = (start.boxed(), shape(&*start));
        Place { start_line, start, shape, moves: Vec::new(), session, forfeit: None }
    }

    /// The same with a session of its own.
    fn copy(&self) -> Place {
        Place {
            start_line: self.start_line.clone(),
            start: self.start.boxed(),
            shape: self.shape.clone(),
            moves: self.moves.clone(),
            session: self.session.boxed(),
            forfeit: self.forfeit,
        }
    }

    fn play(&mut self, word: &str) -> Result<(), Refused> {
        let player = self.session.to_move();
        let played = self.session.play(&move_text(word));
        let Err(error) = played else {
            self.moves.push(word.to_owned());
            return Ok(());
        };
        let what = format!("move {} {:?}", self.moves.len() + 1, shorten(word));
        if let TextError::Syntax { found, expected, .. } = &error {
            let blanks = self.session.legal().iter().any(|ply| ply.contains(' '));
            let hint = if blanks { "; a blank inside a move is written _" } else { "" };
            let why = format!("expected {expected}, found {found}{hint}");
            return Err(Refused::Unreadable(format!("{what}: {why}")));
        }
        if self.session.outcome().is_none() {
            self.forfeit = Some(player);
        }
        Err(Refused::Illegal(format!("{what}: {error}")))
    }
}

impl Table {
    pub(super) fn new(game: Opened) -> Table {
        let place = Place::new(String::new(), game.session.boxed());
        Table { game, place }
    }

    /// Back to the start of the game.
    pub(super) fn restart(&mut self) {
        self.place = Place::new(String::new(), self.game.session.boxed());
    }

    /// Obeys `startpos|fen TEXT [moves …]`. If anything in it cannot be read, nothing changes; an illegal
    /// move ends the game.
    pub(super) fn set(&mut self, text: &str) -> Result<(), String> {
        let padded = format!("{text} ");
        let (start, moves) = padded.split_once(" moves ").unwrap_or((&padded, ""));
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let start = match start.trim() {
            "startpos" => "",
            start => start.strip_prefix("fen ").map(str::trim).ok_or_else(|| {
                let start = shorten(start);
                format!("position {start:?}: expected startpos, or fen and a position")
            })?,
        };
        let place = self.beginning(start, &moves)?;
        let known = place.moves.len();
        self.play_on(place, &moves[known..])
    }

    /// Obeys `moves …`, which goes on from where the game stands.
    pub(super) fn advance(&mut self, text: &str) -> Result<(), String> {
        if self.place.forfeit.is_some() {
            return Err("moves: the game is over".to_owned());
        }
        let moves: Vec<&str> = text.split_whitespace().collect();
        self.play_on(self.place.copy(), &moves)
    }

    /// A place in the game on the way to these moves: the present one if it is.
    fn beginning(&self, start: &str, moves: &[&str]) -> Result<Place, String> {
        let own = &self.place;
        if start == own.start_line {
            let fits = own.forfeit.is_none() && own.moves.len() <= moves.len();
            return Ok(match fits && own.moves.iter().zip(moves).all(|(own, word)| own == word) {
                true => own.copy(),
                false => Place::new(start.to_owned(), own.start.boxed()),
            });
        }
        let mut session = self.game.session.boxed();
        if !start.is_empty() {
            let set = session.set_position(&position_text(start));
            set.map_err(|error| format!("position: {error}"))?;
        }
        Ok(Place::new(start.to_owned(), session))
    }

    /// Plays moves and makes where they lead the place of the game, unless one of them is none.
    fn play_on(&mut self, mut place: Place, moves: &[&str]) -> Result<(), String> {
        let played = moves.iter().try_for_each(|word| place.play(word));
        if let Err(Refused::Unreadable(told)) = played {
            return Err(told);
        }
        self.place = place;
        match played {
            Err(Refused::Illegal(told)) => Err(told),
            _ => Ok(()),
        }
    }

    /// The game where it stands.
    pub(super) fn session(&self) -> &dyn AnySession {
        &*self.place.session
    }

    /// The first position as it was written, to tell whether another one is another game.
    pub(super) fn start_line(&self) -> &str {
        &self.place.start_line
    }

    /// What makes an agent of one beginning unfit for another.
    pub(super) fn shape(&self) -> &str {
        &self.place.shape
    }

    /// What the catalogue says of the game.
    pub(super) fn entry(&self) -> &GameEntry {
        &self.game.entry
    }

    /// The game as an agent for it needs it.
    pub(super) fn opened(&self) -> Opened {
        Opened { session: self.place.start.boxed(), ..self.game.clone() }
    }

    /// The game in its present position.
    pub(super) fn opened_here(&self) -> Opened {
        Opened { session: self.place.session.boxed(), ..self.game.clone() }
    }

    /// The full specification of the game, with the rules that its first position brought.
    pub(super) fn game_spec(&self) -> String {
        self.place.start.spec(&self.game.spec)
    }

    pub(super) fn is_over(&self) -> bool {
        self.place.forfeit.is_some() || self.session().outcome().is_some()
    }

    /// The rank of every seat, once the game is over. Who forfeits comes last with all its team.
    pub(super) fn ranking(&self) -> Option<Vec<u8>> {
        let (session, players) = (self.session(), self.session().players());
        let Some(loser) = self.place.forfeit else {
            return session.outcome().map(|payoffs| ranks(&payoffs, players));
        };
        Some(session.sides().forfeit_ranks(loser))
    }
}

/// The sides of a game and the size of its board.
fn shape(session: &dyn AnySession) -> String {
    let teams: Vec<_> = seats(session.players()).map(|seat| session.team(seat)).collect();
    let cells = session.scene().cells;
    let free = cells.iter().filter(|cell| cell.tint != Tint::Blocked).count();
    format!("{teams:?} {free}")
}
