//! The server's side of one seat.

use std::time::{Duration, Instant};

use plyglot_arena::{
    Ending, Limits,
    guest::{Begin, Choice, Event, Guest, News, Over, Question},
};
use plyglot_catalog::Budget;
use plyglot_protocol::{BotSpec, Fault, FaultKind};

use super::{
    board,
    codec::{Action, Outcome, ServerLine, read_name},
};
use crate::{
    NetSeat, ProgramSeat, ears,
    outside::{NAME, plain},
    show_text,
};

/// How long a client may take to tell its name.
const NAME_TIME: Duration = Duration::from_secs(3);

/// A seat that a client takes.
pub(super) fn of_client(seat: NetSeat) -> Box<dyn Guest> {
    Box::new(Player { peer: Peer::Client(Box::new(seat)), seat: 0, name: None })
}

/// A seat for a program.
pub(super) fn of_program(spec: BotSpec, _game: &str) -> Box<dyn Guest> {
    let seat = Box::new(ProgramSeat::new(spec, "", show_text));
    Box::new(Player { peer: Peer::Program(seat), seat: 0, name: None })
}

struct Player {
    peer: Peer,
    /// The seat, from 0.
    seat: usize,
    /// What it calls itself.
    name: Option<String>,
}

impl Guest for Player {
    fn arrive(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        self.seat = begin.seat;
        self.peer.arrive(begin)?;
        while let Err(fault) = self.greet(begin) {
            // Whoever does not even tell a name has not taken the seat yet.
            self.peer.replace(fault, begin)?;
        }
        Ok(())
    }

    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        if let Peer::Client(seat) = &mut self.peer {
            seat.watch(begin.alarm);
        }
        Ok(())
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        if question.session.pass_reason().is_some() {
            // Clients have no words for it.
            return Ok(Choice { ply: "pass".to_owned(), ..Choice::default() });
        }
        let (rows, size) = board(question.session);
        let text = format!("{}\n{rows}", ServerLine::Turn);
        let (line, spent) = self.peer.ask(&text, question)?;
        let refused = |why| Fault::new(FaultKind::Garbage, format!("sent {why}"));
        let action = Action::read(&line).map_err(refused)?;
        let illegal = |why| Fault::new(FaultKind::Illegal, format!("{action}: {why}"));
        let ply = action.ply(size).map_err(illegal)?;
        Ok(Choice { ply, spent, ..Choice::default() })
    }

    fn told(&mut self, news: &News<'_>) -> Result<(), Fault> {
        match news.event {
            Event::Ply { seat, .. } if seat == self.seat => self.peer.say(&ServerLine::Ok),
            _ => Ok(()),
        }
    }

    fn end(&mut self, over: &Over<'_>) {
        let (outcome, reason) = self.result(over);
        if let Ending::Forfeit { seat, fault } = over.ending
            && *seat == self.seat
            && matches!(fault.kind, FaultKind::Illegal | FaultKind::Garbage)
        {
            let words = plain(&fault.detail, usize::MAX);
            let _ = self.peer.say(&ServerLine::Bad(words));
        }
        let _ = self.peer.say(&ServerLine::End(outcome, reason));
        self.peer.dismiss();
    }

    fn lost(&mut self) -> Option<Fault> {
        match &self.peer {
            Peer::Client(seat) => seat.lost(),
            Peer::Program(_) => None,
        }
    }

    fn name(&self) -> Option<String> {
        self.name.clone()
    }

    fn complaint(&mut self) -> Option<String> {
        match &mut self.peer {
            Peer::Client(_) => None,
            Peer::Program(seat) => seat.complaint(),
        }
    }
}

impl Player {
    fn greet(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        let hello = ServerLine::Hello { seat: begin.seat as u8 + 1, time: time(begin.limits) };
        let line = self.peer.greet(&format!("{hello}\n"), begin)?;
        let name = read_name(&line).ok_or_else(|| unexpected("a NAME", &line))?;
        let name = plain(&name, NAME);
        self.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
        Ok(())
    }

    fn result(&self, over: &Over<'_>) -> (Outcome, String) {
        let decided = over.ranks.iter().any(|rank| *rank != 1);
        let outcome = match over.ranks.get(self.seat) {
            Some(1) if decided => Outcome::Win,
            Some(_) if decided => Outcome::Loss,
            _ => Outcome::Draw,
        };
        let reason = match over.ending {
            Ending::Rules => {
                over.session.verdict().and_then(|verdict| verdict.reason).unwrap_or_default()
            }
            Ending::Forfeit { .. } => "forfeit",
            Ending::Adjudicated { .. } => "adjudicated",
        };
        (outcome, reason.to_owned())
    }
}

/// The time for an action that clients are told: that of a move, or what a clock leaves for the first one.
fn time(limits: &Limits) -> Duration {
    let milliseconds = Duration::from_millis;
    let clock = || {
        let clock = limits.clock?;
        Budget::of_clock(milliseconds(clock.base), milliseconds(clock.increment)).time
    };
    let time = limits.of_move().or_else(clock).unwrap_or(milliseconds(limits.patience));
    time.max(milliseconds(1))
}

fn unexpected(expected: &str, line: &str) -> Fault {
    let line = plyglot_core::shorten(line);
    Fault::new(FaultKind::Garbage, format!("{expected} was expected, and it sent {line:?}"))
}

/// Who sits there.
enum Peer {
    Client(Box<NetSeat>),
    Program(Box<ProgramSeat>),
}

impl Peer {
    /// A client is awaited; a program is started, for every game anew.
    fn arrive(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        match self {
            Peer::Client(seat) => seat.arrive(begin),
            Peer::Program(seat) => seat.start().map(|_| ()),
        }
    }

    /// Waits for another client instead of one that was at fault. There is no other program.
    fn replace(&mut self, fault: Fault, begin: &Begin<'_>) -> Result<(), Fault> {
        match self {
            Peer::Client(seat) => {
                ears().notice(&format!("a client is let go: {fault}"));
                seat.replace(begin)
            }
            Peer::Program(_) => Err(fault),
        }
    }

    /// Says the first line, and hears the answer.
    fn greet(&mut self, text: &str, begin: &Begin<'_>) -> Result<String, Fault> {
        match self {
            Peer::Client(seat) => {
                seat.send(text.into())?;
                Ok(text_of(&seat.expect(NAME_TIME, begin.stop)?.bytes))
            }
            Peer::Program(seat) => {
                seat.say(text)?;
                let within = seat.spec.start;
                seat.hear(within, begin.stop, "instead of its name")
            }
        }
    }

    /// Asks for an action; with the time that it took.
    fn ask(&mut self, text: &str, question: &Question<'_>) -> Result<(String, Duration), Fault> {
        match self {
            Peer::Client(seat) => {
                if seat.link()?.has_waiting() {
                    return Err(Fault::new(FaultKind::Garbage, "sent a line out of turn"));
                }
                let (message, spent) = seat.ask(text.into(), question)?;
                Ok((text_of(&message.bytes), spent))
            }
            Peer::Program(seat) => {
                let asked = Instant::now();
                seat.say(text)?;
                let line = seat.answer(question, asked)?;
                Ok((line, asked.elapsed()))
            }
        }
    }

    fn say(&mut self, line: &ServerLine) -> Result<(), Fault> {
        let text = format!("{line}\n");
        match self {
            Peer::Client(seat) => seat.send(text.into_bytes()),
            Peer::Program(seat) => seat.say(&text),
        }
    }

    fn dismiss(&mut self) {
        match self {
            Peer::Client(seat) => seat.dismiss(),
            Peer::Program(seat) => seat.dismiss(),
        }
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
