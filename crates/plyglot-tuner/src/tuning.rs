//! A run of a method as a schedule: trials become jobs, and finished blocks scores.
//!
//! Everything follows from the seed and the results in their order. So the records of a run are its
//! checkpoint: asked again, the schedule comes to where it was killed without a game being played twice.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use plyglot_arena::{
    Entrant, Error, GameResult, Job,
    schedule::{Block, Contest, Frame, Schedule},
    seating::duel,
    standings::seat_scores,
};
use plyglot_catalog::Catalog;
use plyglot_core::mix;
use plyglot_stats::{blocks, cells::Cells, elo};
use serde::{Deserialize, Serialize};

use crate::{
    course::{Course, Probe},
    method::{Meeting, Method, Played, Trial},
    setting::Setting,
    space::{Individual, Parameter, Template, join, start},
};

/// How much may be played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// So many games.
    Games(usize),
    /// So many seconds of thinking, of all agents in all games together. On so many cores at once it takes
    /// as much less.
    Seconds(f64),
}

/// What a schedule of tuning needs to know.
pub struct Task {
    /// Conditions of the games, in every variant that they take turns with.
    pub settings: Vec<Setting>,
    /// Where agents are made.
    pub catalog: Catalog,
    /// The agent with places for parameters.
    pub template: Template,
    /// What is looked for.
    pub parameters: Vec<Parameter>,
    /// Whom individuals play where they do not play each other.
    pub opponents: Vec<Entrant>,
    /// How much may be played.
    pub budget: Budget,
    /// Openings of every look at how far it has come; 0 for none.
    pub probe: usize,
    /// Group size of the contest between finalists.
    pub group: usize,
    /// Seed of everything.
    pub seed: u64,
}

/// How often the best of the time plays the start.
const PROBES: usize = 10;
/// So many trials in a row that need no game mean that there is nothing left to try.
const MOST_BARREN: usize = 1000;

/// The schedule.
pub struct Tuning {
    task: Task,
    method: Box<dyn Method>,
    /// One for every variant, and the opponents there.
    frames: Vec<(Frame, Vec<Entrant>)>,
    stage: Stage,
    course: Arc<Mutex<Course>>,
    /// The numbers of individuals by specification.
    numbers: BTreeMap<String, usize>,
    opening: usize,
    games: usize,
    /// Games and thinking of trials, which the budget is for.
    spent: (usize, u64),
    probes: usize,
    barren: usize,
    result: Option<Individual>,
}

enum Stage {
    /// Everything asked for has been played.
    Between,
    /// A trial of the method, or a look at how far it has come.
    Trial {
        round: Round,
        probe: bool,
    },
    /// The finalists play for the result.
    Contest {
        contest: Box<Contest>,
        finalists: Vec<Individual>,
    },
    Done,
}

/// A trial in play.
struct Round {
    /// Line-ups of every encounter that needs games, and which meeting it belongs to.
    encounters: Vec<(usize, [usize; 2])>,
    openings: usize,
    first_opening: usize,
    planned: usize,
    noted: usize,
    played: Played,
}

impl Round {
    fn jobs(&self) -> usize {
        self.encounters.len() * self.openings
    }
}

impl Tuning {
    /// A run of a method.
    pub fn new(task: Task, method: Box<dyn Method>, name: &str) -> Result<Tuning, Error> {
        let course = Course {
            method: name.to_owned(),
            parameters: task.parameters.clone(),
            pool: method.pool().to_vec(),
            ..Course::default()
        };
        let mut frames = Vec::new();
        for setting in &task.settings {
            let own = |own: &Entrant| setting.entrant(&task.catalog, &own.name, &own.short);
            let opponents = task.opponents.iter().map(own).collect::<Result<_, _>>()?;
            frames.push((setting.frame(Vec::new(), task.seed), opponents));
        }
        let mut tuning = Tuning {
            task,
            method,
            frames,
            stage: Stage::Between,
            course: Arc::new(Mutex::new(course)),
            numbers: BTreeMap::new(),
            opening: 0,
            games: 0,
            spent: (0, 0),
            probes: 0,
            barren: 0,
            result: None,
        };
        let first = vec![start(&tuning.task.parameters)];
        tuning.entrant(&first)?;
        Ok(tuning)
    }

    /// The course so far, to be looked at while it goes on.
    pub fn course(&self) -> Arc<Mutex<Course>> {
        self.course.clone()
    }

    /// What was found, once the run is over.
    pub fn result(&self) -> Option<&Individual> {
        self.result.as_ref()
    }

    fn progress(&self) -> f64 {
        match self.task.budget {
            Budget::Games(games) => self.spent.0 as f64 / games.max(1) as f64,
            Budget::Seconds(seconds) => self.spent.1 as f64 / 1e6 / seconds.max(1e-3),
        }
    }

    fn course_mut(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entrant of an individual. The first is the start; others are numbered as they come.
    fn entrant(&mut self, own: &Individual) -> Result<Entrant, Error> {
        let spec = self.task.template.fill(&self.task.parameters, own)?;
        let new = self.numbers.len();
        let number = *self.numbers.entry(spec.clone()).or_insert(new);
        let name = if number == 0 { "start".to_owned() } else { format!("#{number}") };
        self.task.settings[0].entrant(&self.task.catalog, &name, &spec)
    }

    /// Puts players and opponents into the frames of all variants.
    fn seat(&mut self, players: &[Entrant]) -> Result<(), Error> {
        for (at, (setting, (frame, opponents))) in
            self.task.settings.iter().zip(&mut self.frames).enumerate()
        {
            let own = |own: &Entrant| match at {
                0 => Ok(own.clone()),
                _ => setting.entrant(&self.task.catalog, &own.name, &own.short),
            };
            let entrants = &mut frame.variants[0].entrants;
            *entrants = players.iter().map(own).collect::<Result<_, _>>()?;
            entrants.extend_from_slice(opponents);
        }
        Ok(())
    }

    /// Begins what comes after everything asked for so far has been played.
    fn advance(&mut self) -> Result<(), Error> {
        loop {
            let progress = self.progress();
            let due = ((progress * PROBES as f64) as usize).min(PROBES);
            let trial = if self.task.probe > 0 && due > self.probes {
                self.probes = due;
                let first = vec![start(&self.task.parameters)];
                Some((Trial::duel(self.method.best(), first, self.task.probe), true))
            } else if progress >= 1.0 || self.barren >= MOST_BARREN {
                None
            } else {
                self.method.ask(progress).map(|trial| (trial, false))
            };
            let Some((trial, probe)) = trial else { return self.finish() };
            let round = self.round(&trial)?;
            let barren = round.jobs() == 0;
            self.stage = Stage::Trial { round, probe };
            if !barren {
                self.barren = 0;
                return Ok(());
            }
            self.barren += 1;
            self.tell();
        }
    }

    /// A trial with its entrants put into the frame. Equal agents need no games.
    fn round(&mut self, trial: &Trial) -> Result<Round, Error> {
        let mut entrants = Vec::new();
        for own in &trial.players {
            entrants.push(self.entrant(own)?);
        }
        let players = entrants.len();
        entrants.extend(self.task.opponents.iter().cloned());
        let mut encounters = Vec::new();
        for (number, Meeting { first, second }) in trial.meetings.iter().enumerate() {
            let rivals = second.map_or(players..entrants.len(), |second| second..second + 1);
            let different = rivals.filter(|own| entrants[*own].spec != entrants[*first].spec);
            encounters.extend(different.map(|own| (number, [*first, own])));
        }
        let needed = if encounters.is_empty() { 0 } else { trial.openings };
        let first_opening = self.opening;
        self.opening += needed;
        self.seat(&entrants[..players])?;
        let scores = vec![Vec::new(); trial.meetings.len()];
        let (openings, planned, noted) = (trial.openings, 0, 0);
        Ok(Round { encounters, openings, first_opening, planned, noted, played: Played { scores } })
    }

    /// Tells the method what the trial brought.
    fn tell(&mut self) {
        let stage = std::mem::replace(&mut self.stage, Stage::Between);
        let Stage::Trial { mut round, probe } = stage else { return };
        for scores in round.played.scores.iter_mut().filter(|own| own.is_empty()) {
            scores.push(0.5);
        }
        if probe {
            let cells = Cells::from_means(&round.played.scores[0]);
            let probe = Probe::new(self.games, elo::score(&cells));
            self.course_mut().probes.push(probe);
            return;
        }
        let step = self.method.tell(&round.played);
        let (games, progress) = (self.games, self.progress());
        let mut course = self.course.lock().unwrap_or_else(PoisonError::into_inner);
        course.steps.push((games, step));
        course.progress = progress.min(1.0);
        let known = course.pool.len();
        course.pool.extend_from_slice(&self.method.pool()[known..]);
    }

    /// The budget is spent: the result, or a contest for it.
    fn finish(&mut self) -> Result<(), Error> {
        let mut finalists = self.method.finalists();
        finalists.dedup();
        if finalists.len() < 2 {
            self.conclude(finalists.pop().unwrap_or_else(|| self.method.best()));
            return Ok(());
        }
        let mut entrants = Vec::new();
        for own in &finalists {
            entrants.push(self.entrant(own)?);
        }
        let frame = self.task.settings[0].frame(entrants, mix(self.task.seed));
        let contest = Box::new(Contest::new(frame, self.task.group, 1)?);
        self.stage = Stage::Contest { contest, finalists };
        Ok(())
    }

    fn conclude(&mut self, result: Individual) {
        let spec = self.entrant(&result).map(|own| own.short);
        {
            let mut course = self.course_mut();
            course.progress = 1.0;
            course.result = spec.ok();
            course.values = result.clone();
        }
        self.result = Some(result);
        self.stage = Stage::Done;
    }

    fn note_trial(&mut self, block: &Block) -> bool {
        let Stage::Trial { round, .. } = &mut self.stage else { return false };
        let count = round.encounters.len();
        let (meeting, [first, second]) = round.encounters[round.noted % count];
        let own = usize::from(first > second);
        round.played.scores[meeting].push(score_of(block, own));
        round.noted += 1;
        round.noted == round.jobs()
    }

    fn note_contest(&mut self) {
        let Stage::Contest { contest, finalists } = &self.stage else { return };
        let names = |numbers: &[usize]| -> Vec<String> {
            let entrants = contest.frame().entrants();
            numbers.iter().map(|own| entrants[*own].name.clone()).collect()
        };
        let mut ladder: Vec<Vec<String>> =
            contest.survivors().iter().map(|own| names(own)).collect();
        let best = contest.best().to_vec();
        if !best.is_empty() {
            ladder.push(names(&best));
        }
        let result = (!best.is_empty()).then(|| {
            let by_seat = self.frames[0].0.sides.spread(&best);
            let by_seat = by_seat.into_iter().map(|own| finalists[own].clone());
            join(&self.task.parameters, &by_seat.collect::<Vec<_>>())
        });
        self.course_mut().ladder = ladder;
        if let Some(result) = result {
            self.conclude(result);
        }
    }
}

/// The score in a block of the agent of that number.
fn score_of(block: &Block, own: usize) -> f64 {
    let game = |result: &GameResult| {
        let (scores, seating) = (seat_scores(result), &block.job.seatings[result.index]);
        let seats = result.first_seats();
        let points: Vec<f64> = seats.iter().map(|seat| scores[*seat]).collect();
        let is_own: Vec<bool> = seats.iter().map(|seat| seating[*seat] == own).collect();
        blocks::versus(&points, &is_own)
    };
    blocks::mean(&block.games.iter().map(game).collect::<Vec<_>>()).unwrap_or(0.5)
}

impl Schedule for Tuning {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        if matches!(self.stage, Stage::Between) {
            self.advance()?;
        }
        match &mut self.stage {
            Stage::Trial { round, .. } if round.planned < round.jobs() => {
                let count = round.encounters.len();
                let (_, [first, second]) = round.encounters[round.planned % count];
                let opening = round.first_opening + round.planned / count;
                round.planned += 1;
                let variants = self.frames.len();
                let (frame, _) = &mut self.frames[opening % variants];
                let line_ups = duel(first, second, frame.sides.count());
                frame.job(&line_ups, opening / variants).map(Some)
            }
            Stage::Contest { contest, .. } => contest.next(),
            Stage::Trial { .. } | Stage::Between | Stage::Done => Ok(None),
        }
    }

    fn note(&mut self, block: &Block) {
        self.games += block.games.len();
        self.course_mut().games = self.games;
        if matches!(self.stage, Stage::Trial { probe: false, .. }) {
            let seats = block.games.iter().flat_map(|game| &game.seats);
            let micros = seats.map(|seat| seat.micros).sum::<u64>();
            self.spent = (self.spent.0 + block.games.len(), self.spent.1 + micros);
        }
        if let Stage::Contest { contest, .. } = &mut self.stage {
            contest.note(block);
            self.note_contest();
        } else if self.note_trial(block) {
            self.tell();
        }
    }

    fn games(&self) -> Option<usize> {
        match self.task.budget {
            Budget::Games(games) => Some(games),
            Budget::Seconds(_) => None,
        }
    }
}
