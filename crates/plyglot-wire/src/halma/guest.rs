//! The server's side of one seat.

use std::time::Instant;

use plyglot_arena::{
    Ending,
    guest::{Begin, Choice, Event, Guest, News, Over, Question},
};
use plyglot_core::{Notation, Player as Seat};
use plyglot_halma::WireAction;
use plyglot_protocol::{Fault, FaultKind};

use super::{
    MOST_IGNORED,
    codec::{self, ServerLine},
    typed,
};
use crate::NetSeat;

/// A seat that a client takes.
pub(super) fn new(seat: NetSeat) -> Box<dyn Guest> {
    Box::new(Player { seat, number: 0, playing: false, ignored: 0 })
}

struct Player {
    seat: NetSeat,
    /// The seat, from 0.
    number: u8,
    /// Whether the client has been told of a game, but not of its end.
    playing: bool,
    /// Lines of this game that meant nothing.
    ignored: usize,
}

impl Guest for Player {
    fn arrive(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        let start = |why: String| Fault::new(FaultKind::Start, why);
        typed(begin.session).map_err(start)?;
        if begin.position.is_some() {
            return Err(start("its client knows no position but the first one".to_owned()));
        }
        self.seat.arrive(begin)
    }

    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        (self.number, self.playing, self.ignored) = (begin.seat as u8, true, 0);
        self.seat.watch_breaks(begin.alarm);
        let name = self.seat.name().unwrap_or_default();
        self.tell(&ServerLine::Start { player: self.number, name })?;
        // A game of a match may begin with an opening, which clients see as actions.
        begin.session.played().iter().try_for_each(|ply| self.tell_action(ply))
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        while self.seat.link()?.has_waiting() {
            self.seat.hear(question, Instant::now()).map_err(|own| self.fault(own))?;
            self.ignore()?;
        }
        let play = ServerLine::Play(self.number).encode();
        let (mut message, spent) = self.seat.ask(play, question).map_err(|own| self.fault(own))?;
        let asked = message.at - spent;
        loop {
            if let Ok(action) = codec::read_action(&message.bytes) {
                let spent = message.at.saturating_duration_since(asked);
                let ply = judged(&action, question)?;
                return Ok(Choice { ply, spent, ..Choice::default() });
            }
            self.ignore()?;
            message = self.seat.hear(question, asked).map_err(|own| self.fault(own))?;
        }
    }

    fn told(&mut self, news: &News<'_>) -> Result<(), Fault> {
        match news.event {
            Event::Ply { ply, .. } => self.tell_action(ply),
            Event::Out { .. } => Ok(()),
        }
    }

    fn end(&mut self, over: &Over<'_>) {
        self.playing = false;
        let _ = self.tell(&ServerLine::GameOver(reason(over)));
        let _ = self.tell(&result(over));
        self.seat.dismiss();
    }

    fn lost(&mut self) -> Option<Fault> {
        if self.seat.has_closed() { None } else { self.seat.lost() }
    }

    fn name(&self) -> Option<String> {
        self.seat.name()
    }
}

impl Player {
    /// Sends a line. Who has closed the connection is not missed before he is to act.
    fn tell(&mut self, line: &ServerLine) -> Result<(), Fault> {
        let told = self.seat.send(line.encode());
        if self.seat.has_closed() { Ok(()) } else { told }
    }

    fn tell_action(&mut self, ply: &str) -> Result<(), Fault> {
        let action = codec::read_action(ply.as_bytes());
        let action = action.map_err(|why| Fault::new(FaultKind::Start, why))?;
        self.tell(&ServerLine::Action(action))
    }

    /// A closed connection is that of a client who says nothing, as the course's server has it.
    fn fault(&self, fault: Fault) -> Fault {
        let closed = fault.kind == FaultKind::Closed && self.seat.has_closed();
        if closed { Fault::new(FaultKind::Late, fault.detail) } else { fault }
    }

    fn ignore(&mut self) -> Result<(), Fault> {
        self.ignored += 1;
        if self.ignored <= MOST_IGNORED {
            return Ok(());
        }
        let detail = format!("sent more than {MOST_IGNORED} lines that nobody asked for");
        Err(Fault::new(FaultKind::Flood, detail))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        if self.playing && self.seat.is_taken() {
            let _ = self.tell(&ServerLine::GameOver("USER CANCEL".to_owned()));
            let _ = self.tell(&ServerLine::Undecided);
        }
    }
}

/// The ply that an action is. An illegal one is a fault that begins with the words for clients.
fn judged(action: &WireAction, question: &Question<'_>) -> Result<String, Fault> {
    let own = typed(question.session).map_err(|why| Fault::new(FaultKind::Start, why))?;
    let ply = codec::action_text(action);
    let illegal = |why| {
        let words = codec::pretty(action);
        Fault::new(FaultKind::Illegal, format!("{words}: {why}"))
    };
    own.game().parse_ply(own.state(), &ply).map_err(illegal)?;
    Ok(ply)
}

fn reason(over: &Over<'_>) -> String {
    match over.ending {
        Ending::Rules => {
            let verdict = over.session.verdict();
            verdict.and_then(|verdict| verdict.reason).unwrap_or_default().to_owned()
        }
        Ending::Adjudicated { reason } => reason.clone(),
        Ending::Forfeit { seat, fault } => match fault.kind {
            FaultKind::Late => format!("TIMEOUT Player-{seat}"),
            FaultKind::Illegal => {
                let words = fault.detail.split(": ").next().unwrap_or_default();
                format!("ILLEGAL MOVE: {words}")
            }
            _ => format!("DISCONNECTION Player-{seat}"),
        },
    }
}

fn result(over: &Over<'_>) -> ServerLine {
    let best = over.ranks.iter().position(|rank| *rank == 1);
    let decided = over.ranks.iter().any(|rank| *rank != 1);
    match best.filter(|_| decided) {
        Some(seat) => ServerLine::Winner(over.session.team(Seat(seat as u8))),
        None => ServerLine::Draw,
    }
}
