//! What a position is worth to a seat, and in what unit.
//!
//! Searches think in units of their own. Whoever compares values of two searches, or of two seats,
//! compares *expected scores*: the share of the other sides that a side will be ahead of at the end, ties
//! half, which is what matches count. They add up to half the number of sides.

use std::fmt;

/// What a position is worth to one seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// How much of what.
    pub worth: Worth,
    /// How the true value stands to it.
    pub bound: Bound,
}

/// An amount with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// Points of an evaluation; they compare with points of the same evaluation only.
    Points(f64),
    /// The expected score, from 0 to 1.
    Expected(f64),
    /// What the rules pay at the end.
    Payoff(i32),
    /// An end of the game in sight.
    End {
        /// The score that it brings: 1 for a win over everybody, 0 for the last place alone.
        score: f64,
        /// Decisions until then, where the search counts them.
        distance: Option<u32>,
    },
}

/// How a true value stands to one that is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the same.
    #[default]
    Exact,
    /// It is not less.
    AtLeast,
    /// It is not greater.
    AtMost,
}

impl Value {
    /// Exactly so many points.
    pub fn points(points: f64) -> Value {
        Worth::Points(points).into()
    }

    /// Exactly this expected score.
    pub fn expected(score: f64) -> Value {
        Worth::Expected(score).into()
    }

    /// The value for the other of two sides; a payoff does not tell it.
    pub fn opposite(self) -> Option<Value> {
        let worth = match self.worth {
            Worth::Points(points) => Worth::Points(0.0 - points),
            Worth::Expected(score) => Worth::Expected(1.0 - score),
            Worth::End { score, distance } => Worth::End { score: 1.0 - score, distance },
            Worth::Payoff(_) => return None,
        };
        let bound = match self.bound {
            Bound::Exact => Bound::Exact,
            Bound::AtLeast => Bound::AtMost,
            Bound::AtMost => Bound::AtLeast,
        };
        Some(Value { worth, bound })
    }
}

impl From<Worth> for Value {
    fn from(worth: Worth) -> Value {
        Value { worth, bound: Bound::Exact }
    }
}

/// How the points of an evaluation translate into expected scores, in the logistic model of ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// A lead over another side that many points long is worth 73 % of the score between the two.
    pub unit: f64,
    /// What a side has that is neither ahead nor behind; nothing, where an evaluation compares.
    pub even: f64,
}

impl Scale {
    /// The scale of an evaluation that compares a side with the others.
    pub const fn new(unit: f64) -> Scale {
        Scale { unit, even: 0.0 }
    }

    /// The expected score between two sides of the one that leads by so many points.
    pub fn score(self, lead: f64) -> f64 {
        1.0 / (1.0 + (-lead / self.unit).exp())
    }

    /// The expected score of a side among so many of which only its own points are known: the others are
    /// taken to lack, in equal parts, what it has.
    pub fn score_alone(self, points: f64, sides: usize) -> f64 {
        let (ahead, others) = (points - self.even, sides.saturating_sub(1).max(1) as f64);
        self.score(ahead + ahead / others)
    }

    /// Points as pieces, so many of which are worth as much as the unit ([`crate::Listed::PIECES`]).
    pub fn pieces(self, points: f64, of_unit: f64) -> f64 {
        (points - self.even) / self.unit * of_unit
    }

    /// The expected score of every side from the points of all: the mean of what it expects against each
    /// of the others, so that all together add up to half the number of sides.
    pub fn scores(self, points: &[f64]) -> Vec<f64> {
        let others = points.len().saturating_sub(1).max(1) as f64;
        let of = |(at, own): (usize, &f64)| {
            let rest = points.iter().enumerate().filter(|(other, _)| *other != at);
            rest.map(|(_, other)| self.score(own - other)).sum::<f64>() / others
        };
        points.iter().enumerate().map(of).collect()
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Bound::Exact => "",
            Bound::AtLeast => "at least ",
            Bound::AtMost => "at most ",
        })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.bound;
        match self.worth {
            // Two decimals tell all that an evaluation knows.
            Worth::Points(points) => {
                write!(f, "{bound}{} points", (points * 100.0).round() / 100.0 + 0.0)
            }
            Worth::Expected(score) => write!(f, "{bound}{:.1} %", 100.0 * score),
            Worth::Payoff(payoff) => write!(f, "{bound}payoff {payoff}"),
            Worth::End { score, distance } => {
                let word = match score {
                    1.0 => "win".to_owned(),
                    0.0 => "loss".to_owned(),
                    0.5 => "draw".to_owned(),
                    score => format!("end with a score of {score:.2}"),
                };
                let distance = distance.filter(|_| score != 0.5);
                let after = distance.map_or(String::new(), |distance| format!(" in {distance}"));
                write!(f, "{bound}{word}{after}")
            }
        }
    }
}
