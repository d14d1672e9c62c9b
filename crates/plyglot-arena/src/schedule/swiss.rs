//! A Swiss tournament: in every round neighbours in the table meet, if they have not met before.

use super::{
    Block, Frame, Outcome, Place, Schedule,
    points::{Points, most},
    round::Round,
};
use crate::{Error, Job, opening::shuffled};

/// A Swiss tournament between the entrants of a frame.
pub struct Swiss {
    frame: Frame,
    rounds: usize,
    blocks: usize,
    /// Games of everybody in a round.
    games: usize,
    /// After all whole rounds.
    table: Table,
    /// Rounds begun.
    begun: usize,
    /// Who meets in the last one begun.
    groups: Vec<Vec<usize>>,
    round: Round,
}

impl Swiss {
    /// A tournament of so many rounds; in each of them groups of as many entrants as there are sides
    /// play `blocks` openings.
    pub fn new(frame: Frame, rounds: usize, blocks: usize) -> Result<Swiss, Error> {
        let (entrants, sides) = (frame.entrants().len(), frame.sides.count());
        if entrants < sides {
            return Err(Error::Input(format!(
                "a Swiss tournament needs at least {sides} agents for {sides} sides, not \
                 {entrants}; a round robin also compares fewer"
            )));
        }
        let games = blocks * frame.block_games(&[(0..sides).collect()])?;
        let table = Table::new(entrants, frame.seed);
        let (groups, round) = (Vec::new(), Round::new(&frame, Vec::new(), 0, 0));
        let mut swiss = Swiss { frame, rounds, blocks, games, table, begun: 0, groups, round };
        swiss.begin();
        Ok(swiss)
    }

    /// Begins the next round, if there is one.
    fn begin(&mut self) {
        if self.begun == self.rounds {
            return;
        }
        self.groups = self.pairings();
        let encounters = self.groups.iter().map(|group| vec![group.clone()]).collect();
        self.round = Round::new(&self.frame, encounters, self.begun * self.blocks, self.blocks);
        self.begun += 1;
    }

    /// The groups of the next round.
    fn pairings(&self) -> Vec<Vec<usize>> {
        let (table, sides) = (&self.table, self.frame.sides.count());
        let order = table.order();
        for met in 0.. {
            for byes in table.byes_to_try(&order, order.len() % sides) {
                let players: Vec<usize> =
                    order.iter().filter(|own| !byes.contains(own)).copied().collect();
                let may_meet = |a: usize, b: usize| table.met[a][b] <= met;
                if let Some(groups) = neighbours(&players, sides, &may_meet) {
                    return groups;
                }
            }
        }
        Vec::new()
    }
}

impl Schedule for Swiss {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        self.round.next(&mut self.frame)
    }

    fn note(&mut self, block: &Block) {
        if self.round.note(block) {
            let bye = most(self.frame.sides.count(), self.games);
            self.table.note_round(&self.groups, &self.round.points, bye);
            self.begin();
        }
    }

    fn games(&self) -> Option<usize> {
        Some(self.rounds * (self.frame.entrants().len() / self.frame.sides.count()) * self.games)
    }

    fn outcome(&self) -> Outcome {
        let table = &self.table;
        let won_round = most(self.frame.sides.count(), self.games).max(1) as f64;
        let score = |points: u64| points as f64 / won_round;
        let place = |(at, entrant): (usize, &usize)| Place {
            place: at + 1,
            name: self.frame.entrants()[*entrant].name.clone(),
            about: format!(
                "{:.2} points, {:.2} of opponents{}",
                score(table.points[*entrant]),
                score(table.opponents(*entrant)),
                match table.byes[*entrant] {
                    0 => String::new(),
                    1 => ", one bye".to_owned(),
                    byes => format!(", {byes} byes"),
                }
            ),
        };
        Outcome { places: table.order().iter().enumerate().map(place).collect(), notes: Vec::new() }
    }
}

/// What a round is paired by.
struct Table {
    /// Half points of everybody; a bye counts as a won round.
    points: Vec<u64>,
    /// How often two were in one group.
    met: Vec<Vec<u32>>,
    byes: Vec<u32>,
    /// A drawn order that decides what nothing else does.
    lots: Vec<usize>,
}

impl Table {
    fn new(entrants: usize, seed: u64) -> Table {
        let mut lots = vec![0; entrants];
        for (place, entrant) in shuffled(entrants, seed).into_iter().enumerate() {
            lots[entrant] = place;
        }
        let (points, byes) = (vec![0; entrants], vec![0; entrants]);
        Table { points, met: vec![vec![0; entrants]; entrants], byes, lots }
    }

    fn note_round(&mut self, groups: &[Vec<usize>], points: &Points, bye: u64) {
        for group in groups {
            for a in group {
                group.iter().filter(|b| *b != a).for_each(|b| self.met[*a][*b] += 1);
            }
        }
        for entrant in 0..self.points.len() {
            self.points[entrant] += points.total(entrant);
            if !groups.iter().any(|group| group.contains(&entrant)) {
                self.byes[entrant] += 1;
                self.points[entrant] += bye;
            }
        }
    }

    /// The points of everybody whom the entrant has met, each time counted.
    fn opponents(&self, entrant: usize) -> u64 {
        let met = self.met[entrant].iter().zip(&self.points);
        met.map(|(times, points)| u64::from(*times) * points).sum()
    }

    /// The entrants by points, then by points of their opponents, then by lot.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        let key = |own: &usize| (self.points[*own], self.opponents(*own));
        order.sort_by(|a, b| key(b).cmp(&key(a)).then(self.lots[*a].cmp(&self.lots[*b])));
        order
    }

    /// Who may have a bye: those with the fewest so far, the last in the table first.
    fn byes_to_try(&self, order: &[usize], count: usize) -> Vec<Vec<usize>> {
        if count == 0 {
            return vec![Vec::new()];
        }
        let mut candidates: Vec<usize> = order.iter().rev().copied().collect();
        candidates.sort_by_key(|own| self.byes[*own]);
        let limit = self.byes[candidates[count - 1]];
        candidates.retain(|own| self.byes[*own] <= limit);
        // Those with fewer byes than the limit stand at the front and are always among them.
        let due = candidates.iter().filter(|own| self.byes[**own] < limit).count();
        let (due, open) = candidates.split_at(due);
        open.windows(count - due.len()).map(|chosen| [due, chosen].concat()).collect()
    }
}

/// Groups of neighbours in which everybody may meet, the first as far up as possible; `None` if there
/// are none or the search for them takes too long.
fn neighbours(
    players: &[usize],
    size: usize,
    may_meet: &dyn Fn(usize, usize) -> bool,
) -> Option<Vec<Vec<usize>>> {
    const STEPS: usize = 100_000;
    let used = vec![false; players.len()];
    let mut grouping = Grouping { players, size, may_meet, used, groups: Vec::new(), steps: STEPS };
    grouping.complete().then(|| {
        let names = |group: &Vec<usize>| group.iter().map(|at| players[*at]).collect();
        grouping.groups.iter().map(names).collect()
    })
}

/// A depth-first search for groups; members are places in `players`.
struct Grouping<'a> {
    players: &'a [usize],
    size: usize,
    may_meet: &'a dyn Fn(usize, usize) -> bool,
    used: Vec<bool>,
    groups: Vec<Vec<usize>>,
    steps: usize,
}

impl Grouping<'_> {
    fn complete(&mut self) -> bool {
        let last = self.groups.last();
        let Some(from) = last.filter(|own| own.len() < self.size).map(|own| own[own.len() - 1] + 1)
        else {
            let Some(first) = self.used.iter().position(|used| !used) else { return true };
            self.groups.push(vec![first]);
            self.used[first] = true;
            if self.complete() {
                return true;
            }
            self.used[first] = false;
            self.groups.pop();
            return false;
        };
        for next in from..self.players.len() {
            if self.steps == 0 {
                return false;
            }
            let at = self.groups.len() - 1;
            let fits = |own: &usize| (self.may_meet)(self.players[*own], self.players[next]);
            if self.used[next] || !self.groups[at].iter().all(fits) {
                continue;
            }
            self.steps -= 1;
            self.groups[at].push(next);
            self.used[next] = true;
            if self.complete() {
                return true;
            }
            self.used[next] = false;
            self.groups[at].pop();
        }
        false
    }
}
