//! What is kept of a game.

use plyglot_lab::Value;
use plyglot_protocol::Fault;
use serde::{Deserialize, Serialize};

use crate::{Error, job::Version};

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
    /// The version of its format.
    #[serde(default)]
    pub version: Version,
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
    /// The seats that faults put out of the game while the others played on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<(usize, Fault)>,
}

impl GameResult {
    /// What went wrong with a seat, if something did.
    pub fn fault(&self, seat: usize) -> Option<&Fault> {
        let ended = match &self.ending {
            Ending::Forfeit { seat: faulty, fault } if *faulty == seat => Some(fault),
            _ => None,
        };
        ended.or_else(|| self.out.iter().find(|(own, _)| *own == seat).map(|(_, fault)| fault))
    }

    /// The first seat of every side.
    pub fn first_seats(&self) -> Vec<usize> {
        let sides = self.sides.iter().max().map_or(0, |last| last + 1);
        (0..sides).filter_map(|side| self.sides.iter().position(|own| *own == side)).collect()
    }
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
    /// Moves that followed an earlier plan without a search; they have no depth.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub recalled: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl SeatUse {
    /// Adds what was spent elsewhere.
    pub fn add(&mut self, other: &SeatUse) {
        self.moves += other.moves;
        self.micros += other.micros;
        self.slowest = self.slowest.max(other.slowest);
        self.nodes += other.nodes;
        self.depths += other.depths;
        self.recalled += other.recalled;
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
    /// What the agent thought the position was worth to it, in its own unit.
    pub value: Option<Value>,
    /// The same as the score that it expected, from 0 to 1, where that can be told.
    pub expected: Option<f64>,
}

/// A finished game as text, ready to be kept or sent. Whoever played it writes it, so that a sink that
/// many share is not held for that.
#[derive(Clone, Debug)]
pub struct Written {
    /// The id of its job.
    pub job: String,
    /// Its result.
    pub result: GameResult,
    /// The result as JSON.
    pub result_text: String,
    /// The plies after the opening, as JSON.
    pub moves: String,
    /// Seat, time, depth, nodes, value and expected score of every ply, as JSON.
    pub trace: String,
    /// What external bots wrote to their standard error, as JSON, if there is any.
    pub complaints: Option<String>,
}

impl GameRecord {
    /// The record of a game of the job of that id as text.
    pub fn written(self, id: &str) -> Written {
        let plies: Vec<&str> = self.moves.iter().map(|mv| mv.ply.as_str()).collect();
        Written {
            job: id.to_owned(),
            result_text: json(&self.result),
            moves: json(&plies),
            trace: json(&Trace::of(&self.moves)),
            complaints: (!self.complaints.is_empty()).then(|| json(&self.complaints)),
            result: self.result,
        }
    }
}

/// What is kept of every ply besides its text, column by column.
#[derive(Serialize, Deserialize, Default)]
pub(crate) struct Trace {
    seat: Vec<usize>,
    micros: Vec<u64>,
    depth: Vec<u32>,
    nodes: Vec<u64>,
    value: Vec<Option<Value>>,
    /// The first version has none.
    #[serde(default)]
    expected: Option<Vec<Option<f64>>>,
}

impl Trace {
    fn of(moves: &[MoveRecord]) -> Trace {
        Trace {
            seat: moves.iter().map(|mv| mv.seat).collect(),
            micros: moves.iter().map(|mv| mv.micros).collect(),
            depth: moves.iter().map(|mv| mv.depth).collect(),
            nodes: moves.iter().map(|mv| mv.nodes).collect(),
            value: moves.iter().map(|mv| mv.value).collect(),
            expected: Some(moves.iter().map(|mv| mv.expected).collect()),
        }
    }

    pub(crate) fn moves(self, plies: Vec<String>) -> Result<Vec<MoveRecord>, Error> {
        let count = plies.len();
        let lengths = [self.seat.len(), self.micros.len(), self.depth.len(), self.nodes.len()];
        let expected = self.expected.unwrap_or_else(|| vec![None; count]);
        if lengths.iter().chain([&self.value.len(), &expected.len()]).any(|own| *own != count) {
            return Err(Error::Store("a game's moves and their times do not match".to_owned()));
        }
        let with = |(at, ply)| MoveRecord {
            ply,
            seat: self.seat[at],
            micros: self.micros[at],
            depth: self.depth[at],
            nodes: self.nodes[at],
            value: self.value[at],
            expected: expected[at],
        };
        Ok(plies.into_iter().enumerate().map(with).collect())
    }
}

pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("records are plain data")
}
