//! Frames and results for tests, without a game being played.

use std::{collections::BTreeMap, sync::Arc};

use plyglot_catalog::{Catalog, SIGNATURE};
use plyglot_core::{Rng, mix, options::no_files};

use super::*;
use crate::{Ending, SeatUse, Version, opening::Source};

/// A frame of so many entrants for a game of so many sides; nobody plays it.
pub(crate) fn frame(entrants: usize, sides: usize) -> Frame {
    let opened = Catalog::standard().open("reversi", &no_files).unwrap();
    let entrant = |number| Entrant {
        name: format!("agent {number}"),
        spec: "random".to_owned(),
        short: String::new(),
    };
    let entrants = (0..entrants).map(entrant).collect();
    Frame {
        engine: SIGNATURE.to_owned(),
        game: opened.spec.clone(),
        variants: vec![Variant::new(&opened, entrants, Source::Random(5), 7)],
        sides: Sides::new(sides as u8, |seat| seat.0),
        limits: Limits::default(),
        adjudication: Adjudication::default(),
        orders: Orders::Rotations,
        seed: 7,
        files: BTreeMap::new(),
    }
}

pub(crate) fn number(name: &str) -> usize {
    name.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap()
}

/// How a game goes: a value for every entrant, higher is better, equal is a tie.
pub(crate) type Strength<'a> = &'a dyn Fn(&Job, usize, usize) -> i64;

pub(crate) fn play(job: Job, strength: Strength<'_>) -> Block {
    let game = |index: usize| {
        let seating = &job.seatings[index];
        let value = |agent: &usize| strength(&job, index, number(&job.agents[*agent].name));
        let values: Vec<i64> = seating.iter().map(value).collect();
        let rank = |own: &i64| 1 + values.iter().filter(|other| *other > own).count() as u8;
        GameResult {
            version: Version,
            index,
            ranks: values.iter().map(rank).collect(),
            sides: (0..values.len()).collect(),
            ending: Ending::Rules,
            verdict: String::new(),
            plies: 10,
            course: mix(index as u64),
            seats: vec![SeatUse::default(); values.len()],
            out: Vec::new(),
        }
    };
    let games = (0..job.seatings.len()).map(game).collect();
    Block { job: Arc::new(job), games }
}

/// Plays a schedule to its end: the blocks between two waits for results.
pub(crate) fn drive(schedule: &mut dyn Schedule, strength: Strength<'_>) -> Vec<Vec<Block>> {
    let mut rounds = Vec::new();
    loop {
        let mut blocks = Vec::new();
        while let Some(job) = schedule.next().unwrap() {
            blocks.push(play(job, strength));
        }
        if blocks.is_empty() {
            return rounds;
        }
        blocks.iter().for_each(|block| schedule.note(block));
        rounds.push(blocks);
        assert!(rounds.len() < 1000, "the schedule does not end");
    }
}

pub(crate) fn members(block: &Block) -> Vec<usize> {
    block.job.agents.iter().map(|agent| number(&agent.name)).collect()
}

/// The lower its number the stronger an entrant is.
pub(crate) fn by_number(_: &Job, _: usize, entrant: usize) -> i64 {
    -(entrant as i64)
}

/// Anybody may win, but equal games go equally.
pub(crate) fn by_luck(job: &Job, index: usize, entrant: usize) -> i64 {
    let seed = job.id().bytes().fold(job.seed, |seed, byte| mix(seed ^ u64::from(byte)));
    Rng::stream(seed ^ mix(index as u64), entrant as u64).below(3) as i64
}

pub(crate) fn always_level(_: &Job, _: usize, _: usize) -> i64 {
    0
}
