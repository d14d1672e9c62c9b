//! Strength after a sequential test.
//!
//! A test stops when luck has carried it to a bound, so the plain estimate overshoots. As fishtest
//! does, the log-likelihood ratio is taken for a Brownian motion between the bounds, whose drift and
//! variance depend on the true strength, and outcomes are ordered from a fast acceptance of the null
//! hypothesis over slow ones to a fast acceptance of the alternative. The strength under which a
//! worse outcome has probability one half is the median-unbiased estimate; those of 97.5% and 2.5%
//! bound the interval.

use crate::{
    cells::{Cells, Sample},
    elo::{Estimate, Strength, summary, to_score},
    likelihood::{Constraint, constrained, moments},
    normal::{cdf, exp_times_cdf},
    sprt::{Kind, Sprt, Verdict},
};
use std::f64::consts::PI;

/// Strengths beyond this logistic Elo are not told apart.
const MOST_ELO: f64 = 1500.0;

/// The median-unbiased strength and its 95% interval in the test's kind of Elo, whether the test has
/// stopped or still runs.
///
/// Give the blocks up to the verdict: blocks that were still being played then do not belong here.
pub fn estimate(test: &Sprt, cells: &Cells, games_per_block: usize) -> Estimate {
    if cells.total() <= 0.0 {
        return Estimate { value: 0.0, low: -MOST_ELO, high: MOST_ELO };
    }
    let outcome = Outcome::new(test, cells, games_per_block);
    Estimate {
        value: outcome.strength(0.5),
        low: outcome.strength(0.975),
        high: outcome.strength(0.025),
    }
}

/// The same as far as it can be told: nothing where the blocks are too few for a plain estimate.
pub fn strength(test: &Sprt, cells: &Cells, games_per_block: usize) -> Strength {
    let plain = summary(cells, games_per_block);
    let plain = match test.kind {
        Kind::Logistic => plain.elo,
        Kind::Normalized => plain.normalized,
    };
    match plain.nearest() {
        Some(_) => Strength::of(estimate(test, cells, games_per_block)),
        None => Strength::default(),
    }
}

/// Where and when a test stands.
struct Outcome<'a> {
    test: &'a Sprt,
    games_per_block: usize,
    sample: Sample,
    llr: f64,
    time: f64,
}

impl<'a> Outcome<'a> {
    fn new(test: &'a Sprt, cells: &Cells, games_per_block: usize) -> Self {
        let sample = cells.regularised();
        let status = test.status(cells, games_per_block);
        // The last block carries the ratio a little beyond the bound; the motion stops on it.
        let llr = status.llr.clamp(status.lower, status.upper);
        let time = if status.verdict == Verdict::Running {
            sample.size
        } else {
            sample.size * llr / status.llr
        };
        Outcome { test, games_per_block, sample, llr, time }
    }

    /// The strength under which an outcome not better than this one has the probability.
    fn strength(&self, probability: f64) -> f64 {
        let (mut low, mut high) = (-MOST_ELO, MOST_ELO);
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            if self.not_better(&self.truth(middle)) > probability {
                low = middle
            } else {
                high = middle
            }
        }
        let elo = 0.5 * (low + high);
        match self.test.kind {
            Kind::Logistic => elo,
            Kind::Normalized => self.sample.normalized(to_score(elo), self.games_per_block),
        }
    }

    /// The likeliest distribution of blocks under a strength in logistic Elo.
    fn truth(&self, elo: f64) -> Sample {
        let shares = constrained(&self.sample, Constraint::Mean(to_score(elo)));
        Sample { size: self.sample.size, values: self.sample.values.clone(), shares }
    }

    /// The probability of an outcome not better than this one if blocks are distributed so.
    fn not_better(&self, truth: &Sample) -> f64 {
        let jumps = self.test.jumps(truth, self.games_per_block);
        let (drift, variance) = moments(&jumps, &truth.shares);
        let (lower, upper) = self.test.bounds();
        Motion { lower, upper, drift, variance }.not_better(self.time, self.llr)
    }
}

/// A Brownian motion from 0 that stops at a lower or an upper bound.
struct Motion {
    lower: f64,
    upper: f64,
    drift: f64,
    variance: f64,
}

impl Motion {
    /// The probability to have stopped at the lower bound before `time`, to be at or below `place`
    /// then, or to stop at the lower bound later.
    fn not_better(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let short = self.variance * time / (width * width) < 1e-2;
        let steep = (self.drift / self.variance * width).abs() > 15.0;
        let probability =
            if short || steep { self.images(time, place) } else { self.modes(time, place) };
        probability.clamp(0.0, 1.0)
    }

    /// By the first image of the motion behind each bound (Siegmund): exact as long as hardly any path
    /// touches both, that is for short times and steep drifts.
    fn images(&self, time: f64, place: f64) -> f64 {
        let spread = (time * self.variance).sqrt();
        let rest = place - self.drift * time;
        let slope = 2.0 * self.drift / self.variance;
        cdf(rest / spread) + exp_times_cdf(slope * self.lower, (2.0 * self.lower - rest) / spread)
            - exp_times_cdf(slope * self.upper, (rest - 2.0 * self.upper) / spread)
    }

    /// By the modes of the motion between the bounds, each of which decays at its own rate: the
    /// probability to end at the lower bound, plus what is still on the way to the upper one at or
    /// below `place`.
    fn modes(&self, time: f64, place: f64) -> f64 {
        let width = self.upper - self.lower;
        let (start, end) = (-self.lower, place - self.lower);
        let slope = self.drift / self.variance;
        let scale = (slope * (end - start) - 0.5 * self.drift * slope * time).exp();
        let mut sum = 0.0;
        for mode in 1..=200 {
            let wave = PI * f64::from(mode) / width;
            let decay = (-0.5 * wave * wave * self.variance * time).exp();
            let height = 2.0 * (slope * (wave * end).sin() - wave * (wave * end).cos())
                / (width * (slope * slope + wave * wave));
            sum += decay * height * (wave * start).sin();
            if scale * decay * 2.0 / (width * wave) < 1e-12 {
                break;
            }
        }
        self.ends_low(start, width, slope) + scale * sum
    }

    /// The probability to end at the lower bound.
    fn ends_low(&self, start: f64, width: f64, slope: f64) -> f64 {
        if (slope * width).abs() < 1e-8 {
            return (width - start) / width;
        }
        (2.0 * slope * (width - start)).exp_m1() / (2.0 * slope * width).exp_m1()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_series_agree_where_both_hold() {
        for drift in [-0.02, -0.003, 0.0, 0.004, 0.02] {
            let motion = Motion { lower: -2.9, upper: 2.3, drift, variance: 0.02 };
            for time in [14.0, 20.0, 40.0] {
                for place in [-2.9, -1.0, 0.1, 2.0, 2.3] {
                    let (images, modes) = (motion.images(time, place), motion.modes(time, place));
                    assert!(
                        (images - modes).abs() < 1e-6,
                        "{drift} {time} {place}: {images} {modes}"
                    );
                }
            }
        }
    }

    #[test]
    fn later_at_the_lower_bound_is_better() {
        let motion = Motion { lower: -2.0, upper: 3.0, drift: -0.01, variance: 0.03 };
        let early = motion.not_better(100.0, -2.0);
        let late = motion.not_better(500.0, -2.0);
        let (slow, fast) = (motion.not_better(500.0, 3.0), motion.not_better(100.0, 3.0));
        assert!(0.0 < early && early < late && late < slow && slow < fast && fast < 1.0);
    }
}
