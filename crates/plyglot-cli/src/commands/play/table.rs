//! The game on the table, as somebody at the keyboard sees it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anstyle::Style;
use plyglot_catalog::{Opened, WallClock};
use plyglot_core::{AnySession, Clock as _, Player, seats};
use plyglot_lab::{Answer, Hold, Lab, Question, SeatPlan};

use super::{super::Out, saved, seats::name};
use crate::{draw::seat_name, error::Error};

/// A game with its players.
pub(super) struct Table<'a> {
    pub(super) lab: Lab<'a>,
    pub(super) game: plyglot_lab::Table,
    /// What an agent's move may cost.
    pub(super) limits: plyglot_lab::Limits,
    /// Raised by Ctrl-C: whoever thinks stops, and the game is left.
    pub(super) stop: Arc<AtomicBool>,
    pub(super) clock: WallClock,
}

impl Table<'_> {
    /// The game.
    pub(super) fn session(&self) -> &dyn AnySession {
        self.game.session()
    }

    /// The game with the specification it was opened by.
    pub(super) fn opened(&self) -> &Opened {
        self.game.opened()
    }

    /// Who plays, and the seed of the agents' choices.
    pub(super) fn plan(&self) -> &SeatPlan {
        self.game.plan()
    }

    /// The seats as they were asked for.
    pub(super) fn names(&self) -> Vec<&str> {
        self.plan().seats.iter().map(name).collect()
    }

    /// The seats with everything that their agents are made of.
    pub(super) fn full_names(&self) -> Vec<&str> {
        let full = |(seat, short)| self.game.agent(seat).map_or(short, |agent| agent.spec());
        seats(self.session().players()).zip(self.names()).map(full).collect()
    }

    /// Whether anybody is at the keyboard.
    pub(super) fn any_human(&self) -> bool {
        seats(self.session().players()).any(|seat| self.game.is_person(seat))
    }

    /// Says what is played and by whom.
    pub(super) fn introduce(&self, out: Out<'_>) -> Result<(), Error> {
        let name = |(seat, who): (u8, &str)| format!("{} {who}", self.name(Player(seat)));
        let seats: Vec<_> = (0..).zip(self.names()).map(name).collect();
        let seed = self.plan().seed;
        writeln!(out, "{}: {}, seed {seed}", self.opened().short, seats.join(", "))?;
        if self.any_human() {
            writeln!(out, "Type a move, ? for the list of moves, or help.")?;
        }
        Ok(())
    }

    /// Says how to go on, or how to see the game again.
    pub(super) fn farewell(&self, out: Out<'_>) -> Result<(), Error> {
        if self.session().outcome().is_some() {
            writeln!(out, "To look at it again:\n  {}", saved::show_command(self))?;
            writeln!(out, "To play another:\n  {}", saved::play_command(self, false))?;
        } else {
            writeln!(out, "To continue:\n  {}", saved::play_command(self, true))?;
        }
        Ok(())
    }

    /// What stands before a typed line.
    pub(super) fn prompt(&self) -> String {
        let session = self.session();
        match session.outcome() {
            Some(_) => "game over> ".to_owned(),
            None => format!("{}> ", session.player_name(session.to_move())),
        }
    }

    /// Plays a ply that needs nobody at the keyboard, and tells of it; false if there is none.
    pub(super) fn advance(&mut self, out: Out<'_>) -> Result<bool, Error> {
        let (seat, end) = (self.session().to_move(), self.session().mid_turn());
        let (name, now) = (self.name(seat), self.clock.now());
        if self.game.play_forced(now).is_some() {
            let what = if end { "can only end the turn" } else { "cannot move and must pass" };
            writeln!(out, "{name} {what}")?;
        } else if let Some(thinking) = self.game.think(now) {
            let thought = thinking.run(&WallClock::start(), &self.stop);
            if self.is_left() {
                return Ok(true);
            }
            let answer = self.game.settle(thought, self.clock.now())?;
            writeln!(out, "{name} plays {}", spoken(&answer, false))?;
        } else {
            return Ok(false);
        }
        self.tell_skipped(out)?;
        out.flush()?;
        Ok(true)
    }

    /// Whether somebody wants to leave in the middle of a move.
    pub(super) fn is_left(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays what was typed, or gives back why it cannot be played.
    pub(super) fn play_typed(
        &mut self,
        text: &str,
        out: Out<'_>,
    ) -> Result<Result<(), plyglot_lab::Error>, Error> {
        let seat = self.session().to_move();
        let played = self.game.play(seat, text, self.clock.now());
        if played.is_ok() {
            self.tell_skipped(out)?;
        }
        Ok(played.map(drop))
    }

    /// Goes back to the last time somebody at the keyboard had a choice; false if there was none.
    pub(super) fn undo(&mut self) -> bool {
        self.game.undo(self.clock.now())
    }

    /// What an agent from outside would play.
    pub(super) fn hint(&self, agent: &str) -> Result<String, Error> {
        let hold = Hold { depth: None, nodes: self.limits.nodes, millis: self.limits.millis };
        let (agent, seed) = (agent.to_owned(), self.plan().seed);
        let question = Question { agent, seed, hold, ..Question::default() };
        let mut analysis = self.lab.analyse(self.opened(), question)?;
        let report = analysis.run(&WallClock::start(), &mut |_| {})?;
        Ok(report.answer.map_or("nothing".to_owned(), |answer| spoken(&answer, true)))
    }

    /// Tells of the players whom the turn passed by after the last move.
    fn tell_skipped(&self, out: Out<'_>) -> Result<(), Error> {
        for seat in self.session().skipped() {
            writeln!(out, "{} cannot move and is skipped", self.name(seat))?;
        }
        Ok(())
    }

    fn name(&self, seat: Player) -> String {
        seat_name(self.session(), seat)
    }
}

/// What an agent's move may cost: one second if nothing is said.
pub(super) fn limits(time: Option<Duration>, nodes: Option<u64>) -> plyglot_lab::Limits {
    let millis = time.map(|time| time.as_millis() as u64).or((nodes.is_none()).then_some(1000));
    plyglot_lab::Limits { millis, nodes }
}

/// The best ply and its value; the whole line adds what is expected to follow.
fn spoken(answer: &Answer, whole: bool) -> String {
    let Some(line) = answer.lines.first() else { return "nothing".to_owned() };
    let Some((first, rest)) = line.pv.split_first() else { return "nothing".to_owned() };
    let bold = Style::new().bold();
    let (value, depth) = (&line.words, answer.depth);
    let proven = if answer.proven { ", proven" } else { "" };
    let mut text = format!("{bold}{first}{bold:#}  {value}, depth {depth}{proven}");
    if whole && !rest.is_empty() {
        text.push_str(&format!(", expecting {}", rest.join(" ")));
    }
    text
}
