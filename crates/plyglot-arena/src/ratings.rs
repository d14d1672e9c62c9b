//! Ratings of agents and what populations of them would settle on.

use std::collections::BTreeMap;

use plyglot_stats::{
    alpharank::{self, Selection},
    elo::Strength,
    nash,
    rating::{self, Game, Options, Rating, Standing, Tie},
};
use serde::Serialize;

use crate::{Error, schedule::Block, standings::names};

/// An agent with its rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rated {
    /// Its name.
    pub name: String,
    /// Its strength in Elo with the advantage of seats taken out, from all ranks at once; the mean of the
    /// agents that games tell is 0.
    pub elo: Strength,
    /// Whether games tell it.
    pub standing: Standing,
    /// Sides it had in games.
    pub games: usize,
}

/// Ratings of everybody in some blocks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// The agents, the best first.
    pub agents: Vec<Rated>,
    /// The advantage of every side of the game in Elo, with mean 0.
    pub sides: Vec<Strength>,
    /// How much more often sides share a rank than chance has it.
    pub ties: Vec<Tie>,
}

impl Rated {
    /// The rating in words, with numbers written so.
    pub fn words(&self, number: impl Fn(f64) -> String) -> String {
        match self.standing {
            Standing::Above => "above the rated".to_owned(),
            Standing::Below => "below the rated".to_owned(),
            Standing::Told | Standing::Unknown => self.elo.write(number),
        }
    }
}

impl Ratings {
    /// The rating of the agent of that name.
    pub fn of(&self, name: &str) -> Option<&Rated> {
        self.agents.iter().find(|rated| rated.name == name)
    }
}

/// Who had which rank in every game of the blocks added so far: all that ratings need, in a few bytes a
/// game.
#[derive(Default)]
pub struct Ranked {
    /// Names by number, in the order of their first appearance.
    names: Vec<String>,
    /// Games that differ in who sat where or in their ranks.
    kinds: Vec<Kind>,
    known: BTreeMap<Kind, u32>,
    /// The kind of every game and its block.
    games: Vec<(u32, u32)>,
    blocks: u32,
}

/// The agent and the rank of every side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    agents: Vec<usize>,
    ranks: Vec<u8>,
}

impl Ranked {
    /// The games of some blocks.
    pub fn of(blocks: &[Block]) -> Ranked {
        let mut ranked = Ranked::default();
        blocks.iter().for_each(|block| ranked.add(block));
        ranked
    }

    /// Adds a finished block.
    pub fn add(&mut self, block: &Block) {
        for game in &block.games {
            let (seated, seats) = (names(&block.job, game), game.first_seats());
            let kind = Kind {
                agents: seats.iter().map(|seat| self.number(seated[*seat])).collect(),
                ranks: seats.iter().map(|seat| game.ranks[*seat]).collect(),
            };
            let next = self.kinds.len() as u32;
            let number = *self.known.entry(kind).or_insert_with_key(|kind| {
                self.kinds.push(kind.clone());
                next
            });
            self.games.push((number, self.blocks));
        }
        self.blocks += 1;
    }

    fn number(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|own| own == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// The games block by block.
    fn blocks(&self) -> impl Iterator<Item = impl Iterator<Item = &Kind>> {
        let blocks = self.games.chunk_by(|one, other| one.1 == other.1);
        blocks.map(|games| games.iter().map(|(kind, _)| &self.kinds[*kind as usize]))
    }

    /// Names with the place of each among the sorted ones, so that the order of games does not matter.
    fn places(&self) -> Vec<usize> {
        let place = |own: &String| self.names.iter().filter(|other| *other < own).count();
        self.names.iter().map(place).collect()
    }
}

/// Rates the agents of some games together with the sides of the game, from all ranks. Intervals come
/// from `rounds` seeded samples of the blocks.
pub fn ratings(ranked: &Ranked, rounds: usize, seed: u64) -> Result<Ratings, Error> {
    let places = ranked.places();
    let mut games = Vec::with_capacity(ranked.games.len());
    for (number, block) in ranked.blocks().enumerate() {
        games.extend(block.map(|kind| Game {
            players: kind.agents.iter().map(|agent| places[*agent]).collect(),
            ranks: kind.ranks.iter().map(|rank| u32::from(*rank)).collect(),
            block: number as u64,
        }));
    }
    let options = Options { rounds, seed, ..Options::default() };
    let fitted = rating::rate(places.len(), &games, &options).map_err(Error::Input)?;
    let mut order: Vec<(&String, &usize)> = ranked.names.iter().zip(&places).collect();
    let value = |place: usize| fitted.players[place].value;
    order.sort_by(|(a, x), (b, y)| value(**y).total_cmp(&value(**x)).then(a.cmp(b)));
    let rated = |(name, place): (&String, &usize)| Rated {
        name: name.clone(),
        elo: fitted.players[*place].strength(),
        standing: fitted.players[*place].standing,
        games: fitted.sides[*place],
    };
    Ok(Ratings {
        agents: order.into_iter().map(rated).collect(),
        sides: fitted.seats.iter().map(Rating::strength).collect(),
        ties: fitted.ties,
    })
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
pub fn population(ranked: &Ranked) -> Option<Vec<Share>> {
    let places = ranked.places();
    let payoffs = payoffs(ranked, &places)?;
    let found = alpharank::single_population(&payoffs, Selection::default()).ok()?;
    let two_sides = ranked.kinds.iter().all(|kind| kind.agents.len() == 2);
    let averaged = if two_sides { nash::average(&payoffs).ok() } else { None };
    let share = |(name, place): (&String, &usize)| Share {
        name: name.clone(),
        alpha_rank: found[*place],
        nash: averaged.as_ref().map(|average| average.shares[*place]),
        against_nash: averaged.as_ref().map(|average| average.ratings[*place]),
    };
    let mut shares: Vec<Share> = ranked.names.iter().zip(&places).map(share).collect();
    shares.sort_by(|a, b| b.alpha_rank.total_cmp(&a.alpha_rank).then(a.name.cmp(&b.name)));
    Some(shares)
}

/// The score of every two agents where they met, minus one half; `None` if some never did.
fn payoffs(ranked: &Ranked, places: &[usize]) -> Option<Vec<Vec<f64>>> {
    let count = places.len();
    // Sums of the balances of blocks, and how many there are: a block counts once, however long.
    let mut met = vec![vec![(0.0, 0.0); count]; count];
    for block in ranked.blocks() {
        for ((a, b), (balance, games)) in balances(block, places) {
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

/// For every two agents of a block, the lower place first: how much more often the first was ahead,
/// and how often they met.
fn balances<'a>(
    block: impl Iterator<Item = &'a Kind>,
    places: &[usize],
) -> BTreeMap<(usize, usize), (f64, f64)> {
    let mut found = BTreeMap::new();
    for kind in block {
        for (agent, rank) in kind.agents.iter().zip(&kind.ranks) {
            for (other, rival) in kind.agents.iter().zip(&kind.ranks) {
                let (a, b) = (places[*agent], places[*other]);
                if a < b {
                    let entry = found.entry((a, b)).or_insert((0.0, 0.0));
                    entry.0 +=
                        f64::from(i8::from(rank < rival)) - f64::from(i8::from(rank > rival));
                    entry.1 += 1.0;
                }
            }
        }
    }
    found
}

/// The points of every agent by a table for ranks: sides that share a rank share what its places bring.
pub fn table_points(ranked: &Ranked, table: &[f64]) -> BTreeMap<String, f64> {
    let mut points = BTreeMap::new();
    for kind in ranked.blocks().flatten() {
        for (agent, rank) in kind.agents.iter().zip(&kind.ranks) {
            let better = kind.ranks.iter().filter(|own| *own < rank).count();
            let tied = kind.ranks.iter().filter(|own| *own == rank).count();
            let places = (better..better + tied).map(|at| table.get(at).unwrap_or(&0.0));
            let share = places.sum::<f64>() / tied as f64;
            *points.entry(ranked.names[*agent].clone()).or_insert(0.0) += share;
        }
    }
    points
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

    /// The lower its number the stronger an entrant is, but with luck.
    fn now_and_then(job: &crate::Job, index: usize, entrant: usize) -> i64 {
        2 * by_luck(job, index, entrant) - entrant as i64
    }

    #[test]
    fn ratings_follow_strength_and_do_not_depend_on_order() {
        let mut blocks =
            drive(&mut round_robin(frame(5, 3), 3, None).unwrap(), &now_and_then).concat();
        let rated = ratings(&Ranked::of(&blocks), 50, 1).unwrap();
        let names: Vec<&str> = rated.agents.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["agent 0", "agent 1", "agent 2", "agent 3", "agent 4"]);
        assert_eq!(rated.sides.len(), 3);
        assert!(rated.agents.iter().all(|own| own.elo.value.is_some()), "{:?}", rated.agents);
        assert!(rated.of("agent 3").is_some_and(|own| own.games == 6 * 3 * 6));
        blocks.reverse();
        let again = ratings(&Ranked::of(&blocks), 50, 1).unwrap();
        for (one, other) in rated.agents.iter().zip(&again.agents) {
            assert!((one.elo.value.unwrap() - other.elo.value.unwrap()).abs() < 1e-6);
        }
    }

    #[test]
    fn who_won_everything_has_no_number() {
        let blocks = drive(&mut round_robin(frame(3, 2), 4, None).unwrap(), &by_number).concat();
        for rated in ratings(&Ranked::of(&blocks), 50, 1).unwrap().agents {
            assert_eq!(rated.elo.nearest(), None);
            assert_eq!(rated.words(|elo| elo.to_string()), "too few games to tell");
        }
        // By its score everybody has what every match and report says of such a score.
        let standings = crate::standings::standings(&blocks);
        let told: Vec<String> = standings.agents.iter().map(|line| line.elo.to_string()).collect();
        assert!(told[0].starts_with("above +") && told[2].starts_with("below -"), "{told:?}");
        let circle = ratings(&Ranked::of(&circle()), 50, 1).unwrap();
        assert!(circle.agents.iter().all(|own| own.standing == Standing::Told), "{circle:?}");
    }

    #[test]
    fn a_circle_has_no_best() {
        let shares = population(&Ranked::of(&circle())).unwrap();
        for share in &shares {
            assert!((share.alpha_rank - 1.0 / 3.0).abs() < 1e-9);
            assert!((share.nash.unwrap() - 1.0 / 3.0).abs() < 1e-6);
        }
        for rated in ratings(&Ranked::of(&circle()), 50, 1).unwrap().agents {
            assert!(rated.elo.value.is_some_and(|elo| elo.abs() < 1e-6), "{rated:?}");
        }
    }

    #[test]
    fn populations_need_everybody_to_meet() {
        let blocks = drive(&mut round_robin(frame(4, 2), 2, None).unwrap(), &by_number).concat();
        let shares = population(&Ranked::of(&blocks)).unwrap();
        assert_eq!(shares[0].name, "agent 0");
        assert!(shares[0].alpha_rank > 0.9 && shares[0].nash.unwrap() > 0.99);
        assert!((shares[3].against_nash.unwrap() + 0.5).abs() < 0.01);
        let some = blocks.into_iter().filter(|block| members(block) != [1, 2]);
        assert_eq!(population(&Ranked::of(&some.collect::<Vec<_>>())), None);
        let of_three = drive(&mut round_robin(frame(3, 3), 2, None).unwrap(), &by_number).concat();
        assert!(
            population(&Ranked::of(&of_three)).unwrap().iter().all(|share| share.nash.is_none())
        );
    }

    #[test]
    fn tables_of_points_are_shared_by_ties() {
        let level = drive(&mut round_robin(frame(3, 3), 1, None).unwrap(), &always_level).concat();
        let points = table_points(&Ranked::of(&level), &[5.0, 1.0]);
        assert!(points.values().all(|own| (own - 12.0).abs() < 1e-9), "{points:?}");
        let clear = drive(&mut round_robin(frame(3, 3), 1, None).unwrap(), &by_number).concat();
        assert_eq!(table_points(&Ranked::of(&clear), &[5.0, 1.0])["agent 0"], 30.0);
        assert_eq!(table_points(&Ranked::of(&clear), &[5.0, 1.0])["agent 2"], 0.0);
    }
}
