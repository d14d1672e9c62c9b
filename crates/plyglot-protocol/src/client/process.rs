//! The child process of a bot and the three pipes to it, none of which ever blocks.

use std::{
    collections::VecDeque,
    io::{self, ErrorKind, Read, Write},
    os::{fd::AsFd, unix::process::CommandExt},
    path::Path,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use plyglot_core::shorten;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open},
};

use crate::{BotSpec, Fault, FaultKind, guard, wire::LONGEST_ANSWER};

/// The most that is read of a bot between a question and its answer, in bytes.
const LONGEST_TALK: usize = 1 << 24;
/// How much of its standard error is kept, in bytes.
const KEPT_ERRORS: usize = 1 << 16;
/// How long the guard may take to report the end of a bot whose output has ended.
const REPORT_TIME: Duration = Duration::from_secs(2);
/// How long the guard may take to end everything.
const END_TIME: Duration = Duration::from_secs(3);

/// How often a wait looks whether it is to be stopped.
const STOP_CHECK: Duration = Duration::from_millis(100);

/// Why there is no next line.
pub(super) enum Trouble {
    /// Not in time; with what there is of the line.
    Late(String),
    /// The output has ended.
    Ended,
    /// It is no text.
    Garbage(String),
    /// It is too much.
    Flood(String),
}

/// A bot under its guard.
pub(super) struct Process {
    guard: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    unsent: Vec<u8>,
    received: Vec<u8>,
    /// How much of what was received is known to have no line end.
    searched: usize,
    heard: usize,
    errors: VecDeque<u8>,
}

impl Process {
    pub(super) fn spawn(program: &Path, spec: &BotSpec) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.arg0(guard::NAME).args(guard::arguments(spec.memory, &spec.words));
        // In a group of its own the guard is not reached by an interrupt from the keyboard.
        command.process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut guard = command.spawn()?;
        let (stdin, stdout, stderr) =
            (guard.stdin.take(), guard.stdout.take(), guard.stderr.take());
        let mut process = Process {
            guard,
            stdin,
            stdout,
            stderr,
            unsent: Vec::new(),
            received: Vec::new(),
            searched: 0,
            heard: 0,
            errors: VecDeque::new(),
        };
        let made = process.never_block();
        made.inspect_err(|_| process.end_now())?;
        Ok(process)
    }

    fn never_block(&self) -> io::Result<()> {
        let fds = [
            self.stdin.as_ref().map(AsFd::as_fd),
            self.stdout.as_ref().map(AsFd::as_fd),
            self.stderr.as_ref().map(AsFd::as_fd),
        ];
        for fd in fds.into_iter().flatten() {
            rustix::io::ioctl_fionbio(fd, true)?;
        }
        Ok(())
    }

    /// Sends commands, as far as the bot reads them; the rest follows while lines are awaited.
    pub(super) fn ask(&mut self, commands: &str) {
        self.unsent.extend_from_slice(commands.as_bytes());
        self.heard = self.received.len();
        self.send();
    }

    /// The next line, without its end. A raised `stop` is a deadline that has come.
    pub(super) fn line(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<String, Trouble> {
        loop {
            if let Some(line) = self.take_line()? {
                return Ok(line);
            }
            if self.stdout.is_none() {
                return Err(Trouble::Ended);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() || stop.load(Ordering::Relaxed) {
                let half = String::from_utf8_lossy(&self.received);
                return Err(Trouble::Late(shorten(&half)));
            }
            self.wait(left.min(STOP_CHECK));
            self.send();
            self.hear();
            self.hear_errors();
        }
    }

    /// Waits until something can be read or written.
    fn wait(&self, longest: Duration) {
        let mut fds = Vec::with_capacity(3);
        fds.extend(self.stdout.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
        fds.extend(self.stderr.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
        if !self.unsent.is_empty() {
            fds.extend(self.stdin.as_ref().map(|fd| PollFd::new(fd, PollFlags::OUT)));
        }
        wait_for(&mut fds, longest);
    }

    fn send(&mut self) {
        while let (Some(stdin), false) = (&mut self.stdin, self.unsent.is_empty()) {
            match stdin.write(&self.unsent) {
                Ok(sent) => drop(self.unsent.drain(..sent)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // Nobody reads any more: the end of the output will tell why.
                Err(_) => self.unsent.clear(),
            }
        }
    }

    fn hear(&mut self) {
        let Some(stdout) = &mut self.stdout else { return };
        let mut buffer = [0; 1 << 14];
        match stdout.read(&mut buffer) {
            Ok(0) => self.stdout = None,
            Ok(count) => {
                self.received.extend_from_slice(&buffer[..count]);
                self.heard += count;
            }
            Err(error) if passing(&error) => {}
            Err(_) => self.stdout = None,
        }
    }

    fn hear_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut buffer = [0; 1 << 14];
        match stderr.read(&mut buffer) {
            Ok(0) => self.stderr = None,
            Ok(count) => {
                self.errors.extend(&buffer[..count]);
                self.errors.drain(..self.errors.len().saturating_sub(KEPT_ERRORS));
            }
            Err(error) if passing(&error) => {}
            Err(_) => self.stderr = None,
        }
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

    /// What the end of the output means.
    pub(super) fn why_ended(&mut self, when: &str) -> Fault {
        let status = self.wait_for_guard(REPORT_TIME);
        let half = String::from_utf8_lossy(&self.received).into_owned();
        let code = status.and_then(|status| status.code());
        let quiet = matches!(code, None | Some(0));
        if quiet && !half.is_empty() {
            let half = shorten(&half);
            return Fault::new(
                FaultKind::Garbage,
                format!("ended in half a line {when}: {half:?}"),
            );
        }
        let (kind, what) = match (status, code) {
            (None, _) => (FaultKind::Closed, "closed its output".to_owned()),
            (_, Some(guard::OVER_MEMORY)) => {
                (FaultKind::Memory, "used more memory than it may".to_owned())
            }
            (_, Some(guard::NOT_RUN)) => (FaultKind::Start, "could not be run".to_owned()),
            (_, Some(code)) if code > 128 => {
                (FaultKind::Crash, format!("crashed with signal {}", code - 128))
            }
            (_, Some(code)) => (FaultKind::Crash, format!("ended with status {code}")),
            (_, None) => (FaultKind::Crash, "ended because its guard was killed".to_owned()),
        };
        Fault::new(kind, format!("{what} {when}{}", self.last_words()))
    }

    /// The last line of its standard error, for the words of a fault.
    fn last_words(&mut self) -> String {
        let text = self.stderr();
        let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
        last.map_or(String::new(), |line| {
            let line: String = line.chars().filter(|c| !c.is_control()).take(160).collect();
            format!(" ({line})")
        })
    }

    /// What is kept of its standard error.
    pub(super) fn stderr(&mut self) -> String {
        // Bounded, so that a bot that goes on writing cannot hold us up.
        for _ in 0..KEPT_ERRORS / (1 << 14) {
            self.hear_errors();
        }
        String::from_utf8_lossy(self.errors.make_contiguous()).into_owned()
    }

    /// Ends the bot and all its children at once.
    pub(super) fn end_now(&mut self) {
        if let (Ok(None), Some(pid)) = (self.guard.try_wait(), self.guard_id()) {
            let _ = kill_process(pid, Signal::TERM);
        }
        self.wait_for_end();
    }

    fn guard_id(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.guard.id()).ok()?)
    }

    fn wait_for_end(&mut self) {
        if self.wait_for_guard(END_TIME).is_none() {
            let _ = self.guard.kill();
            let _ = self.guard.wait();
        }
        self.hear_errors();
        (self.stdin, self.stdout) = (None, None);
    }

    /// The status of the guard, once it has ended.
    fn wait_for_guard(&mut self, longest: Duration) -> Option<ExitStatus> {
        let ended = |guard: &mut Child| guard.try_wait().ok().flatten();
        if let Some(status) = ended(&mut self.guard) {
            return Some(status);
        }
        let pidfd = pidfd_open(self.guard_id()?, PidfdFlags::empty()).ok()?;
        let deadline = Instant::now() + longest;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            wait_for(&mut [PollFd::new(&pidfd, PollFlags::IN)], left);
            match ended(&mut self.guard) {
                None if !left.is_zero() => {}
                status => return status,
            }
        }
    }
}

/// Asks the bot to leave. The guard gives it a moment once its input has ended.
impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(None) = self.guard.try_wait() {
            self.ask("quit\n");
            self.stdin = None;
            self.wait_for_end();
        }
    }
}

fn wait_for(fds: &mut [PollFd<'_>], longest: Duration) {
    let longest = Timespec::try_from(longest).ok();
    // An interrupted wait is only a short one.
    let _ = poll(fds, longest.as_ref());
}

fn passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
