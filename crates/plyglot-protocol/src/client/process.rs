//! The processes of a bot and what goes through the pipes to it, line by line, whatever the lines mean.

use std::{
    collections::VecDeque,
    io,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use plyglot_core::shorten;
use plyglot_guard::{End, Host, NAME, Program, Ward};

use super::pipes::Pipes;
use crate::{Fault, FaultKind, wire::LONGEST_ANSWER};

/// The most that is read of a bot between a question and its answer, in bytes.
const LONGEST_TALK: usize = 1 << 24;
/// How much of its standard error is kept, in bytes.
const KEPT_ERRORS: usize = 1 << 16;
/// How long the end of a bot may take once its output has ended.
const REPORT_TIME: Duration = Duration::from_secs(2);
/// How long a bot may take to leave when asked to.
const LEAVE_TIME: Duration = Duration::from_millis(300);
/// How long what was said before the end may be on its way.
const REST_TIME: Duration = Duration::from_millis(100);

/// How often a wait looks whether it is to be stopped.
const STOP_CHECK: Duration = Duration::from_millis(100);

/// Why there is no next line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Not in time; with what there is of the line.
    Late(String),
    /// The output has ended.
    Ended,
    /// It is no text.
    Garbage(String),
    /// It is too much.
    Flood(String),
}

/// A program that is spoken with in lines, with all that it starts. It never blocks anybody longer than it
/// may, and what is kept of its talk is bounded. Dropping it bids it farewell and soon makes it leave.
pub struct Process {
    ward: Ward,
    farewell: &'static str,
    pipes: Pipes,
    unsent: Vec<u8>,
    received: Vec<u8>,
    /// How much of what was received is known to have no line end.
    searched: usize,
    heard: usize,
    errors: VecDeque<u8>,
}

impl Process {
    /// Runs a program. The farewell is sent before its input is closed: a line, or nothing.
    pub fn spawn(host: &Host, program: &Program, farewell: &'static str) -> Result<Process, Fault> {
        if let Some(cwd) = program.cwd.as_ref().filter(|cwd| !cwd.is_dir()) {
            let cwd = cwd.display();
            return Err(Fault::new(
                FaultKind::Start,
                format!("there is no folder {cwd} to run in"),
            ));
        }
        Process::run(host, program, farewell).map_err(|error| {
            let program = program.words.first().map_or("", String::as_str);
            let what = if host.guard.is_some() { "the guard of " } else { "" };
            Fault::new(FaultKind::Start, format!("cannot run {what}{program}: {error}"))
        })
    }

    fn run(host: &Host, program: &Program, farewell: &'static str) -> io::Result<Process> {
        let mut ward = Ward::spawn(host, program)?;
        let pipes = ward.pipes().ok_or(io::Error::other("it has no pipes"))?;
        Ok(Process {
            ward,
            farewell,
            pipes: Pipes::new(pipes)?,
            unsent: Vec::new(),
            received: Vec::new(),
            searched: 0,
            heard: 0,
            errors: VecDeque::new(),
        })
    }

    /// Sends commands, each with its line end, as far as the program reads them; the rest follows while
    /// lines are awaited.
    pub fn ask(&mut self, commands: &str) {
        self.unsent.extend_from_slice(commands.as_bytes());
        self.heard = self.received.len();
        self.pipes.send(&mut self.unsent);
    }

    /// The next line, without its end and the blanks around it. A raised `stop` is a deadline that has come.
    pub fn line(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<String, Trouble> {
        loop {
            if let Some(line) = self.take_line()? {
                return Ok(line);
            }
            if !self.pipes.has_output() {
                return Err(Trouble::Ended);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.load(Ordering::Relaxed) {
                let half = String::from_utf8_lossy(&self.received);
                return Err(Trouble::Late(shorten(&half)));
            }
            let ended = self.ward.look().is_some();
            let longest = if ended { REST_TIME } else { left.min(STOP_CHECK) };
            self.pipes.wait(longest, !self.unsent.is_empty());
            self.pipes.send(&mut self.unsent);
            // Whoever goes on writing after the end is none of the bot's processes that we know.
            if !self.hear() && ended {
                self.pipes.close();
            }
            self.hear_errors();
        }
    }

    /// Waits for its end, whatever it says until then, which is forgotten. Its input stays open, because a guard
    /// takes the end of it for our own.
    pub fn finish(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<(), Trouble> {
        loop {
            let ended = self.ward.look().is_some();
            let heard = self.hear();
            self.received.clear();
            (self.searched, self.heard) = (0, 0);
            self.hear_errors();
            if ended && !heard {
                return Ok(());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.load(Ordering::Relaxed) {
                return Err(Trouble::Late(String::new()));
            }
            let longest = left.min(STOP_CHECK);
            if self.pipes.has_output() || self.pipes.has_errors() {
                self.pipes.wait(longest, false);
            } else {
                self.ward.wait(longest);
            }
        }
    }

    /// Hears what the bot says; false if it says nothing.
    fn hear(&mut self) -> bool {
        let before = self.received.len();
        self.pipes.hear(&mut self.received);
        self.heard += self.received.len() - before;
        self.received.len() > before
    }

    fn hear_errors(&mut self) {
        let mut heard = Vec::new();
        self.pipes.hear_errors(&mut heard);
        self.errors.extend(&heard);
        self.errors.drain(..self.errors.len().saturating_sub(KEPT_ERRORS));
    }

    /// A whole line out of what was received, if there is one.
    fn take_line(&mut self) -> Result<Option<String>, Trouble> {
        let end = self.received[self.searched..].iter().position(|byte| *byte == b'\n');
        let length = end.map_or(self.received.len(), |end| self.searched + end);
        if length > LONGEST_ANSWER {
            return Err(Trouble::Flood(format!("wrote a line of over {LONGEST_ANSWER} bytes")));
        }
        if self.heard > LONGEST_TALK {
            return Err(Trouble::Flood(format!("wrote over {LONGEST_TALK} bytes")));
        }
        if end.is_none() {
            self.searched = length;
            return Ok(None);
        }
        let line: Vec<u8> = self.received.drain(..=length).collect();
        self.searched = 0;
        let text = std::str::from_utf8(&line[..length]).map(str::trim_end);
        match text {
            Ok(text) if !text.contains(|c: char| c.is_control() && c != '\t') => {
                Ok(Some(text.trim_start().to_owned()))
            }
            _ => {
                let shown = shorten(&String::from_utf8_lossy(&line[..length]));
                Err(Trouble::Garbage(format!("wrote what is no text: {shown:?}")))
            }
        }
    }

    /// The fault that a trouble is. `limit` is how long the line was waited for, and `when` tells in what
    /// stage, as in "before its move". The program is to be ended then.
    pub fn fault(&mut self, trouble: Trouble, limit: Duration, when: &str) -> Fault {
        let seconds = limit.as_secs_f64();
        let (kind, detail) = match trouble {
            Trouble::Late(half) if half.is_empty() => {
                (FaultKind::Late, format!("no answer within {seconds} s"))
            }
            Trouble::Late(half) => {
                (FaultKind::Late, format!("only half a line within {seconds} s: {half:?}"))
            }
            Trouble::Garbage(what) => (FaultKind::Garbage, format!("{what} {when}")),
            Trouble::Flood(what) => (FaultKind::Flood, format!("{what} {when}")),
            Trouble::Ended => return self.why_ended(when),
        };
        Fault::new(kind, detail)
    }

    /// What the end of the output means.
    pub fn why_ended(&mut self, when: &str) -> Fault {
        let end = self.ward.wait(REPORT_TIME);
        let half = String::from_utf8_lossy(&self.received).into_owned();
        if matches!(end, None | Some(End::Status(0) | End::Unguarded)) && !half.is_empty() {
            let half = shorten(&half);
            return Fault::new(
                FaultKind::Garbage,
                format!("ended in half a line {when}: {half:?}"),
            );
        }
        let words = self.last_words(end.is_some());
        let (kind, what) = match end {
            None => (FaultKind::Closed, "closed its output".to_owned()),
            Some(End::NotRun) => return Fault::new(FaultKind::Start, not_run(&words)),
            Some(End::Memory) => (FaultKind::Memory, "used more memory than it may".to_owned()),
            Some(End::Signal(signal)) => {
                (FaultKind::Crash, format!("crashed with signal {signal}"))
            }
            Some(End::Status(code)) => (FaultKind::Crash, format!("ended with status {code}")),
            Some(End::Unguarded) => {
                (FaultKind::Crash, "ended because its guard was killed".to_owned())
            }
        };
        let words = if words.is_empty() { words } else { format!(" ({words})") };
        Fault::new(kind, format!("{what} {when}{words}"))
    }

    /// The last line of its standard error, for the words of a fault.
    fn last_words(&mut self, ended: bool) -> String {
        let deadline = Instant::now() + REST_TIME;
        while ended && self.pipes.has_errors() && Instant::now() < deadline {
            self.hear_errors();
            self.pipes.wait(Duration::from_millis(1), false);
        }
        let text = self.stderr();
        let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
        last.unwrap_or("").chars().filter(|c| !c.is_control()).take(160).collect()
    }

    /// The end of its standard error.
    pub fn stderr(&mut self) -> String {
        // Bounded, so that a bot that goes on writing cannot hold us up.
        for _ in 0..KEPT_ERRORS / (1 << 14) {
            self.hear_errors();
        }
        String::from_utf8_lossy(self.errors.make_contiguous()).into_owned()
    }

    /// Ends it and all its children at once.
    pub fn end_now(&mut self) {
        self.ward.end();
        self.hear_errors();
        self.pipes.close();
    }
}

/// The reason that a guard gave why a bot cannot be run.
fn not_run(words: &str) -> String {
    let reason = words.strip_prefix(NAME).and_then(|rest| rest.strip_prefix(": "));
    reason.unwrap_or("cannot be run").to_owned()
}

/// Asks the program to leave, gives it a moment, and ends whatever is left.
impl Drop for Process {
    fn drop(&mut self) {
        if self.ward.look().is_none() {
            self.ask(self.farewell);
            self.pipes.close_input();
            self.ward.wait(LEAVE_TIME);
        }
    }
}
