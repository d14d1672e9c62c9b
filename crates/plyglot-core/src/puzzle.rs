//! Puzzles of a game's own literature: a text in, a text out.

use std::fmt;

use crate::{Game, TextError};

/// A puzzle solved as well as it can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSolution {
    /// The whole solution as the puzzle's own programs write it.
    pub text: String,
    /// What they write of its first move alone; all of `text` where there is nothing to move.
    pub first: String,
    /// Its moves.
    pub plies: Vec<String>,
    /// What there is to say of it in a few words.
    pub summary: String,
    /// Nodes visited.
    pub nodes: u64,
}

/// What somebody's solution of a puzzle is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleCheck {
    /// The moves that it has.
    pub plies: usize,
    /// The moves that a best solution has.
    pub best: usize,
    /// What is wrong with it, if anything is.
    pub fault: Option<String>,
    /// Nodes visited.
    pub nodes: u64,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleError {
    /// The puzzle cannot be read.
    Puzzle(TextError),
    /// The solution that is to be checked cannot be read.
    Solution(TextError),
    /// The puzzle has no solution, or none was found within the limits.
    Unsolved(String),
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PuzzleError::Puzzle(error) | PuzzleError::Solution(error) => error.fmt(f),
            PuzzleError::Unsolved(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for PuzzleError {}

/// The end of a game that one of two sides can force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedEnd<M> {
    /// Whether the side to move wins.
    pub won: bool,
    /// Best play to the end: the winner hurries, the loser delays.
    pub line: Vec<M>,
    /// Nodes visited.
    pub nodes: u64,
}

/// Searches on behalf of games, which do not see searches.
pub trait Prover {
    /// The end that a side can force in an unfinished game of two, or why none is known. Rules under which
    /// positions repeat must say so ([`Game::repetition`]): the others are searched to their end at once.
    fn forced_end<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
    ) -> Result<ForcedEnd<G::Move>, String>;
}
