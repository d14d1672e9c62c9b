//! Weights from samples: steps down the loss, position by position, stage by stage.
//!
//! The stage in the middle comes first; later and earlier ones each start from their neighbour's weights, so
//! that what a stage has rarely seen is what the one before knew of it. These two chains are what runs in
//! parallel. Within a stage everything is in one fixed order.

mod exact;

use std::{
    cmp::Ordering,
    ops::Range,
    sync::atomic::{self, AtomicBool},
    thread,
};

use plyglot_core::{Rng, mix};

use crate::{
    Target,
    samples::{Position, Samples},
};

/// How to train.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// What the labels are.
    pub target: Target,
    /// The most rounds over all positions of a stage.
    pub epochs: u32,
    /// The size of the first steps; they fall to a tenth of it.
    pub rate: f32,
    /// A weight that was seen so often takes steps of 0.7 times the size.
    pub patience: f32,
    /// Decides the order of positions.
    pub seed: u64,
    /// Ends training when it is raised; what comes out then is good for nothing.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Settings<'_> {
    fn default() -> Self {
        let (target, epochs, rate, patience) = (Target::Result, 6, 0.3, 40.0);
        Settings { target, epochs, rate, patience, seed: 1, stop: None }
    }
}

impl Settings<'_> {
    /// Whether training shall end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(atomic::Ordering::Relaxed))
    }
}

/// A round over the positions of a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Which stage.
    pub stage: usize,
    /// Which round; 0 is before the first.
    pub epoch: u32,
    /// The mean loss on the way through the positions.
    pub loss: f64,
    /// The mean loss on the positions held out.
    pub held_out: f64,
}

/// What came out of training.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// All weights, stage by stage, in units of the target.
    pub weights: Vec<f32>,
    /// All rounds, stage by stage.
    pub course: Vec<Epoch>,
    /// The mean loss on all positions held out.
    pub held_out: f64,
}

impl Trained {
    /// The weights in points.
    pub fn quantised(&self, target: Target) -> Vec<i16> {
        let round = |weight: &f32| (f64::from(*weight) * target.unit()).round() as i16;
        self.weights.iter().map(round).collect()
    }
}

/// Learns weights from samples, starting from others if there are any; a stage stops where the positions
/// held out are foretold no better.
pub fn train(
    samples: &Samples,
    held_out: &Samples,
    start: Option<&[f32]>,
    settings: &Settings<'_>,
) -> Trained {
    let (layout, by_stage) = (&samples.layout, split(samples));
    let trainer = Trainer { samples, held_out, settings, own: by_stage, test: split(held_out) };
    let zero = vec![0.0; layout.size];
    let from = |stage: usize| start.map(|all| &all[stage * layout.size..][..layout.size]);
    let middle = layout.stages / 2;
    let first = trainer.stage(middle, from(middle).unwrap_or(&zero));
    let chain = |stages: &mut dyn Iterator<Item = usize>| {
        let mut done: Vec<Stage> = Vec::new();
        for stage in stages {
            let before = done.last().map_or(&first.weights, |stage| &stage.weights);
            done.push(trainer.stage(stage, from(stage).unwrap_or(before)));
        }
        done
    };
    let (early, late) = thread::scope(|scope| {
        let early = scope.spawn(|| chain(&mut (0..middle).rev()));
        let late = chain(&mut (middle + 1..layout.stages));
        (early.join().expect("training does not panic"), late)
    });
    let stages: Vec<_> = early.iter().rev().chain([&first]).chain(&late).collect();
    let weights = stages.iter().flat_map(|stage| &stage.weights).copied().collect();
    let course = stages.iter().flat_map(|stage| &stage.course).copied().collect();
    let loss: f64 = stages.iter().map(|stage| stage.loss).sum();
    Trained { weights, course, held_out: loss / held_out.len().max(1) as f64 }
}

/// Positions between two looks whether to go on.
const LOOK_EVERY: usize = 4096;
/// How much smaller steps become after a round that helped nothing.
const CAUTION: f32 = 0.25;
/// So many rounds in a row that help nothing end a stage, once some have helped.
const MOST_WORSE: u32 = 3;

/// The positions of every stage.
fn split(samples: &Samples) -> Vec<Vec<Position>> {
    let mut stages = vec![Vec::new(); samples.layout.stages];
    for position in &samples.positions {
        stages[usize::from(position.stage)].push(*position);
    }
    stages
}

struct Trainer<'a> {
    samples: &'a Samples,
    held_out: &'a Samples,
    settings: &'a Settings<'a>,
    own: Vec<Vec<Position>>,
    test: Vec<Vec<Position>>,
}

/// A stage that is being learnt.
struct Going {
    weights: Vec<f32>,
    /// How often each was moved.
    seen: Vec<f32>,
    /// What is usual of every sum, as a square.
    squares: Vec<f32>,
}

/// A stage that is done.
struct Stage {
    weights: Vec<f32>,
    course: Vec<Epoch>,
    /// The sum over the positions held out.
    loss: f64,
}

impl Trainer<'_> {
    fn stage(&self, stage: usize, start: &[f32]) -> Stage {
        if self.settings.target == Target::Rank && self.samples.width == 0 {
            return self.solve(stage, start);
        }
        let tested = self.test[stage].len().max(1) as f64;
        let mut going = Going {
            weights: start.to_vec(),
            seen: vec![0.0; start.len()],
            squares: self.squares(stage),
        };
        let mut best =
            Stage { weights: start.to_vec(), course: Vec::new(), loss: self.loss(stage, start) };
        let course = |epoch, loss, held_out| Epoch { stage, epoch, loss, held_out };
        let mut told = vec![course(0, f64::NAN, best.loss / tested)];
        let mut order = self.own[stage].clone();
        let rounds = self.settings.epochs;
        let (mut worse, mut caution, mut helped) = (0, 1.0, false);
        for epoch in 1..=rounds {
            shuffle(&mut order, mix(self.settings.seed ^ (stage as u64) << 32 ^ u64::from(epoch)));
            let done = (epoch - 1) as f32 / rounds as f32;
            let rate = caution * self.settings.rate * (1.0 - 0.9 * done);
            let loss = self.round(&order, &mut going, rate);
            if self.settings.is_stopped() {
                break;
            }
            let held_out = self.loss(stage, &going.weights);
            told.push(course(epoch, loss, held_out / tested));
            if held_out < best.loss {
                (best.weights, best.loss) = (going.weights.clone(), held_out);
                (worse, helped) = (0, true);
            } else {
                // Few features, seen often, are soon beyond what is best for them: from there with care.
                going.weights.copy_from_slice(&best.weights);
                (worse, caution) = (worse + 1, caution * CAUTION);
                if worse >= MOST_WORSE && helped {
                    break;
                }
            }
        }
        best.course = told;
        best
    }

    /// One step for every position; the mean loss before each.
    fn round(&self, order: &[Position], going: &mut Going, rate: f32) -> f64 {
        let mut total = 0.0;
        let mut errors = Vec::new();
        for (number, position) in order.iter().enumerate() {
            if number % LOOK_EVERY == 0 && self.settings.is_stopped() {
                break;
            }
            total += self.errors(self.samples, *position, &going.weights, &mut errors);
            // One size for all rows: they are compared with each other.
            let rate = rate / self.reach(*position, &going.squares);
            for (row, error) in position.range().zip(&errors) {
                self.step(row, rate * error, going);
            }
        }
        total / order.len().max(1) as f64
    }

    /// How far a step of size 1 moves the value of a position's rows: by 1 for every weight, sums counted in
    /// what is usual of them, and not less than is usual.
    fn reach(&self, position: Position, squares: &[f32]) -> f32 {
        let usual = squares.iter().filter(|square| **square > 0.0).count() as f32;
        let of = |row: usize| {
            let times = self.samples.times(row).iter().zip(squares);
            let parts = times.filter(|(_, square)| **square > 0.0);
            parts.map(|(times, square)| f32::from(*times).powi(2) / square).sum::<f32>()
        };
        self.samples.width as f32 + position.range().map(of).fold(usual, f32::max)
    }

    /// Moves the weights of a row towards its label.
    fn step(&self, row: usize, step: f32, going: &mut Going) {
        let (samples, patience) = (self.samples, self.settings.patience);
        let Going { weights, seen, squares } = going;
        for place in samples.places(row) {
            weights[place] += step / (1.0 + seen[place] / patience).sqrt();
            seen[place] += 1.0;
        }
        let first = samples.layout.sums as usize;
        let times = samples.times(row).iter().zip(squares).enumerate();
        for (at, (times, square)) in times.filter(|(_, (times, _))| **times != 0) {
            let (place, step) = (first + at, step * f32::from(*times) / *square);
            weights[place] += step / (1.0 + seen[place] / patience).sqrt();
            seen[place] += 1.0;
        }
    }

    /// The mean square of every sum in the rows of a stage.
    fn squares(&self, stage: usize) -> Vec<f32> {
        let mut squares = vec![0.0f64; self.samples.layout.sum_count];
        let mut rows = 0.0;
        for row in self.own[stage].iter().flat_map(Position::range) {
            rows += 1.0;
            for (square, times) in squares.iter_mut().zip(self.samples.times(row)) {
                *square += f64::from(*times).powi(2);
            }
        }
        squares.into_iter().map(|square| (square / f64::max(rows, 1.0)) as f32).collect()
    }

    fn loss(&self, stage: usize, weights: &[f32]) -> f64 {
        let mut errors = Vec::new();
        let of = |position: &Position| self.errors(self.held_out, *position, weights, &mut errors);
        self.test[stage].iter().map(of).sum()
    }

    /// The loss of a position, and for each of its rows which way its value should move: in units of the
    /// target, as far as a step of Newton's would take it.
    fn errors(
        &self,
        samples: &Samples,
        position: Position,
        weights: &[f32],
        errors: &mut Vec<f32>,
    ) -> f64 {
        let rows = position.range();
        errors.clear();
        errors.extend(rows.clone().map(|row| samples.value(row, weights)));
        turn(self.settings.target, errors, &samples.labels[rows])
    }
}

/// The mean loss of positions of whose rows somebody says these values, in units of the target.
pub fn loss(samples: &Samples, values: &[f32], target: Target) -> f64 {
    let of = |rows: Range<usize>| {
        turn(target, &mut values[rows.clone()].to_vec(), &samples.labels[rows])
    };
    samples.rows().map(of).sum::<f64>() / samples.len().max(1) as f64
}

/// The same of every stage; 0 where it has none.
pub fn loss_by_stage(samples: &Samples, values: &[f32], target: Target) -> Vec<f64> {
    let mut losses = vec![0.0; samples.layout.stages];
    for own in &samples.positions {
        let labels = &samples.labels[own.range()];
        losses[usize::from(own.stage)] += turn(target, &mut values[own.range()].to_vec(), labels);
    }
    let counts = samples.stages().into_iter().map(|count| count.max(1) as f64);
    losses.iter().zip(counts).map(|(loss, count)| loss / count).collect()
}

/// Turns the values of a position's rows into which way each should move; the loss of the position.
pub(crate) fn turn(target: Target, values: &mut [f32], labels: &[f32]) -> f64 {
    match (target, values) {
        (Target::Payoff, [value]) => {
            *value = labels[0] - *value;
            f64::from(*value).powi(2)
        }
        (_, [value]) => {
            let chance = 1.0 / (1.0 + (-*value).exp());
            *value = CURVE * (labels[0] - chance);
            surprise(labels[0], chance)
        }
        (Target::Rank, values) => {
            let said = values.to_vec();
            let (share, pairs) = (exact::share(said.len()), said.len().saturating_sub(1) as f32);
            let mut loss = 0.0;
            values.fill(0.0);
            for one in 0..said.len() {
                for other in one + 1..said.len() {
                    let chance = 1.0 / (1.0 + (said[other] - said[one]).exp());
                    let label = ahead(labels[one], labels[other]);
                    let missing = CURVE * (label - chance) / pairs;
                    values[one] += missing;
                    values[other] -= missing;
                    loss += share * surprise(label, chance);
                }
            }
            loss
        }
        (_, values) => {
            let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            values.iter_mut().for_each(|value| *value = (*value - most).exp());
            let all: f32 = values.iter().sum();
            let mut loss = 0.0;
            for (value, label) in values.iter_mut().zip(labels) {
                let share = *value / all;
                loss += cross_entropy(*label, share);
                *value = CURVE * (label - share);
            }
            loss
        }
    }
}

/// The inverse of the steepest slope of the logistic curve.
const CURVE: f32 = 4.0;

/// Which of two rows ended ahead: 1 for the first, 0.5 where neither did.
fn ahead(one: f32, other: f32) -> f32 {
    match one.total_cmp(&other) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    }
}

/// The loss of somebody who expected a score with that chance.
fn surprise(label: f32, chance: f32) -> f64 {
    cross_entropy(label, chance) + cross_entropy(1.0 - label, 1.0 - chance)
}

fn cross_entropy(label: f32, chance: f32) -> f64 {
    if label <= 0.0 { 0.0 } else { -f64::from(label) * f64::from(chance.max(1e-6)).ln() }
}

pub(crate) fn shuffle(order: &mut [Position], seed: u64) {
    let mut rng = Rng::new(seed);
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last + 1));
    }
}
