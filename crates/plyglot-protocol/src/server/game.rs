//! The game on an engine's table.

use plyglot_catalog::Opened;
use plyglot_core::{AnySession, Player, TextError, Tint, ranks, seats, shorten};

use crate::wire::{move_text, position_text};

/// A game, the position it began with and where it stands.
pub(super) struct Table {
    game: Opened,
    /// What `position` gave as the beginning; empty for the start of the game.
    start_line: String,
    start: Box<dyn AnySession>,
    shape: String,
    moves: Vec<String>,
    pub(super) session: Box<dyn AnySession>,
    /// Who played an illegal move. Where an engine is asked how a game stands, that move ended it.
    forfeit: Option<Player>,
}

impl Table {
    pub(super) fn new(game: Opened) -> Table {
        let (start, session) = (game.session.boxed(), game.session.boxed());
        let (start_line, shape, moves) = (String::new(), shape(&*start), Vec::new());
        Table { game, start_line, start, shape, moves, session, forfeit: None }
    }

    /// Back to the start of the game.
    pub(super) fn restart(&mut self) {
        self.begin(String::new(), self.game.session.boxed());
    }

    fn begin(&mut self, start_line: String, start: Box<dyn AnySession>) {
        self.session = start.boxed();
        self.shape = shape(&*start);
        (self.start_line, self.start) = (start_line, start);
        self.moves.clear();
        self.forfeit = None;
    }

    /// Obeys `startpos|fen TEXT [moves …]`. If the beginning cannot be read, nothing changes; an
    /// illegal move ends the game.
    pub(super) fn set(&mut self, text: &str) -> Result<(), String> {
        let padded = format!("{text} ");
        let (start, moves) = padded.split_once(" moves ").unwrap_or((&padded, ""));
        let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
        let start = match start.trim() {
            "startpos" => "",
            start => start.strip_prefix("fen ").map(str::trim).ok_or_else(|| {
                let start = shorten(start);
                format!("position {start:?}: expected startpos, or fen and a position")
            })?,
        };
        self.set_start(start, &moves)?;
        for word in &moves[self.moves.len()..] {
            self.play(word)?;
        }
        Ok(())
    }

    /// Makes the session a beginning of the game with these moves: the present one if that fits.
    fn set_start(&mut self, start: &str, moves: &[String]) -> Result<(), String> {
        if start != self.start_line {
            let mut session = self.game.session.boxed();
            if !start.is_empty() {
                let set = session.set_position(&position_text(start));
                set.map_err(|error| format!("position: {error}"))?;
            }
            self.begin(start.to_owned(), session);
        } else if self.forfeit.is_some() || !moves.starts_with(&self.moves) {
            self.begin(start.to_owned(), self.start.boxed());
        }
        Ok(())
    }

    fn play(&mut self, word: &str) -> Result<(), String> {
        let player = self.session.to_move();
        let played = self.session.play(&move_text(word));
        played.map_err(|error| {
            let number = self.moves.len() + 1;
            if self.session.outcome().is_none() {
                self.forfeit = Some(player);
            }
            let readable = !matches!(error, TextError::Syntax { .. });
            let blanks = !readable && self.session.legal().iter().any(|ply| ply.contains(' '));
            let hint = if blanks { "; a blank inside a move is written _" } else { "" };
            format!("move {number} {:?}: {error}{hint}", shorten(word))
        })?;
        self.moves.push(word.to_owned());
        Ok(())
    }

    /// The first position as it was written, to tell whether another one is another game.
    pub(super) fn start_line(&self) -> &str {
        &self.start_line
    }

    /// What makes an agent of one beginning unfit for another.
    pub(super) fn shape(&self) -> &str {
        &self.shape
    }

    /// The game as an agent for it needs it.
    pub(super) fn opened(&self) -> Opened {
        Opened {
            entry: self.game.entry,
            given: self.game.given.clone(),
            spec: self.game.spec.clone(),
            short: self.game.short.clone(),
            session: self.start.boxed(),
        }
    }

    /// The full specification of the game, with the rules that its first position brought.
    pub(super) fn game_spec(&self) -> String {
        self.start.spec(&self.game.spec)
    }

    pub(super) fn is_over(&self) -> bool {
        self.forfeit.is_some() || self.session.outcome().is_some()
    }

    /// The rank of every seat, once the game is over. Who forfeits comes last with all its team.
    pub(super) fn ranking(&self) -> Option<Vec<u8>> {
        let (session, players) = (&self.session, self.session.players());
        let Some(loser) = self.forfeit else {
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
