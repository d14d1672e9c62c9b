//! Weights are found again that made the results.

use plyglot_stats::random::Random;

use crate::{
    space::Parameter,
    texel::{Options, Sample, fit},
};

fn parameter(start: f64) -> Parameter {
    let (name, step) = ("eval.x".to_owned(), 25.0);
    Parameter { name, low: -1000.0, high: 1000.0, whole: true, start, step, seat: None }
}

/// Positions of games whose results follow from true weights; the start knows only the first.
fn samples(truth: &[f64], start: &[f64], unit: f64, seed: u64) -> Vec<Sample> {
    let mut random = Random::new(seed);
    let mut made = Vec::new();
    for game in 0..12_000 {
        let slopes: Vec<f32> = truth.iter().map(|_| random.below(9) as f32 - 4.0).collect();
        let value = |weights: &[f64]| -> f64 {
            slopes.iter().zip(weights).map(|(slope, own)| f64::from(*slope) * own).sum()
        };
        let chance = 1.0 / (1.0 + (-value(truth) / unit).exp());
        let score = if random.unit() < chance { 1.0 } else { 0.0 };
        let base = value(start);
        made.push(Sample { game, base, slopes, score });
    }
    made
}

#[test]
fn true_weights_are_found_up_to_their_scale() {
    for seed in 0..5 {
        let (truth, start) = ([100.0, -60.0, 30.0, 0.0], [100.0, 0.0, 0.0, 50.0]);
        let parameters: Vec<Parameter> = start.iter().map(|own| parameter(*own)).collect();
        let samples = samples(&truth, &start, 300.0, seed);
        let found = fit(&samples, &parameters, &Options::default(), seed).unwrap();
        // Weights mean something in relation to the unit only.
        let scale = found.values[0] / truth[0];
        for (value, truth) in found.values.iter().zip(truth) {
            assert!((value - scale * truth).abs() < 20.0 * scale, "{seed}: {:?}", found.values);
        }
        let first = found.losses[0].held_out;
        let best = found.losses.iter().map(|own| own.held_out).fold(first, f64::min);
        assert!(best < first, "{first} {best}");
        assert!(found.positions.0 > 3 * found.positions.1 && found.positions.1 > 1500);
    }
}

#[test]
fn what_says_nothing_is_not_learnt_from() {
    let parameters = [parameter(100.0)];
    let mut samples = samples(&[100.0], &[100.0], 300.0, 1);
    samples.iter_mut().for_each(|own| own.base = 0.0);
    assert!(fit(&samples, &parameters, &Options::default(), 1).is_none());
    assert!(fit(&[], &parameters, &Options::default(), 1).is_none());
}

#[test]
fn a_good_start_stays_as_it_is() {
    let (truth, start) = ([100.0, -60.0], [100.0, -60.0]);
    let parameters: Vec<Parameter> = start.iter().map(|own| parameter(*own)).collect();
    let samples = samples(&truth, &start, 300.0, 9);
    let found = fit(&samples, &parameters, &Options::default(), 9).unwrap();
    assert!((found.values[0] - 100.0).abs() < 10.0, "{:?}", found.values);
    assert!((found.values[1] + 60.0).abs() < 10.0, "{:?}", found.values);
}
