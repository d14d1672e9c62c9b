//! A job: one block of games that belong together, with everything needed to play them.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest, Sha256};

use crate::opening::Opening;

/// One opening and the seatings to play it with. The games of a job are one observation for the
/// statistics; jobs are independent of each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The version of its format.
    #[serde(default)]
    pub version: Version,
    /// The signature of the engine that plays it; empty if it is not known.
    #[serde(default)]
    pub engine: String,
    /// The full specification of the game.
    pub game: String,
    /// How every game begins.
    pub opening: Opening,
    /// Seed of all random choices.
    pub seed: u64,
    /// Who takes part.
    pub agents: Vec<Entrant>,
    /// One game each: the agent of every seat, as an index into `agents`.
    pub seatings: Vec<Vec<usize>>,
    /// What a move may cost.
    pub limits: Limits,
    /// When a game ends before its rules end it.
    pub adjudication: Adjudication,
    /// The files that specifications name, with their contents.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

impl Job {
    /// The identity of the job: equal for equal jobs, on every machine. How specifications may be
    /// shortened is no part of it.
    pub fn id(&self) -> String {
        let bare = |own: &Entrant| Entrant { short: String::new(), ..own.clone() };
        let bare = Job { agents: self.agents.iter().map(bare).collect(), ..self.clone() };
        hash_id(&serde_json::to_vec(&bare).expect("a job is plain data"))
    }
}

/// An identity made of the bytes that something is written as.
pub(crate) fn hash_id(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// The version of the format of jobs and results. Newer ones are refused when they are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Version {
    /// The newest version, which is written. The first had no engine and values of unknown units.
    pub const NEWEST: u32 = 2;
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(Version::NEWEST)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            1..=Version::NEWEST => Ok(Version),
            other => Err(D::Error::custom(format!(
                "it has version {other}; this program knows versions 1 to {}",
                Version::NEWEST
            ))),
        }
    }
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in tables: as given, or else the short specification.
    pub name: String,
    /// The full specification: of an agent of the catalogue, or `exec(cmd="…")`.
    pub spec: String,
    /// What to type for the same agent; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
}

/// What moves may cost. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Time for each move.
    pub time: Option<u64>,
    /// Time for each seat's whole game.
    pub clock: Option<Clock>,
    /// Nodes for each move, in the units of the search.
    pub nodes: Option<u64>,
    /// Depth of each move, for external bots; for others it is an option of their specification.
    pub depth: Option<u32>,
    /// How much a move may be late before its game is lost.
    pub margin: u64,
    /// How long to wait for a bot when neither time nor clock limits it.
    pub patience: u64,
}

impl Default for Limits {
    fn default() -> Self {
        let (time, clock, nodes, depth) = (None, None, None, None);
        Limits { time, clock, nodes, depth, margin: 200, patience: 60_000 }
    }
}

/// A game clock, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// What each seat has at the start.
    pub base: u64,
    /// What each move adds.
    pub increment: u64,
}

/// When a game ends before its rules end it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Adjudication {
    /// A game of so many plies, the opening included, is a draw.
    pub max_plies: u32,
    /// The game is drawn when all sides agree that it is even.
    pub draw: Option<DrawRule>,
    /// A game of two sides is over when both agree that one of them is lost.
    pub resign: Option<ResignRule>,
}

impl Default for Adjudication {
    fn default() -> Self {
        Adjudication { max_plies: 5000, draw: None, resign: None }
    }
}

/// A draw by agreement of the agents' values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The first ply after which it can happen.
    pub after: u32,
    /// For so many of its moves in a row every side holds the game even.
    pub moves: u32,
    /// Even is a value from minus this to this.
    pub value: f64,
}

/// A loss by agreement of the agents' values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResignRule {
    /// For so many of its moves in a row one side holds the game lost and the other won.
    pub moves: u32,
    /// Lost is minus this or less, won is this or more.
    pub value: f64,
}
