//! A program that is run, with all that it starts.

use std::{
    io,
    process::{ChildStderr, ChildStdin, ChildStdout},
    thread,
    time::{Duration, Instant},
};

use crate::{Family, Host};

/// How a ward ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with an exit status.
    Status(i32),
    /// By a signal.
    Signal(i32),
    /// It occupied more memory than it may.
    Memory,
    /// It could not be run; its standard error says why.
    NotRun,
    /// Its guard was killed.
    Unguarded,
}

/// Time between two looks at the memory in use and at those who left.
#[cfg(target_os = "linux")]
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// How long everything may take to end.
#[cfg(target_os = "linux")]
pub(crate) const END_TIME: Duration = Duration::from_secs(3);

/// A running program with all that it starts, which ends with this value.
pub struct Ward {
    family: Family,
    end: Option<End>,
}

impl Ward {
    /// Runs a program with its arguments. All its processes together may occupy so many MiB, where the
    /// system can tell.
    pub fn spawn(host: &Host, words: &[String], memory: u64) -> io::Result<Ward> {
        Ok(Ward { family: Family::spawn(host, words, memory)?, end: None })
    }

    /// Its standard input, output and error; to be taken once.
    pub fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout, ChildStderr)> {
        let child = self.family.child();
        Some((child.stdin.take()?, child.stdout.take()?, child.stderr.take()?))
    }

    /// How it ended, if it has; whatever it started has ended then too. To be asked every now and then
    /// while it runs, since a ward without a guard is watched here.
    pub fn look(&mut self) -> Option<End> {
        if self.end.is_none() {
            self.end = self.family.look();
        }
        self.end
    }

    /// Waits for its end, and tells how it ended.
    pub fn wait(&mut self, longest: Duration) -> Option<End> {
        let deadline = Instant::now() + longest;
        while self.look().is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_micros(500));
        }
        self.end
    }

    /// Ends it at once, with whatever it started.
    pub fn end(&mut self) {
        if self.look().is_none() {
            self.end = Some(self.family.end());
        }
    }
}

impl Drop for Ward {
    fn drop(&mut self) {
        self.end();
    }
}
