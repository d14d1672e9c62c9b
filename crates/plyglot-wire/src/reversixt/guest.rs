//! The server's side of one seat.

use plyglot_arena::guest::{Begin, Choice, Event, Guest, News, Over, Question};
use plyglot_core::{AnySession, Session, Spec};
use plyglot_protocol::{Fault, FaultKind};
use plyglot_reversixt::{Phase, ReversiXt, builtin_map};

use super::codec::{self, Message, Place};
use crate::NetSeat;

/// A seat that the client of a group takes.
pub(super) fn new(seat: NetSeat) -> Box<dyn Guest> {
    Box::new(Player { seat, number: 0, phase_over: false })
}

struct Player {
    seat: NetSeat,
    /// The seat, from 0.
    number: usize,
    /// Whether the client was told that phase one is over.
    phase_over: bool,
}

impl Guest for Player {
    fn arrive(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        self.seat.arrive(begin)
    }

    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        (self.number, self.phase_over) = (begin.seat, false);
        self.send(&Message::Map(map_file(begin)?.into_bytes()))?;
        self.send(&Message::Number(begin.seat as u8 + 1))?;
        self.tell_opening(begin)?;
        self.tell_phase(begin.session)
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        if self.seat.link()?.has_waiting() {
            return Err(Fault::new(FaultKind::Garbage, "sent a message out of turn"));
        }
        let millis = question.time().map_or(0, |time| time.as_millis().max(1) as u32);
        let depth = question.limits.depth.map_or(0, |depth| depth.min(255) as u8);
        let request = Message::Request { millis, depth }.encode();
        let (message, spent) = self.seat.ask(request, question)?;
        match codec::decode(&message.bytes) {
            Ok(Message::Move(mut place)) => {
                // A choice in phase two is passed over, and announced as none.
                if phase(question.session) == Phase::Bombing {
                    place.choice = 0;
                }
                Ok(Choice { ply: place.to_string(), spent, ..Choice::default() })
            }
            Ok(_) => Err(unexpected(&message.bytes)),
            Err(why) => Err(Fault::new(FaultKind::Garbage, format!("sent {why}"))),
        }
    }

    fn told(&mut self, news: &News<'_>) -> Result<(), Fault> {
        match news.event {
            Event::Ply { seat, ply } => {
                if let Some(place) = Place::of_ply(ply) {
                    self.send(&Message::Played { place, player: seat as u8 + 1 })?;
                }
            }
            Event::Out { seat, .. } => {
                let told = self.send(&Message::Disqualified(seat as u8 + 1));
                if seat == self.number {
                    self.seat.dismiss();
                    return Ok(());
                }
                told?;
            }
        }
        self.tell_phase(news.session)
    }

    fn end(&mut self, _over: &Over<'_>) {
        let _ = self.send(&Message::GameOver);
        self.seat.dismiss();
    }

    fn name(&self) -> Option<String> {
        self.seat.name()
    }
}

impl Player {
    fn send(&mut self, message: &Message) -> Result<(), Fault> {
        self.seat.send(message.encode())
    }

    /// Tells that phase one is over, once; not if the game ends because only one player is left in it.
    fn tell_phase(&mut self, session: &dyn AnySession) -> Result<(), Fault> {
        let won = phase(session) == Phase::Over && players_left(session) < 2;
        if self.phase_over || won || phase(session) == Phase::Building {
            return Ok(());
        }
        self.phase_over = true;
        self.send(&Message::PhaseOver)
    }

    /// A game of a match may begin with an opening, which clients see as moves.
    fn tell_opening(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        let mut session = begin.session.boxed();
        let plies = session.played().to_vec();
        while session.undo() {}
        for ply in plies {
            let player = session.to_move().0 + 1;
            if let Some(place) = Place::of_ply(&ply) {
                self.send(&Message::Played { place, player })?;
            }
            let replayed = session.play(&ply);
            replayed.map_err(|error| Fault::new(FaultKind::Start, error.to_string()))?;
            if player != session.to_move().0 + 1 {
                self.tell_phase(&*session)?;
            }
        }
        Ok(())
    }
}

fn unexpected(bytes: &[u8]) -> Fault {
    let what = codec::show(bytes);
    Fault::new(FaultKind::Garbage, format!("a move was expected, and it sent: {what}"))
}

fn typed(session: &dyn AnySession) -> &Session<ReversiXt> {
    session.as_any().downcast_ref().expect("the protocol is for this game alone")
}

fn phase(session: &dyn AnySession) -> Phase {
    typed(session).state().phase()
}

fn players_left(session: &dyn AnySession) -> usize {
    let state = typed(session).state();
    (0..session.players()).filter(|seat| !state.is_out(*seat)).count()
}

/// The map as its file has it, or else as the first position does.
fn map_file(begin: &Begin<'_>) -> Result<String, Fault> {
    let file = || {
        let spec = Spec::parse(begin.game).ok()?;
        let (_, name) = spec.given.iter().find(|(option, _)| option == "map")?;
        begin.files.get(name).cloned().or_else(|| builtin_map(name).map(str::to_owned))
    };
    let text = begin.position.map(str::to_owned).or_else(file);
    let text = text.ok_or_else(|| Fault::new(FaultKind::Start, "the map has no file"))?;
    // Clients know maps alone.
    match text.split_once('\n') {
        Some((state, map)) if state.starts_with("state ") => Ok(map.to_owned()),
        _ => Ok(text),
    }
}
