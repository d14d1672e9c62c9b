//! The server's side of one seat.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_arena::{
    Ending, Limits,
    guest::{Begin, Choice, Event, Guest, News, Over, Question},
};
use plyglot_chexers::{Chexers, Mode};
use plyglot_core::{AnySession, Game, Session, shorten};
use plyglot_protocol::{Fault, FaultKind};

use super::codec::{self, COLOURS, Message};
use crate::NetSeat;

/// A seat that a client takes for one game.
pub(super) fn new(seat: NetSeat) -> Box<dyn Guest> {
    Box::new(Player { seat, number: 0, playing: false })
}

struct Player {
    seat: NetSeat,
    /// The seat, from 0.
    number: usize,
    /// Whether there is a client who has not been told the end.
    playing: bool,
}

impl Guest for Player {
    fn arrive(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        self.seat.arrive(begin)?;
        (self.number, self.playing) = (begin.seat, true);
        self.seat.watch(begin.alarm);
        Ok(())
    }

    fn meet(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        let names = [0, 1, 2].map(|seat| begin.names.get(seat).cloned().unwrap_or_default());
        self.send(&Message::Game(names))
    }

    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        if begin.position.is_some() || rules(begin.session).mode() != Mode::Race {
            let why = "the protocol knows the start of the race alone";
            return Err(Fault::new(FaultKind::Start, why));
        }
        self.send(&Message::Init(begin.seat))?;
        self.acknowledged(begin.limits, begin.stop)?;
        // A game of a match may begin with an opening, which clients see as turns.
        for (number, ply) in begin.session.played().iter().enumerate() {
            self.tell_ply(number % 3, ply, begin.limits, begin.stop)?;
        }
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        let (message, spent) = self.seat.ask(Message::Turn.encode(), question)?;
        match codec::decode(&message.bytes) {
            // The game reads this form, and judges whatever else is written there.
            Ok(Message::Action(action)) => {
                Ok(Choice { ply: action.to_string(), spent, ..Choice::default() })
            }
            other => Err(unexpected(other, "ACTN")),
        }
    }

    fn told(&mut self, news: &News<'_>) -> Result<(), Fault> {
        match news.event {
            Event::Ply { seat, ply } => self.tell_ply(seat, ply, news.limits, news.stop),
            // The rules let nobody drop out.
            Event::Out { .. } => Ok(()),
        }
    }

    fn end(&mut self, over: &Over<'_>) {
        if let Some(last) = last_words(over, self.number) {
            // Who cannot be told any more has left.
            let _ = self.send(&last);
        }
        self.playing = false;
        self.seat.dismiss();
    }

    fn lost(&mut self) -> Option<Fault> {
        self.seat.lost()
    }

    fn name(&self) -> Option<String> {
        self.seat.name()
    }
}

/// A game that is left in its middle is broken off.
impl Drop for Player {
    fn drop(&mut self) {
        if self.playing {
            let _ = self.send(&Message::Error("the game was stopped".to_owned()));
        }
    }
}

impl Player {
    fn send(&mut self, message: &Message) -> Result<(), Fault> {
        self.seat.send(message.encode())
    }

    fn tell_ply(
        &mut self,
        seat: usize,
        ply: &str,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<(), Fault> {
        let action = codec::action_of_ply(ply).expect("the game has no other plies");
        self.send(&Message::Update(seat, action))?;
        self.acknowledged(limits, stop)
    }

    /// Awaits the client's OKAY.
    fn acknowledged(&mut self, limits: &Limits, stop: &AtomicBool) -> Result<(), Fault> {
        let message = self.seat.expect(Duration::from_millis(limits.patience), stop)?;
        match codec::decode(&message.bytes) {
            Ok(Message::Okay) => Ok(()),
            other => Err(unexpected(other, "OKAY")),
        }
    }
}

fn unexpected(found: Result<Message, String>, expected: &str) -> Fault {
    let found = found.map(|message| shorten(String::from_utf8_lossy(&message.encode()).trim()));
    let found = found.unwrap_or_else(|why| why);
    Fault::new(FaultKind::Garbage, format!("sent {found} where {expected} was expected"))
}

fn rules(session: &dyn AnySession) -> &Chexers {
    let typed: Option<&Session<Chexers>> = session.as_any().downcast_ref();
    typed.expect("the protocol is for this game alone").game()
}

/// What the client of a seat is told at the end; nothing if it was the one that left.
fn last_words(over: &Over<'_>, seat: usize) -> Option<Message> {
    let (who, fault) = match over.ending {
        Ending::Rules => return Some(Message::Over(result(over))),
        Ending::Adjudicated { reason } => return Some(Message::Over(reason.clone())),
        Ending::Forfeit { seat, fault } => (*seat, fault),
    };
    let reason = match fault.kind {
        FaultKind::Illegal => return Some(Message::Over("game error: invalid action".to_owned())),
        FaultKind::Garbage | FaultKind::Flood => "opponent broke protocol",
        FaultKind::Late => "opponent did not answer in time",
        FaultKind::Start | FaultKind::Crash | FaultKind::Closed | FaultKind::Memory => {
            if who == seat {
                return None;
            }
            "opponent disconnected"
        }
    };
    Some(Message::Error(reason.to_owned()))
}

/// The result as the course's referee words it.
fn result(over: &Over<'_>) -> String {
    let winner = COLOURS.into_iter().find(|colour| *colour == over.verdict);
    match (winner, over.verdict) {
        (Some(colour), _) => format!("winner: {}{}", colour[..1].to_uppercase(), &colour[1..]),
        (_, "draw:turns") => "draw detected: maximum number of turns reached.".to_owned(),
        (_, "draw:repetition") => {
            let times = rules(over.session).repetition();
            format!("draw detected: game state occurred {times} times.")
        }
        (_, other) => other.to_owned(),
    }
}
