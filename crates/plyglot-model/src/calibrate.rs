//! How the points of a model translate into expected scores.

use serde::{Deserialize, Serialize};

/// What points are worth, measured on positions held out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// A lead of so many points is worth 73 % of the score.
    pub scale: f64,
    /// How many leads were looked at.
    pub count: u64,
    /// What was foretold and what came, in ten parts.
    pub bins: Vec<Bin>,
}

/// Positions of which about the same was foretold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// The mean of what was foretold.
    pub expected: f64,
    /// The mean of what came.
    pub scored: f64,
    /// How many positions.
    pub count: u64,
}

/// Fits the scale to leads in points with the scores that they brought, 0 to 1, by Newton's method; a scale
/// that the leads do not show is that of `unit`.
pub fn calibrate(leads: &[(f64, f64)], unit: f64) -> Calibration {
    let mut slope = 1.0;
    for _ in 0..50 {
        let (mut gradient, mut curve) = (0.0, 0.0);
        for (lead, score) in leads {
            let x = lead / unit;
            let chance = 1.0 / (1.0 + (-slope * x).exp());
            gradient += x * (score - chance);
            curve += x * x * chance * (1.0 - chance);
        }
        let step = if curve > 0.0 { gradient / curve } else { 0.0 };
        slope = (slope + step.clamp(-0.5, 0.5)).clamp(0.01, 100.0);
        if step.abs() < 1e-9 {
            break;
        }
    }
    let scale = unit / slope;
    let mut bins = [Bin::default(); 10];
    for (lead, score) in leads {
        let chance = 1.0 / (1.0 + (-lead / scale).exp());
        let bin = &mut bins[((chance * 10.0) as usize).min(9)];
        *bin = Bin {
            expected: bin.expected + chance,
            scored: bin.scored + score,
            count: bin.count + 1,
        };
    }
    let filled = bins.iter().filter(|bin| bin.count > 0).map(|bin| {
        let count = bin.count as f64;
        Bin { expected: bin.expected / count, scored: bin.scored / count, count: bin.count }
    });
    Calibration { scale, count: leads.len() as u64, bins: filled.collect() }
}
