//! Counted observations: how many blocks had which mean score.

use serde::Serialize;

/// Values closer than this are one cell: means of equal scores may differ in the last bits.
const SAME: f64 = 1e-9;

/// The weight of a cell that never occurred, as fishtest has it: enough to keep every constrained
/// likelihood finite, too little to matter otherwise.
const EMPTY: f64 = 1e-3;

/// A multinomial sample with finite support: `counts[i]` blocks had the mean score `values[i]`.
///
/// The cells of game pairs are [`Cells::pentanomial`]; blocks of other games start from a
/// [`Cells::grid`] of all possible means.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cells {
    /// Scores of a block, each in 0..=1, ascending.
    pub values: Vec<f64>,
    /// How often each score was seen.
    pub counts: Vec<f64>,
}

impl Cells {
    /// Empty cells at 0, 1/`steps`, 2/`steps`, ..., 1. Game pairs have four steps.
    pub fn grid(steps: usize) -> Self {
        let steps = steps.max(1);
        let values = (0..=steps).map(|i| i as f64 / steps as f64).collect();
        Cells { values, counts: vec![0.0; steps + 1] }
    }

    /// Game pairs: lost both, lost one and drew one, even, won one and drew one, won both.
    pub fn pentanomial(counts: [u64; 5]) -> Self {
        Cells { counts: counts.map(|count| count as f64).to_vec(), ..Cells::grid(4) }
    }

    /// The cells of some block means, with no cell between the values seen.
    pub fn from_means(means: &[f64]) -> Self {
        let mut cells = Cells::grid(1);
        means.iter().for_each(|&mean| cells.add(mean));
        cells
    }

    /// Counts one block. A mean off the support becomes a new cell; one that is not in 0..=1 is
    /// brought to the nearer end, and one that is not a number is left out.
    pub fn add(&mut self, mean: f64) {
        if mean.is_nan() {
            return;
        }
        let mean = mean.clamp(0.0, 1.0);
        let place = self.values.partition_point(|&value| value < mean - SAME);
        if self.values.get(place).is_none_or(|&value| value > mean + SAME) {
            self.values.insert(place, mean);
            self.counts.insert(place, 0.0);
        }
        self.counts[place] += 1.0;
    }

    /// The number of blocks.
    pub fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean score of all blocks, one half where there are none.
    pub fn mean(&self) -> f64 {
        let total = self.total();
        if total > 0.0 {
            self.pairs().map(|(value, count)| value * count).sum::<f64>() / total
        } else {
            0.5
        }
    }

    fn pairs(&self) -> impl Iterator<Item = (f64, f64)> {
        self.values.iter().copied().zip(self.counts.iter().copied())
    }

    /// The sample as a distribution without empty cells that reaches from 0 to 1, so that every
    /// hypothesis strictly between is possible.
    pub(crate) fn regularised(&self) -> Sample {
        let mut points: Vec<(f64, f64)> = self
            .pairs()
            .map(|(value, count)| (value, if count > 0.0 { count } else { EMPTY }))
            .collect();
        for end in [0.0, 1.0] {
            if !points.iter().any(|&(value, _)| (value - end).abs() < SAME) {
                points.push((end, EMPTY));
            }
        }
        let size = points.iter().map(|&(_, count)| count).sum();
        let values = points.iter().map(|&(value, _)| value).collect();
        let shares = points.iter().map(|&(_, count)| count / size).collect();
        Sample { size, values, shares }
    }
}

/// Regularised cells: `shares` are positive and sum to 1.
pub(crate) struct Sample {
    pub(crate) size: f64,
    pub(crate) values: Vec<f64>,
    pub(crate) shares: Vec<f64>,
}
