//! Trials of the Ludii system. Its sites are our squares, 36 and 37 the hands, and a capture is a decision of
//! its own.

use plyglot_core::{
    FileGame, FileGameError, Game, Heading, Notation,
    ludii::{self, Step, Trial, moved, next_player},
};

use crate::{Board, Captures, Dala, Move, Square, State};

/// Where Ludii keeps the game.
const PATH: &str = "/lud/board/space/line/Dala.lud";
/// The site of the first player's hand; the other's is the next.
const HAND: u32 = 36;
/// The pieces in each hand at the start.
const PIECES: u8 = 12;

/// Whether Ludii knows such a board.
fn is_known(rules: &Dala) -> bool {
    rules.board == Board::SIX && rules.pieces == PIECES
}

fn site(square: Square) -> u32 {
    Board::SIX.number(square) as u32
}

/// The square of a site, if it is one.
fn square(site: u32) -> Option<Square> {
    (site < HAND).then(|| Square::new((site % 6) as u8, (site / 6) as u8))
}

/// A trial while it is read.
pub(crate) struct Replay {
    rules: Dala,
    state: State,
    plies: Vec<String>,
    /// The action and the victims of a turn that owes captures.
    turn: Option<(Move, Vec<Square>)>,
}

impl Replay {
    pub(crate) fn new(rules: &Dala) -> Replay {
        // Limits of length do not matter in a file.
        let rules = rules.perft_rules();
        let state = rules.start();
        Replay { rules, state, plies: Vec::new(), turn: None }
    }

    fn fault(&self, why: impl ToString) -> FileGameError {
        let other = self.rules.rules.captures != Captures::Ludii;
        let hint = if other { "; trials are games of dala(rules=ludii)" } else { "" };
        FileGameError::at_ply(self.plies.len() + 1, why.to_string() + hint)
    }

    /// What a step means, before anything is known of its legality.
    fn decision(&self, step: &Step<'_>) -> Result<Move, FileGameError> {
        if step.node.action("Pass").is_some() {
            return Ok(Move::Pass);
        }
        let hand = HAND + u32::from(self.state.side);
        let read = step.sites().and_then(|(from, to)| {
            let to = square(to)?;
            match (step.node.action("Remove").is_some(), square(from)) {
                (true, _) => Some(Move::Take(to)),
                (false, Some(from)) => Some(Move::Step { from, to }),
                (false, None) => (from == hand).then_some(Move::Drop(to)),
            }
        });
        let expected = format!("expected a drop from {hand}, a step or a capture on sites 0 to 35");
        read.ok_or_else(|| self.fault(expected))
    }

    /// Plays a whole turn.
    fn turn(&mut self, action: Move, victims: &[Square]) -> Result<(), FileGameError> {
        let takes = victims.iter().map(|victim| Move::Take(*victim));
        let decisions: Vec<Move> = [action].into_iter().chain(takes).collect();
        let text = self.rules.write_ply(&self.state, &decisions);
        let decisions = self.rules.parse_ply(&self.state, &text).map_err(|e| self.fault(e))?;
        self.plies.push(self.rules.write_ply(&self.state, &decisions));
        for decision in decisions {
            self.rules.make(&mut self.state, decision);
        }
        Ok(())
    }

    /// The captures that a legal action owes; none for any other, which is refused when it is played.
    fn owed(&self, action: Move) -> u8 {
        let mut legal = Vec::new();
        self.rules.moves(&self.state, &mut legal);
        if !legal.contains(&action) {
            return 0;
        }
        let mut after = self.state;
        self.rules.make(&mut after, action);
        after.owed
    }
}

impl ludii::Replay for Replay {
    fn play(&mut self, step: &Step<'_>) -> Result<(), FileGameError> {
        let due = u32::from(self.state.side) + 1;
        if step.mover != due {
            let why = format!("it is the turn of player {due}, not of {}", step.mover);
            return Err(self.fault(why));
        }
        let (action, mut victims) = match (self.decision(step)?, self.turn.take()) {
            (Move::Take(victim), Some((action, mut victims))) => {
                victims.push(victim);
                (action, victims)
            }
            (Move::Take(_), None) => return Err(self.fault("no capture is owed")),
            (_, Some(_)) => return Err(self.fault("a capture is owed first")),
            (action, None) => (action, Vec::new()),
        };
        if victims.len() < usize::from(self.owed(action)) {
            self.turn = Some((action, victims));
            return Ok(());
        }
        victims.sort();
        self.turn(action, &victims)
    }

    fn end(self, heading: Heading) -> Result<FileGame, FileGameError> {
        if self.turn.is_some() {
            return Err(self.fault("the trial ends before a capture that is owed"));
        }
        let usual = is_known(&self.rules);
        let other = || FileGameError::new("trials are of the board of 6x6 and 12 pieces each");
        let game = FileGame { position: None, plies: self.plies, heading };
        usual.then_some(game).ok_or_else(other)
    }
}

/// The trial of a game; none of another board, or of a game that does not begin at the start.
pub(crate) fn write(
    rules: &Dala,
    first: &State,
    moves: &[Move],
    heading: &Heading,
) -> Option<String> {
    if !is_known(rules) || *first != rules.start() {
        return None;
    }
    let mut trial = Trial::new(PATH, heading);
    for player in [1, 2] {
        trial.place(HAND + player - 1, &format!("what={player},count={PIECES}"));
    }
    let mut state = *first;
    for mv in moves {
        let (player, before) = (u32::from(state.side) + 1, state.owed);
        rules.make(&mut state, *mv);
        let hand = HAND + player - 1;
        match mv {
            Move::Pass => trial.pass(player),
            Move::Drop(to) => action(&mut trial, player, (hand, site(*to)), state.owed),
            Move::Step { from, to } => {
                action(&mut trial, player, (site(*from), site(*to)), state.owed);
            }
            Move::Take(victim) => capture(&mut trial, player, site(*victim), before),
        }
    }
    Some(trial.end(heading, rules.outcome(&state).is_some()))
}

/// A drop or a step, with a score for every capture that it owes.
fn action(trial: &mut Trial, player: u32, (from, to): (u32, u32), owed: u8) {
    let mut actions = vec![moved(from, to)];
    for _ in 0..owed {
        actions.push(next_player(player));
        actions.push(format!("[SetScore:player={player},score=1,add=true]"));
    }
    trial.step(player, Some((from, to)), &actions);
}

/// A capture when so many were owed.
fn capture(trial: &mut Trial, player: u32, site: u32, owed: u8) {
    let left = owed.saturating_sub(1);
    let mut actions = vec![
        format!("[Remove:type=Cell,to={site},decision=true]"),
        format!("[SetScore:player={player},score={left}]"),
    ];
    if left > 0 {
        actions.push(next_player(player));
    }
    trial.step(player, Some((site, site)), &actions);
}
