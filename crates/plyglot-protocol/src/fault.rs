//! What a bot did wrong, in a word for tables and in a sentence for people.

use std::fmt;

use plyglot_core::{TextError, shorten};
use serde::{Deserialize, Serialize};

/// Why a bot forfeits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The kind, for counting.
    pub kind: FaultKind,
    /// What happened, in plain words.
    pub detail: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// It could not be run, ended before it was ready, or refused the game or an option.
    Start,
    /// It ended though nobody asked it to.
    Crash,
    /// It runs, but has closed its output.
    Closed,
    /// It did not answer in time.
    Late,
    /// It wrote more than anybody could want to read.
    Flood,
    /// It wrote what is no text or no answer.
    Garbage,
    /// It answered with a move that the rules do not allow. The one who knows the rules finds this.
    Illegal,
    /// It used more memory than it may.
    Memory,
}

impl Fault {
    /// A fault with its description.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault { kind, detail: detail.into() }
    }

    /// A move that cannot be read or played. It is one word, so it needs no line and column.
    pub fn illegal(ply: &str, error: &TextError) -> Fault {
        let detail = match error {
            TextError::Syntax { found, expected, .. } => {
                format!("{:?} is no move: expected {expected}, found {found}", shorten(ply))
            }
            _ => error.to_string(),
        };
        Fault::new(FaultKind::Illegal, detail)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Fault {}

impl FaultKind {
    /// All kinds, in the order of tables.
    pub const ALL: [FaultKind; 8] = [
        FaultKind::Start,
        FaultKind::Crash,
        FaultKind::Closed,
        FaultKind::Late,
        FaultKind::Flood,
        FaultKind::Garbage,
        FaultKind::Illegal,
        FaultKind::Memory,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Start => "start",
            FaultKind::Crash => "crash",
            FaultKind::Closed => "closed",
            FaultKind::Late => "late",
            FaultKind::Flood => "flood",
            FaultKind::Garbage => "garbage",
            FaultKind::Illegal => "illegal",
            FaultKind::Memory => "memory",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
