//! Elo of scores, with intervals.
//!
//! Intervals are those of the empirical likelihood: all values whose constrained maximum of the
//! likelihood is not too far below the free maximum, by the quantile of Student's distribution that
//! belongs to the number of blocks. Unlike mean plus or minus two errors this needs no symmetry and is
//! right at the ends: ten won blocks of ten say "at least 0.78", not "exactly 1".

use crate::{
    cells::{Cells, Sample},
    likelihood::{Constraint, constrained, cost, moments},
    normal,
};
use serde::{Deserialize, Serialize};
use std::{f64::consts::LN_10, fmt};

/// Normalized Elo per unit of effect of one game.
const NORMALIZED: f64 = 800.0 / LN_10;

/// The scores of the strongest Elo that is told apart, as far from 0 and 1.
const LEAST_SCORE: f64 = 1e-9;

/// How sure intervals are unless another confidence is asked for.
const CONFIDENCE: f64 = 0.95;

/// An estimate with its interval, of 95% where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The likeliest value (after a sequential test the corrected median).
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The estimate in other units; the function must be increasing.
    pub fn map(self, f: impl Fn(f64) -> f64) -> Self {
        Estimate { value: f(self.value), low: f(self.low), high: f(self.high) }
    }
}

/// What a sample of blocks says about the strength of a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The number of blocks.
    pub blocks: f64,
    /// The mean score.
    pub score: Estimate,
    /// Logistic Elo.
    pub elo: Strength,
    /// Normalized Elo.
    pub normalized: Strength,
    /// The likelihood of superiority, the probability of a true score above one half; none where the
    /// blocks are too few to tell the Elo.
    pub superiority: Option<f64>,
}

/// Elo beyond this is not told: a score of 99.7 % or more, where a few games more or less are hundreds
/// of Elo.
const MOST_TOLD: f64 = 1000.0;

/// An Elo difference as far as games can tell it, with its 95% interval. An end that is missing is
/// open; without a value it is beyond the end that is there; without anything the games are too few.
///
/// Written as `+529 [+302, +865]`, `+529 [above +302]`, `above +212` or `too few games to tell`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// The likeliest value.
    pub value: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
}

impl Strength {
    /// What of an estimate in Elo can be told.
    pub fn of(estimate: Estimate) -> Self {
        let Estimate { value, low, high } = estimate;
        let (low, high) = match value {
            value if value >= MOST_TOLD => (low.min(MOST_TOLD), f64::INFINITY),
            value if value <= -MOST_TOLD => (f64::NEG_INFINITY, high.max(-MOST_TOLD)),
            _ => (low, high),
        };
        let inside = |elo: f64| (elo.abs() <= MOST_TOLD).then_some(elo);
        let (low, high) = (inside(low), inside(high));
        let told = value.abs() < MOST_TOLD && (low.is_some() || high.is_some());
        Strength { value: told.then_some(value), low, high }
    }

    /// The value, or the end beyond which it is; nothing where the games are too few.
    pub fn nearest(&self) -> Option<f64> {
        self.value.or(self.low).or(self.high)
    }

    /// The strength in words, with numbers written so.
    pub fn write(&self, number: impl Fn(f64) -> String) -> String {
        match (self.value.map(&number), self.low.map(&number), self.high.map(&number)) {
            (Some(value), Some(low), Some(high)) => format!("{value} [{low}, {high}]"),
            (Some(value), Some(low), None) => format!("{value} [above {low}]"),
            (Some(value), None, Some(high)) => format!("{value} [below {high}]"),
            (None, Some(low), None) => format!("above {low}"),
            (None, None, Some(high)) => format!("below {high}"),
            _ => "too few games to tell".to_owned(),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The sum makes minus zero plus zero.
        f.pad(&self.write(|elo| format!("{:+.0}", elo.round() + 0.0)))
    }
}

/// The score expected of a player so much stronger.
pub fn to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The logistic Elo of a score; scores of 0 and 1 count as one in a billion from there.
pub fn from_score(score: f64) -> f64 {
    let score = score.clamp(LEAST_SCORE, 1.0 - LEAST_SCORE);
    400.0 * (score / (1.0 - score)).log10()
}

/// The effect per block (distance of the mean from one half in deviations) of a normalized Elo.
pub fn to_effect(normalized: f64, games_per_block: usize) -> f64 {
    normalized / NORMALIZED * (games_per_block.max(1) as f64).sqrt()
}

/// The normalized Elo of an effect per block.
pub fn from_effect(effect: f64, games_per_block: usize) -> f64 {
    effect * NORMALIZED / (games_per_block.max(1) as f64).sqrt()
}

/// Score, Elo, normalized Elo and likelihood of superiority of a sample of blocks.
pub fn summary(cells: &Cells, games_per_block: usize) -> Summary {
    let score = score(cells);
    let normalized = effect(cells, score).map(|effect| from_effect(effect, games_per_block));
    let elo = Strength::of(score.map(from_score));
    Summary {
        blocks: cells.total(),
        score,
        elo,
        normalized: Strength::of(normalized),
        superiority: elo.nearest().map(|_| superiority(cells)),
    }
}

/// The mean score of a sample of blocks. Fewer than two blocks leave the whole range.
pub fn score(cells: &Cells) -> Estimate {
    score_within(cells, CONFIDENCE)
}

/// The same with an interval of that confidence, such as 0.99 where one of several is looked for.
pub fn score_within(cells: &Cells, confidence: f64) -> Estimate {
    let value = cells.mean();
    let Some(allowed) = allowed_cost(cells.total(), confidence) else {
        return Estimate { value, low: 0.0, high: 1.0 };
    };
    let sample = cells.regularised();
    let centre = moments(&sample.values, &sample.shares).0;
    let inside = |mean: f64| cost(&sample, Constraint::Mean(mean)) <= allowed;
    Estimate {
        value,
        low: edge(centre, 0.0, inside).min(value),
        high: edge(centre, 1.0, inside).max(value),
    }
}

/// The effect per block: the distance of the mean from one half in deviations of a block. Where the
/// sample is too uneven to follow its likelihood, the effects at the ends of the score's interval
/// keep the interval wide enough.
fn effect(cells: &Cells, score: Estimate) -> Estimate {
    let sample = cells.regularised();
    let value = effect_of(&sample, &sample.shares);
    let Some(allowed) = allowed_cost(cells.total(), CONFIDENCE) else {
        return Estimate { value, low: -MOST_EFFECT, high: MOST_EFFECT };
    };
    let inside = |effect: f64| cost(&sample, Constraint::Effect(effect)) <= allowed;
    // At an end itself no distribution would do.
    let within = |score: f64| score.clamp(LEAST_SCORE, 1.0 - LEAST_SCORE);
    let at =
        |score: f64| effect_of(&sample, &constrained(&sample, Constraint::Mean(within(score))));
    let low = edge(value, -MOST_EFFECT, inside).min(at(score.low));
    let high = edge(value, MOST_EFFECT, inside).max(at(score.high));
    Estimate { value, low, high }
}

impl Sample {
    /// The normalized Elo of a score, with the deviation of this sample.
    pub(crate) fn normalized(&self, score: f64, games_per_block: usize) -> f64 {
        let effect = (score - 0.5) / moments(&self.values, &self.shares).1.sqrt();
        from_effect(effect.clamp(-MOST_EFFECT, MOST_EFFECT), games_per_block)
    }
}

fn effect_of(sample: &Sample, shares: &[f64]) -> f64 {
    let (mean, variance) = moments(&sample.values, shares);
    ((mean - 0.5) / variance.sqrt()).clamp(-MOST_EFFECT, MOST_EFFECT)
}

/// Effects beyond this are not told apart: blocks that hardly ever differ.
const MOST_EFFECT: f64 = 100.0;

/// The probability that the true score is above one half, by the signed root of the likelihood ratio.
pub fn superiority(cells: &Cells) -> f64 {
    if cells.total() <= 0.0 {
        return 0.5;
    }
    let root = (2.0 * cost(&cells.regularised(), Constraint::Mean(0.5)).max(0.0)).sqrt();
    normal::cdf(root.copysign(cells.mean() - 0.5))
}

/// The cost of likelihood that an interval of that confidence allows; nothing below two blocks.
fn allowed_cost(blocks: f64, confidence: f64) -> Option<f64> {
    let quantile = 0.5 + 0.5 * confidence;
    (blocks >= 2.0).then(|| 0.5 * normal::student_quantile(quantile, blocks - 1.0).powi(2))
}

/// The last value inside on the way from a value inside to a far end.
fn edge(inside: f64, end: f64, is_inside: impl Fn(f64) -> bool) -> f64 {
    let (mut inside, mut outside) = (inside, end);
    for _ in 0..60 {
        let middle = 0.5 * (inside + outside);
        if is_inside(middle) { inside = middle } else { outside = middle }
    }
    inside
}
