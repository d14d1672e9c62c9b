//! Where a plan is carried out: games are played, kept and learnt from, and the result is shown against
//! others. The host brings threads and whatever looks at the run.

use std::{
    any::Any,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use plyglot_arena::{
    Entrant, Error,
    desk::{self, Executor, Progress, Run, Watch},
    schedule::{Block, Schedule, Versus},
    standings::Duel,
    store::{RunInfo, Store},
};
use plyglot_catalog::Catalog;
use serde_json::{Value, json};

use crate::{
    Keep,
    course::Course,
    plan::{Kind, Plan},
    space::Individual,
    texel::{self, Positions},
};

/// What a bench needs of the program that it runs in.
pub trait Host {
    /// Who plays the games.
    fn executor(&self) -> &dyn Executor;
    /// Raised when the run shall end.
    fn stop(&self) -> &AtomicBool;
    /// Somebody who wants to know how a search goes, until it is dropped.
    fn watch_search(&self, course: Arc<Mutex<Course>>) -> Box<dyn Watch>;
    /// Somebody who wants to know how a match of so many games goes, until it is dropped.
    fn watch_match(&self, games: Option<usize>, first: &str) -> Box<dyn Watch>;
    /// Tells that something takes a while, until what is returned is dropped.
    fn busy(&self, what: &'static str) -> Box<dyn Any>;
}

/// Where a plan is carried out.
pub struct Bench<'a> {
    /// Where games and agents are found.
    pub catalog: &'a Catalog,
    /// The plan.
    pub plan: &'a Plan,
    /// The text of its file.
    pub source: &'a str,
    /// The command that repeats the run.
    pub command: &'a str,
    /// Where games are kept.
    pub store: Store,
    /// The program around it.
    pub host: &'a dyn Host,
    /// What was played and found so far.
    pub run: Run,
    /// The ids of the matches besides the search.
    pub matches: Vec<String>,
}

/// What was found.
pub struct Found {
    /// The agent; nothing where the run takes an agent apart or was stopped.
    pub result: Option<Entrant>,
    /// Its values.
    pub values: Option<Individual>,
    /// The way to it.
    pub course: Course,
    /// What else there is to say.
    pub notes: Vec<String>,
}

/// How the result did against somebody.
pub struct Shown {
    /// Against whom, and in which variant if there are several.
    pub rival: String,
    /// How.
    pub duel: Duel,
}

impl Bench<'_> {
    /// Whether the host wants it to end.
    pub fn is_stopped(&self) -> bool {
        self.host.stop().load(Ordering::Relaxed)
    }

    /// Looks for parameters and shows what they are worth; nothing is found if it was stopped before
    /// there was anything to tell.
    pub fn carry_out(&mut self) -> Result<(Option<Found>, Vec<Shown>), Error> {
        let found = self.look()?;
        let mut shown = Vec::new();
        if let Some(found) = found.as_ref().filter(|_| !self.is_stopped()) {
            shown = self.validate(found)?;
            self.keep_fit(found)?;
        }
        self.run.interrupted = self.is_stopped();
        Ok((found, shown))
    }

    fn look(&mut self) -> Result<Option<Found>, Error> {
        match self.plan.kind {
            Kind::Texel => self.fit(),
            Kind::Ablate => {
                let mut ablation = self.plan.ablation(self.catalog)?;
                let course = ablation.course();
                self.play_search(&mut ablation, &course)?;
                Ok(Some(self.found(None, copy(&course))?))
            }
            _ => {
                let mut tuning = self.plan.tuning(self.catalog)?;
                let course = tuning.course();
                self.play_search(&mut tuning, &course)?;
                let result = tuning.result().cloned();
                Ok(Some(self.found(result, copy(&course))?))
            }
        }
    }

    fn found(&self, values: Option<Individual>, course: Course) -> Result<Found, Error> {
        let entrant = |own: &Individual| {
            self.plan.setting.entrant(self.catalog, "tuned", &self.plan.fill(own)?)
        };
        let result = values.as_ref().map(entrant).transpose()?;
        Ok(Found { result, values, course, notes: Vec::new() })
    }

    /// Plays the games of a search, and keeps its course beside them.
    fn play_search(
        &mut self,
        schedule: &mut dyn Schedule,
        course: &Arc<Mutex<Course>>,
    ) -> Result<(), Error> {
        let info = self.run_info(self.plan.title.clone(), self.plan.config.clone());
        self.store.begin_run(&info)?;
        let mut watch = self.host.watch_search(course.clone());
        let mut keep = Keep::new(&mut self.store, &info.id, course.clone());
        let (executor, stop) = (self.host.executor(), self.host.stop());
        let run = desk::run(schedule, executor, &mut keep, &mut *watch, stop);
        drop(watch);
        keep.keep()?;
        self.end(&run)
    }

    /// Plays a match for a purpose; how its first agent did.
    fn play_match(
        &mut self,
        versus: &mut Versus,
        title: &str,
        purpose: &str,
    ) -> Result<Duel, Error> {
        let frame = versus.frame();
        let first = frame.entrants()[0].name.clone();
        let config = frame.fingerprint(json!({ "kind": "match", "for": purpose }));
        let info = self.run_info(format!("{}: {title}", self.plan.title), config);
        let watch = self.host.watch_match(versus.games(), &first);
        let mut counted = Counted { first, duel: Duel::default(), watch };
        self.store.begin_run(&info)?;
        let (executor, stop) = (self.host.executor(), self.host.stop());
        let run = desk::run(versus, executor, &mut self.store, &mut counted, stop);
        let Counted { duel, watch, .. } = counted;
        drop(watch);
        self.end(&run)?;
        self.matches.push(info.id);
        Ok(duel)
    }

    fn run_info(&self, title: String, config: Value) -> RunInfo {
        let info = RunInfo::new(title, &self.plan.setting.opened.spec, self.command, config);
        info.with_source(Some(self.source.to_owned()))
    }

    fn end(&mut self, run: &Run) -> Result<(), Error> {
        self.store.end_run(run.verdict.as_deref())?;
        self.run.played += run.played;
        self.run.found += run.found;
        match &run.failure {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    /// Fits weights to games, which are played first unless there are some.
    fn fit(&mut self) -> Result<Option<Found>, Error> {
        let options = self.plan.texel();
        if options.records.is_empty() {
            for mut versus in self.plan.self_play(self.catalog)? {
                self.play_match(&mut versus, "games to learn from", "texel")?;
            }
        }
        if self.is_stopped() {
            return Ok(None);
        }
        let (samples, bent) = self.samples()?;
        let fit = texel::fit(&samples, &self.plan.parameters, options, self.plan.seed);
        let fit = fit.ok_or_else(|| {
            Error::Input("the games say nothing about results: too few, or all alike".to_owned())
        })?;
        let values = vec![fit.values.clone()];
        let course = Course {
            method: self.plan.kind.to_string(),
            parameters: self.plan.parameters.clone(),
            progress: 1.0,
            losses: fit.losses.clone(),
            values: values.clone(),
            ..Course::default()
        };
        let mut found = self.found(Some(values), course)?;
        found.course.result = found.result.as_ref().map(|own| own.short.clone());
        found.notes = fit_notes(&fit, bent);
        Ok(Some(found))
    }

    /// Keeps the course of a fit with the first match that was played for it; others keep their own.
    fn keep_fit(&mut self, found: &Found) -> Result<(), Error> {
        let Some(run) = self.matches.first().filter(|_| self.plan.kind == Kind::Texel) else {
            return Ok(());
        };
        let text = serde_json::to_string(&found.course).expect("a course is plain data");
        self.store.annotate(run, &text)
    }

    /// The positions of the games of a run, or of a file of records; and how far the evaluation is from a
    /// sum of terms.
    fn samples(&self) -> Result<(Vec<texel::Sample>, f64), Error> {
        let mut positions = Positions::new(self.plan, self.catalog)?;
        let mut samples = Vec::new();
        let other = match self.matches.is_empty() {
            false => None,
            true => Some(Store::open_existing(Path::new(&self.plan.texel().records))?),
        };
        let store = other.as_ref().unwrap_or(&self.store);
        let _busy = self.host.busy("judging positions");
        let name = self.plan.setting.opened.entry.name;
        let mut judge = |run: Option<&str>| {
            store.each_game(run, &mut |game| {
                if game.job.game.split('(').next() == Some(name) && !self.is_stopped() {
                    samples.extend(positions.of_game(&game)?);
                }
                Ok(())
            })
        };
        match self.matches.is_empty() {
            true => judge(None)?,
            false => self.matches.iter().try_for_each(|run| judge(Some(run)))?,
        }
        Ok((samples, positions.bent()))
    }

    /// Matches of the result against the start and all opponents.
    fn validate(&mut self, found: &Found) -> Result<Vec<Shown>, Error> {
        let Some(result) = found.result.as_ref().filter(|_| self.plan.validate > 0) else {
            return Ok(Vec::new());
        };
        let mut shown = Vec::new();
        let plan = self.plan;
        let rivals: Vec<&Entrant> = [&plan.start].into_iter().chain(&plan.opponents).collect();
        for (setting, rival) in
            plan.settings().flat_map(|own| rivals.iter().map(move |rival| (own, *rival)))
        {
            if result.spec == rival.spec || self.is_stopped() {
                continue;
            }
            let mut versus = plan.validation(self.catalog, setting, result, rival)?;
            let rival = match plan.variants.is_empty() {
                true => rival.name.clone(),
                false => format!("{} in {}", rival.name, setting.opened.short),
            };
            let title = format!("tuned against {rival}");
            let duel = self.play_match(&mut versus, &title, "validation")?;
            if duel.games() > 0 {
                shown.push(Shown { rival, duel });
            }
        }
        Ok(shown)
    }
}

/// Counts how the first agent of a match does, and passes on what it is told.
struct Counted {
    first: String,
    duel: Duel,
    watch: Box<dyn Watch>,
}

impl Watch for Counted {
    fn game(&mut self, progress: &Progress<'_>) {
        self.watch.game(progress);
    }

    fn block(&mut self, block: &Block) {
        self.duel.add_against_all(block, &self.first);
        self.watch.block(block);
    }
}

/// The course as it is now.
fn copy(course: &Mutex<Course>) -> Course {
    course.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// What a fit came to, in words.
fn fit_notes(fit: &texel::Fit, bent: f64) -> Vec<String> {
    let (learnt, held) = fit.positions;
    let first = fit.losses.first().map_or(0.0, |own| own.held_out);
    let best = fit.losses.iter().map(|own| own.held_out).fold(f64::INFINITY, f64::min);
    let mut notes = vec![
        format!(
            "learnt from {learnt} positions, held out {held}; {:.1} points are worth 73 %",
            fit.unit
        ),
        format!("loss on what was held out: {first:.4} bits at the start, {best:.4} at the best"),
    ];
    if bent > 0.1 {
        let percent = 100.0 * bent;
        notes.push(format!(
            "the evaluation is no sum of its terms: {percent:.0} % of what changes in it is left over"
        ));
    }
    notes
}
