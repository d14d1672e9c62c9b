//! Games of players whose strength is known, to see what tests and intervals are worth before real
//! games are spent.

use crate::{blocks, elo::from_effect, random::Random};
use std::f64::consts::LN_10;

/// All rankings of a game with their probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes(Vec<(Vec<u32>, f64)>);

impl Outcomes {
    /// The Davidson-Luce distribution for sides of these strengths in Elo, where a set of `t` sides
    /// that share a rank has the weight `ties[t - 2]` (none beyond the list). See [`crate::rating`].
    ///
    /// The number of rankings grows fast: eight sides with all ties have half a million.
    pub fn new(strengths: &[f64], ties: &[f64]) -> Self {
        let logarithms: Vec<f64> = strengths.iter().map(|elo| elo * LN_10 / 400.0).collect();
        let mut all = Vec::new();
        extend(&logarithms, ties, &mut vec![0; strengths.len()], 1, 1.0, &mut all);
        Outcomes(all)
    }

    /// The rankings with their probabilities, which sum to 1.
    pub fn all(&self) -> &[(Vec<u32>, f64)] {
        &self.0
    }

    /// Plays one game: a ranking at random.
    pub fn draw(&self, random: &mut Random) -> &[u32] {
        let mut rest = random.unit();
        for (ranks, probability) in &self.0 {
            rest -= probability;
            if rest < 0.0 {
                return ranks;
            }
        }
        self.0.last().map_or(&[], |(ranks, _)| ranks)
    }
}

/// Adds every ranking of the sides that have no rank yet.
fn extend(
    logarithms: &[f64],
    ties: &[f64],
    ranks: &mut [u32],
    rank: u32,
    probability: f64,
    all: &mut Vec<(Vec<u32>, f64)>,
) {
    let rest: Vec<usize> = (0..ranks.len()).filter(|&side| ranks[side] == 0).collect();
    if rest.is_empty() {
        return all.push((ranks.to_vec(), probability));
    }
    let weights: Vec<f64> =
        (1..1usize << rest.len()).map(|set| weight(logarithms, ties, &rest, set)).collect();
    let total: f64 = weights.iter().sum();
    for (index, weight) in weights.iter().enumerate().filter(|&(_, &weight)| weight > 0.0) {
        let chosen = |place: &usize| (index + 1) >> place & 1 == 1;
        (0..rest.len()).filter(chosen).for_each(|place| ranks[rest[place]] = rank);
        extend(logarithms, ties, ranks, rank + 1, probability * weight / total, all);
        (0..rest.len()).filter(chosen).for_each(|place| ranks[rest[place]] = 0);
    }
}

/// The weight of a set among the rest. The last side has no choice, whatever its strength.
fn weight(logarithms: &[f64], ties: &[f64], rest: &[usize], set: usize) -> f64 {
    let size = set.count_ones() as usize;
    let tie = if size == 1 { 1.0 } else { ties.get(size - 2).copied().unwrap_or(0.0) };
    let sum: f64 = (0..rest.len())
        .filter(|place| set >> place & 1 == 1)
        .map(|place| logarithms[rest[place]])
        .sum();
    tie * (sum / size as f64).exp()
}

/// Blocks of a match of A against B: every seat with one A among B, and for more than two sides every
/// seat with one B among A.
#[derive(Clone, Debug)]
pub struct Match {
    games: Vec<(Vec<bool>, Outcomes)>,
}

impl Match {
    /// A match in which A is stronger than B by `elo`, on seats of these advantages in Elo.
    pub fn new(elo: f64, seats: &[f64], ties: &[f64]) -> Self {
        let kinds: &[bool] = if seats.len() > 2 { &[true, false] } else { &[true] };
        let line_up = |single_is_a: bool, single: usize| -> Vec<bool> {
            (0..seats.len()).map(|seat| (seat == single) == single_is_a).collect()
        };
        let line_ups =
            kinds.iter().flat_map(|&kind| (0..seats.len()).map(move |seat| line_up(kind, seat)));
        let outcomes = |is_a: &[bool]| {
            let strength = |(&seat, &is_a): (&f64, &bool)| seat + if is_a { elo } else { 0.0 };
            Outcomes::new(&seats.iter().zip(is_a).map(strength).collect::<Vec<_>>(), ties)
        };
        Match { games: line_ups.map(|is_a| (is_a.clone(), outcomes(&is_a))).collect() }
    }

    /// The match whose true normalized Elo is this much.
    pub fn with_normalized(normalized: f64, seats: &[f64], ties: &[f64]) -> Self {
        let (mut low, mut high) = (-1000.0, 1000.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if Match::new(middle, seats, ties).normalized() < normalized {
                low = middle
            } else {
                high = middle
            }
        }
        Match::new(0.5 * (low + high), seats, ties)
    }

    /// The number of games of a block.
    pub fn games_per_block(&self) -> usize {
        self.games.len()
    }

    /// Plays a block and returns its mean score for A.
    pub fn block(&self, random: &mut Random) -> f64 {
        let score = |(is_a, outcomes): &(Vec<bool>, Outcomes)| {
            blocks::versus(&blocks::rank_scores(outcomes.draw(random)), is_a)
        };
        self.games.iter().map(score).sum::<f64>() / self.games.len() as f64
    }

    /// The true mean score of A.
    pub fn score(&self) -> f64 {
        self.moments().0
    }

    /// The true normalized Elo of A.
    pub fn normalized(&self) -> f64 {
        let (mean, variance) = self.moments();
        from_effect((mean - 0.5) / variance.sqrt(), self.games_per_block())
    }

    /// Mean and variance of a block's score.
    fn moments(&self) -> (f64, f64) {
        let count = self.games.len() as f64;
        let (mut mean, mut variance) = (0.0, 0.0);
        for (is_a, outcomes) in &self.games {
            let score = |ranks: &[u32]| blocks::versus(&blocks::rank_scores(ranks), is_a);
            let own: f64 = outcomes.all().iter().map(|(ranks, share)| share * score(ranks)).sum();
            mean += own / count;
            variance += outcomes
                .all()
                .iter()
                .map(|(ranks, share)| share * (score(ranks) - own).powi(2))
                .sum::<f64>();
        }
        (mean, variance / (count * count))
    }
}
