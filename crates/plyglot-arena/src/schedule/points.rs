//! Points of finished blocks in whole numbers, so that ties are exact.

use std::collections::BTreeMap;

use super::{Block, Frame};
use crate::GameResult;

/// Half points by entrant and side: two for every other side that the own side was ahead of in a game,
/// one for every other that it was level with.
pub(super) struct Points {
    /// Everybody's number by name.
    numbers: BTreeMap<String, usize>,
    by_side: Vec<Vec<u64>>,
}

impl Points {
    /// No points yet for all entrants of a frame.
    pub(super) fn new(frame: &Frame) -> Points {
        let names = frame.entrants().iter().map(|entrant| entrant.name.clone());
        Points {
            numbers: names.zip(0..).collect(),
            by_side: vec![vec![0; frame.sides.count()]; frame.entrants().len()],
        }
    }

    /// Adds the points of a block.
    pub(super) fn add(&mut self, block: &Block) {
        let job = &block.job;
        let entrants: Vec<usize> =
            job.agents.iter().map(|agent| self.numbers[&agent.name]).collect();
        for game in &block.games {
            let seating = &job.seatings[game.index];
            for (side, seat) in game.first_seats().into_iter().enumerate() {
                self.by_side[entrants[seating[seat]]][side] += half_points(game, seat);
            }
        }
    }

    /// The points of an entrant on one side.
    pub(super) fn on_side(&self, entrant: usize, side: usize) -> u64 {
        self.by_side[entrant][side]
    }

    /// The points of an entrant on all sides.
    pub(super) fn total(&self, entrant: usize) -> u64 {
        self.by_side[entrant].iter().sum()
    }
}

/// The half points of the side of a seat in one game.
fn half_points(game: &GameResult, seat: usize) -> u64 {
    let others =
        game.first_seats().into_iter().filter(|other| game.sides[*other] != game.sides[seat]);
    let against = |other: usize| match game.ranks[seat].cmp(&game.ranks[other]) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    };
    others.map(against).sum()
}

/// The most half points that an entrant can get in `games` games with one side in each.
pub(super) fn most(sides: usize, games: usize) -> u64 {
    2 * (sides.saturating_sub(1) * games) as u64
}
