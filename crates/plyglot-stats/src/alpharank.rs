//! Alpha-rank: how often evolution visits each agent, from a table of payoffs (Omidshafiei and others,
//! "alpha-Rank: Multi-Agent Evaluation by Evolution").
//!
//! A population of one agent is now and then invaded by a mutant, which takes over or dies out by its
//! payoff. The stationary distribution of these take-overs is the ranking: agents that only beat the
//! weak have no mass. Results are OpenSpiel's with its local selection.

use crate::linear::dot;
use serde::Serialize;

/// More states than this are refused: time grows with the cube of their number.
pub const MOST_STATES: usize = 3000;

/// Transitions never become rarer than this, so that the chain stays connected at any intensity.
const LEAST_FIXATION: f64 = 1e-60;

/// How strongly payoffs decide over take-overs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Selection {
    /// Intensity `alpha` in populations of so many.
    Finite {
        /// The weight of a payoff difference.
        alpha: f64,
        /// The size of a population.
        population: u32,
    },
    /// The limit of infinite intensity: the better takes over, and the worse with this small
    /// probability.
    Infinite {
        /// The probability, above 0 and at most one half.
        noise: f64,
    },
}

impl Default for Selection {
    /// The infinite limit with one percent of noise: nothing to tune.
    fn default() -> Self {
        Selection::Infinite { noise: 0.01 }
    }
}

impl Selection {
    fn check(&self) -> Result<(), String> {
        match *self {
            Selection::Finite { alpha, .. } if !(alpha >= 0.0 && alpha.is_finite()) => {
                Err(format!("the intensity {alpha} is not a finite number of at least 0"))
            }
            Selection::Finite { population, .. } if population < 2 => {
                Err(format!("a population of {population} cannot be invaded; it needs at least 2"))
            }
            Selection::Infinite { noise } if !(noise > 0.0 && noise <= 0.5) => {
                Err(format!("the noise {noise} is not above 0 and at most 0.5"))
            }
            _ => Ok(()),
        }
    }

    /// The probability that a mutant takes over whose payoff is higher by `gain`.
    fn fixation(&self, gain: f64) -> f64 {
        let probability = match *self {
            Selection::Infinite { .. } if gain.abs() < 1e-14 => 0.5,
            Selection::Infinite { noise } => {
                if gain > 0.0 {
                    1.0 - noise
                } else {
                    noise
                }
            }
            Selection::Finite { alpha, population } => moran(alpha * gain, f64::from(population)),
        };
        probability.max(LEAST_FIXATION)
    }
}

/// `(1 - exp(-u)) / (1 - exp(-m u))`, written so that no exponential overflows.
fn moran(u: f64, m: f64) -> f64 {
    if u.abs() < 1e-14 {
        1.0 / m
    } else if u > 0.0 {
        (-u).exp_m1() / (-m * u).exp_m1()
    } else {
        ((m - 1.0) * u).exp() * u.exp_m1() / (m * u).exp_m1()
    }
}

/// The stationary share of each strategy of a symmetric game in one population, where
/// `payoffs[r][s]` is the payoff of strategy `r` against `s`. Games of more players are brought to this
/// form by [`mixed_payoffs`].
pub fn single_population(payoffs: &[Vec<f64>], selection: Selection) -> Result<Vec<f64>, String> {
    selection.check()?;
    let count = payoffs.len();
    check_size(count)?;
    for (row, payoffs) in payoffs.iter().enumerate() {
        check_payoffs(payoffs, count, &format!("row {row} of the payoffs"))?;
    }
    let mut chain = vec![vec![0.0; count]; count];
    for (from, row) in chain.iter_mut().enumerate() {
        for to in (0..count).filter(|&to| to != from) {
            row[to] =
                selection.fixation(payoffs[to][from] - payoffs[from][to]) / (count - 1) as f64;
        }
    }
    Ok(stationary(chain))
}

/// The payoffs of `strategies` strategies against each other in a symmetric game of `players` players:
/// the mean over all line-ups in which both `r` and `s` play and nobody else. `payoff(r, s, n)` is what
/// a player of `r` gets where `n` players play `r` and all others `s`.
pub fn mixed_payoffs(
    strategies: usize,
    players: usize,
    payoff: impl Fn(usize, usize, usize) -> f64,
) -> Vec<Vec<f64>> {
    let mean = |r: usize, s: usize| {
        let line_ups = 1..players.max(2);
        line_ups.clone().map(|count| payoff(r, s, count)).sum::<f64>() / line_ups.len() as f64
    };
    (0..strategies).map(|r| (0..strategies).map(|s| mean(r, s)).collect()).collect()
}

/// The ranking of a game with a population for every player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Populations {
    /// The stationary share of each profile, in the order of the payoffs.
    pub profiles: Vec<f64>,
    /// The share of each strategy by population.
    pub strategies: Vec<Vec<f64>>,
}

/// Alpha-rank with a population for every player, for games whose players differ.
///
/// `strategies[k]` is the number of strategies of player `k`, and `payoffs[k]` lists its payoff in every
/// profile, the strategy of the last player changing fastest.
pub fn multi_population(
    strategies: &[usize],
    payoffs: &[Vec<f64>],
    selection: Selection,
) -> Result<Populations, String> {
    selection.check()?;
    if strategies.len() != payoffs.len() {
        let (players, tables) = (strategies.len(), payoffs.len());
        return Err(format!("{players} players have {tables} payoff tables; each needs one"));
    }
    let states = strategies.iter().try_fold(1usize, |product, &count| product.checked_mul(count));
    let states = states.unwrap_or(usize::MAX);
    check_size(states)?;
    for (player, payoffs) in payoffs.iter().enumerate() {
        check_payoffs(payoffs, states, &format!("the payoff table of player {player}"))?;
    }
    let profiles = stationary(profile_chain(strategies, payoffs, states, selection));
    let shares =
        (0..strategies.len()).map(|player| marginal(strategies, player, &profiles)).collect();
    Ok(Populations { profiles, strategies: shares })
}

fn profile_chain(
    strategies: &[usize],
    payoffs: &[Vec<f64>],
    states: usize,
    selection: Selection,
) -> Vec<Vec<f64>> {
    let mutants: usize = strategies.iter().map(|count| count - 1).sum();
    let mut chain = vec![vec![0.0; states]; states];
    for (from, row) in chain.iter_mut().enumerate() {
        for (player, payoffs) in payoffs.iter().enumerate() {
            let stride = stride(strategies, player);
            let own = from / stride % strategies[player];
            for other in (0..strategies[player]).filter(|&other| other != own) {
                let to = from - own * stride + other * stride;
                row[to] = selection.fixation(payoffs[to] - payoffs[from]) / mutants as f64;
            }
        }
    }
    chain
}

/// How far apart profiles are that differ by one in the strategy of a player.
fn stride(strategies: &[usize], player: usize) -> usize {
    strategies[player + 1..].iter().product()
}

fn marginal(strategies: &[usize], player: usize, profiles: &[f64]) -> Vec<f64> {
    let mut shares = vec![0.0; strategies[player]];
    let stride = stride(strategies, player);
    profiles
        .iter()
        .enumerate()
        .for_each(|(index, share)| shares[index / stride % strategies[player]] += share);
    shares
}

fn check_size(states: usize) -> Result<(), String> {
    if (1..=MOST_STATES).contains(&states) {
        return Ok(());
    }
    Err(format!("alpha-rank of {states} states; 1 to {MOST_STATES} can be ranked"))
}

fn check_payoffs(payoffs: &[f64], expected: usize, what: &str) -> Result<(), String> {
    if payoffs.len() != expected {
        return Err(format!("{what} has {} entries, not {expected}", payoffs.len()));
    }
    match payoffs.iter().position(|payoff| !payoff.is_finite()) {
        Some(place) => Err(format!(
            "{what} has {} at entry {place}, which is not a finite number",
            payoffs[place]
        )),
        None => Ok(()),
    }
}

/// The stationary distribution of a connected chain (Grassmann, Taksar and Heyman's elimination, which
/// never subtracts, so that tiny probabilities stay exact). Diagonals do not matter.
fn stationary(mut chain: Vec<Vec<f64>>) -> Vec<f64> {
    for last in (1..chain.len()).rev() {
        let (rest, eliminated) = chain.split_at_mut(last);
        let onward = &eliminated[0][..last];
        let total: f64 = onward.iter().sum();
        for row in rest {
            row[last] /= total;
            let detour = row[last];
            if detour > 0.0 {
                row[..last].iter_mut().zip(onward).for_each(|(cell, next)| *cell += detour * next);
            }
        }
    }
    let mut shares = vec![1.0];
    for state in 1..chain.len() {
        let column: Vec<f64> = chain[..state].iter().map(|row| row[state]).collect();
        shares.push(dot(&shares, &column));
    }
    let total: f64 = shares.iter().sum();
    shares.iter().map(|share| share / total).collect()
}
