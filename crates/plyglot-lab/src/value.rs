//! Values with their units, as data.

use std::fmt;

use plyglot_core::{self as core, Worth};
use serde::{Deserialize, Serialize};

/// A number with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(from = "Kept")]
pub struct Value {
    /// What is counted.
    pub unit: Unit,
    /// How much; of an end of the game, the score it brings.
    pub amount: f64,
    /// How the true value stands to it.
    #[serde(skip_serializing_if = "Bound::is_exact")]
    pub bound: Bound,
    /// Decisions until an end of the game, where the search counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
}

/// The same under a name that descriptions do not take for any JSON at all.
#[cfg(feature = "schema")]
pub(crate) type Amount = Value;

/// Units of values; see [`core::Worth`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Nobody said: a bot's own unit, or that of an old record.
    Unknown,
    /// Points of an evaluation.
    Points,
    /// The expected score.
    Expected,
    /// What the rules pay.
    Payoff,
    /// The score of an end of the game.
    End,
}

/// How a true value stands to one that is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// It is the same.
    #[default]
    Exact,
    /// It is not less.
    AtLeast,
    /// It is not greater.
    AtMost,
}

impl Bound {
    fn is_exact(&self) -> bool {
        *self == Bound::Exact
    }
}

impl Value {
    /// A number whose unit nobody said.
    pub fn unknown(amount: f64) -> Value {
        Value { unit: Unit::Unknown, amount, bound: Bound::Exact, distance: None }
    }
}

impl From<core::Value> for Value {
    fn from(value: core::Value) -> Value {
        let (unit, amount, distance) = match value.worth {
            Worth::Points(points) => (Unit::Points, points, None),
            Worth::Expected(score) => (Unit::Expected, score, None),
            Worth::Payoff(payoff) => (Unit::Payoff, payoff.into(), None),
            Worth::End { score, distance } => (Unit::End, score, distance),
        };
        let bound = match value.bound {
            core::Bound::Exact => Bound::Exact,
            core::Bound::AtLeast => Bound::AtLeast,
            core::Bound::AtMost => Bound::AtMost,
        };
        Value { unit, amount, bound, distance }
    }
}

/// The value in words.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let worth = match self.unit {
            Unit::Unknown => return write!(f, "{} of unknown unit", self.amount),
            Unit::Points => Worth::Points(self.amount),
            Unit::Expected => Worth::Expected(self.amount),
            Unit::Payoff => Worth::Payoff(self.amount as i32),
            Unit::End => Worth::End { score: self.amount, distance: self.distance },
        };
        let bound = match self.bound {
            Bound::Exact => core::Bound::Exact,
            Bound::AtLeast => core::Bound::AtLeast,
            Bound::AtMost => core::Bound::AtMost,
        };
        core::Value { worth, bound }.fmt(f)
    }
}

/// A value as files have it: the oldest keep the number only.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Bare(f64),
    Whole {
        unit: Unit,
        amount: f64,
        #[serde(default)]
        bound: Bound,
        #[serde(default)]
        distance: Option<u32>,
    },
}

impl From<Kept> for Value {
    fn from(kept: Kept) -> Value {
        match kept {
            Kept::Bare(amount) => Value::unknown(amount),
            Kept::Whole { unit, amount, bound, distance } => {
                Value { unit, amount, bound, distance }
            }
        }
    }
}
