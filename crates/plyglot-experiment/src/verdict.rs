//! From intervals to verdicts.
//!
//! An experiment with several parts has several chances to be misled, so each part is asked to be surer: the
//! errors of all parts together stay within 5 %.

use std::fmt;

use plyglot_stats::elo::Estimate;
use serde::{Deserialize, Serialize};

/// The probability of being wrong anywhere in an experiment.
pub const ERROR: f64 = 0.05;

/// Fewer blocks, positions or the like than this say nothing, however alike they are.
pub const FEWEST: usize = 8;

/// What a part says to its own question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// It is so.
    Yes,
    /// It is not so, or by less than would matter.
    No,
    /// The interval allows both.
    Open,
}

/// What an experiment says about its claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// What was claimed is so.
    Holds,
    /// It is not.
    DoesNotHold,
    /// The budget does not tell.
    TooLittle,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Holds => "holds",
            Verdict::DoesNotHold => "does not hold",
            Verdict::TooLittle => "too little to tell",
        })
    }
}

/// How the parts of an experiment make its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// The claim is about every part.
    All,
    /// The claim is that there is a part.
    Any,
}

/// The confidence of each part of so many.
pub fn confidence(parts: usize) -> f64 {
    1.0 - ERROR / parts.max(1) as f64
}

/// Whether a quantity is above `zero` by what could matter; surely less than that is a no.
pub fn above(interval: &Estimate, zero: f64, matters: f64) -> Answer {
    match interval {
        own if own.high < matters => Answer::No,
        own if own.low > zero => Answer::Yes,
        _ => Answer::Open,
    }
}

/// What an answer says about a claim that expects another or the same.
pub fn of_part(answer: Answer, expected: Answer) -> Verdict {
    match answer {
        Answer::Open => Verdict::TooLittle,
        answer if answer == expected => Verdict::Holds,
        _ => Verdict::DoesNotHold,
    }
}

/// The verdict of the parts together.
pub fn decide(rule: Rule, parts: &[Verdict]) -> Verdict {
    let (one, every) = match rule {
        Rule::All => (Verdict::DoesNotHold, Verdict::Holds),
        Rule::Any => (Verdict::Holds, Verdict::DoesNotHold),
    };
    match parts {
        parts if parts.contains(&one) => one,
        parts if !parts.is_empty() && parts.iter().all(|own| *own == every) => every,
        _ => Verdict::TooLittle,
    }
}

#[cfg(test)]
mod tests {
    use super::{Verdict::*, *};

    #[test]
    fn one_part_decides_against_all_and_for_any() {
        let told = |rule| {
            [&[Holds, Holds][..], &[Holds, TooLittle], &[Holds, DoesNotHold], &[DoesNotHold], &[]]
                .map(|parts| decide(rule, parts))
        };
        assert_eq!(told(Rule::All), [Holds, TooLittle, DoesNotHold, DoesNotHold, TooLittle]);
        assert_eq!(told(Rule::Any), [Holds, Holds, Holds, DoesNotHold, TooLittle]);
        assert_eq!(decide(Rule::Any, &[DoesNotHold, TooLittle]), TooLittle);
    }

    #[test]
    fn an_answer_needs_an_interval_on_one_side() {
        let told = |low, high| above(&Estimate { value: low, low, high }, 0.0, 10.0);
        assert_eq!(told(1.0, 30.0), Answer::Yes);
        assert_eq!(told(1.0, 3.0), Answer::No);
        assert_eq!(told(-5.0, 9.0), Answer::No);
        assert_eq!(told(-5.0, 15.0), Answer::Open);
        assert_eq!(of_part(Answer::No, Answer::No), Holds);
        assert_eq!(of_part(Answer::Yes, Answer::No), DoesNotHold);
        assert_eq!(of_part(Answer::Open, Answer::No), TooLittle);
    }

    #[test]
    fn many_parts_must_each_be_surer() {
        assert_eq!(confidence(1), 0.95);
        assert!((confidence(10) - 0.995).abs() < 1e-12);
    }
}
