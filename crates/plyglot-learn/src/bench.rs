//! Where a plan is carried out: generation by generation games are played, learnt from and left behind as
//! weights; then the last weights are proved. The host brings threads, files and whatever looks at the run.

use std::{
    any::Any,
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use plyglot_arena::{
    Entrant, Error, Forget,
    desk::{self, Executor, Run, Watch},
    schedule::Schedule,
    store::{RunInfo, Store},
};
use plyglot_catalog::{Catalog, model::Model};
use serde_json::Value;

use crate::{
    course::Course,
    lessons::Lessons,
    material::{Collector, Material, Part},
    plan::Plan,
    proof, training,
};

/// What a bench needs of the program that it runs in.
pub trait Host {
    /// Who plays the games, with agents of this catalogue.
    fn executor<'a>(&'a self, catalog: &'a Catalog) -> Box<dyn Executor + 'a>;
    /// Raised when the run shall end.
    fn stop(&self) -> &AtomicBool;
    /// Somebody who wants to know how so many games go, until it is dropped.
    fn watch(&self, games: usize, what: &str, first: &str) -> Box<dyn Watch>;
    /// Tells that something takes a while, until what is returned is dropped.
    fn busy(&self, what: &'static str) -> Box<dyn Any>;
    /// Tells what has come out so far.
    fn tell(&self, line: &str);
    /// Keeps a text under a name that ends so, instead of any that was kept before.
    fn keep(&self, ending: &str, text: &str) -> Result<(), Error>;
    /// The text that was kept under the name that ends so.
    fn kept(&self, ending: &str) -> Option<String>;
    /// Gives whatever stands under the name that ends so another name, and says which; nothing if nothing does.
    fn set_aside(&self, ending: &str) -> Result<Option<String>, Error>;
}

/// Where a plan is carried out.
pub struct Bench<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The command that repeats the run.
    pub command: &'a str,
    /// Where games are kept.
    pub store: Store,
    /// The program around it.
    pub host: &'a dyn Host,
    /// What was played and found so far.
    pub run: Run,
    /// What has come out so far.
    pub course: Course,
}

/// The ending of the name of a generation's weights.
pub fn model_ending(generation: u32) -> String {
    format!("-g{generation}.model")
}

/// The name of the course of a run.
pub const COURSE: &str = ".json";

/// The name of the picture of a run.
pub const PICTURE: &str = ".svg";

/// The name of a generation's weights in specifications.
fn weights_name(generation: u32) -> String {
    format!("learnt-g{generation}")
}

impl Bench<'_> {
    /// Whether the host wants it to end.
    pub fn is_stopped(&self) -> bool {
        self.host.stop().load(Ordering::Relaxed)
    }

    /// Plays, learns and proves, or goes on with it. The course tells what came out, as far as it came.
    pub fn carry_out(&mut self) -> Result<(), Error> {
        let carried = self.learn();
        self.run.interrupted = self.is_stopped();
        carried
    }

    fn learn(&mut self) -> Result<(), Error> {
        self.take_up()?;
        let (mut catalog, mut before) = (self.plan.catalog.clone(), None);
        let (mut runs, plan) = (Vec::new(), self.plan);
        for at in 0..plan.generations.len() {
            let player = match at {
                0 => plan.start.clone(),
                at => plan.with_weights(&weights_name(at as u32)),
            };
            let mut lessons = self.lessons(&catalog, at, &player)?;
            let info = self.run_info(&format!("generation {}", at + 1), lessons.config());
            runs.push(info.id.clone());
            let known = self.known(at);
            // Whoever learns from older games needs them, too.
            if known.is_none() || plan.model.keep > 0.0 {
                let what = format!("generation {} of {}", at + 1, plan.generations.len());
                let watch = self.host.watch(plan.generations[at].games, &what, "learner");
                self.play(&catalog, &mut lessons, &info, watch)?;
            }
            if self.is_stopped() {
                return Ok(());
            }
            let model = match known {
                Some(model) => model,
                None => {
                    let Some(material) = self.collect(&catalog, &runs)? else { return Ok(()) };
                    let model = self.train(at, &player, material, before.as_ref())?;
                    let Some(model) = model else { return Ok(()) };
                    model
                }
            };
            let text = model.write(self.stages()?);
            catalog = catalog.with_weights(&weights_name(at as u32 + 1), &text);
            before = Some(model);
        }
        match before {
            Some(last) if plan.proof.games > 0 => self.prove(&catalog, last),
            _ => Ok(()),
        }
    }

    /// Takes up what is kept of the same plan. What anything else left under the names that this run writes stays
    /// under other ones.
    fn take_up(&mut self) -> Result<(), Error> {
        let plan = RunInfo::new(String::new(), "", "", self.plan.config()).id;
        let kept = self.host.kept(COURSE).and_then(|text| serde_json::from_str(&text).ok());
        self.course = kept.unwrap_or_default();
        if self.course.plan != plan {
            self.set_aside(self.course.generations.len())?;
            self.course = Course { title: self.plan.title.clone(), plan, ..Course::default() };
        }
        Ok(())
    }

    /// Gives other names to what a run of so many generations left, or whatever has their names.
    fn set_aside(&self, generations: usize) -> Result<(), Error> {
        let generations = generations.max(self.plan.generations.len());
        let models = (1..=generations as u32).map(model_ending);
        let mut names = Vec::new();
        for ending in models.chain([COURSE, PICTURE].map(str::to_owned)) {
            names.extend(self.host.set_aside(&ending)?);
        }
        if !names.is_empty() {
            self.host.tell(&format!("what was there before is now {}", names.join(", ")));
        }
        Ok(())
    }

    /// The weights of a generation that the course knows, if they are still what they were.
    fn known(&mut self, at: usize) -> Option<Model> {
        let learnt = self.course.generations.get(at)?;
        let text = self.host.kept(&model_ending(learnt.generation));
        let model = Model::read(&text?, self.plan.variants[0].entry.name).ok();
        let model = model.filter(|model| model.checksum == learnt.checksum);
        match &model {
            Some(_) => {
                let (number, loss) = (learnt.generation, learnt.loss);
                self.host.tell(&format!("generation {number}: learnt before, loss {loss:.4}"));
            }
            None => self.course.generations.truncate(at),
        }
        model
    }

    fn lessons(&self, catalog: &Catalog, at: usize, player: &str) -> Result<Lessons, Error> {
        let mut players = vec![self.plan.entrants(catalog, "learner", player)?];
        for (number, other) in self.plan.generations[at].others.iter().enumerate() {
            let name = format!("other {}", number + 1);
            players.push(self.plan.entrants(catalog, &name, other)?);
        }
        let mut guides = Vec::new();
        if self.plan.generations[at].guide.is_some() {
            for opened in &self.plan.variants {
                guides.push(catalog.agent(player, opened, &|path: &str| self.plan.load(path))?);
            }
        }
        Ok(Lessons::new(self.plan, at, players, guides))
    }

    fn run_info(&self, what: &str, config: Value) -> RunInfo {
        let title = format!("{}: {what}", self.plan.title);
        let info = RunInfo::new(title, &self.plan.variants[0].spec, self.command, config);
        info.with_source(Some(self.plan.source.clone()))
    }

    fn play(
        &mut self,
        catalog: &Catalog,
        schedule: &mut dyn Schedule,
        info: &RunInfo,
        mut watch: Box<dyn Watch>,
    ) -> Result<(), Error> {
        self.store.begin_run(info)?;
        let (executor, stop) = (self.host.executor(catalog), self.host.stop());
        let run = desk::run(schedule, &*executor, &mut self.store, &mut *watch, stop);
        drop(watch);
        self.store.end_run(run.verdict.as_deref())?;
        self.run.played += run.played;
        self.run.found += run.found;
        run.failure.map_or(Ok(()), Err)
    }

    /// The positions of the last of these runs and of what is kept of the others; nothing if it was stopped.
    fn collect(&self, catalog: &Catalog, runs: &[String]) -> Result<Option<Material>, Error> {
        let _busy = self.host.busy("replaying games");
        let threads = self.host.executor(catalog).slots();
        let collector = Collector::new(self.plan, threads)?;
        let (mut all, keep) = (None, self.plan.model.keep);
        for (at, run) in runs.iter().enumerate() {
            let share = if at + 1 == runs.len() { 1.0 } else { keep };
            if share == 0.0 {
                continue;
            }
            let generation = &self.plan.generations[at];
            let part = Part { games: generation.games, every: generation.every, share };
            let go_on = |_| !self.is_stopped();
            if collector.collect(&self.store, run, part, &mut all, &go_on)? {
                return Ok(None);
            }
        }
        Ok(all)
    }

    /// The weights of a generation, kept with their course; nothing if it was stopped.
    fn train(
        &mut self,
        at: usize,
        player: &str,
        material: Material,
        before: Option<&Model>,
    ) -> Result<Option<Model>, Error> {
        let busy = self.host.busy("training");
        let (plan, number, stop) = (self.plan, at as u32 + 1, self.host.stop());
        let lesson = training::Lesson { plan, number, player, before, stop };
        let (mut model, learnt) = lesson.learn(material, &self.layout_of()?)?;
        drop(busy);
        if self.is_stopped() {
            return Ok(None);
        }
        training::says(&learnt, self.plan.model.target)
            .iter()
            .for_each(|line| self.host.tell(line));
        let text = model.write(self.stages()?);
        model.checksum.clone_from(&learnt.checksum);
        self.host.keep(&model_ending(learnt.generation), &text)?;
        self.course.generations.truncate(at);
        self.course.generations.push(learnt);
        self.course.proof = None;
        self.keep_course()?;
        Ok(Some(model))
    }

    fn layout_of(&self) -> Result<(u64, usize), Error> {
        let student = self.plan.catalog.student(&self.plan.variants[0])?;
        Ok((student.layout().digest, student.layout().stages))
    }

    fn stages(&self) -> Result<usize, Error> {
        Ok(self.layout_of()?.1)
    }

    fn keep_course(&self) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(&self.course).expect("a course is plain data");
        self.host.keep(COURSE, &(text + "\n"))
    }

    /// Plays the last weights against the start, and notes what came out with them.
    fn prove(&mut self, catalog: &Catalog, mut last: Model) -> Result<(), Error> {
        let (plan, number) = (self.plan, last.pedigree.generation);
        let player = plan.entrants(catalog, "learnt", &plan.with_weights(&weights_name(number)))?;
        let start: Vec<Entrant> = plan.entrants(catalog, "start", &plan.start)?;
        let mut trial = proof::trial(plan, player, start)?;
        let info = self.run_info("proof", trial.fingerprint());
        let watch = self.host.watch(trial.games().unwrap_or(0), "proof", "learnt");
        self.play(catalog, &mut trial, &info, watch)?;
        if self.is_stopped() {
            return Ok(());
        }
        let proved = proof::proved(&trial, &plan.proof.sprt);
        self.host.tell(&format!("generation {number} is {}", proved.says));
        last.pedigree.proof.clone_from(&proved.says);
        // What is asked of a proof may have been changed since the weights were learnt.
        last.pedigree.plan.clone_from(&plan.source);
        self.host.keep(&model_ending(number), &last.write(self.stages()?))?;
        self.course.proof = Some(proved);
        self.keep_course()
    }

    /// The seconds that the games of every generation will take, by a few games of the start.
    pub fn estimate(&self) -> Result<Vec<f64>, Error> {
        let executor = self.host.executor(&self.plan.catalog);
        let games = 2 * executor.slots();
        let lessons = self.lessons(&self.plan.catalog, 0, &self.plan.start)?;
        let (mut lessons, mut watch) = (lessons.first(games), self.host.watch(games, "trial", ""));
        let began = Instant::now();
        let run = desk::run(&mut lessons, &*executor, &mut Forget, &mut *watch, self.host.stop());
        if let Some(error) = run.failure {
            return Err(error);
        }
        let first = &self.plan.generations[0];
        let of_game = began.elapsed().as_secs_f64() / run.played.max(1) as f64;
        let of_node = of_game / first.nodes as f64;
        let seconds =
            self.plan.generations.iter().map(|own| of_node * own.nodes as f64 * own.games as f64);
        Ok(seconds.collect())
    }
}
