//! The host's side of one seat: an engine that is run and driven.

use std::time::{Duration, Instant};

use plyglot_arena::{
    Clock,
    guest::{Begin, Choice, Event, Guest, News, Question},
};
use plyglot_catalog::Budget;
use plyglot_checkers::Checkers;
use plyglot_core::{AnySession, Session};
use plyglot_lab::Value;
use plyglot_protocol::{BotSpec, Fault, FaultKind};

use super::codec::{Answer, Command, Go, Info};
use crate::{
    ProgramSeat,
    outside::{NAME, Noise, plain},
    show_text,
};

/// How long an engine may take to tell its name, which it need not.
const NAME_TIME: Duration = Duration::from_secs(1);

/// A seat for an engine.
pub(super) fn new(spec: BotSpec, _game: &str) -> Box<dyn Guest> {
    let seat = ProgramSeat::new(spec, "QUIT\n", show_text);
    Box::new(Engine { seat, name: None, number: 0, noise: Noise::default() })
}

struct Engine {
    seat: ProgramSeat,
    /// What it calls itself.
    name: Option<String>,
    /// The seat, from 0.
    number: usize,
    noise: Noise,
}

impl Guest for Engine {
    fn arrive(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        if !self.seat.start()? {
            return Ok(());
        }
        self.say(&Command::Init)?;
        let until = Instant::now() + self.seat.spec.start;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.seat.hear(left, begin.stop, "before it was ready")?;
            match Answer::read(&line) {
                Some(Answer::Ready) => break,
                _ => self.noise.pass(&line)?,
            }
        }
        for (name, value) in self.seat.spec.options.clone() {
            self.say(&Command::SetParameter(name, value))?;
        }
        self.say(&Command::GetName)?;
        let until = Instant::now() + NAME_TIME;
        while self.name.is_none() {
            let left = until.saturating_duration_since(Instant::now());
            let Some(line) = self.seat.overhear(left, begin.stop, "before its name")? else {
                break;
            };
            self.note(&line)?;
        }
        Ok(())
    }

    fn begin(&mut self, begin: &Begin<'_>) -> Result<(), Fault> {
        (self.number, self.noise) = (begin.seat, Noise::default());
        let moves = begin.session.played().to_vec();
        let mut first = begin.session.boxed();
        while first.undo() {}
        let (first, usual) = (first.position(), Session::new(Checkers::default()).position());
        let position = Some(first).filter(|first| *first != usual || !moves.is_empty());
        self.say(&Command::NewGame { position, moves })
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Choice, Fault> {
        let time = question.limits.of_move().and(question.time()).or_else(|| {
            let increment = |clock: Clock| Duration::from_millis(clock.increment);
            let left = question.clocks[question.seat()];
            question.limits.clock.and_then(|clock| Budget::of_clock(left, increment(clock)).time)
        });
        let go = Go { depth: question.limits.depth, time, unplayed: false };
        let asked = Instant::now();
        self.say(&Command::Go(go))?;
        let mut last = Info::default();
        loop {
            let line = self.seat.answer(question, asked)?;
            match Answer::read(&line) {
                Some(Answer::BestMove(Some(ply))) => {
                    return Ok(Choice {
                        ply,
                        value: last.eval.map(Value::unknown),
                        depth: last.depth.unwrap_or(0),
                        nodes: last.nodes.unwrap_or(0),
                        spent: asked.elapsed(),
                        ..Choice::default()
                    });
                }
                Some(Answer::BestMove(None)) => {
                    let why = "says that there is no move, and there is";
                    return Err(Fault::new(FaultKind::Illegal, why));
                }
                Some(Answer::Info(info)) => last = info,
                _ => self.note(&line)?,
            }
        }
    }

    fn told(&mut self, news: &News<'_>) -> Result<(), Fault> {
        match news.event {
            // It has played its own moves by itself.
            Event::Ply { seat, ply } if seat != self.number => {
                self.say(&Command::Move(ply.to_owned()))
            }
            _ => Ok(()),
        }
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

    /// Takes what changes nothing in the game.
    fn note(&mut self, line: &str) -> Result<(), Fault> {
        match Answer::read(line) {
            Some(Answer::Name(name)) => {
                self.name = Some(plain(&name, NAME));
                Ok(())
            }
            Some(Answer::Info(_) | Answer::Parameters(_) | Answer::Parameter { .. }) => Ok(()),
            _ => self.noise.pass(line),
        }
    }
}
