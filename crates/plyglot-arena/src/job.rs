//! A job: one block of games that belong together, with everything needed to play them.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sha2::{Digest, Sha256};

use crate::{Limits, opening::Opening};

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
    /// Of a game that was played elsewhere, what tells it from others; nobody can play such a job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Imported>,
}

/// What a game that was played elsewhere is known by, besides its players and where it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    /// A hash of its plies and ranks.
    pub course: String,
    /// What its file tells of it, by name and in the order of the file.
    pub tags: Vec<(String, String)>,
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

/// The version of jobs and results. Newer ones are refused when they are read. It goes up when their
/// format changes, or how the arena plays a job; how the engine does is told by its signature.
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

/// The specification of a player who is only known from records: one to be shown, not to be asked.
pub const RECORDED: &str = "recorded";

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// The name in tables: as given, or else the short specification.
    pub name: String,
    /// The full specification: of an agent of the catalogue, or `exec(cmd="…")`; [`RECORDED`] for the
    /// player of a game that was played elsewhere.
    pub spec: String,
    /// What to type for the same agent; empty if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
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

/// A draw by agreement of what the agents expect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The first ply after which it can happen.
    pub after: u32,
    /// For so many of its moves in a row every side holds the game even.
    pub moves: u32,
    /// Even is an expected score that is no farther than this from one half. Records of the first version,
    /// whose rule was in points, have none.
    #[serde(default)]
    pub score: f64,
}

/// A loss by agreement of what the agents expect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResignRule {
    /// For so many of its moves in a row one side holds the game lost and the other won.
    pub moves: u32,
    /// Lost is an expected score of this or less, won one of as much less than 1 or more.
    #[serde(default)]
    pub score: f64,
}
