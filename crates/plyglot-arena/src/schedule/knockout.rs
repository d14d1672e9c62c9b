//! A knockout: who loses an encounter is out. Ties are played off, and in the end the seeding decides.

use super::{Block, Frame, Outcome, Place, Schedule, points::Points};
use crate::{Error, Job, seating::match_blocks};

/// How often a tie is played off before the seeding decides it.
const PLAY_OFFS: usize = 4;

/// A knockout between the entrants of a frame, who are seeded in their order.
pub struct Knockout {
    frame: Frame,
    blocks: usize,
}

/// The entrants of one encounter.
struct Encounter {
    members: Vec<usize>,
    /// Who can still win it, the best seed first.
    leaders: Vec<usize>,
}

/// A knockout as far as it has been played.
struct Course {
    /// Encounters to be played now; none when all is decided.
    open: Vec<Encounter>,
    /// Rounds of the schedule before that, play-offs counted.
    rounds: usize,
    /// Everybody who is out with the round of the bracket, the latest first.
    out: Vec<(usize, usize)>,
    champion: Option<usize>,
    notes: Vec<String>,
}

impl Knockout {
    /// A knockout with `blocks` openings for every encounter. With more than two sides the best of
    /// each group of as many entrants goes on.
    pub fn new(frame: Frame, blocks: usize) -> Knockout {
        Knockout { frame, blocks }
    }

    /// Follows the bracket through all finished blocks.
    fn follow(&self, finished: &[Block]) -> Course {
        let mut rest = finished;
        let mut slots = first_slots(self.frame.entrants.len(), self.frame.sides.count);
        let mut course =
            Course { open: Vec::new(), rounds: 0, out: Vec::new(), champion: None, notes: vec![] };
        for bracket_round in 1.. {
            if let [last] = slots[..] {
                course.champion = last;
                break;
            }
            let mut encounters: Vec<Encounter> =
                meetings(&slots, self.frame.sides.count).into_iter().map(Encounter::new).collect();
            if !self.decide(&mut encounters, &mut rest, &mut course, bracket_round) {
                break;
            }
            slots = encounters.iter().map(|own| own.leaders.first().copied()).collect();
            let losers = encounters.iter().flat_map(Encounter::losers);
            let losers: Vec<_> = losers.map(|loser| (loser, bracket_round)).collect();
            course.out.splice(0..0, losers);
        }
        course
    }

    /// Plays the encounters of one round of the bracket from the finished blocks; false if some are
    /// still to be played.
    fn decide(
        &self,
        encounters: &mut [Encounter],
        rest: &mut &[Block],
        course: &mut Course,
        bracket_round: usize,
    ) -> bool {
        for _ in 0..=PLAY_OFFS {
            let open = encounters.iter().filter(|own| own.leaders.len() > 1);
            let needed: usize = open.map(|own| self.jobs_of(own)).sum();
            if needed == 0 {
                return true;
            }
            if rest.len() < needed {
                let open = encounters.iter().filter(|own| own.leaders.len() > 1);
                course.open = open.map(Encounter::again).collect();
                return false;
            }
            let (played, later) = rest.split_at(needed);
            (*rest, course.rounds) = (later, course.rounds + 1);
            let points = Points::of(&self.frame, played);
            encounters.iter_mut().for_each(|own| own.keep_best(&points));
        }
        for tied in encounters.iter_mut().filter(|own| own.leaders.len() > 1) {
            let names: Vec<&str> =
                tied.leaders.iter().map(|own| self.frame.entrants[*own].name.as_str()).collect();
            course.notes.push(format!(
                "round {bracket_round}: {} still level after {PLAY_OFFS} play-offs, so {} went on by \
                 its seeding",
                names.join(" and "),
                names[0]
            ));
            tied.leaders.truncate(1);
        }
        true
    }

    /// Blocks with one opening each, of everybody who can still win.
    fn line_ups(&self, encounter: &Encounter) -> Vec<Vec<Vec<usize>>> {
        let blocks = match_blocks(encounter.leaders.len(), self.frame.sides.count);
        let named =
            |line_up: &Vec<usize>| line_up.iter().map(|at| encounter.leaders[*at]).collect();
        blocks.iter().map(|line_ups| line_ups.iter().map(named).collect()).collect()
    }

    fn jobs_of(&self, encounter: &Encounter) -> usize {
        self.blocks * self.line_ups(encounter).len()
    }
}

impl Encounter {
    fn new(members: Vec<usize>) -> Encounter {
        Encounter { leaders: members.clone(), members }
    }

    fn again(&self) -> Encounter {
        Encounter { members: self.members.clone(), leaders: self.leaders.clone() }
    }

    fn keep_best(&mut self, points: &Points) {
        let best = self.leaders.iter().map(|own| points.total(*own)).max();
        self.leaders.retain(|own| Some(points.total(*own)) == best);
    }

    fn losers(&self) -> impl Iterator<Item = usize> {
        self.members.iter().filter(|own| self.leaders.first() != Some(own)).copied()
    }
}

impl Schedule for Knockout {
    fn round(&mut self, _: usize, finished: &[Block]) -> Result<Vec<Job>, Error> {
        let course = self.follow(finished);
        let mut jobs = Vec::new();
        for opening in course.rounds * self.blocks..(course.rounds + 1) * self.blocks {
            for encounter in &course.open {
                for line_ups in self.line_ups(encounter) {
                    jobs.push(self.frame.job(&line_ups, opening)?);
                }
            }
        }
        Ok(jobs)
    }

    fn games(&self) -> Option<usize> {
        let sides = self.frame.sides.count;
        let mut slots = first_slots(self.frame.entrants.len(), sides);
        let mut games = 0;
        while slots.len() > 1 {
            let encounters: Vec<_> =
                meetings(&slots, sides).into_iter().map(Encounter::new).collect();
            for line_ups in encounters.iter().filter(|own| own.members.len() > 1) {
                for block in self.line_ups(line_ups) {
                    games += self.blocks * self.frame.block_games(&block).ok()?;
                }
            }
            slots = encounters.iter().map(|own| own.members.first().copied()).collect();
        }
        Some(games)
    }

    fn outcome(&self, finished: &[Block]) -> Outcome {
        let course = self.follow(finished);
        let place = |place: usize, entrant: usize, about: String| Place {
            place,
            name: self.frame.entrants[entrant].name.clone(),
            about,
        };
        let winner = course.champion.map(|entrant| place(1, entrant, "won all rounds".to_owned()));
        // Who went out in the same round shares a place, the best that was still to be had.
        let stronger = |round: usize| {
            let still_in = self.frame.entrants.len() - course.out.len();
            still_in + course.out.iter().filter(|(_, own)| *own > round).count()
        };
        let losers = course.out.iter().map(|(entrant, round)| {
            place(1 + stronger(*round), *entrant, format!("out in round {round}"))
        });
        Outcome { places: winner.into_iter().chain(losers).collect(), notes: course.notes }
    }
}

/// The entrants by seed, with as many empty slots behind them as fill the bracket.
fn first_slots(entrants: usize, sides: usize) -> Vec<Option<usize>> {
    let mut size = 1;
    while size < entrants {
        size *= sides.max(2);
    }
    (0..size).map(|seed| (seed < entrants).then_some(seed)).collect()
}

/// Who meets in a round, the best seed first: slots are dealt to the encounters forth and back, so that
/// the best meet as late as can be, and empty slots fall to the best. The winner of an encounter has
/// its number as slot of the next round.
fn meetings(slots: &[Option<usize>], sides: usize) -> Vec<Vec<usize>> {
    let encounters = slots.len() / sides;
    let mut found = vec![Vec::new(); encounters];
    for (slot, entrant) in slots.iter().enumerate() {
        let (tier, at) = (slot / encounters, slot % encounters);
        let encounter = if tier % 2 == 0 { at } else { encounters - 1 - at };
        found[encounter].extend(*entrant);
    }
    found.iter_mut().for_each(|members| members.sort_unstable());
    found
}
