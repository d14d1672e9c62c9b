//! What an agent thought its position was worth, as it is kept.

use std::fmt;

use plyglot_core::value::{Value, Worth};
use serde::{Deserialize, Serialize};

/// A value with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Kept")]
pub struct OwnValue {
    /// What is counted.
    pub unit: Unit,
    /// How much of it; of an end in sight, the score that it brings.
    pub amount: f64,
    /// Decisions until the end in sight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
}

/// What a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Nobody said: a bot's own unit, or a record of the first version.
    Unknown,
    /// Points of the agent's evaluation.
    Points,
    /// The expected score, from 0 to 1.
    Expected,
    /// What the rules pay.
    Payoff,
    /// An end of the game in sight.
    End,
}

impl OwnValue {
    /// A value whose unit nobody said.
    pub fn unknown(amount: f64) -> OwnValue {
        OwnValue { unit: Unit::Unknown, amount, distance: None }
    }
}

impl From<Value> for OwnValue {
    fn from(value: Value) -> OwnValue {
        let (unit, amount, distance) = match value.worth {
            Worth::Points(points) => (Unit::Points, points, None),
            Worth::Expected(score) => (Unit::Expected, score, None),
            Worth::Payoff(payoff) => (Unit::Payoff, f64::from(payoff), None),
            Worth::End { score, distance } => (Unit::End, score, distance),
        };
        OwnValue { unit, amount, distance }
    }
}

impl fmt::Display for OwnValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OwnValue { unit, amount, distance } = *self;
        let worth = match unit {
            Unit::Unknown => return write!(f, "{amount:.3} of unknown unit"),
            Unit::Points => Worth::Points(amount),
            Unit::Expected => Worth::Expected(amount),
            Unit::Payoff => Worth::Payoff(amount as i32),
            Unit::End => Worth::End { score: amount, distance },
        };
        Value::from(worth).fmt(f)
    }
}

/// A value as files have it: the first version kept the number only.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Bare(f64),
    Whole {
        unit: Unit,
        amount: f64,
        #[serde(default)]
        distance: Option<u32>,
    },
}

impl From<Kept> for OwnValue {
    fn from(kept: Kept) -> OwnValue {
        match kept {
            Kept::Bare(amount) => OwnValue::unknown(amount),
            Kept::Whole { unit, amount, distance } => OwnValue { unit, amount, distance },
        }
    }
}
