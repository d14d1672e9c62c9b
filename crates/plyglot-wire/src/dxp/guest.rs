//! The host's side of one seat: we ask for the game and play the opponent.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_arena::{
    Ending, Limits,
    guest::{Begin, Choice, Event, Guest, News, Over, Question},
};
use plyglot_protocol::{Fault, FaultKind};

use super::{
    board,
    codec::{End, Message, Request},
    peer::{ANSWER_TIME, Heard, Peer, reason, reason_words},
};
use crate::NetSeat;

/// How long a client that is to move may take to say that a finished game is over before we do.
const COURTESY: Duration = Duration::from_secs(2);
/// For how many moves the time of a game is meant.
const MOVES: u32 = 30;

/// A seat that a draughts program takes.
pub(super) fn new(seat: NetSeat) -> Box<dyn Guest> {
    let (peer, since) = (Peer::new(String::new()), Instant::now());
    Box::new(Player { seat, peer, number: 0, playing: false, fault: None, since })
}

struct Player {
    seat: NetSeat,
    peer: Peer,
    /// The seat, from 0.
    number: usize,
    /// Whether a game was accepted and not ended.
    playing: bool,
    /// What it did wrong when it was asked, whatever it did after that.
    fault: Option<Fault>,
    /// When the opponent's time began.
    since: Instant,
}

impl Guest for Player {
    fn arrive(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        self.seat.arrive(begin)
    }

    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        self.number = begin.seat;
        self.peer.begin();
        self.peer.name = begin.names[1 - begin.seat].clone();
        self.seat.watch(begin.alarm);
        let own = Request {
            name: self.peer.name.clone(),
            follower: board::side(begin.seat),
            time: whole_game(begin.limits),
            moves: 0,
            board: Some(board::board(begin.session)),
        };
        self.send(&Message::Request(own.clone()))?;
        let until = Instant::now() + ANSWER_TIME;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let message = self.seat.expect(left, begin.stop)?;
            match self.peer.read(self.seat.link()?, &message.bytes, true)? {
                Some(Heard::Accept { name, code: 0 }) => {
                    self.sit_down(name, message.at);
                    return Ok(());
                }
                // Some programs only ask themselves: if it is for the same game, they may have it.
                Some(Heard::Request(wish)) => {
                    let fits = wish.follower != own.follower && wish.board == own.board;
                    self.peer.answer(self.seat.link()?, if fits { 0 } else { 2 })?;
                    if fits {
                        self.sit_down(wish.name, message.at);
                        return Ok(());
                    }
                }
                Some(Heard::Accept { code, .. }) => {
                    let why = match code {
                        1 => "does not know version 01",
                        2 => "does not want this game",
                        _ => "wants no games",
                    };
                    return Err(Fault::new(FaultKind::Start, why));
                }
                Some(Heard::Move(_)) => {
                    return Err(Fault::new(FaultKind::Garbage, "moved before it took the game"));
                }
                // It may be left from the game before.
                Some(Heard::End(_)) | None => {}
            }
        }
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        let chosen = self.hear_move(question);
        self.fault = chosen.as_ref().err().cloned();
        chosen
    }

    fn told(&mut self, news: &News<'_>) -> Result<(), Fault> {
        let Event::Ply { seat, .. } = news.event else { return Ok(()) };
        if seat == self.number {
            self.since = Instant::now();
            return Ok(());
        }
        self.hear_early(news.stop)?;
        let seconds = self.since.elapsed().as_secs_f64().round().min(9999.0) as u16;
        match board::last_move(news.session, seconds) {
            Some(played) => self.send(&Message::Move(played)),
            None => Err(Fault::new(FaultKind::Start, "cannot be told of a move")),
        }
    }

    fn end(&mut self, over: &Over<'_>) {
        if !std::mem::take(&mut self.playing) {
            return;
        }
        let reason = reason(over.ranks[1 - self.number], over.ranks[self.number]);
        let parted = match over.ending {
            Ending::Forfeit { seat, .. } if *seat == self.number => {
                let _ = self.send(&Message::End(End { reason, last: true }));
                return self.seat.dismiss();
            }
            Ending::Rules if over.session.to_move().idx() == self.number => self.part(reason, true),
            _ => self.part(reason, false),
        };
        if !matches!(parted, Ok(true)) {
            self.seat.dismiss();
        }
    }

    fn lost(&mut self) -> Option<Fault> {
        // Who was at fault may have left since, which is no news.
        self.fault.take().or_else(|| self.seat.lost())
    }

    fn name(&self) -> Option<String> {
        self.seat.name()
    }
}

impl Player {
    fn send(&mut self, message: &Message) -> Result<(), Fault> {
        self.peer.send(self.seat.link()?, message)
    }

    fn sit_down(&mut self, name: String, at: Instant) {
        self.seat.rename(name);
        (self.playing, self.since) = (true, at);
    }

    fn read(&mut self, bytes: &[u8]) -> Result<Option<Heard>, Fault> {
        self.peer.read(self.seat.link()?, bytes, false)
    }

    /// The next move of the client.
    fn hear_move(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        let asked = Instant::now();
        loop {
            let message = self.seat.hear(question, asked)?;
            match self.read(&message.bytes)? {
                Some(Heard::Move(played)) => {
                    let ply = board::ply(question.session, &played)?;
                    let spent = message.at.saturating_duration_since(asked);
                    return Ok(Choice { ply, spent, ..Choice::default() });
                }
                Some(Heard::End(end)) => return Err(self.resigned(end)),
                Some(Heard::Accept { .. }) => self.peer.ignore().map(|_| ())?,
                Some(Heard::Request(_)) | None => {}
            }
        }
    }

    /// What a client said while the opponent was to move: words perhaps, but no move.
    fn hear_early(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        while self.seat.link()?.has_waiting() {
            let message = self.seat.expect(Duration::ZERO, stop)?;
            match self.read(&message.bytes)? {
                Some(Heard::Move(_)) => {
                    return Err(Fault::new(FaultKind::Garbage, "moved out of turn"));
                }
                Some(Heard::End(end)) => return Err(self.resigned(end)),
                Some(Heard::Accept { .. }) => self.peer.ignore().map(|_| ())?,
                Some(Heard::Request(_)) | None => {}
            }
        }
        Ok(())
    }

    /// A game is over when the rules say so: whoever ends it before gives it up.
    fn resigned(&mut self, end: End) -> Fault {
        self.playing = false;
        let _ = self.send(&Message::End(End { reason: 0, last: true }));
        let said = reason_words(end.reason);
        Fault::new(
            FaultKind::Closed,
            format!("ended the game before the rules did, saying: {said}"),
        )
    }

    /// Agrees on the end of a game: where a client is to move it may say so first. Whether it stays for another.
    fn part(&mut self, reason: u8, theirs: bool) -> Result<bool, Fault> {
        if theirs && let Some(end) = self.hear_end(COURTESY)? {
            self.send(&Message::End(End { reason: 0, last: false }))?;
            return Ok(!end.last);
        }
        self.send(&Message::End(End { reason, last: false }))?;
        Ok(self.hear_end(ANSWER_TIME)?.is_some_and(|end| !end.last))
    }

    /// The word of the client that the game is over, within so long and before anything else that counts.
    fn hear_end(&mut self, within: Duration) -> Result<Option<End>, Fault> {
        let (until, stop) = (Instant::now() + within, AtomicBool::new(false));
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let message = match self.seat.expect(left, &stop) {
                Ok(message) => message,
                Err(fault) if fault.kind == FaultKind::Late => return Ok(None),
                Err(fault) => return Err(fault),
            };
            match self.read(&message.bytes)? {
                Some(Heard::End(end)) => return Ok(Some(end)),
                // It plays on, and does not know that the game is over.
                Some(Heard::Move(_)) if within == COURTESY => return Ok(None),
                _ => {}
            }
        }
    }
}

/// A game that is left in the middle has no result, and none follows.
impl Drop for Player {
    fn drop(&mut self) {
        if self.playing {
            let _ = self.send(&Message::End(End { reason: 0, last: true }));
        }
    }
}

/// The time that each side has for a game under these limits.
fn whole_game(limits: &Limits) -> Duration {
    let a_move = limits.of_move().unwrap_or(Duration::from_millis(limits.patience));
    limits.clock.map_or(MOVES * a_move, |clock| Duration::from_millis(clock.base))
}
