//! Weights of an evaluation fitted to the results of games: logistic regression of scores on what the
//! evaluation thinks of quiet positions.

mod fit;
mod positions;

pub use fit::{Fit, fit};
pub use positions::{Positions, Sample};

use serde::{Deserialize, Serialize};

/// The numbers of the method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// A file of records to learn from; empty plays games of the agent against itself.
    pub records: String,
    /// Positions taken of every game at most.
    pub positions: usize,
    /// Plies after the opening that are left out.
    pub skip: usize,
    /// How deep the agent looks for the quiet position that is judged instead; 0 judges it at once.
    pub depth: u32,
    /// The share of games held out.
    pub held_out: f64,
    /// Passes over all positions at most.
    pub passes: usize,
    /// After so many passes in a row that help the games held out no more it is over.
    pub patience: usize,
    /// How strongly weights are pulled to their start.
    pub pull: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            records: String::new(),
            positions: 12,
            skip: 0,
            depth: 1,
            held_out: 0.2,
            passes: 3000,
            patience: 100,
            pull: 1e-5,
        }
    }
}

impl Options {
    /// What cannot be.
    pub(crate) fn problem(&self) -> Option<String> {
        let told = |key: &str, expected: &str| Some(format!("[texel] {key}: expected {expected}"));
        match self {
            own if own.positions == 0 => told("positions", "a number from 1"),
            own if own.passes == 0 => told("passes", "a number from 1"),
            own if !(0.01..=0.9).contains(&own.held_out) => told("held_out", "0.01 to 0.9"),
            own if !(0.0..=1.0).contains(&own.pull) => told("pull", "0 to 1"),
            _ => None,
        }
    }
}
