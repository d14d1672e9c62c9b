//! A group contest, which looks for the best player of every side: groups play round robins, and of
//! each group only the best on every side go on, until one group is left.

use super::{Block, Frame, Outcome, Place, Schedule, points::Points};
use crate::{Error, Job, seating::match_blocks};

/// A group contest between the entrants of a frame.
pub struct Contest {
    frame: Frame,
    group: usize,
    blocks: usize,
}

/// A contest as far as it has been played.
struct Course {
    /// The groups to be played now; none when all is decided.
    groups: Vec<Vec<usize>>,
    rounds: usize,
    /// The best entrant on every side of the last group, at the end.
    best: Vec<usize>,
    /// Who went on after each round.
    survivors: Vec<Vec<usize>>,
}

impl Contest {
    /// A contest in groups of so many entrants, who meet with `blocks` openings each.
    pub fn new(frame: Frame, group: usize, blocks: usize) -> Result<Contest, Error> {
        let sides = frame.sides.count;
        if group <= sides {
            return Err(Error::Input(format!(
                "group = {group}: expected more than {sides}, because the best on each of {sides} sides go on"
            )));
        }
        Ok(Contest { frame, group, blocks })
    }

    fn follow(&self, finished: &[Block]) -> Course {
        let mut left: Vec<usize> = (0..self.frame.entrants.len()).collect();
        let (mut rest, mut rounds, mut survivors) = (finished, 0, Vec::new());
        loop {
            let groups: Vec<Vec<usize>> = left.chunks(self.group).map(<[usize]>::to_vec).collect();
            let needed: usize = groups.iter().map(|group| self.jobs_of(group)).sum();
            if rest.len() < needed {
                return Course { groups, rounds, best: Vec::new(), survivors };
            }
            let (played, later) = rest.split_at(needed);
            (rest, rounds) = (later, rounds + 1);
            let points = Points::of(&self.frame, played);
            let best: Vec<Vec<usize>> =
                groups.iter().map(|group| self.best_on_sides(group, &points)).collect();
            if let [best] = &best[..] {
                let best = best.clone();
                return Course { groups: Vec::new(), rounds, best, survivors };
            }
            left = best.concat();
            left.sort_unstable();
            left.dedup();
            survivors.push(left.clone());
        }
    }

    /// The best of a group on every side: by points there, then by points on the other sides, then by
    /// order of entry.
    fn best_on_sides(&self, group: &[usize], points: &Points) -> Vec<usize> {
        let best = |side: usize| {
            let key = |own: &usize| {
                let on_side = points.on_side(*own, side);
                (on_side, points.total(*own) - on_side, std::cmp::Reverse(*own))
            };
            group.iter().copied().max_by_key(key)
        };
        (0..self.frame.sides.count).filter_map(best).collect()
    }

    fn line_ups(&self, group: &[usize]) -> Vec<Vec<Vec<usize>>> {
        if group.len() < 2 {
            return Vec::new();
        }
        let named = |line_up: &Vec<usize>| line_up.iter().map(|at| group[*at]).collect();
        let blocks = match_blocks(group.len(), self.frame.sides.count);
        blocks.iter().map(|line_ups| line_ups.iter().map(named).collect()).collect()
    }

    fn jobs_of(&self, group: &[usize]) -> usize {
        self.blocks * self.line_ups(group).len()
    }
}

impl Schedule for Contest {
    fn round(&mut self, _: usize, finished: &[Block]) -> Result<Vec<Job>, Error> {
        let course = self.follow(finished);
        let mut jobs = Vec::new();
        for opening in course.rounds * self.blocks..(course.rounds + 1) * self.blocks {
            for group in &course.groups {
                for line_ups in self.line_ups(group) {
                    jobs.push(self.frame.job(&line_ups, opening)?);
                }
            }
        }
        Ok(jobs)
    }

    fn games(&self) -> Option<usize> {
        let mut left = self.frame.entrants.len();
        let mut games = 0;
        loop {
            let everybody: Vec<usize> = (0..left).collect();
            let groups: Vec<&[usize]> = everybody.chunks(self.group).collect();
            for block in groups.iter().flat_map(|group| self.line_ups(group)) {
                games += self.blocks * self.frame.block_games(&block).ok()?;
            }
            if groups.len() < 2 {
                return Some(games);
            }
            left = groups.iter().map(|group| group.len().min(self.frame.sides.count)).sum();
        }
    }

    fn outcome(&self, finished: &[Block]) -> Outcome {
        let course = self.follow(finished);
        let name = |entrant: &usize| self.frame.entrants[*entrant].name.clone();
        let mut notes = Vec::new();
        for (at, survivors) in course.survivors.iter().enumerate() {
            let names: Vec<String> = survivors.iter().map(name).collect();
            notes.push(format!("after round {}: {}", at + 1, names.join(", ")));
        }
        let place = |(side, entrant): (usize, &usize)| Place {
            place: 1,
            name: name(entrant),
            about: format!("best on side {}", side + 1),
        };
        Outcome { places: course.best.iter().enumerate().map(place).collect(), notes }
    }
}
