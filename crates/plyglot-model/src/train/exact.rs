//! Weights for who ends ahead of whom where a game declares nothing but sums: so few that Newton's method leads
//! to where the loss is least, however much they have to do with each other.

use std::ops::Range;

use super::{Epoch, Stage, Trainer};

/// How much weights are held back, for every position: enough for those that positions say nothing of.
const HOLD: f64 = 1e-3;
/// Steps shorter than this part of the whole are not tried.
const SHORTEST: f32 = 0.001;

/// What the positions of a stage say of some weights.
struct View {
    /// The mean loss with what holds weights back, which is least in one place.
    loss: f64,
    gradient: Vec<f64>,
    /// The second derivatives, row by row.
    curve: Vec<Vec<f64>>,
}

impl Trainer<'_> {
    /// The weights of a stage with the least loss; a stage without positions keeps those it starts from.
    pub(super) fn solve(&self, stage: usize, start: &[f32]) -> Stage {
        let tested = self.test[stage].len().max(1) as f64;
        let units: Vec<f64> = self.squares(stage).iter().map(|own| f64::from(own.sqrt())).collect();
        let held_out = self.loss(stage, start);
        let mut best = Stage { weights: start.to_vec(), course: Vec::new(), loss: held_out };
        let told =
            |epoch, loss, held_out: f64| Epoch { stage, epoch, loss, held_out: held_out / tested };
        let mut course = vec![told(0, f64::NAN, held_out)];
        let mut weights = start.to_vec();
        let mut view = self.view(stage, &weights, &units);
        for epoch in 1..=self.settings.epochs {
            let Some(next) = view.take().and_then(|view| self.next(stage, &weights, &units, view))
            else {
                break;
            };
            weights = next.0;
            let held_out = self.loss(stage, &weights);
            course.push(told(epoch, next.1.loss, held_out));
            if held_out < best.loss {
                (best.weights, best.loss) = (weights.clone(), held_out);
            }
            view = Some(next.1);
        }
        best.course = course;
        best
    }

    /// The next weights, with what is said of them: a whole step from these, or as much of it as helps.
    fn next(
        &self,
        stage: usize,
        weights: &[f32],
        units: &[f64],
        view: View,
    ) -> Option<(Vec<f32>, View)> {
        let (loss, step) = (view.loss, step(view));
        let moved = |part: f32| -> Vec<f32> {
            let along = weights.iter().zip(&step).zip(units);
            let far = |step: &f64, unit: &f64| if *unit > 0.0 { (step / unit) as f32 } else { 0.0 };
            along.map(|((own, step), unit)| own + part * far(step, unit)).collect()
        };
        let mut part = 1.0;
        while part > SHORTEST {
            let tried = moved(part);
            let seen = self.view(stage, &tried, units)?;
            if seen.loss < loss {
                return Some((tried, seen));
            }
            part /= 2.0;
        }
        None
    }

    /// What the positions of a stage say of weights, sums counted in units; nothing if there are none.
    fn view(&self, stage: usize, weights: &[f32], units: &[f64]) -> Option<View> {
        let count = self.own[stage].len();
        if count == 0 {
            return None;
        }
        let size = units.len();
        let (mut loss, mut gradient) = (0.0, vec![0.0; size]);
        let (mut curve, mut lead) = (vec![vec![0.0; size]; size], vec![0.0; size]);
        for position in &self.own[stage] {
            let share = share(position.range().len());
            for (one, other) in contests(position.range()) {
                self.lead(one, other, units, &mut lead);
                let parts = lead.iter().zip(weights).zip(units);
                let value: f64 =
                    parts.map(|((lead, own), unit)| lead * f64::from(*own) * unit).sum();
                let chance = 1.0 / (1.0 + (-value).exp());
                let labels = &self.samples.labels;
                let label =
                    other.map_or(labels[one], |other| super::ahead(labels[one], labels[other]));
                let missing = share * (f64::from(label) - chance);
                loss += share * super::surprise(label, chance as f32);
                add(&mut gradient, &mut curve, &lead, missing, share * chance * (1.0 - chance));
            }
        }
        let hold = HOLD * count as f64;
        for (at, (own, unit)) in weights.iter().zip(units).enumerate() {
            let own = f64::from(*own) * unit;
            loss += hold * own * own / 2.0;
            gradient[at] -= hold * own;
            curve[at][at] += hold;
        }
        Some(View { loss: loss / count as f64, gradient, curve })
    }

    /// By how much the sums of a row are above those of another, in units; without another, what they are.
    fn lead(&self, one: usize, other: Option<usize>, units: &[f64], lead: &mut [f64]) {
        let times = self.samples.times(one).iter().enumerate();
        for ((lead, (at, own)), unit) in lead.iter_mut().zip(times).zip(units) {
            let other = other.map_or(0.0, |other| f64::from(self.samples.times(other)[at]));
            *lead = if *unit > 0.0 { (f64::from(*own) - other) / unit } else { 0.0 };
        }
    }
}

/// The pairs of rows of a position; between two sides it has one row, which tells of the player to move against
/// the other.
fn contests(rows: Range<usize>) -> impl Iterator<Item = (usize, Option<usize>)> {
    let alone = (rows.len() == 1).then_some((rows.start, None));
    let pairs =
        rows.clone().flat_map(move |one| (one + 1..rows.end).map(move |other| (one, Some(other))));
    alone.into_iter().chain(pairs)
}

/// What a pair counts for among so many rows: all pairs of a position count as one.
pub(super) fn share(rows: usize) -> f64 {
    2.0 / (rows * rows.saturating_sub(1)).max(1) as f64
}

/// Adds what one pair says, below the diagonal.
fn add(gradient: &mut [f64], curve: &mut [Vec<f64>], lead: &[f64], missing: f64, bend: f64) {
    for (at, own) in lead.iter().enumerate().filter(|(_, own)| **own != 0.0) {
        gradient[at] += missing * own;
        let times = bend * own;
        curve[at][..=at].iter_mut().zip(lead).for_each(|(sum, other)| *sum += times * other);
    }
}

/// The step to where the view would be level, by Cholesky's decomposition of its curve.
fn step(view: View) -> Vec<f64> {
    let View { mut curve, gradient: mut step, .. } = view;
    for row in 0..step.len() {
        for at in 0..=row {
            let (before, own) = curve.split_at_mut(row);
            let other = if at == row { &own[0] } else { &before[at] };
            let known: f64 = own[0][..at].iter().zip(&other[..at]).map(|(a, b)| a * b).sum();
            let left = own[0][at] - known;
            own[0][at] = if at == row { left.sqrt() } else { left / before[at][at] };
        }
        let known: f64 = curve[row][..row].iter().zip(&step).map(|(a, b)| a * b).sum();
        step[row] = (step[row] - known) / curve[row][row];
    }
    for row in (0..step.len()).rev() {
        let known: f64 = (row + 1..step.len()).map(|below| curve[below][row] * step[below]).sum();
        step[row] = (step[row] - known) / curve[row][row];
    }
    step
}
