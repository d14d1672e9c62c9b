//! The game on the table, and who plays it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use anstyle::Style;
use plyglot_catalog::{Answer, AnyAgent, Budget, Catalog, Opened, Request, WallClock};
use plyglot_core::{AnySession, Click, Player, Rng};

use super::{super::Out, saved, seats::Seats};
use crate::{draw::seat_name, error::Error};

/// A game with its players.
pub(super) struct Table<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) opened: Opened,
    pub(super) seats: Seats,
    /// What an agent's move may cost.
    pub(super) budget: Budget,
    /// Seed of the agents' choices.
    pub(super) seed: u64,
    /// Raised by Ctrl-C: whoever thinks stops, and the game is left.
    pub(super) stop: Arc<AtomicBool>,
}

impl Table<'_> {
    /// The game.
    pub(super) fn session(&self) -> &dyn AnySession {
        &*self.opened.session
    }

    /// Says what is played and by whom.
    pub(super) fn introduce(&self, out: Out<'_>) -> Result<(), Error> {
        let name = |(seat, who): (u8, &str)| format!("{} {who}", self.name(Player(seat)));
        let seats: Vec<_> = (0..).zip(self.seats.names()).map(name).collect();
        writeln!(out, "{}: {}, seed {}", self.opened.spec, seats.join(", "), self.seed)?;
        if self.seats.any_human() {
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

    /// Whether the next ply needs nobody at the keyboard.
    pub(super) fn plays_itself(&self) -> bool {
        let session = self.session();
        session.outcome().is_none()
            && (!self.seats.human(session.to_move()) || only_pass(session).is_some())
    }

    /// Plays a ply that needs nobody at the keyboard, and tells of it.
    pub(super) fn advance(&mut self, out: Out<'_>) -> Result<(), Error> {
        let seat = self.session().to_move();
        let name = self.name(seat);
        if let Some(pass) = only_pass(self.session()) {
            let end = self.session().mid_turn();
            let what = if end { "can only end the turn" } else { "cannot move and must pass" };
            self.opened.session.play(&pass)?;
            writeln!(out, "{name} {what}")?;
        } else {
            let answer = self.ask_seat(seat)?;
            if self.is_left() {
                return Ok(());
            }
            let ply = answer.lines.first().and_then(|line| line.plies.first());
            let ply = ply.ok_or_else(|| Error::Input(format!("{name} found no move")))?;
            self.opened.session.play(ply)?;
            writeln!(out, "{name} plays {}", spoken(&answer, false))?;
        }
        self.tell_skipped(seat, out)?;
        Ok(out.flush()?)
    }

    /// Whether somebody wants to leave in the middle of a move.
    pub(super) fn is_left(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays what was typed.
    pub(super) fn play_typed(&mut self, text: &str, out: Out<'_>) -> Result<bool, Error> {
        let seat = self.session().to_move();
        if let Err(error) = self.opened.session.play(text) {
            writeln!(out, "{error}")?;
            return Ok(false);
        }
        self.tell_skipped(seat, out)?;
        Ok(true)
    }

    /// Goes back to the last time somebody at the keyboard had a choice; false if there was none.
    pub(super) fn undo(&mut self) -> bool {
        let mut earlier = self.session().boxed();
        while earlier.undo() {
            if self.seats.human(earlier.to_move()) && only_pass(&*earlier).is_none() {
                self.opened.session = earlier;
                self.seats.forget();
                return true;
            }
        }
        false
    }

    /// What an agent from outside would play.
    pub(super) fn hint(&self, agent: &mut dyn AnyAgent) -> Result<String, Error> {
        let answer = think(agent, self.session(), self.budget, self.seed, &self.stop)?;
        Ok(spoken(&answer, true))
    }

    fn ask_seat(&mut self, seat: Player) -> Result<Answer, Error> {
        let agent = self.seats.agent(seat).expect("an agent sits there");
        think(agent, &*self.opened.session, self.budget, self.seed, &self.stop)
    }

    /// Tells of the players whom the turn passed by after `seat` had moved.
    fn tell_skipped(&self, seat: Player, out: Out<'_>) -> Result<(), Error> {
        let session = self.session();
        if session.outcome().is_some() || session.mid_turn() {
            return Ok(());
        }
        let following = |seat: u8| (seat + 1) % session.players();
        let mut next = following(seat.0);
        while next != session.to_move().0 && next != seat.0 {
            writeln!(out, "{} cannot move and is skipped", self.name(Player(next)))?;
            next = following(next);
        }
        Ok(())
    }

    fn name(&self, seat: Player) -> String {
        seat_name(self.session(), seat)
    }
}

/// The only legal ply if it leaves the board alone: a pass, or the end of a turn.
fn only_pass(session: &dyn AnySession) -> Option<String> {
    let mut paths = session.click_paths();
    let (ply, clicks) = paths.pop().filter(|_| paths.is_empty())?;
    clicks.iter().all(|click| matches!(click, Click::Choice(_))).then_some(ply)
}

/// Every ply has random numbers of its own, the same however the game came there.
fn think(
    agent: &mut dyn AnyAgent,
    session: &dyn AnySession,
    budget: Budget,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Answer, Error> {
    let seed = Rng::stream(seed, session.played().len() as u64).next_u64();
    let clock = WallClock::start();
    let request = Request { budget, seed, ..Request::new(&clock, stop) };
    Ok(agent.think(session, &request, &mut |_| {})?)
}

/// The best ply and its value; the whole line adds what is expected to follow.
fn spoken(answer: &Answer, whole: bool) -> String {
    let Some(line) = answer.lines.first() else { return "nothing".to_owned() };
    let Some((first, rest)) = line.plies.split_first() else { return "nothing".to_owned() };
    let bold = Style::new().bold();
    let (value, depth) = (line.words(answer.mover), answer.depth);
    let proven = if answer.proven { ", proven" } else { "" };
    let mut text = format!("{bold}{first}{bold:#}  {value}, depth {depth}{proven}");
    if whole && !rest.is_empty() {
        text.push_str(&format!(", expecting {}", rest.join(" ")));
    }
    text
}
