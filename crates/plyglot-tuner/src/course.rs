//! What a tuning run leaves besides its games: the way that it took.

use plyglot_stats::elo::{Estimate, Strength, Summary};
use serde::{Deserialize, Serialize};

use crate::{
    method::{Member, Step},
    space::{Parameter, Point},
};

/// The course of a run so far. It is kept with the run and drawn by the report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Course {
    /// The name of the method.
    pub method: String,
    /// What is looked for.
    pub parameters: Vec<Parameter>,
    /// The share of the budget that is spent.
    pub progress: f64,
    /// Games so far.
    pub games: usize,
    /// What came of every trial, with the games played until then.
    pub steps: Vec<(usize, Step)>,
    /// How the best of the time did against the start.
    pub probes: Vec<Probe>,
    /// The individuals that were kept, in the order in which they were found.
    pub pool: Vec<Member>,
    /// The rounds of a contest: who went on after each, and at last the winner of every side.
    pub ladder: Vec<Vec<String>>,
    /// What each part of an agent is worth.
    pub parts: Vec<Part>,
    /// How well weights explain results while they are fitted.
    pub losses: Vec<Loss>,
    /// The specification that was found.
    pub result: Option<String>,
    /// Its values, one list for all seats or one for each.
    pub values: Vec<Point>,
}

/// A look at how far a run has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Probe {
    /// Games of the run until then.
    pub games: usize,
    /// The score against the start, with its interval: likeliest, low and high.
    pub score: [f64; 3],
}

impl Probe {
    pub(crate) fn new(games: usize, score: Estimate) -> Probe {
        Probe { games, score: [score.value, score.low, score.high] }
    }
}

/// What a part of an agent is worth: the whole against the agent without it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// What was taken out.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// The score of the whole, with its interval: likeliest, low and high.
    pub score: [f64; 3],
    /// The same in Elo, as far as it can be told.
    pub elo: Strength,
    /// What the test says, once it says something.
    pub verdict: Option<String>,
}

impl Part {
    pub(crate) fn new(
        name: &str,
        games: usize,
        summary: &Summary,
        verdict: Option<String>,
    ) -> Part {
        let Estimate { value, low, high } = summary.score;
        let (name, score) = (name.to_owned(), [value, low, high]);
        Part { name, games, score, elo: summary.elo, verdict }
    }
}

/// How well weights explain results.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loss {
    /// Passes over the positions.
    pub pass: usize,
    /// The loss on the positions that are learnt from.
    pub learnt: f64,
    /// The loss on those held out.
    pub held_out: f64,
}
