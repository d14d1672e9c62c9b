//! What one measurement of an experiment came to.

use plyglot_stats::elo::Estimate;
use serde::Serialize;

use crate::verdict::{Answer, Verdict, of_part};

/// In what a part is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Strength of the first agent over the other, in Elo.
    Elo,
    /// Nodes with a technique for each node without it.
    Ratio,
    /// Mebibytes.
    Mebibytes,
}

/// A part of an experiment, measured.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// What is compared.
    pub name: String,
    /// The unit of the interval.
    pub unit: Unit,
    /// What was found, with the interval that decides; nothing where there was too little for any.
    pub found: Option<Estimate>,
    /// Blocks of games, or positions.
    pub observations: usize,
    /// What was seen, in words.
    pub seen: String,
    /// The answer to the part's question.
    pub answer: Answer,
    /// The answer that the claim expects.
    pub expected: Answer,
    /// What that says about the claim.
    pub verdict: Verdict,
}

impl Part {
    /// A part with its verdict.
    pub(crate) fn new(
        (name, unit): (String, Unit),
        found: Option<Estimate>,
        (observations, seen): (usize, String),
        answer: Answer,
        expected: Answer,
    ) -> Part {
        let verdict = of_part(answer, expected);
        Part { name, unit, found, observations, seen, answer, expected, verdict }
    }
}
