//! Points of finished blocks in whole numbers, so that ties are exact.

use std::collections::BTreeMap;

use super::{Block, Frame};
use crate::GameResult;

/// Half points by entrant and side: two for every other side that the own side was ahead of in a game,
/// one for every other that it was level with.
pub(super) struct Points(Vec<Vec<u64>>);

impl Points {
    /// The points of all entrants of a frame in some blocks.
    pub(super) fn of(frame: &Frame, blocks: &[Block]) -> Points {
        let mut points = Points(vec![vec![0; frame.sides.count]; frame.entrants.len()]);
        let numbers = frame.entrants.iter().enumerate();
        let numbers: BTreeMap<&str, usize> =
            numbers.map(|(number, entrant)| (entrant.name.as_str(), number)).collect();
        for block in blocks {
            let job = &block.job;
            let entrants: Vec<usize> =
                job.agents.iter().map(|agent| numbers[agent.name.as_str()]).collect();
            for game in &block.games {
                let seating = &job.seatings[game.index];
                for (side, seat) in frame.sides.first_seats().into_iter().enumerate() {
                    points.0[entrants[seating[seat]]][side] += half_points(game, seat);
                }
            }
        }
        points
    }

    /// The points of an entrant on one side.
    pub(super) fn on_side(&self, entrant: usize, side: usize) -> u64 {
        self.0[entrant][side]
    }

    /// The points of an entrant on all sides.
    pub(super) fn total(&self, entrant: usize) -> u64 {
        self.0[entrant].iter().sum()
    }
}

/// The half points of the side of a seat in one game.
fn half_points(game: &GameResult, seat: usize) -> u64 {
    let first_seat = |side: usize| game.sides.iter().position(|own| *own == side);
    let sides = game.sides.iter().max().map_or(0, |last| last + 1);
    let others = (0..sides).filter(|side| *side != game.sides[seat]).filter_map(first_seat);
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
