//! A knockout: who loses an encounter is out. Ties are played off, and in the end the seeding decides.

use super::{Block, Frame, Outcome, Place, Schedule, points::Points, round::Round};
use crate::{Error, Job, seating::match_blocks};

/// How often a tie is played off before the seeding decides it.
const PLAY_OFFS: usize = 4;

/// A knockout between the entrants of a frame, who are seeded in their order.
pub struct Knockout {
    frame: Frame,
    blocks: usize,
    /// The encounters of the bracket's round in play.
    encounters: Vec<Encounter>,
    /// The number of that round, from 1.
    bracket_round: usize,
    /// How often its ties have been played off.
    play_offs: usize,
    /// What is played now.
    round: Round,
    /// Rounds played before that, play-offs counted.
    rounds: usize,
    /// Everybody who is out with the round of the bracket, the latest first.
    out: Vec<(usize, usize)>,
    champion: Option<usize>,
    notes: Vec<String>,
}

/// The entrants of one encounter.
struct Encounter {
    members: Vec<usize>,
    /// Who can still win it, the best seed first.
    leaders: Vec<usize>,
}

impl Knockout {
    /// A knockout with `blocks` openings for every encounter. With more than two sides the best of
    /// each group of as many entrants goes on.
    pub fn new(frame: Frame, blocks: usize) -> Knockout {
        let slots = first_slots(frame.entrants().len(), frame.sides.count());
        let round = Round::new(&frame, Vec::new(), 0, 0);
        let mut knockout = Knockout {
            frame,
            blocks,
            encounters: Vec::new(),
            bracket_round: 0,
            play_offs: 0,
            round,
            rounds: 0,
            out: Vec::new(),
            champion: None,
            notes: Vec::new(),
        };
        knockout.pair(slots);
        knockout
    }

    /// Begins the bracket's next round in which anything is to be played.
    fn pair(&mut self, mut slots: Vec<Option<usize>>) {
        while slots.len() > 1 {
            let meetings = meetings(&slots, self.frame.sides.count());
            self.encounters = meetings.into_iter().map(Encounter::new).collect();
            self.bracket_round += 1;
            self.play_offs = 0;
            if self.encounters.iter().any(Encounter::is_open) {
                return self.begin();
            }
            slots = self.winners();
        }
        self.champion = slots.first().copied().flatten();
    }

    /// Begins to play the encounters that are not decided.
    fn begin(&mut self) {
        let open = self.encounters.iter().filter(|own| own.is_open());
        let line_ups = open.flat_map(|own| self.line_ups(own)).collect();
        let first_opening = self.rounds * self.blocks;
        self.round = Round::new(&self.frame, line_ups, first_opening, self.blocks);
    }

    /// Ends a round that has been played: ties are played off, or the winners go on.
    fn end(&mut self) {
        self.rounds += 1;
        self.encounters.iter_mut().for_each(|own| own.keep_best(&self.round.points));
        if self.encounters.iter().any(Encounter::is_open) && self.play_offs < PLAY_OFFS {
            self.play_offs += 1;
            return self.begin();
        }
        self.decide_ties();
        let losers = self.encounters.iter().flat_map(Encounter::losers);
        let losers: Vec<_> = losers.map(|loser| (loser, self.bracket_round)).collect();
        self.out.splice(0..0, losers);
        self.pair(self.winners());
    }

    /// Lets the seeding decide what play-offs did not.
    fn decide_ties(&mut self) {
        for tied in self.encounters.iter_mut().filter(|own| own.is_open()) {
            let names: Vec<&str> =
                tied.leaders.iter().map(|own| self.frame.entrants()[*own].name.as_str()).collect();
            self.notes.push(format!(
                "round {}: {} still level after {PLAY_OFFS} play-offs, so {} went on by its seeding",
                self.bracket_round,
                names.join(" and "),
                names[0]
            ));
            tied.leaders.truncate(1);
        }
    }

    fn winners(&self) -> Vec<Option<usize>> {
        self.encounters.iter().map(|own| own.leaders.first().copied()).collect()
    }

    /// Blocks with one opening each, of everybody who can still win.
    fn line_ups(&self, encounter: &Encounter) -> Vec<Vec<Vec<usize>>> {
        let blocks = match_blocks(encounter.leaders.len(), self.frame.sides.count());
        let named =
            |line_up: &Vec<usize>| line_up.iter().map(|at| encounter.leaders[*at]).collect();
        blocks.iter().map(|line_ups| line_ups.iter().map(named).collect()).collect()
    }
}

impl Encounter {
    fn new(members: Vec<usize>) -> Encounter {
        Encounter { leaders: members.clone(), members }
    }

    fn is_open(&self) -> bool {
        self.leaders.len() > 1
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
    fn next(&mut self) -> Result<Option<Job>, Error> {
        self.round.next(&mut self.frame)
    }

    fn note(&mut self, block: &Block) {
        if self.round.note(block) {
            self.end();
        }
    }

    fn games(&self) -> Option<usize> {
        let sides = self.frame.sides.count();
        let mut slots = first_slots(self.frame.entrants().len(), sides);
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

    fn outcome(&self) -> Outcome {
        let place = |place: usize, entrant: usize, about: String| Place {
            place,
            name: self.frame.entrants()[entrant].name.clone(),
            about,
        };
        let winner = self.champion.map(|entrant| place(1, entrant, "won all rounds".to_owned()));
        // Who went out in the same round shares a place, the best that was still to be had.
        let stronger = |round: usize| {
            let still_in = self.frame.entrants().len() - self.out.len();
            still_in + self.out.iter().filter(|(_, own)| *own > round).count()
        };
        let losers = self.out.iter().map(|(entrant, round)| {
            place(1 + stronger(*round), *entrant, format!("out in round {round}"))
        });
        Outcome { places: winner.into_iter().chain(losers).collect(), notes: self.notes.clone() }
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
