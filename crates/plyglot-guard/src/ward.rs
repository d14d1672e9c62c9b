//! A program that is run, with all that it starts.

use std::{
    io,
    path::PathBuf,
    process::{ChildStderr, ChildStdin, ChildStdout, Command},
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

/// What is run, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments. A relative path of a program is one from its folder.
    pub words: Vec<String>,
    /// The folder that it works in, if not ours.
    pub cwd: Option<PathBuf>,
    /// Variables that are added to our environment.
    pub env: Vec<(String, String)>,
    /// The most memory, in MiB, that all its processes together may occupy, where the system can tell.
    pub memory: u64,
}

impl Program {
    /// The command that runs it directly.
    pub(crate) fn command(&self) -> io::Result<Command> {
        let (program, arguments) =
            self.words.split_first().ok_or(io::Error::other("no command"))?;
        let mut command = match &self.cwd {
            // Windows looks for it from our own folder.
            Some(cwd) if cfg!(windows) && program.contains(['/', '\\']) => {
                Command::new(cwd.join(program))
            }
            _ => Command::new(program),
        };
        command.args(arguments).envs(self.env.iter().map(|(name, value)| (name, value)));
        if let Some(cwd) = &self.cwd {
            command.current_dir(cwd);
        }
        Ok(command)
    }
}

/// A running program with all that it starts, which ends with this value.
pub struct Ward {
    family: Family,
    end: Option<End>,
}

impl Ward {
    /// Runs a program.
    pub fn spawn(host: &Host, program: &Program) -> io::Result<Ward> {
        Ok(Ward { family: Family::spawn(host, program)?, end: None })
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
