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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{round_robin, simulated::*};

    /// A round robin of three in which the order of strength goes round in a circle.
    fn circle() -> Vec<Block> {
        let stronger = |job: &crate::Job, _: usize, entrant: usize| {
            let rival = job.agents.iter().map(|own| number(&own.name)).find(|own| *own != entrant);
            i64::from((entrant + 1) % 3 == rival.unwrap())
        };
        drive(&mut round_robin(frame(3, 2), 4, None).unwrap(), &stronger).concat()
    }

    #[test]
    fn ratings_follow_strength_and_do_not_depend_on_order() {
        let mut blocks =
            drive(&mut round_robin(frame(5, 3), 3, None).unwrap(), &by_number).concat();
        let rated = ratings(&blocks, 50, 1).unwrap();
        let names: Vec<&str> = rated.agents.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["agent 0", "agent 1", "agent 2", "agent 3", "agent 4"]);
        assert_eq!(rated.sides.len(), 3);
        assert!(rated.sides.iter().all(|side| side.value.abs() < 1e-6), "{:?}", rated.sides);
        assert!(rated.of("agent 3").is_some_and(|own| own.games == 6 * 3 * 6));
        blocks.reverse();
        let again = ratings(&blocks, 0, 1).unwrap();
        for (one, other) in rated.agents.iter().zip(&again.agents) {
            assert!((one.elo.value - other.elo.value).abs() < 1e-6);
        }
    }

    #[test]
    fn a_circle_has_no_best() {
        let shares = population(&circle()).unwrap();
        for share in &shares {
            assert!((share.alpha_rank - 1.0 / 3.0).abs() < 1e-9);
            assert!((share.nash.unwrap() - 1.0 / 3.0).abs() < 1e-6);
        }
        for rated in ratings(&circle(), 0, 1).unwrap().agents {
            assert!(rated.elo.value.abs() < 1e-6);
        }
    }

    #[test]
    fn populations_need_everybody_to_meet() {
        let blocks = drive(&mut round_robin(frame(4, 2), 2, None).unwrap(), &by_number).concat();
        let shares = population(&blocks).unwrap();
        assert_eq!(shares[0].name, "agent 0");
        assert!(shares[0].alpha_rank > 0.9 && shares[0].nash.unwrap() > 0.99);
        assert!((shares[3].against_nash.unwrap() + 0.5).abs() < 0.01);
        let some = blocks.into_iter().filter(|block| members(block) != [1, 2]);
        assert_eq!(population(&some.collect::<Vec<_>>()), None);
        let of_three = drive(&mut round_robin(frame(3, 3), 2, None).unwrap(), &by_number).concat();
        assert!(population(&of_three).unwrap().iter().all(|share| share.nash.is_none()));
    }

    #[test]
    fn tables_of_points_are_shared_by_ties() {
        let level = drive(&mut round_robin(frame(3, 3), 1, None).unwrap(), &always_level).concat();
        let points = table_points(&level, &[5.0, 1.0]);
        assert!(points.values().all(|own| (own - 12.0).abs() < 1e-9), "{points:?}");
        let clear = drive(&mut round_robin(frame(3, 3), 1, None).unwrap(), &by_number).concat();
        assert_eq!(table_points(&clear, &[5.0, 1.0])["agent 0"], 30.0);
        assert_eq!(table_points(&clear, &[5.0, 1.0])["agent 2"], 0.0);
    }
}
