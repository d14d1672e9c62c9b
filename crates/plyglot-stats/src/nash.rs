//! Nash averaging for two players: agents weighed by the maximum-entropy Nash equilibrium of the game
//! "choose an agent" (Balduzzi and others, "Re-evaluating Evaluation"). Copies of an agent and easy
//! victims change nothing.
//!
//! The equilibrium maximises the entropy of `p` where no entry of `A p` is above 0. This is solved by
//! Newton's method on a logarithmic barrier before both limits. (The entropy alone would keep shares
//! positive, but Newton's way to tiny shares would be endless.) How far the largest entry of `A p` may
//! rise is a variable too, at so high a price that it vanishes, which gives every game an interior.

use crate::linear::{Matrix, dot};
use serde::Serialize;

/// The price of an entry above 0, for payoffs of at most 1. An agent that is worse than the
/// equilibrium by `g` keeps a share of at least exp(-price * g).
const PRICE: f64 = 1e4;
/// The last weight of the objective against the barrier: the entropy is exact to the number of agents
/// over this.
const LAST_WEIGHT: f64 = 1e9;

/// The Nash average of some agents.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NashAverage {
    /// The share of each agent in the maximum-entropy equilibrium.
    pub shares: Vec<f64>,
    /// The mean payoff of each agent against the equilibrium: 0 for its members, negative for others.
    pub ratings: Vec<f64>,
}

/// Averages agents by the payoffs of a symmetric zero-sum game: `payoffs[a][b]` is what agent `a` gets
/// against `b`, and `payoffs[b][a]` is its negative (a score is made so by taking off one half).
pub fn average(payoffs: &[Vec<f64>]) -> Result<NashAverage, String> {
    check(payoffs)?;
    let largest =
        payoffs.iter().flatten().fold(0.0, |largest: f64, payoff| largest.max(payoff.abs()));
    let scale = if largest > 0.0 { largest } else { 1.0 };
    let scaled: Vec<Vec<f64>> =
        payoffs.iter().map(|row| row.iter().map(|payoff| payoff / scale).collect()).collect();
    let mut point = Point::start(&scaled);
    let mut weight = 1.0;
    while weight <= LAST_WEIGHT {
        point.centre(&scaled, weight);
        weight *= 4.0;
    }
    let total: f64 = point.shares.iter().sum();
    let shares: Vec<f64> = point.shares.iter().map(|share| share / total).collect();
    let ratings = payoffs.iter().map(|row| dot(row, &shares)).collect();
    Ok(NashAverage { shares, ratings })
}

fn check(payoffs: &[Vec<f64>]) -> Result<(), String> {
    let count = payoffs.len();
    if count == 0 {
        return Err("there are no agents to average; at least one is needed".to_owned());
    }
    if let Some(row) = payoffs.iter().position(|row| row.len() != count) {
        return Err(format!(
            "row {row} of the payoffs has {} entries, not {count}",
            payoffs[row].len()
        ));
    }
    let pairs = (0..count).flat_map(|a| (0..=a).map(move |b| (a, b)));
    for (a, b) in pairs {
        let (one, other) = (payoffs[a][b], payoffs[b][a]);
        let (sum, size) = (one + other, 1.0 + one.abs());
        if !sum.is_finite() || sum.abs() > 1e-9 * size {
            return Err(format!(
                "the payoffs of {a} against {b} ({one}) and back ({other}) do not sum to 0"
            ));
        }
    }
    Ok(())
}

/// A point inside the barrier: shares, and how far the largest payoff against them may rise above 0.
#[derive(Clone)]
struct Point {
    shares: Vec<f64>,
    excess: f64,
}

impl Point {
    fn start(payoffs: &[Vec<f64>]) -> Self {
        Point { shares: vec![1.0 / payoffs.len() as f64; payoffs.len()], excess: 2.0 }
    }

    /// What is left of the excess by each agent.
    fn slacks(&self, payoffs: &[Vec<f64>]) -> Vec<f64> {
        payoffs.iter().map(|row| self.excess - dot(row, &self.shares)).collect()
    }

    /// The objective with the barrier; infinite outside.
    fn height(&self, payoffs: &[Vec<f64>], weight: f64) -> f64 {
        let slacks = self.slacks(payoffs);
        if self.excess <= 0.0 || slacks.iter().chain(&self.shares).any(|&value| value <= 0.0) {
            return f64::INFINITY;
        }
        let entropy: f64 = self.shares.iter().map(|share| -share * share.ln()).sum();
        let barrier: f64 = slacks.iter().chain(&self.shares).map(|distance| distance.ln()).sum();
        weight * (PRICE * self.excess - entropy) - barrier - self.excess.ln()
    }

    /// Goes to the minimum of objective and barrier.
    fn centre(&mut self, payoffs: &[Vec<f64>], weight: f64) {
        for _ in 0..50 {
            let (step, decrement) = self.newton(payoffs, weight);
            let height = self.height(payoffs, weight);
            let falls = |next: &Point, length: f64| {
                next.height(payoffs, weight) <= height - 1e-4 * length * decrement
            };
            let mut length = 1.0;
            let mut next = self.moved(&step, length);
            while length > 1e-12 && !falls(&next, length) {
                length *= 0.5;
                next = self.moved(&step, length);
            }
            if length <= 1e-12 {
                break;
            }
            *self = next;
            if decrement < 1e-10 {
                break;
            }
        }
    }

    fn moved(&self, step: &[f64], length: f64) -> Self {
        let shares =
            self.shares.iter().zip(step).map(|(share, step)| share + length * step).collect();
        Point { shares, excess: self.excess + length * step[self.shares.len()] }
    }

    /// The Newton step of shares and excess that keeps the sum of the shares, and by how much it goes
    /// down at first.
    fn newton(&self, payoffs: &[Vec<f64>], weight: f64) -> (Vec<f64>, f64) {
        let count = self.shares.len();
        let slacks = self.slacks(payoffs);
        let mut system = Matrix::zero(count + 2);
        let mut slope = vec![0.0; count + 2];
        for (agent, &share) in self.shares.iter().enumerate() {
            slope[agent] = weight * (share.ln() + 1.0) - 1.0 / share;
            *system.at(agent, agent) = weight / share + 1.0 / (share * share);
            *system.at(agent, count + 1) = 1.0;
            *system.at(count + 1, agent) = 1.0;
        }
        slope[count] = weight * PRICE - 1.0 / self.excess;
        *system.at(count, count) = 1.0 / (self.excess * self.excess);
        for (row, slack) in payoffs.iter().zip(&slacks) {
            // The slack falls with the payoffs of its row and rises with the excess.
            let direction: Vec<f64> = row.iter().copied().chain([-1.0]).collect();
            for (one, left) in direction.iter().enumerate() {
                slope[one] += left / slack;
                for (other, right) in direction.iter().enumerate() {
                    *system.at(one, other) += left * right / (slack * slack);
                }
            }
        }
        let decrease: Vec<f64> = slope.iter().map(|slope| -slope).collect();
        let step = system.solve(decrease);
        let decrement = -dot(&slope[..=count], &step[..=count]);
        (step, decrement)
    }
}
