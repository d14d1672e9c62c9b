//! A group contest, which looks for the best player of every side: groups play round robins, and of
//! each group only the best on every side go on, until one group is left.

use super::{Block, Frame, Outcome, Place, Schedule, points::Points, round::Round};
use crate::{Error, Job, seating::match_blocks};

/// A group contest between the entrants of a frame.
pub struct Contest {
    frame: Frame,
    group: usize,
    blocks: usize,
    /// The groups of the round in play.
    groups: Vec<Vec<usize>>,
    round: Round,
    /// Who went on after each round.
    survivors: Vec<Vec<usize>>,
    /// The best entrant on every side of the last group, at the end.
    best: Vec<usize>,
}

impl Contest {
    /// A contest in groups of so many entrants, who meet with `blocks` openings each.
    pub fn new(frame: Frame, group: usize, blocks: usize) -> Result<Contest, Error> {
        let sides = frame.sides.count();
        if group <= sides {
            return Err(Error::Input(format!(
                "group = {group}: expected more than {sides}, because the best on each of {sides} sides go on"
            )));
        }
        let everybody: Vec<usize> = (0..frame.entrants().len()).collect();
        let round = Round::new(&frame, Vec::new(), 0, 0);
        let (groups, survivors, best) = (Vec::new(), Vec::new(), Vec::new());
        let mut contest = Contest { frame, group, blocks, groups, round, survivors, best };
        contest.begin(&everybody);
        Ok(contest)
    }

    /// Who takes part and under which conditions.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The best entrant on every side, once the last group has played.
    pub fn best(&self) -> &[usize] {
        &self.best
    }

    /// Who went on after each round so far.
    pub fn survivors(&self) -> &[Vec<usize>] {
        &self.survivors
    }

    /// Begins a round between those who are left.
    fn begin(&mut self, left: &[usize]) {
        self.groups = left.chunks(self.group).map(<[usize]>::to_vec).collect();
        let encounters = self.groups.iter().flat_map(|group| self.line_ups(group)).collect();
        let first_opening = self.survivors.len() * self.blocks;
        self.round = Round::new(&self.frame, encounters, first_opening, self.blocks);
    }

    /// Ends a round that has been played: the last one, or those who survived begin another.
    fn end(&mut self) {
        let points = &self.round.points;
        let best: Vec<Vec<usize>> =
            self.groups.iter().map(|group| self.best_on_sides(group, points)).collect();
        if let [best] = &best[..] {
            self.best = best.clone();
            return;
        }
        let mut left = best.concat();
        left.sort_unstable();
        left.dedup();
        self.survivors.push(left.clone());
        self.begin(&left);
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
        (0..self.frame.sides.count()).filter_map(best).collect()
    }

    fn line_ups(&self, group: &[usize]) -> Vec<Vec<Vec<usize>>> {
        if group.len() < 2 {
            return Vec::new();
        }
        let named = |line_up: &Vec<usize>| line_up.iter().map(|at| group[*at]).collect();
        let blocks = match_blocks(group.len(), self.frame.sides.count());
        blocks.iter().map(|line_ups| line_ups.iter().map(named).collect()).collect()
    }
}

impl Schedule for Contest {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        self.round.next(&mut self.frame)
    }

    fn note(&mut self, block: &Block) {
        if self.round.note(block) {
            self.end();
        }
    }

    fn games(&self) -> Option<usize> {
        let mut left = self.frame.entrants().len();
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
            left = groups.iter().map(|group| group.len().min(self.frame.sides.count())).sum();
        }
    }

    fn outcome(&self) -> Outcome {
        let name = |entrant: &usize| self.frame.entrants()[*entrant].name.clone();
        let mut notes = Vec::new();
        for (at, survivors) in self.survivors.iter().enumerate() {
            let names: Vec<String> = survivors.iter().map(name).collect();
            notes.push(format!("after round {}: {}", at + 1, names.join(", ")));
        }
        let place = |(side, entrant): (usize, &usize)| Place {
            place: 1,
            name: name(entrant),
            about: format!("best on side {}", side + 1),
        };
        Outcome { places: self.best.iter().enumerate().map(place).collect(), notes }
    }
}
