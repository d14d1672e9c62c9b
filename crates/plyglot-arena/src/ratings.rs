//! Ratings of agents and what populations of them would settle on.

use std::collections::BTreeMap;

use plyglot_stats::{
    alpharank::{self, Selection},
    nash,
    rating::{self, Game, Options, Rating, Tie},
};
use serde::Serialize;

use crate::{Error, GameResult, schedule::Block, standings::names};

/// An agent with its rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// Its name.
    pub name: String,
    /// Its strength in Elo; the mean of all agents is 0.
    pub elo: Rating,
    /// Sides it had in games.
    pub games: usize,
}

/// Ratings of everybody in some blocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// The agents, the best first.
    pub agents: Vec<Rated>,
    /// The advantage of every side of the game in Elo, with mean 0.
    pub sides: Vec<Rating>,
    /// How much more often sides share a rank than chance has it.
    pub ties: Vec<Tie>,
}

impl Ratings {
    /// The rating of the agent of that name.
    pub fn of(&self, name: &str) -> Option<&Rated> {
        self.agents.iter().find(|rated| rated.name == name)
    }
}

/// Rates the agents of some blocks together with the sides of the game, from the ranks of all games.
/// Intervals come from `rounds` seeded samples of the blocks.
pub fn ratings(blocks: &[Block], rounds: usize, seed: u64) -> Result<Ratings, Error> {
    let numbers = numbers(blocks);
    let mut games = Vec::new();
    for (number, block) in blocks.iter().enumerate() {
        for game in &block.games {
            let seated = names(&block.job, game);
            let seats = first_seats(game);
            games.push(Game {
                players: seats.iter().map(|seat| numbers[seated[*seat]]).collect(),
                ranks: seats.iter().map(|seat| u32::from(game.ranks[*seat])).collect(),
                block: number as u64,
            });
        }
    }
    let options = Options { rounds, seed, ..Options::default() };
    let fitted = rating::rate(numbers.len(), &games, &options).map_err(Error::Input)?;
    let rated = |(name, number): (&&str, &usize)| Rated {
        name: (*name).to_owned(),
        elo: fitted.players[*number],
        games: fitted.sides[*number],
    };
    let mut agents: Vec<Rated> = numbers.iter().map(rated).collect();
    agents.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value).then(a.name.cmp(&b.name)));
    Ok(Ratings { agents, sides: fitted.seats, ties: fitted.ties })
}

/// One agent in a population.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Its name.
    pub name: String,
    /// Alpha-rank: how much of the time evolution spends with it.
    pub alpha_rank: f64,
    /// Its share of the mixture against which nobody does better, for games of two sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nash: Option<f64>,
    /// Its score against that mixture, minus one half.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against_nash: Option<f64>,
}

/// Alpha-rank and, for two sides, Nash averaging over the scores of every two agents, the greatest
/// share first; `None` if some two never met or there are fewer than two.
pub fn population(blocks: &[Block]) -> Option<Vec<Share>> {
    let numbers = numbers(blocks);
    let payoffs = payoffs(blocks, &numbers)?;
    let ranked = alpharank::single_population(&payoffs, Selection::default()).ok()?;
    let two_sides =
        blocks.iter().flat_map(|block| &block.games).all(|game| first_seats(game).len() == 2);
    let averaged = if two_sides { nash::average(&payoffs).ok() } else { None };
    let share = |(name, number): (&&str, &usize)| Share {
        name: (*name).to_owned(),
        alpha_rank: ranked[*number],
        nash: averaged.as_ref().map(|average| average.shares[*number]),
        against_nash: averaged.as_ref().map(|average| average.ratings[*number]),
    };
    let mut shares: Vec<Share> = numbers.iter().map(share).collect();
    shares.sort_by(|a, b| b.alpha_rank.total_cmp(&a.alpha_rank).then(a.name.cmp(&b.name)));
    Some(shares)
}

/// The score of every two agents where they met, minus one half; `None` if some never did.
fn payoffs(blocks: &[Block], numbers: &BTreeMap<&str, usize>) -> Option<Vec<Vec<f64>>> {
    let count = numbers.len();
    // Sums of the balances of blocks, and how many there are: a block counts once, however long.
    let mut met = vec![vec![(0.0, 0.0); count]; count];
    for block in blocks {
        for ((a, b), (balance, games)) in balances(block, numbers) {
            let half_mean = 0.5 * balance / games;
            for (one, other, sign) in [(a, b, 1.0), (b, a, -1.0)] {
                met[one][other].0 += sign * half_mean;
                met[one][other].1 += 1.0;
            }
        }
    }
    let payoff = |own: usize, other: usize| match met[own][other] {
        _ if own == other => Some(0.0),
        (_, 0.0) => None,
        (sum, blocks) => Some(sum / blocks),
    };
    let row = |own| (0..count).map(|other| payoff(own, other)).collect();
    if count < 2 { None } else { (0..count).map(row).collect() }
}

/// For every two agents of a block, the lower number first: how much more often the first was ahead,
/// and how often they met.
fn balances(
    block: &Block,
    numbers: &BTreeMap<&str, usize>,
) -> BTreeMap<(usize, usize), (f64, f64)> {
    let mut found = BTreeMap::new();
    for game in &block.games {
        let seated = names(&block.job, game);
        let seats = first_seats(game);
        for seat in &seats {
            for other in &seats {
                let (a, b) = (numbers[seated[*seat]], numbers[seated[*other]]);
                if a < b {
                    let entry = found.entry((a, b)).or_insert((0.0, 0.0));
                    entry.0 += f64::from(i8::from(game.ranks[*seat] < game.ranks[*other]));
                    entry.0 -= f64::from(i8::from(game.ranks[*seat] > game.ranks[*other]));
                    entry.1 += 1.0;
                }
            }
        }
    }
    found
}

/// The points of every agent by a table for ranks: sides that share a rank share what its places bring.
pub fn table_points(blocks: &[Block], table: &[f64]) -> BTreeMap<String, f64> {
    let mut points = BTreeMap::new();
    for block in blocks {
        for game in &block.games {
            let seated = names(&block.job, game);
            let seats = first_seats(game);
            for seat in &seats {
                let rank = |at: &usize| game.ranks[*at];
                let better = seats.iter().filter(|at| rank(at) < rank(seat)).count();
                let tied = seats.iter().filter(|at| rank(at) == rank(seat)).count();
                let places = (better..better + tied).map(|at| table.get(at).unwrap_or(&0.0));
                let share = places.sum::<f64>() / tied as f64;
                *points.entry(seated[*seat].to_owned()).or_insert(0.0) += share;
            }
        }
    }
    points
}

/// Names by number, so that the order of games does not matter.
fn numbers(blocks: &[Block]) -> BTreeMap<&str, usize> {
    let mut numbers = BTreeMap::new();
    for agent in blocks.iter().flat_map(|block| &block.job.agents) {
        numbers.insert(agent.name.as_str(), 0);
    }
    numbers.values_mut().enumerate().for_each(|(number, value)| *value = number);
    numbers
}

/// The first seat of every side of a game.
fn first_seats(game: &GameResult) -> Vec<usize> {
    let sides = game.sides.iter().max().map_or(0, |last| last + 1);
    (0..sides).filter_map(|side| game.sides.iter().position(|own| *own == side)).collect()
}
