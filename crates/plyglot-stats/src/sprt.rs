//! The generalised sequential probability ratio test on blocks.
//!
//! The log-likelihood ratio compares the likeliest multinomial under each hypothesis. With game pairs
//! it is fishtest's pentanomial test, with any other blocks the same test on their cells.

use crate::{
    cells::{Cells, Sample},
    elo,
    likelihood::{Constraint, constrained},
};
use serde::Serialize;
use std::{fmt, str::FromStr};

/// In which Elo the hypotheses of a test are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Elo of the mean score.
    #[default]
    Logistic,
    /// Elo of the mean in units of the deviation of a game: the same number of games decides
    /// whatever the share of draws.
    Normalized,
}

/// A sequential test of `elo0` against `elo1`.
///
/// Read from and written as `elo0=0,elo1=10,alpha=0.05,beta=0.05,kind=logistic`, of which the
/// errors and the kind may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The strength under the null hypothesis.
    pub elo0: f64,
    /// The strength under the alternative, above `elo0`.
    pub elo1: f64,
    /// The probability of accepting the alternative where `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis where `elo1` is true.
    pub beta: f64,
    /// What kind of Elo the strengths are.
    pub kind: Kind,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// More blocks are needed.
    Running,
    /// The strength is `elo0` rather than `elo1`.
    AcceptH0,
    /// The strength is `elo1` rather than `elo0`.
    AcceptH1,
}

/// The log-likelihood ratio of a test between its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Status {
    /// Log-likelihood of the alternative minus that of the null hypothesis.
    pub llr: f64,
    /// At or below this the null hypothesis is accepted.
    pub lower: f64,
    /// At or above this the alternative is accepted.
    pub upper: f64,
    /// Where the ratio stands between the bounds.
    pub verdict: Verdict,
}

/// The log-likelihood ratio of two strengths in logistic Elo.
pub fn llr_logistic(elo0: f64, elo1: f64, cells: &Cells) -> f64 {
    Sprt { elo0, elo1, kind: Kind::Logistic, ..Sprt::default() }.llr(cells, 1)
}

/// The log-likelihood ratio of two strengths in normalized Elo, for blocks of so many games.
pub fn llr_normalized(elo0: f64, elo1: f64, cells: &Cells, games_per_block: usize) -> f64 {
    Sprt { elo0, elo1, kind: Kind::Normalized, ..Sprt::default() }.llr(cells, games_per_block)
}

impl Default for Sprt {
    /// Zero against five Elo with errors of 5%.
    fn default() -> Self {
        Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, kind: Kind::Logistic }
    }
}

impl Sprt {
    /// Reads `elo0=0,elo1=10` and, where given, `alpha=`, `beta=` and `kind=`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut test = Sprt { elo0: f64::NAN, elo1: f64::NAN, ..Sprt::default() };
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (name, value) =
                part.split_once('=').map(|(name, value)| (name.trim(), value.trim())).ok_or_else(
                    || format!("'{part}' in the test '{text}' is not NAME=VALUE; {EXAMPLE}"),
                )?;
            if seen.contains(&name) {
                return Err(format!("'{name}' is given twice in the test '{text}'; {EXAMPLE}"));
            }
            seen.push(name);
            test.set(name, value)
                .map_err(|problem| format!("{problem} in the test '{text}'; {EXAMPLE}"))?;
        }
        test.check().map_err(|problem| format!("{problem} in the test '{text}'; {EXAMPLE}"))?;
        Ok(test)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number =
            || value.parse::<f64>().map_err(|_| format!("{name} '{value}' is not a number"));
        match name {
            "elo0" => self.elo0 = number()?,
            "elo1" => self.elo1 = number()?,
            "alpha" => self.alpha = number()?,
            "beta" => self.beta = number()?,
            "kind" => self.kind = value.parse()?,
            _ => return Err(format!("unknown '{name}' (known: elo0, elo1, alpha, beta, kind)")),
        }
        Ok(())
    }

    /// Tells what is wrong with the figures of the test, if anything is.
    pub fn check(&self) -> Result<(), String> {
        for (name, value) in [("elo0", self.elo0), ("elo1", self.elo1)] {
            if value.is_nan() {
                return Err(format!("{name} is missing"));
            }
            if value.abs() > 1000.0 {
                return Err(format!("{name} {value} is not in -1000..=1000"));
            }
        }
        if self.elo0 >= self.elo1 {
            return Err(format!("elo0 {} is not below elo1 {}", self.elo0, self.elo1));
        }
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(format!("{name} {value} is not above 0 and below 0.5"));
            }
        }
        Ok(())
    }

    /// The bounds of the log-likelihood ratio, lower and upper.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` against `elo0`; 0 without blocks.
    pub fn llr(&self, cells: &Cells, games_per_block: usize) -> f64 {
        if cells.total() <= 0.0 {
            return 0.0;
        }
        let sample = cells.regularised();
        sample.size * mean(&self.jumps(&sample, games_per_block), &sample.shares)
    }

    /// The verdict so far.
    pub fn status(&self, cells: &Cells, games_per_block: usize) -> Status {
        let (lower, upper) = self.bounds();
        let llr = self.llr(cells, games_per_block);
        let verdict = if llr >= upper {
            Verdict::AcceptH1
        } else if llr <= lower {
            Verdict::AcceptH0
        } else {
            Verdict::Running
        };
        Status { llr, lower, upper, verdict }
    }

    /// What a strength says about the distribution of blocks.
    pub(crate) fn constraint(&self, elo: f64, games_per_block: usize) -> Constraint {
        match self.kind {
            Kind::Logistic => Constraint::Mean(elo::to_score(elo)),
            Kind::Normalized => Constraint::Effect(elo::to_effect(elo, games_per_block)),
        }
    }

    /// By how much each cell moves the log-likelihood ratio.
    pub(crate) fn jumps(&self, sample: &Sample, games_per_block: usize) -> Vec<f64> {
        let [null, alternative] = [self.elo0, self.elo1]
            .map(|elo| constrained(sample, self.constraint(elo, games_per_block)));
        alternative.iter().zip(&null).map(|(one, zero)| (one / zero).ln()).collect()
    }
}

const EXAMPLE: &str = "right would be 'elo0=0,elo1=10,alpha=0.05,beta=0.05,kind=normalized'";

fn mean(values: &[f64], shares: &[f64]) -> f64 {
    values.iter().zip(shares).map(|(value, share)| value * share).sum()
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Sprt::parse(text)
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, kind } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},kind={kind}")
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "logistic" => Ok(Kind::Logistic),
            "normalized" => Ok(Kind::Normalized),
            _ => Err(format!("unknown kind '{text}' (known: logistic, normalized)")),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Kind::Logistic => "logistic",
            Kind::Normalized => "normalized",
        })
    }
}
