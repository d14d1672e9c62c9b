//! Schedules: what is played next, as a function of what has been played.

mod contest;
mod gauntlet;
mod knockout;
mod points;
mod round;
mod round_robin;
#[cfg(test)]
pub(crate) mod simulated;
mod swiss;
#[cfg(test)]
mod tests;
mod versus;

pub use contest::Contest;
pub use gauntlet::gauntlet;
pub use knockout::Knockout;
pub use round_robin::{balanced_sample, round_robin};
pub use swiss::Swiss;
pub use versus::{Test, Versus};

use std::{collections::BTreeMap, sync::Arc};

use plyglot_catalog::Opened;
use plyglot_core::{Sides, mix};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    Adjudication, Entrant, Error, GameResult, Job, Limits, Version,
    opening::{Openings, Source},
    seating::{Orders, orders},
};

/// A finished job.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The job.
    pub job: Arc<Job>,
    /// The results of its games, in order.
    pub games: Vec<GameResult>,
}

/// What is played next. Equal results so far give equal jobs, so a run that was killed is rebuilt by
/// asking again.
pub trait Schedule: Send {
    /// The next job. `None` while more results are needed to tell, and for ever after the last one: if
    /// all jobs so far are finished and noted, there are no more.
    fn next(&mut self) -> Result<Option<Job>, Error>;

    /// Takes note of a finished block. Blocks come in the order of their jobs.
    fn note(&mut self, block: &Block);

    /// Why no more games are needed, as soon as that is so.
    fn verdict(&self) -> Option<String> {
        None
    }

    /// How many games are planned at most, play-offs aside, if that is known.
    fn games(&self) -> Option<usize>;

    /// What the schedule itself makes of the results: places, who went on, how ties were decided.
    fn outcome(&self) -> Outcome {
        Outcome::default()
    }

    /// Where its sequential test stands, if it has one.
    fn test(&self) -> Option<Test> {
        None
    }
}

/// What a schedule makes of results; empty for those that leave it to the table of scores.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Outcome {
    /// Who came where, the best first.
    pub places: Vec<Place>,
    /// What else there is to know.
    pub notes: Vec<String>,
}

/// A place in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Its number, from 1.
    pub place: usize,
    /// Who has it.
    pub name: String,
    /// What it was given for.
    pub about: String,
}

/// What all jobs of a run share.
pub struct Frame {
    /// The signature of the engine.
    pub engine: String,
    /// The game as the run is listed: its full specification, or ranges of rules as they were written.
    pub game: String,
    /// The rules that openings take turns with, one at least, all with the same sides and entrants.
    pub variants: Vec<Variant>,
    /// The sides of the game.
    pub sides: Sides,
    /// What moves may cost.
    pub limits: Limits,
    /// When games are cut short.
    pub adjudication: Adjudication,
    /// Which orders of a line-up a block plays.
    pub orders: Orders,
    /// Seed of the run.
    pub seed: u64,
    /// The files that specifications name, with their contents.
    pub files: BTreeMap<String, String>,
}

/// Rules that a run is played by, and what depends on them.
pub struct Variant {
    /// The full specification of the game.
    pub game: String,
    /// Everybody who takes part: of the same names in every variant, but a name may stand for another
    /// specification under other rules.
    pub entrants: Vec<Entrant>,
    /// How games begin.
    pub openings: Openings,
}

impl Variant {
    /// A game with those who play it and how it begins.
    pub fn new(opened: &Opened, entrants: Vec<Entrant>, source: Source, seed: u64) -> Variant {
        let openings = Openings::new(source, &*opened.session, seed);
        Variant { game: opened.spec.clone(), entrants, openings }
    }

    fn fingerprint(&self) -> Value {
        let bare = |own: &Entrant| json!({ "name": own.name, "spec": own.spec });
        json!({
            "game": self.game,
            "agents": self.entrants.iter().map(bare).collect::<Vec<_>>(),
            "openings": self.openings.source(),
        })
    }
}

impl Frame {
    /// Everybody who takes part, as in the first variant.
    pub fn entrants(&self) -> &[Entrant] {
        &self.variants[0].entrants
    }

    /// The block of some line-ups (entrants by side) with the opening of that number.
    pub fn job(&mut self, line_ups: &[Vec<usize>], opening: usize) -> Result<Job, Error> {
        let mut present: Vec<usize> = line_ups.concat();
        present.sort_unstable();
        present.dedup();
        let local = |entrant: &usize| present.iter().position(|own| own == entrant).unwrap_or(0);
        let mut seatings = Vec::new();
        for line_up in line_ups {
            let line_up: Vec<usize> = line_up.iter().map(local).collect();
            let found = orders(&line_up, self.orders)?;
            seatings.extend(found.iter().map(|order| self.sides.spread(order)));
        }
        let (seed, count) = (self.job_seed(&present, opening), self.variants.len());
        let variant = &mut self.variants[opening % count];
        Ok(Job {
            version: Version,
            engine: self.engine.clone(),
            game: variant.game.clone(),
            opening: variant.openings.get(opening / count)?,
            seed,
            agents: present.iter().map(|entrant| variant.entrants[*entrant].clone()).collect(),
            seatings,
            limits: self.limits.clone(),
            adjudication: self.adjudication.clone(),
            files: self.files.clone(),
            imported: None,
        })
    }

    /// Depends on who plays too: otherwise agents would make the same random choices against everybody,
    /// and blocks with one opening would not be independent.
    fn job_seed(&self, present: &[usize], opening: usize) -> u64 {
        let names = present.iter().map(|entrant| self.entrants()[*entrant].name.as_str());
        let bytes = names.flat_map(|name| name.bytes().chain([0]));
        let first = mix(self.seed ^ mix(opening as u64));
        bytes.fold(first, |seed, byte| mix(seed ^ u64::from(byte)))
    }

    /// Everything that decides the games of a run, with what its schedule adds: runs for which this is
    /// equal are one run.
    pub fn fingerprint(&self, schedule: Value) -> Value {
        let first = self.variants[0].fingerprint();
        let mut all = json!({
            "engine": self.engine,
            "game": first["game"],
            "agents": first["agents"],
            "limits": self.limits,
            "adjudication": self.adjudication,
            "seatings": self.orders,
            "seed": self.seed,
            "openings": first["openings"],
            "files": self.files,
            "schedule": schedule,
        });
        let others: Vec<Value> = self.variants[1..].iter().map(Variant::fingerprint).collect();
        if !others.is_empty() {
            all["variants"] = Value::from(others);
        }
        all
    }

    /// How many games a block of these line-ups has.
    pub fn block_games(&self, line_ups: &[Vec<usize>]) -> Result<usize, Error> {
        let mut games = 0;
        for line_up in line_ups {
            games += orders(line_up, self.orders)?.len();
        }
        Ok(games)
    }
}
