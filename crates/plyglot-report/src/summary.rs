//! The numbers of one run.

use std::collections::{BTreeMap, BTreeSet};

use plyglot_arena::{
    ratings::{self, Ranked, Rated, Share},
    schedule::Block,
    standings::{Duel, Standings, standings},
    store::{RunInfo, StoredGame},
};
use plyglot_stats::elo::{self, Estimate};
use plyglot_tuner::course::Course;
use serde::Serialize;

/// Points of a curve at most.
const POINTS: usize = 100;
/// Steps per power of ten in which times are counted.
const STEPS: f64 = 40.0;
/// Samples behind the intervals of ratings.
const ROUNDS: usize = 200;
/// Seed of those samples: equal records give equal reports.
const SEED: u64 = 1;

/// What a report says about a run.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// What was played.
    pub info: RunInfo,
    /// Whether the engine that played it is the one that reports.
    pub current: bool,
    /// The tables.
    pub standings: Standings,
    /// Strengths from all games at once with seats taken out, the best first; none without games.
    pub ratings: Vec<Rated>,
    /// What evolution would settle on, where everybody met everybody.
    pub population: Option<Vec<Share>>,
    /// The score of every agent as the run went on, in the order of the standings.
    pub curves: Vec<Curve>,
    /// Thinking times, in the order of the standings.
    pub times: Vec<Times>,
    /// How many games had how many plies.
    pub plies: BTreeMap<u32, usize>,
    /// The seats in the game's own words.
    pub seat_names: Vec<String>,
    /// Games that are stored, those of unfinished blocks included.
    pub stored: usize,
    /// The course of a tuning run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
}

impl Run {
    /// Whether its agents are the individuals of a search for parameters: many, and each met few others.
    pub fn is_search(&self) -> bool {
        is_search(&self.info)
    }

    /// Its title, with the name of the game in place of its whole specification.
    pub fn title(&self) -> String {
        let game = &self.info.game;
        let name = game.split('(').next().unwrap_or(game);
        match self.info.title.strip_prefix(game.as_str()) {
            Some(rest) => format!("{name}{rest}"),
            None => self.info.title.clone(),
        }
    }
}

/// The mean score of an agent after so many of its games.
#[derive(Clone, Debug, Serialize)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// Games against others that it has played, and its score there with a 95 % interval.
    pub points: Vec<(usize, Estimate)>,
}

/// How long an agent thought about its moves, in seconds.
#[derive(Clone, Debug, Serialize)]
pub struct Times {
    /// Its name.
    pub name: String,
    /// Its moves.
    pub moves: u64,
    /// What 5, 25, 50, 75, 95 and 100 % of its moves did not exceed, to about six per cent.
    pub quantiles: [f64; 6],
}

/// What is noted of every game as it passes by.
#[derive(Default)]
pub(crate) struct Watched {
    pub(crate) ids: BTreeSet<i64>,
    pub(crate) faulty: BTreeSet<i64>,
    plies: BTreeMap<u32, usize>,
    /// Moves by agent and step of time.
    times: BTreeMap<String, BTreeMap<i32, u64>>,
}

impl Watched {
    pub(crate) fn note(&mut self, game: &StoredGame) {
        self.ids.insert(game.id);
        if (0..game.record.result.seats.len()).any(|seat| game.record.result.fault(seat).is_some())
        {
            self.faulty.insert(game.id);
        }
        *self.plies.entry(game.record.result.plies).or_default() += 1;
        let names = game.names();
        for mv in &game.record.moves {
            let step = ((mv.micros.max(1) as f64).log10() * STEPS).round() as i32;
            let Some(name) = names.get(mv.seat) else { continue };
            if !self.times.contains_key(*name) {
                self.times.insert((*name).to_owned(), BTreeMap::new());
            }
            let own = self.times.get_mut(*name).expect("just put there");
            *own.entry(step).or_default() += 1;
        }
    }

    fn times(&self, name: &str) -> Option<Times> {
        let steps = self.times.get(name)?;
        let moves: u64 = steps.values().sum();
        let quantile = |share: f64| {
            let (wanted, mut passed) = ((share * moves as f64).ceil().max(1.0) as u64, 0);
            let reached = steps.iter().find(|(_, count)| {
                passed += **count;
                passed >= wanted
            });
            reached.map_or(0.0, |(step, _)| 10f64.powf(f64::from(*step) / STEPS) / 1e6)
        };
        let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95, 1.0].map(quantile);
        Some(Times { name: name.to_owned(), moves, quantiles })
    }
}

fn is_search(info: &RunInfo) -> bool {
    info.config["schedule"]["kind"] == "tune"
}

pub(crate) fn summarise(
    info: RunInfo,
    current: bool,
    blocks: &[Block],
    watched: Watched,
    seat_names: Vec<String>,
    course: Option<Course>,
) -> Run {
    // The individuals of a search are too many for tables, and most met only one other.
    let tabled = if is_search(&info) { &[] } else { blocks };
    let mut standings = standings(tabled);
    standings.games = blocks.iter().map(|block| block.games.len()).sum();
    standings.blocks = blocks.len();
    let courses = blocks.iter().flat_map(|block| &block.games).map(|game| game.course);
    standings.distinct = courses.collect::<BTreeSet<u64>>().len();
    let order = || standings.agents.iter().map(|line| line.name.as_str());
    // Where agents never met or nothing was played, there are no ratings.
    let ranked = Ranked::of(tabled);
    let rated = ratings::ratings(&ranked, ROUNDS, SEED).map(|ratings| ratings.agents);
    Run {
        ratings: rated.unwrap_or_default(),
        population: ratings::population(&ranked),
        curves: order().map(|name| curve(tabled, name)).collect(),
        times: order().filter_map(|name| watched.times(name)).collect(),
        plies: watched.plies.clone(),
        stored: watched.ids.len(),
        info,
        current,
        standings,
        seat_names,
        course,
    }
}

fn curve(blocks: &[Block], name: &str) -> Curve {
    let own = |block: &&Block| block.job.agents.iter().any(|agent| agent.name == name);
    let blocks: Vec<&Block> = blocks.iter().filter(own).collect();
    let wanted = POINTS.min(blocks.len());
    let ends = (1..=wanted).map(|point| point * blocks.len() / wanted);
    let (mut duel, mut added) = (Duel::default(), 0);
    let points = ends.map(|end| {
        blocks[added..end].iter().for_each(|block| duel.add_against_all(block, name));
        added = end;
        (duel.games(), elo::score(&duel.cells))
    });
    Curve { name: name.to_owned(), points: points.collect() }
}
