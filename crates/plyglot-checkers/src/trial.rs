//! Trials of the Ludii system: Black is player 1, and every jump is a decision of its own.

use plyglot_core::{
    FileGame, FileGameError, Game, Heading, Notation,
    ludii::{self, Step, Trial, moved, next_player},
};

use crate::{
    Checkers, Move, Position, Side,
    board::{number_at, place},
    ply,
};

/// The name that Ludii gives the game.
pub(crate) const NAME: &str = "English Draughts";
/// Where Ludii keeps it.
const PATH: &str = "/lud/board/war/leaping/diagonal/English Draughts.lud";

fn site(number: u8) -> u32 {
    let (row, column) = place(number);
    8 * u32::from(row) + 7 - u32::from(column)
}

/// The number of the square of a site, if it is a dark one.
fn number(site: u32) -> Option<u8> {
    let (row, column) = ((site / 8) as u8, 7 - (site % 8) as u8);
    (site < 64 && (row + column) % 2 == 1).then(|| number_at(row, column))
}

/// The number of a player in the trial.
fn player(side: Side) -> u32 {
    if side == Side::Black { 1 } else { 2 }
}

/// A trial while it is read.
pub(crate) struct Replay {
    rules: Checkers,
    /// Who begins in the game of the reader.
    first: Side,
    position: Position,
    plies: Vec<String>,
    /// The squares of a chain of jumps that goes on.
    path: Vec<u8>,
}

impl Replay {
    pub(crate) fn new(rules: &Checkers) -> Replay {
        let position = Position::start(Side::Black);
        let (rules, first) = (rules.perft_rules(), rules.first);
        Replay { rules, first, position, plies: Vec::new(), path: Vec::new() }
    }

    fn fault(&self, why: impl std::fmt::Display) -> FileGameError {
        FileGameError::at_ply(self.plies.len() + 1, why)
    }
}

impl ludii::Replay for Replay {
    fn play(&mut self, step: &Step<'_>) -> Result<(), FileGameError> {
        let due = player(self.position.side);
        if step.mover != due {
            let why = format!("it is the turn of player {due}, not of {}", step.mover);
            return Err(self.fault(why));
        }
        let squares = step.sites().and_then(|(from, to)| number(from).zip(number(to)));
        let Some((from, to)) = squares else {
            return Err(self.fault("expected a move between sites of dark squares"));
        };
        match self.path.last() {
            None => self.path.extend([from, to]),
            Some(last) if *last == from => self.path.push(to),
            Some(last) => {
                let why = format!("the piece on {last} jumps on, not that on {from}");
                return Err(self.fault(why));
            }
        }
        let mut legal = Vec::new();
        self.rules.moves(&self.position, &mut legal);
        let longer = |mv: &Move| {
            let squares = mv.squares();
            squares.len() > self.path.len() && squares.starts_with(&self.path)
        };
        if legal.iter().any(longer) {
            return Ok(());
        }
        let path: Vec<String> = self.path.drain(..).map(|square| square.to_string()).collect();
        let mv = ply::read(&self.rules, &self.position, &path.join("-"));
        let mv = mv.map_err(|error| self.fault(error))?;
        self.plies.push(self.rules.write_ply(&self.position, &[mv]));
        self.rules.make(&mut self.position, mv);
        Ok(())
    }

    fn end(self, heading: Heading) -> Result<FileGame, FileGameError> {
        if !self.path.is_empty() {
            return Err(self.fault("the trial ends before a jump that must be made"));
        }
        let start = Position::start(Side::Black);
        let position = (self.first != Side::Black).then(|| self.rules.write_state(&start));
        Ok(FileGame { position, plies: self.plies, heading })
    }
}

/// The trial of a game; none of one that does not begin at the start, with Black.
pub(crate) fn write(first: &Position, moves: &[Move], heading: &Heading) -> Option<String> {
    let rules = Checkers::default().perft_rules();
    let mut position = Position::start(Side::Black);
    if *first != position {
        return None;
    }
    let mut trial = Trial::new(PATH, heading);
    let mut sites: Vec<(u32, u32)> = (1..=32)
        .filter_map(|square| Some((site(square), player(position.piece(square)?.0))))
        .collect();
    sites.sort();
    sites.into_iter().for_each(|(site, what)| trial.place(site, &format!("what={what}")));
    for mv in moves {
        write_move(&mut trial, &position, *mv);
        rules.make(&mut position, *mv);
    }
    Some(trial.end(heading, rules.outcome(&position).is_some()))
}

/// A step, or the jumps of a chain one by one.
fn write_move(trial: &mut Trial, before: &Position, mv: Move) {
    let player = player(before.side);
    let crowned = {
        let mut after = *before;
        Checkers::default().perft_rules().make(&mut after, mv);
        let king = |position: &Position, square| position.piece(square).is_some_and(|own| own.1);
        king(&after, mv.to()) && !king(before, mv.from())
    };
    let squares = mv.squares();
    for (at, leg) in squares.windows(2).enumerate() {
        let (from, to) = (site(leg[0]), site(leg[1]));
        let mut actions = Vec::new();
        if mv.jumps() > 0 {
            // Two rows and columns apart, so the site jumped over is the mean of the two.
            actions.push(format!("[Remove:type=Cell,to={}]", (from + to) / 2));
        }
        actions.push(moved(from, to));
        if at + 2 < squares.len() {
            actions.push(next_player(player));
        } else if crowned {
            actions.push(format!("[Promote:type=Cell,to={to},what={}]", 2 + player));
        }
        trial.step(player, Some((from, to)), &actions);
    }
}
