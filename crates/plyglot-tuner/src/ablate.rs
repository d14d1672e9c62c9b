//! What each part of an agent is worth: the whole against itself without the part, as long as a sequential
//! test needs.

use std::sync::{Arc, Mutex, PoisonError};

use plyglot_arena::{
    Entrant, Error, Job,
    schedule::{Block, Schedule, Versus},
    seating::match_blocks,
    standings::Duel,
};
use plyglot_catalog::Catalog;
use plyglot_core::mix;
use plyglot_stats::sprt::{Sprt, Verdict};
use serde::{Deserialize, Serialize};

use crate::{
    course::{Course, Part},
    plan::Plan,
    space::set,
};

/// The numbers of the method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Games for each part at most.
    pub games: usize,
    /// What a part must be worth to earn its place, in Elo.
    pub worth: f64,
    /// The probability of a wrong verdict, either way.
    pub error: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options { games: 400, worth: 20.0, error: 0.05 }
    }
}

/// A part to take out, and the value that does.
pub(crate) struct Out<'a> {
    pub(crate) name: &'a str,
    pub(crate) out: &'a str,
}

/// How many blocks are played ahead of the test.
const AHEAD: usize = 8;

/// The schedule: one match after the other.
pub struct Ablation {
    matches: Vec<(String, Versus)>,
    /// The match in play.
    at: usize,
    planned: usize,
    noted: usize,
    /// Whether the match in play has no more jobs.
    exhausted: bool,
    duel: Duel,
    course: Arc<Mutex<Course>>,
}

/// The matches of a plan.
pub(crate) fn ablation(
    plan: &Plan,
    catalog: &Catalog,
    parts: &[Out<'_>],
    options: &Options,
) -> Result<Ablation, Error> {
    let sprt = Sprt {
        elo0: 0.0,
        elo1: options.worth,
        alpha: options.error,
        beta: options.error,
        ..Sprt::default()
    };
    sprt.check().map_err(|why| Error::Input(format!("[ablate] {why}")))?;
    let whole = Entrant { name: "whole".to_owned(), ..plan.start.clone() };
    let mut matches = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let mut spec = plan.template.spec.clone();
        set(&mut spec, &part.name.split('.').collect::<Vec<_>>(), part.out)?;
        let name = format!("without {}", part.name);
        let without = plan.setting.entrant(catalog, &name, &spec.to_string())?;
        let seed = mix(plan.seed ^ mix(number as u64));
        let frame = plan.setting.frame(vec![whole.clone(), without], seed);
        let blocks = match_blocks(2, frame.sides.count());
        let versus = Versus::new(frame, blocks, options.games, Some(sprt))?;
        matches.push((part.name.to_owned(), versus));
    }
    let course = Course { method: "ablate".to_owned(), ..Course::default() };
    Ok(Ablation {
        matches,
        at: 0,
        planned: 0,
        noted: 0,
        exhausted: false,
        duel: Duel::default(),
        course: Arc::new(Mutex::new(course)),
    })
}

impl Ablation {
    /// The course so far, to be looked at while it goes on.
    pub fn course(&self) -> Arc<Mutex<Course>> {
        self.course.clone()
    }

    fn decided(&self) -> bool {
        self.matches[self.at].1.verdict().is_some()
    }

    /// Writes down where the match in play stands; what the test says once it is over.
    fn tell(&mut self, over: bool) {
        let (name, versus) = &self.matches[self.at];
        let earned = versus.test().is_some_and(|test| test.status.verdict == Verdict::AcceptH1);
        let verdict = match (self.decided(), earned) {
            (true, true) => "earns its place",
            (true, false) => "is not worth it",
            (false, _) => "too little to tell",
        };
        let verdict = over.then(|| verdict.to_owned());
        let part = Part::new(name, self.duel.games(), &self.duel.summary(), verdict);
        let mut course = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        course.parts.truncate(self.at);
        course.parts.push(part);
        course.progress = (self.at + usize::from(over)) as f64 / self.matches.len() as f64;
    }

    /// Goes on to the next match; whether there is one.
    fn go_on(&mut self) -> bool {
        self.tell(true);
        if self.at + 1 == self.matches.len() {
            return false;
        }
        (self.at, self.planned, self.noted, self.exhausted) = (self.at + 1, 0, 0, false);
        self.duel = Duel::default();
        true
    }
}

impl Schedule for Ablation {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        loop {
            let over = self.exhausted || self.decided();
            if over && (self.noted < self.planned || !self.go_on()) {
                return Ok(None);
            }
            if self.planned - self.noted >= AHEAD {
                return Ok(None);
            }
            if let Some(job) = self.matches[self.at].1.next()? {
                self.planned += 1;
                return Ok(Some(job));
            }
            self.exhausted = true;
        }
    }

    fn note(&mut self, block: &Block) {
        self.noted += 1;
        // Blocks that were in play when the test was decided say nothing more.
        if !self.decided() {
            let (_, versus) = &mut self.matches[self.at];
            versus.note(block);
            self.duel.add_against_all(block, "whole");
        }
        let mut course = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        course.games += block.games.len();
        drop(course);
        self.tell(false);
    }

    fn games(&self) -> Option<usize> {
        self.matches.iter().map(|(_, versus)| versus.games()).sum()
    }
}
