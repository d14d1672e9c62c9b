//! A round robin: every choice of as many entrants as there are sides meets, or a balanced sample.

use plyglot_core::Rng;

use super::{Frame, Versus};
use crate::{
    Error,
    opening::shuffled,
    seating::{choices, match_blocks},
};

/// The most encounters that are listed: more need a sample.
const MOST_ENCOUNTERS: usize = 100_000;

/// Everybody against everybody: `blocks` openings for every choice of as many entrants as there are
/// sides, or for a balanced `sample` of these. Of fewer entrants than sides every two meet.
pub fn round_robin(frame: Frame, blocks: usize, sample: Option<usize>) -> Result<Versus, Error> {
    let (entrants, sides) = (frame.entrants().len(), frame.sides.count());
    let all = count_choices(entrants, if entrants < sides { 2 } else { sides });
    let encounters = match sample {
        Some(groups) if entrants <= sides || groups == 0 || groups as u128 >= all => {
            return Err(Error::Input(format!(
                "sample = {groups}: expected 1 or more, but fewer than all {all} line-ups of \
                 {entrants} agents for {sides} sides; without it all are played"
            )));
        }
        Some(groups) => {
            let sample = balanced_sample(entrants, sides, groups, frame.seed);
            sample.into_iter().map(|line_up| vec![line_up]).collect()
        }
        None if all > MOST_ENCOUNTERS as u128 => {
            return Err(Error::Input(format!(
                "{entrants} agents for {sides} sides make {all} line-ups, more than \
                 {MOST_ENCOUNTERS}; sample = N plays a balanced part of them"
            )));
        }
        None => match_blocks(entrants, sides),
    };
    every_encounter(frame, encounters, blocks)
}

/// A list of encounters (line-ups by encounter), each of them with the same `blocks` openings.
pub(super) fn every_encounter(
    frame: Frame,
    encounters: Vec<Vec<Vec<usize>>>,
    blocks: usize,
) -> Result<Versus, Error> {
    let mut games = 0;
    for line_ups in &encounters {
        games += frame.block_games(line_ups)?;
    }
    Versus::new(frame, encounters, blocks * games, None)
}

fn count_choices(of: usize, count: usize) -> u128 {
    (0..count as u128).fold(1, |all, at| all * (of as u128).saturating_sub(at) / (at + 1))
}

/// A seeded sample of line-ups in which every entrant appears equally often, give or take one, and
/// every two entrants meet as evenly as a search by exchanges finds.
pub fn balanced_sample(entrants: usize, sides: usize, groups: usize, seed: u64) -> Vec<Vec<usize>> {
    const ATTEMPTS: u64 = 20;
    let mut best: Option<(u64, Vec<Vec<usize>>)> = None;
    // Even shares of meetings have the least sum of squares.
    let pairs = (groups * sides * (sides - 1) / 2) as u64;
    let kinds = (entrants * (entrants - 1) / 2) as u64;
    let (share, rest) = (pairs / kinds, pairs % kinds);
    let least = rest * (share + 1).pow(2) + (kinds - rest) * share.pow(2);
    for attempt in 0..ATTEMPTS {
        let mut sample = Sample::deal(entrants, sides, groups, Rng::stream(seed, attempt));
        sample.improve();
        let unevenness = sample.unevenness();
        if best.as_ref().is_none_or(|(found, _)| unevenness < *found) {
            best = Some((unevenness, sample.groups));
        }
        if unevenness == least {
            break;
        }
    }
    let mut sample = best.map(|(_, groups)| groups).unwrap_or_default();
    sample.iter_mut().for_each(|line_up| line_up.sort_unstable());
    sample
}

/// A sample in the making: its groups and how often every two entrants meet in them.
struct Sample {
    groups: Vec<Vec<usize>>,
    met: Vec<Vec<u64>>,
    rng: Rng,
}

impl Sample {
    /// Groups from decks of all entrants, each dealt out before the next begins.
    fn deal(entrants: usize, sides: usize, groups: usize, mut rng: Rng) -> Sample {
        let mut sample =
            Sample { groups: Vec::new(), met: vec![vec![0; entrants]; entrants], rng: rng.clone() };
        let mut deck: Vec<usize> = Vec::new();
        for _ in 0..groups {
            let mut group: Vec<usize> = Vec::new();
            while group.len() < sides {
                if deck.iter().all(|entrant| group.contains(entrant)) {
                    deck.splice(0..0, shuffled(entrants, rng.next_u64()));
                }
                let at = (0..deck.len()).rev().find(|at| !group.contains(&deck[*at]));
                group.push(deck.remove(at.expect("a new deck has everybody")));
            }
            sample.count(&group, true);
            sample.groups.push(group);
        }
        sample
    }

    fn count(&mut self, group: &[usize], add: bool) {
        for pair in choices(group.len(), 2) {
            let (a, b) = (group[pair[0]], group[pair[1]]);
            for (a, b) in [(a, b), (b, a)] {
                self.met[a][b] = if add { self.met[a][b] + 1 } else { self.met[a][b] - 1 };
            }
        }
    }

    fn unevenness(&self) -> u64 {
        self.met.iter().flatten().map(|times| times * times).sum::<u64>() / 2
    }

    /// Exchanges members of two groups at random as long as meetings do not get less even.
    fn improve(&mut self) {
        const EXCHANGES: usize = 20_000;
        let (groups, sides) = (self.groups.len(), self.groups[0].len());
        for _ in 0..EXCHANGES {
            let (a, b) = (self.rng.below(groups), self.rng.below(groups));
            let (i, j) = (self.rng.below(sides), self.rng.below(sides));
            let (left, right) = (self.groups[a][i], self.groups[b][j]);
            if self.groups[a].contains(&right) || self.groups[b].contains(&left) {
                continue;
            }
            if self.change(a, i, right, b) + self.change(b, j, left, a) <= 0 {
                self.replace(a, i, right);
                self.replace(b, j, left);
            }
        }
    }

    /// By how much the sum of squares of meetings would grow if a member was replaced by one of another
    /// group. Members of both groups lose one meeting and get it back.
    fn change(&self, group: usize, place: usize, new: usize, from: usize) -> i64 {
        let old = self.groups[group][place];
        let others = self.groups[group].iter();
        let others = others.filter(|own| **own != old && !self.groups[from].contains(own));
        let met = |a: usize, b: usize| self.met[a][b] as i64;
        others.map(|other| 2 * (met(new, *other) - met(old, *other)) + 2).sum()
    }

    fn replace(&mut self, group: usize, place: usize, new: usize) {
        let mut members = self.groups[group].clone();
        self.count(&members, false);
        members[place] = new;
        self.count(&members, true);
        self.groups[group] = members;
    }
}
