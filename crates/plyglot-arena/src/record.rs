//! What is kept of a game.

use plyglot_protocol::Fault;
use serde::{Deserialize, Serialize};

/// A finished game: its result and every move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// What tables need.
    pub result: GameResult,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// What external bots wrote to their standard error, by seat; only of games that ended in a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complaints: Vec<(usize, String)>,
}

/// How a game ended and what it cost, without its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The number of the game in its job.
    pub index: usize,
    /// The rank of every seat: one plus the number of seats that did better.
    pub ranks: Vec<u8>,
    /// The side of every seat: seats of one side win and lose together.
    pub sides: Vec<usize>,
    /// Why it was over.
    pub ending: Ending,
    /// The result in the game's own words.
    pub verdict: String,
    /// Plies in all, the opening included.
    pub plies: u32,
    /// A hash of all plies, to tell how many games were different.
    pub course: u64,
    /// What every seat spent.
    pub seats: Vec<SeatUse>,
}

/// Why a game was over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Ending {
    /// Its rules ended it.
    Rules,
    /// A seat lost it by a fault of its agent.
    Forfeit {
        /// The seat.
        seat: usize,
        /// What went wrong.
        fault: Fault,
    },
    /// It was cut short by agreement or length.
    Adjudicated {
        /// The rule that did.
        reason: String,
    },
}

/// What one seat spent in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeatUse {
    /// Its moves.
    pub moves: u32,
    /// Its thinking time in microseconds.
    pub micros: u64,
    /// Its slowest move in microseconds.
    pub slowest: u64,
    /// Its nodes.
    pub nodes: u64,
    /// The sum of the depths of its moves.
    pub depths: u64,
}

impl SeatUse {
    /// Adds what was spent elsewhere.
    pub fn add(&mut self, other: &SeatUse) {
        self.moves += other.moves;
        self.micros += other.micros;
        self.slowest = self.slowest.max(other.slowest);
        self.nodes += other.nodes;
        self.depths += other.depths;
    }
}

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The ply in canonical spelling.
    pub ply: String,
    /// Who made it.
    pub seat: usize,
    /// Thinking time in microseconds.
    pub micros: u64,
    /// How deep the agent looked.
    pub depth: u32,
    /// Nodes the agent visited.
    pub nodes: u64,
    /// What the agent thought the position was worth to it.
    pub value: Option<f64>,
}
