//! Maximum likelihood of a multinomial under one constraint (empirical likelihood), on which the
//! sequential test and all intervals of scores stand.

use crate::cells::Sample;

/// What a hypothesis fixes about the distribution of a block's score.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Constraint {
    /// The mean.
    Mean(f64),
    /// The distance of the mean from one half in standard deviations of a block.
    Effect(f64),
}

/// The mean and variance of the values under the shares.
pub(crate) fn moments(values: &[f64], shares: &[f64]) -> (f64, f64) {
    let mean: f64 = values.iter().zip(shares).map(|(value, share)| value * share).sum();
    let variance =
        values.iter().zip(shares).map(|(value, share)| (value - mean).powi(2) * share).sum();
    (mean, variance)
}

/// The likeliest shares that satisfy the constraint.
pub(crate) fn constrained(sample: &Sample, constraint: Constraint) -> Vec<f64> {
    match constraint {
        Constraint::Mean(mean) => {
            let offsets: Vec<f64> = sample.values.iter().map(|value| value - mean).collect();
            tilted(&offsets, &sample.shares)
        }
        Constraint::Effect(effect) => with_effect(sample, effect),
    }
}

/// How much the constraint costs in log-likelihood against the free maximum: at least 0, and infinite
/// where no distribution near the sample satisfies it.
pub(crate) fn cost(sample: &Sample, constraint: Constraint) -> f64 {
    let shares = constrained(sample, constraint);
    if matches!(constraint, Constraint::Effect(effect) if !has_effect(sample, &shares, effect)) {
        return f64::INFINITY;
    }
    let free_minus_bound =
        sample.shares.iter().zip(&shares).map(|(free, bound)| free * (free / bound).ln());
    sample.size * free_minus_bound.sum::<f64>()
}

/// The effect is not linear in the shares; its tangent at the shares found last is, and solving for
/// the tangent again and again ends at the constrained maximum (Van den Bergh's iteration). Even
/// shares are the best start for small effects, those of the sample for effects near its own.
fn with_effect(sample: &Sample, effect: f64) -> Vec<f64> {
    let count = sample.values.len();
    let even = follow_tangents(sample, effect, vec![1.0 / count as f64; count]);
    if has_effect(sample, &even, effect) {
        return even;
    }
    follow_tangents(sample, effect, sample.shares.clone())
}

fn follow_tangents(sample: &Sample, effect: f64, mut shares: Vec<f64>) -> Vec<f64> {
    let mut offsets = vec![0.0; shares.len()];
    for _ in 0..100 {
        let (mean, variance) = moments(&sample.values, &shares);
        let deviation = variance.sqrt();
        for (offset, value) in offsets.iter_mut().zip(&sample.values) {
            let standard = (mean - value) / deviation;
            *offset = value - 0.5 - 0.5 * effect * deviation * (1.0 + standard * standard);
        }
        let next = tilted(&offsets, &sample.shares);
        let change =
            next.iter().zip(&shares).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        shares = next;
        if change < 1e-11 {
            break;
        }
    }
    shares
}

fn has_effect(sample: &Sample, shares: &[f64], effect: f64) -> bool {
    let (mean, variance) = moments(&sample.values, shares);
    ((mean - 0.5) / variance.sqrt() - effect).abs() < 1e-6 * (1.0 + effect.abs())
}

/// The likeliest shares under which the offsets have mean 0: `share / (1 + x * offset)`.
fn tilted(offsets: &[f64], shares: &[f64]) -> Vec<f64> {
    let x = multiplier(offsets, shares);
    shares.iter().zip(offsets).map(|(share, offset)| share / (1.0 + x * offset)).collect()
}

/// Solves `sum of share * offset / (1 + x * offset) = 0` by Newton's method, kept between the poles
/// by bisection. The sum falls from infinity to minus infinity there. Offsets of one sign have no
/// solution and give 0.
fn multiplier(offsets: &[f64], shares: &[f64]) -> f64 {
    let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..200 {
        let (value, slope) = secular(offsets, shares, x);
        if value > 0.0 {
            low = x
        } else {
            high = x
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - x).abs() <= 1e-15 * x.abs().max(1e-3) || value == 0.0 {
            break;
        }
        x = next;
    }
    x
}

fn secular(offsets: &[f64], shares: &[f64], x: f64) -> (f64, f64) {
    let (mut value, mut slope) = (0.0, 0.0);
    for (offset, share) in offsets.iter().zip(shares) {
        let ratio = offset / (1.0 + x * offset);
        value += share * ratio;
        slope -= share * ratio * ratio;
    }
    (value, slope)
}
