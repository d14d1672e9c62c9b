//! Ratings from the ranks of games: batch maximum likelihood of the Davidson-Luce model.
//!
//! A ranking is a sequence of choices: the set of sides that come first, then the set that comes next
//! among the rest, and so on. Among the sides still there, a set `T` of `t` sides is chosen with a
//! probability proportional to `d(t)` times the geometric mean of the strengths of its members, where
//! the strength of a side is that of its player times that of its seat, `d(1) = 1`, and `d(2)`,
//! `d(3)`, ... are fitted for every size of tie that occurs (Firth, Kosmidis and Turner, "Davidson-Luce
//! model for multi-item choice with ties"). Without ties this is Plackett-Luce; two players are
//! Davidson's Bradley-Terry model with draws.
//!
//! The likelihood is concave in the logarithms of all parameters, so the maximum is unique and depends
//! neither on the order of the games nor on that of the players. Each logarithm has a weak normal prior
//! ([`Options::prior`]), which keeps unbeaten players finite. Where it and not the games decide a value,
//! the rating's [`Standing`] says so.

mod choice;
mod model;
mod told;

use crate::{
    elo::{Estimate, Strength},
    random::Random,
};
use model::Model;
use serde::Serialize;
use std::{collections::BTreeMap, f64::consts::LN_10, ops::Range};
pub use told::Standing;
use told::{Alike, Told};

/// The most sides that a game may have.
pub const MOST_SIDES: usize = 8;

/// Elo per natural logarithm of strength.
const ELO: f64 = 400.0 / LN_10;

/// Players of fewer blocks have no interval.
const FEWEST_BLOCKS: usize = 3;

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The player of each side in the order of seats; one player may have several sides.
    pub players: Vec<usize>,
    /// The rank of each side: lower is better, equal is tied, only the order counts.
    pub ranks: Vec<u32>,
    /// The block of the game: the bootstrap draws blocks, never single games.
    pub block: u64,
}

/// How ratings are fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Whether seats have strengths of their own.
    pub seats: bool,
    /// The player whose rating is 0; without one the mean of all that games tell is.
    pub anchor: Option<usize>,
    /// The deviation of the normal prior of every parameter in Elo. With the 1000 of the default, a
    /// hundred games move a difference of 200 by less than one Elo.
    pub prior: f64,
    /// The number of bootstrap samples behind the intervals; none leaves the intervals out.
    pub rounds: usize,
    /// The seed of the bootstrap.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { seats: true, anchor: None, prior: 1000.0, rounds: 200, seed: 1 }
    }
}

/// One fitted parameter in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The likeliest value.
    pub value: f64,
    /// The 95% interval: the percentiles of a bootstrap over blocks, or where all blocks are alike the
    /// interval of as many games. Missing where a player took part in fewer than three blocks, of which samples
    /// say little, and where there are no rounds.
    pub interval: Option<(f64, f64)>,
    /// Whether games or the prior decided the value.
    pub standing: Standing,
}

impl Rating {
    /// What of the rating can be told.
    pub fn strength(&self) -> Strength {
        match (self.standing, self.interval) {
            (Standing::Told, Some((low, high))) => {
                Strength::of(Estimate { value: self.value, low, high })
            }
            _ => Strength::default(),
        }
    }
}

/// The weight of ties of one size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Tie {
    /// How many sides share a rank.
    pub sides: usize,
    /// The factor `d(sides)`.
    pub weight: f64,
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// The rating of every player.
    pub players: Vec<Rating>,
    /// The advantage of every seat, with mean 0; empty where seats are left out.
    pub seats: Vec<Rating>,
    /// The weights of the ties that occurred.
    pub ties: Vec<Tie>,
    /// How many sides each player had in all games.
    pub sides: Vec<usize>,
}

/// Rates players numbered below `players` from their games.
pub fn rate(players: usize, games: &[Game], options: &Options) -> Result<Ratings, String> {
    check(players, games, options)?;
    let model = Model::new(players, games, options.seats, ELO / options.prior);
    let full = model.fit(&vec![1.0; games.len()], &model.start(), None);
    let samples = bootstrap(&model, games, &full, options);
    let loose = Model::new(players, games, options.seats, 0.5 * ELO / options.prior);
    let loose = loose.fit(&vec![1.0; games.len()], &full, None);
    let moved: Vec<f64> = full.iter().zip(&loose).map(|(own, loose)| ELO * (loose - own)).collect();
    let blocks = blocks_of(players, games);
    let alike = Alike::new(&model, games, &full);
    let rate_part = |part: Range<usize>, anchor: Option<usize>| -> Vec<Rating> {
        let told = Told::new(&moved[part.clone()], anchor);
        let own = |index: usize| Rating {
            value: told.elo(&full[part.clone()], index),
            interval: percentiles(&samples, |sample| told.elo(&sample[part.clone()], index))
                .filter(|_| part.start > 0 || blocks[index] >= FEWEST_BLOCKS)
                .map(|sampled| alike.widen(sampled, told.weights(index), part.start)),
            standing: told.standings[index],
        };
        (0..part.len()).map(own).collect()
    };
    let ties =
        model.ties().map(|(sides, index)| Tie { sides, weight: full[index].exp() }).collect();
    let mut sides = vec![0; players];
    games.iter().flat_map(|game| &game.players).for_each(|&player| sides[player] += 1);
    let seats = rate_part(model.seat_range(), None);
    Ok(Ratings { players: rate_part(0..players, options.anchor), seats, ties, sides })
}

/// In how many blocks each player took part.
fn blocks_of(players: usize, games: &[Game]) -> Vec<usize> {
    let mut met: Vec<(usize, u64)> = games
        .iter()
        .flat_map(|game| game.players.iter().map(|&player| (player, game.block)))
        .collect();
    met.sort_unstable();
    met.dedup();
    let mut blocks = vec![0; players];
    met.iter().for_each(|&(player, _)| blocks[player] += 1);
    blocks
}

fn check(players: usize, games: &[Game], options: &Options) -> Result<(), String> {
    for (index, game) in games.iter().enumerate() {
        let (sides, ranks) = (game.players.len(), game.ranks.len());
        if sides != ranks {
            return Err(format!(
                "game {index} has {sides} players but {ranks} ranks; every side needs both"
            ));
        }
        if !(2..=MOST_SIDES).contains(&sides) {
            return Err(format!("game {index} has {sides} sides; 2 to {MOST_SIDES} can be rated"));
        }
        if let Some(player) = game.players.iter().find(|&&player| player >= players) {
            return Err(format!(
                "game {index} names player {player}, but there are only {players} (from 0 on)"
            ));
        }
    }
    match options.anchor {
        Some(anchor) if anchor >= players => {
            Err(format!("the anchor is player {anchor}, but there are only {players} (from 0 on)"))
        }
        _ if !(options.prior > 0.0 && options.prior.is_finite()) => {
            Err(format!("the prior of {} Elo is not a positive number", options.prior))
        }
        _ => Ok(()),
    }
}

/// Fits to samples of the blocks, drawn with replacement.
fn bootstrap(model: &Model, games: &[Game], full: &[f64], options: &Options) -> Vec<Vec<f64>> {
    let mut numbers = BTreeMap::new();
    for game in games {
        let next = numbers.len();
        numbers.entry(game.block).or_insert(next);
    }
    let blocks = numbers.len();
    if blocks < 2 || options.rounds == 0 {
        return Vec::new();
    }
    let block_of: Vec<usize> = games.iter().map(|game| numbers[&game.block]).collect();
    let inverse = model.curvature(&vec![1.0; games.len()], full).inverse();
    let mut random = Random::new(options.seed);
    let mut sample = || {
        let mut drawn = vec![0.0; blocks];
        (0..blocks).for_each(|_| drawn[random.below(blocks)] += 1.0);
        let weights: Vec<f64> = block_of.iter().map(|&block| drawn[block]).collect();
        model.fit(&weights, full, Some(&inverse))
    };
    (0..options.rounds).map(|_| sample()).collect()
}

fn percentiles(samples: &[Vec<f64>], value: impl Fn(&[f64]) -> f64) -> Option<(f64, f64)> {
    let mut values: Vec<f64> = samples.iter().map(|sample| value(sample)).collect();
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)? as f64;
    let at = |share: f64| {
        let place = share * last;
        let (below, above) = (values[place.floor() as usize], values[place.ceil() as usize]);
        below + (above - below) * place.fract()
    };
    Some((at(0.025), at(0.975)))
}
