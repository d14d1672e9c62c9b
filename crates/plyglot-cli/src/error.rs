//! The one error type of the program and what it means for the exit code.

use std::{io, process::ExitCode};

use plyglot_catalog::AskError;
use plyglot_conform::FileError;
use plyglot_core::{SpecError, TextError};

/// Why a command could not do its work.
pub(crate) enum Error {
    /// What the user gave cannot be used.
    Input(String),
    /// There is no answer, or none within the limits.
    Unsolved(String),
    /// Output failed.
    Output(io::Error),
}

impl Error {
    /// Prints the error once and turns it into an exit code. A reader that went away, as `head`
    /// does, is no error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Error::Output(error) => fail(&format!("cannot write: {error}"), 2),
            Error::Input(message) => fail(&message, 2),
            Error::Unsolved(message) => fail(&message, 1),
        }
    }
}

fn fail(message: &str, code: u8) -> ExitCode {
    let red = anstyle::AnsiColor::Red.on_default().bold();
    anstream::eprintln!("{red}error:{red:#} {message}");
    ExitCode::from(code)
}

/// Tells on standard error what is unusual, though work goes on.
pub(crate) fn warn(message: &str) {
    let yellow = anstyle::AnsiColor::Yellow.on_default().bold();
    anstream::eprintln!("{yellow}warning:{yellow:#} {message}");
}

/// The same for many messages, of which some are enough.
pub(crate) fn warn_all(messages: &[String]) {
    const MOST: usize = 20;
    messages.iter().take(MOST).for_each(|message| warn(message));
    if messages.len() > MOST {
        warn(&format!("and {} more of the kind", messages.len() - MOST));
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Output(error)
    }
}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Self {
        Error::Input(error.to_string())
    }
}

impl From<TextError> for Error {
    fn from(error: TextError) -> Self {
        Error::Input(error.to_string())
    }
}

impl From<AskError> for Error {
    fn from(error: AskError) -> Self {
        Error::Input(error.to_string())
    }
}

impl From<plyglot_lab::Error> for Error {
    fn from(error: plyglot_lab::Error) -> Self {
        Error::Input(error.to_string())
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Self {
        Error::Input(error.to_string())
    }
}

impl From<plyglot_wire::Error> for Error {
    fn from(error: plyglot_wire::Error) -> Self {
        Error::Input(error.to_string())
    }
}

impl From<plyglot_arena::Error> for Error {
    fn from(error: plyglot_arena::Error) -> Self {
        Error::Input(error.to_string())
    }
}
