//! From the games of a block to its one observation.
//!
//! A block is one opening with a line-up through all seats. To test A against B with more than two
//! sides it has two line-ups, one A among B and one B among A, so that equal strength means a mean
//! of one half whatever the seats and the opening are worth.

use crate::{
    cells::Cells,
    elo::{self, Estimate},
};

/// The score of every side by its rank: 1 for the first, 0 for the last, even steps between, and ties
/// share. Lower ranks are better, and only their order counts. A single side has one half.
pub fn rank_scores<R: Ord>(ranks: &[R]) -> Vec<f64> {
    let others = ranks.len().saturating_sub(1) as f64;
    let score = |own: &R| {
        let beaten = ranks.iter().filter(|&rank| rank > own).count() as f64;
        let tied = ranks.iter().filter(|&rank| rank == own).count() as f64 - 1.0;
        if others > 0.0 { (beaten + 0.5 * tied) / others } else { 0.5 }
    };
    ranks.iter().map(score).collect()
}

/// The score in 0..=1 of a game of A against B, from the points of the sides (each in 0..=1) and which
/// of them A plays: the mean points of A if it has fewer sides, what the mean points of B leave if B
/// has fewer, and the middle of both if they have as many. One half where either has none.
pub fn versus(points: &[f64], is_a: &[bool]) -> f64 {
    let of = |wanted: bool| {
        points.iter().zip(is_a).filter(move |&(_, &is_a)| is_a == wanted).map(|(&points, _)| points)
    };
    let (count_a, count_b) = (of(true).count(), of(false).count());
    if count_a == 0 || count_b == 0 {
        return 0.5;
    }
    let (mean_a, mean_b) =
        (of(true).sum::<f64>() / count_a as f64, of(false).sum::<f64>() / count_b as f64);
    match count_a.cmp(&count_b) {
        std::cmp::Ordering::Less => mean_a,
        std::cmp::Ordering::Greater => 1.0 - mean_b,
        std::cmp::Ordering::Equal => 0.5 * (mean_a + 1.0 - mean_b),
    }
}

/// The observation of a block: the mean of its games' scores, nothing for no games.
pub fn mean(scores: &[f64]) -> Option<f64> {
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}

/// Empty cells for all means that blocks of so many games can have, if one side against the others is
/// scored by rank. Two sides and two games are game pairs.
pub fn cells(sides: usize, games: usize) -> Cells {
    Cells::grid(2 * games.max(1) * sides.saturating_sub(1).max(1))
}

/// The points of every seat, added block by block.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatPoints(Vec<Cells>);

impl SeatPoints {
    /// Adds a block: a list of games, a game the points (each in 0..=1) by seat.
    pub fn add(&mut self, block: &[Vec<f64>]) {
        let seats = block.iter().map(Vec::len).max().unwrap_or(0);
        self.0.resize_with(self.0.len().max(seats), || Cells::grid(1));
        for (seat, cells) in self.0.iter_mut().enumerate() {
            let scores: Vec<f64> =
                block.iter().filter_map(|game| game.get(seat).copied()).collect();
            if let Some(mean) = mean(&scores) {
                cells.add(mean);
            }
        }
    }

    /// The mean points of every seat, with 95% intervals that take the block as the observation.
    pub fn estimates(&self) -> Vec<Estimate> {
        self.0.iter().map(elo::score).collect()
    }
}
