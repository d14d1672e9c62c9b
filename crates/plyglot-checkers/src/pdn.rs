//! Portable Draughts Notation: files of games.
//!
//! [`read`] goes through a file game by game and does not stop at a broken one; [`write()`] gives the
//! text of one game. Draw rules do not matter here: players went on as they liked.

mod headed;
mod mark;
mod reader;
mod writer;

use std::{fmt, str::FromStr};

use crate::{Move, Position, Side};

pub(crate) use headed::read_headed;
pub(crate) use headed::write_headed;
pub use mark::Mark;
pub use reader::{Games, read};
pub use writer::{Ending, write};

/// One game of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct PdnGame {
    /// The tags in the order of the file, `Result` among them.
    pub tags: Vec<(String, String)>,
    /// Where the game begins.
    pub start: Position,
    /// What was played.
    pub moves: Vec<Move>,
    /// What the file says beside each of the moves.
    pub marks: Vec<Mark>,
    /// Positions that were set up inside the game, each with the number of moves before it.
    pub setups: Vec<(usize, Position)>,
    /// How it ended, by the end of the move text or else by its tag.
    pub result: PdnResult,
}

impl PdnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// How a game of a file ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PdnResult {
    /// This side won.
    Win(Side),
    /// A draw.
    Draw,
    /// Unfinished, lost by both, or nobody knows.
    Unknown,
}

/// Whose win `1-0` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ResultMeaning {
    /// Black's, who moves first: the custom of English draughts.
    #[default]
    FirstMover,
    /// White's, as general texts on the format have it.
    White,
}

/// `first-mover` or `white`.
impl FromStr for ResultMeaning {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "first-mover" => Ok(ResultMeaning::FirstMover),
            "white" => Ok(ResultMeaning::White),
            _ => Err("expected one of first-mover, white".to_owned()),
        }
    }
}

impl PdnResult {
    /// Reads a result token; `None` for anything else.
    pub fn read(token: &str, meaning: ResultMeaning) -> Option<Self> {
        match token {
            "1-0" | "2-0" => Some(PdnResult::Win(meaning.winner_of_first_points())),
            "0-1" | "0-2" => Some(PdnResult::Win(meaning.winner_of_first_points().other())),
            "1/2-1/2" | "1-1" => Some(PdnResult::Draw),
            "*" | "0-0" => Some(PdnResult::Unknown),
            _ => None,
        }
    }

    /// The token for this result.
    pub fn write(self, meaning: ResultMeaning) -> &'static str {
        match self {
            PdnResult::Win(side) if side == meaning.winner_of_first_points() => "1-0",
            PdnResult::Win(_) => "0-1",
            PdnResult::Draw => "1/2-1/2",
            PdnResult::Unknown => "*",
        }
    }
}

impl ResultMeaning {
    fn winner_of_first_points(self) -> Side {
        match self {
            ResultMeaning::FirstMover => Side::Black,
            ResultMeaning::White => Side::White,
        }
    }
}

/// Why a game of a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// Number of the game in the file, from 1.
    pub game: usize,
    /// How many of its plies were read before.
    pub ply: usize,
    /// The move that was refused, if it is one.
    pub mv: Option<String>,
    /// Line of the offending place, from 1.
    pub line: usize,
    /// Column of the offending place in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub why: String,
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PdnError { game, ply, line, column, why, .. } = self;
        write!(f, "game {game}, after {ply} plies, line {line}, column {column}: {why}")
    }
}

impl std::error::Error for PdnError {}
