//! The host's side of one seat: an engine that is run, and that takes us for its user interface.

use std::time::{Duration, Instant};

use plyglot_arena::{
    Limits,
    guest::{Begin, Choice, Event, Guest, News, Question},
};
use plyglot_core::AnySession;
use plyglot_lab::Value;
use plyglot_protocol::{BotSpec, Fault, FaultKind};

use super::{
    codec::{Answer, Bad, Command, Note, PASS},
    record::{self, Clock},
};
use crate::{
    ProgramSeat,
    outside::{NAME, Noise, plain},
    show_text,
};

/// For how many moves the clock of a game is, where only moves have a limit.
const MOVES: u32 = 30;

/// A seat for an engine.
pub(super) fn new(spec: BotSpec, _game: &str) -> Box<dyn Guest> {
    let seat = ProgramSeat::new(spec, "quit\n", show_text);
    let (name, last) = (None, Instant::now());
    Box::new(Engine {
        seat,
        name,
        pings: 0,
        noise: Noise::default(),
        last,
        timed: false,
        number: 0,
    })
}

struct Engine {
    seat: ProgramSeat,
    /// What it calls itself.
    name: Option<String>,
    /// How many pings it was sent.
    pings: u64,
    noise: Noise,
    /// When the last move was made.
    last: Instant,
    /// Whether the times of moves are told.
    timed: bool,
    /// The seat, from 0.
    number: usize,
}

impl Guest for Engine {
    fn arrive(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        if self.seat.start()? {
            self.noise = Noise::default();
            self.say(&Command::Version(2))?;
            self.settle(begin.stop)?;
        }
        Ok(())
    }

    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        (self.number, self.last) = (begin.seat, Instant::now());
        self.noise = Noise::default();
        self.timed = begin.limits.clock.is_some();
        let told = so_far(begin.session, begin.names, clock(begin.limits));
        let none = || Fault::new(FaultKind::Start, "nboard is for boards of 8x8 squares");
        told.ok_or_else(none)?.iter().try_for_each(|command| self.say(command))?;
        if let Some(depth) = begin.limits.depth {
            self.say(&Command::SetDepth(depth.clamp(1, 60)))?;
        }
        self.settle(begin.stop)
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        self.settle(question.stop)?;
        let asked = Instant::now();
        self.say(&Command::Go)?;
        let mut choice = Choice::default();
        loop {
            let line = self.seat.answer(question, asked)?;
            match Answer::read(&line) {
                Ok(Some(Answer::Move(note))) => {
                    let ply = if note.mv == PASS { "pass".to_owned() } else { note.mv };
                    let value = note.eval.map(Value::unknown).or(choice.value);
                    return Ok(Choice { ply, value, spent: asked.elapsed(), ..choice });
                }
                Ok(Some(Answer::Search(hint))) => {
                    choice.value = Some(Value::unknown(hint.eval[0]));
                    choice.depth = hint.depth;
                }
                Ok(Some(Answer::NodeStats { nodes, .. })) => choice.nodes = nodes,
                Err(Bad::Move(why)) => return Err(Fault::new(FaultKind::Illegal, why)),
                _ => self.note(&line)?,
            }
        }
    }

    fn told(&mut self, news: &News<'_>) -> Result<(), Fault> {
        let Event::Ply { ply, .. } = news.event else { return Ok(()) };
        let seconds = self.timed.then(|| self.last.elapsed().as_secs_f64());
        self.last = Instant::now();
        let mv = if ply == "pass" { PASS.to_owned() } else { ply.to_ascii_uppercase() };
        self.say(&Command::Move(Note { mv, eval: None, seconds }))?;
        passes(news.session).try_for_each(|pass| self.say(&pass))
    }

    fn name(&self) -> Option<String> {
        self.seat.spec.name.clone().or_else(|| self.name.clone())
    }

    fn complaint(&mut self) -> Option<String> {
        self.seat.complaint()
    }
}

impl Engine {
    fn say(&mut self, command: &Command) -> Result<(), Fault> {
        self.seat.say(&format!("{command}\n"))
    }

    /// Waits until the engine has heard everything. What it says until then is about what was before.
    fn settle(&mut self, stop: &std::sync::atomic::AtomicBool) -> Result<(), Fault> {
        self.pings += 1;
        self.say(&Command::Ping(self.pings))?;
        let until = Instant::now() + self.seat.spec.start;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.seat.hear(left, stop, "before its answer to a ping")?;
            match Answer::read(&line) {
                Ok(Some(Answer::Pong(number))) if number == self.pings => return Ok(()),
                Ok(Some(Answer::Move(_))) | Err(Bad::Move(_)) => {}
                _ => self.note(&line)?,
            }
        }
    }

    /// Takes what is no answer; too much of what means nothing is a fault.
    fn note(&mut self, line: &str) -> Result<(), Fault> {
        match Answer::read(line) {
            Ok(Some(Answer::Name(name))) => {
                self.name = Some(plain(&name, NAME));
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(_) => self.noise.pass(line),
        }
    }
}

/// What tells an engine the game so far; none of one on a smaller board.
pub(super) fn so_far(
    session: &dyn AnySession,
    names: &[String],
    clock: Option<Clock>,
) -> Option<Vec<Command>> {
    let record = Command::SetGame(record::write(session, names, clock)?);
    Some([record].into_iter().chain(passes(session)).collect())
}

/// Where the rules skip somebody after the last ply, engines want to hear of a pass.
fn passes(session: &dyn AnySession) -> impl Iterator<Item = Command> {
    let pass = || Command::Move(Note { mv: PASS.to_owned(), ..Note::default() });
    session.skipped().into_iter().map(move |_| pass())
}

/// The clock of a game under these limits. Engines know no limit of a move: they are told a clock that
/// gives them half of it for each of thirty.
fn clock(limits: &Limits) -> Option<Clock> {
    let whole = limits.clock.map(|own| (Duration::from_millis(own.base), own.increment));
    let of_moves = || limits.of_move().map(|time| (MOVES * time / 2, 0));
    let (main, increment) = whole.or_else(of_moves)?;
    Some(Clock { main, increment: Duration::from_millis(increment) })
}
