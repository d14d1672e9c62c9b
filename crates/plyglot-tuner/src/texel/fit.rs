//! The regression.

use plyglot_core::mix;
use plyglot_stats::calibration::{self, Told};

use super::{Options, Sample};
use crate::{course::Loss, space::Parameter};

/// What a fit came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The weights that explain the games held out best.
    pub values: Vec<f64>,
    /// The points that are worth 73 %.
    pub unit: f64,
    /// The loss over the passes.
    pub losses: Vec<Loss>,
    /// Positions learnt from and held out.
    pub positions: (usize, usize),
}

/// Weights in steps from their start, and how they have moved.
struct Descent {
    at: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    pass: i32,
}

impl Descent {
    fn new(count: usize) -> Descent {
        let zeros = || vec![0.0; count];
        Descent { at: zeros(), mean: zeros(), square: zeros(), pass: 0 }
    }

    /// A step of Adam.
    fn step(&mut self, gradient: &[f64]) {
        const RATE: f64 = 0.02;
        const KEEP: (f64, f64) = (0.9, 0.999);
        self.pass += 1;
        let (first, second) = (1.0 - KEEP.0.powi(self.pass), 1.0 - KEEP.1.powi(self.pass));
        for (at, slope) in gradient.iter().enumerate() {
            self.mean[at] = KEEP.0 * self.mean[at] + (1.0 - KEEP.0) * slope;
            self.square[at] = KEEP.1 * self.square[at] + (1.0 - KEEP.1) * slope * slope;
            let size = (self.square[at] / second).sqrt().max(1e-12);
            self.at[at] -= RATE * self.mean[at] / first / size;
        }
    }
}

/// Fits weights to the scores of samples. A part of the games is held out and says when to stop; nothing
/// where the samples say nothing about results.
pub fn fit(
    samples: &[Sample],
    parameters: &[Parameter],
    options: &Options,
    seed: u64,
) -> Option<Fit> {
    let share = |game: usize| (mix(seed ^ mix(game as u64)) >> 11) as f64 / (1u64 << 53) as f64;
    let (held, learnt): (Vec<&Sample>, Vec<&Sample>) =
        samples.iter().partition(|own| share(own.game) < options.held_out);
    let told = |own: &&Sample| Told { game: own.game, value: own.base, score: own.score };
    let unit = calibration::fit(&learnt.iter().map(told).collect::<Vec<_>>(), false)?.unit;
    if held.is_empty() {
        return None;
    }
    let steps: Vec<f64> = parameters.iter().map(|own| own.step).collect();
    let mut descent = Descent::new(parameters.len());
    let (mut losses, mut best) = (Vec::new(), (0, descent.at.clone(), f64::INFINITY));
    for pass in 0..=options.passes {
        let (loss, mut gradient) = descend(&learnt, &descent.at, &steps, unit);
        let (held_out, _) = descend(&held, &descent.at, &steps, unit);
        losses.push(Loss { pass, learnt: loss, held_out });
        if held_out < best.2 {
            best = (pass, descent.at.clone(), held_out);
        }
        if pass - best.0 >= options.patience {
            break;
        }
        for (slope, at) in gradient.iter_mut().zip(&descent.at) {
            *slope += options.pull * at;
        }
        descent.step(&gradient);
        for (at, own) in descent.at.iter_mut().zip(parameters) {
            let value = (own.start + own.step * *at).clamp(own.low, own.high);
            *at = (value - own.start) / own.step;
        }
    }
    let value = |(own, at): (&Parameter, &f64)| own.fit(own.start + own.step * at);
    let values = parameters.iter().zip(&best.1).map(value).collect();
    Some(Fit { values, unit, losses, positions: (learnt.len(), held.len()) })
}

/// The mean cross entropy in bits, and its slope along every weight, for weights in steps from the start.
fn descend(samples: &[&Sample], at: &[f64], steps: &[f64], unit: f64) -> (f64, Vec<f64>) {
    let (mut loss, mut gradient) = (0.0, vec![0.0; at.len()]);
    let moved: Vec<f64> = at.iter().zip(steps).map(|(at, step)| at * step).collect();
    for own in samples {
        let ahead = own.slopes.iter().zip(&moved).map(|(slope, by)| f64::from(*slope) * by);
        let value = (own.base + ahead.sum::<f64>()) / unit;
        let expected = 1.0 / (1.0 + (-value).exp());
        let sure = expected.clamp(1e-9, 1.0 - 1e-9);
        loss -= own.score * sure.log2() + (1.0 - own.score) * (1.0 - sure).log2();
        let error = (expected - own.score) / unit;
        for ((sum, slope), step) in gradient.iter_mut().zip(&own.slopes).zip(steps) {
            *sum += error * f64::from(*slope) * step;
        }
    }
    let count = samples.len().max(1) as f64;
    gradient.iter_mut().for_each(|own| *own /= count);
    (loss / count, gradient)
}
