//! A seat that a program takes: what all protocols over pipes share.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_arena::guest::Question;
use plyglot_guard::Host;
use plyglot_protocol::{BotSpec, Fault, FaultKind, Process, Trouble};

use crate::{Trace, ears};

/// A program that is spoken with in lines, started when it is first wanted. After a fault it is ended.
pub struct ProgramSeat {
    /// How it is run.
    pub spec: BotSpec,
    process: Option<Process>,
    farewell: &'static str,
    trace: Trace,
}

impl ProgramSeat {
    /// Nothing runs yet. The farewell is sent before its input is closed: a line, or nothing.
    pub fn new(spec: BotSpec, farewell: &'static str, show: fn(&[u8]) -> String) -> ProgramSeat {
        ProgramSeat { spec, process: None, farewell, trace: ears().trace(show) }
    }

    /// Runs the program, if it does not run; true if it was started.
    pub fn start(&mut self) -> Result<bool, Fault> {
        if self.process.is_some() {
            return Ok(false);
        }
        let program = self.spec.program();
        self.process = Some(Process::spawn(Host::offered(), &program, self.farewell)?);
        Ok(true)
    }

    fn process(&mut self) -> Result<&mut Process, Fault> {
        let none = || Fault::new(FaultKind::Crash, "does not run any more");
        self.process.as_mut().ok_or_else(none)
    }

    /// Sends lines, each with its line end.
    pub fn say(&mut self, lines: &str) -> Result<(), Fault> {
        let name = self.name();
        for line in lines.lines() {
            self.trace.sent(&name, line.as_bytes());
        }
        self.process()?.ask(lines);
        Ok(())
    }

    /// The next line within so long; `when` tells in what stage, as in "before its move".
    pub fn hear(
        &mut self,
        within: Duration,
        stop: &AtomicBool,
        when: &str,
    ) -> Result<String, Fault> {
        self.hear_until(Instant::now() + within, within, stop, when)
    }

    /// The next line in answer to a question that was asked at that time.
    pub fn answer(&mut self, question: &Question<'_>, asked: Instant) -> Result<String, Fault> {
        let wall = question.wall();
        self.hear_until(asked + wall, wall, question.stop, "instead of a move")
    }

    /// The next line if one comes within so long: the program may as well be silent.
    pub fn overhear(
        &mut self,
        within: Duration,
        stop: &AtomicBool,
        when: &str,
    ) -> Result<Option<String>, Fault> {
        match self.process()?.line(Instant::now() + within, stop) {
            Ok(line) => Ok(Some(self.traced(line))),
            Err(Trouble::Late(_)) => Ok(None),
            Err(trouble) => Err(self.end(trouble, within, when)),
        }
    }

    fn hear_until(
        &mut self,
        until: Instant,
        limit: Duration,
        stop: &AtomicBool,
        when: &str,
    ) -> Result<String, Fault> {
        match self.process()?.line(until, stop) {
            Ok(line) => Ok(self.traced(line)),
            Err(trouble) => Err(self.end(trouble, limit, when)),
        }
    }

    fn traced(&self, line: String) -> String {
        self.trace.received(&self.name(), line.as_bytes());
        line
    }

    /// Ends a program that is in trouble.
    fn end(&mut self, trouble: Trouble, limit: Duration, when: &str) -> Fault {
        match self.process() {
            Ok(process) => {
                let fault = process.fault(trouble, limit, when);
                process.end_now();
                fault
            }
            Err(fault) => fault,
        }
    }

    /// What it is called: by its specification, or else by its program.
    pub fn name(&self) -> String {
        let program = || self.spec.words.first().cloned().unwrap_or_default();
        self.spec.name.clone().unwrap_or_else(program)
    }

    /// What it wrote to its standard error.
    pub fn complaint(&mut self) -> Option<String> {
        self.process.as_mut().map(Process::stderr)
    }

    /// Ends it.
    pub fn dismiss(&mut self) {
        self.process = None;
    }
}
