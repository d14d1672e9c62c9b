//! `plyglot experiment`: claims about players, on trial.

mod plot;
mod show;

use std::{
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool, atomic::Ordering},
};

use plyglot_arena::{
    desk::{self, Run},
    pool::ThreadPool,
    schedule::Schedule,
    store::{RunInfo, Store},
};
use plyglot_catalog::{Catalog, SIGNATURE};
use plyglot_experiment::{
    file::{Budget, Experiment, Size},
    listed,
    matches::Match,
    part::Part,
    verdict::{self, Verdict},
};
use serde_json::{Value, json};

use super::{
    Done, Out,
    arena::{self, live::Live},
};
use crate::{args::arena::ExperimentArgs, error::Error, progress, words};

/// The name that stands for every experiment.
const ALL: &str = "all";

pub(super) fn run(catalog: &Catalog, args: &ExperimentArgs, out: Out<'_>) -> Done {
    let Some(name) = &args.name else { return show::list(catalog, args.json, out) };
    let names: Vec<&str> = match name == ALL {
        true => listed::FILES.iter().map(|(name, _)| *name).collect(),
        false => vec![name],
    };
    let budget = Budget {
        size: if args.full { Size::Full } else { Size::Quick },
        games: args.games.map(|games| games as usize),
        positions: args.positions.map(|positions| positions as usize),
        max_plies: args.max_plies,
    };
    let stop = arena::stop_on_signals()?;
    for name in names {
        let experiment = listed::find(name, catalog)?;
        let mut trial = Trial {
            catalog,
            args,
            budget: &budget,
            stop: &stop,
            command: command(&experiment, args),
            experiment,
            run: Run::default(),
            parts: Vec::new(),
        };
        trial.measure()?;
        match args.json {
            true => writeln!(out, "{}", trial.json())?,
            false => show::print(&trial, out)?,
        }
        if trial.is_stopped() {
            return Ok(ExitCode::from(130));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The command that repeats the experiment, or goes on with it.
fn command(experiment: &Experiment, args: &ExperimentArgs) -> String {
    let mut words = vec!["plyglot".to_owned(), "experiment".to_owned(), experiment.name.clone()];
    words.push(if args.full { "--full" } else { "--quick" }.to_owned());
    let mut add = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    let numbers =
        [("games", args.games), ("positions", args.positions), ("max-plies", args.max_plies)];
    for (name, number) in numbers {
        if let Some(number) = number {
            add(name, number.to_string());
        }
    }
    if !experiment.matches.is_empty() {
        add("db", args.db.display().to_string());
        add("concurrency", args.concurrency.to_string());
    }
    words::command(&words)
}

/// An experiment that is carried out.
struct Trial<'a> {
    catalog: &'a Catalog,
    args: &'a ExperimentArgs,
    budget: &'a Budget,
    stop: &'a Arc<AtomicBool>,
    command: String,
    experiment: Experiment,
    /// All matches together.
    run: Run,
    parts: Vec<Part>,
}

impl Trial<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Measures every part. Memory comes first: what matches leave behind would be taken for it.
    fn measure(&mut self) -> Result<(), Error> {
        let parts = (self.measure_memory()?, self.count()?, self.play()?);
        self.parts = [parts.0, parts.1, parts.2].concat();
        Ok(())
    }

    fn measure_memory(&self) -> Result<Vec<Part>, Error> {
        let mut parts = Vec::new();
        for own in &self.experiment.memory {
            parts.push(own.measure(self.catalog, self.positions(own.positions), self.stop)?);
        }
        Ok(parts)
    }

    fn count(&self) -> Result<Vec<Part>, Error> {
        let counts = &self.experiment.counts;
        let confidence = self.experiment.confidence();
        let all: usize = counts.iter().map(|own| self.positions(own.positions)).sum();
        let bar = progress::bar(all as u64);
        let mut parts = Vec::new();
        for own in counts.iter().take_while(|_| !self.is_stopped()) {
            let positions = self.positions(own.positions);
            let step = &mut || bar.inc(1);
            parts.push(own.measure(self.catalog, positions, confidence, self.stop, step)?);
        }
        bar.finish_and_clear();
        Ok(parts)
    }

    fn positions(&self, of_file: [usize; 2]) -> usize {
        self.budget.positions.unwrap_or(of_file[self.budget.size as usize])
    }

    fn play(&mut self) -> Result<Vec<Part>, Error> {
        let (count, mut parts) = (self.experiment.parts(), Vec::new());
        let matches = std::mem::take(&mut self.experiment.matches);
        if !matches.is_empty() {
            let mut store = Store::open(&self.args.db)?;
            for own in &matches {
                if !self.is_stopped() {
                    parts.push(self.play_match(own, count, &mut store)?);
                }
            }
        }
        self.experiment.matches = matches;
        Ok(parts)
    }

    fn play_match(&mut self, own: &Match, parts: usize, store: &mut Store) -> Result<Part, Error> {
        let mut versus = own.versus(self.catalog, self.budget, parts)?;
        let frame = versus.frame();
        let schedule = json!({ "kind": "match", "experiment": self.experiment.name });
        let config = frame.fingerprint(schedule);
        let title = format!("{}: {}", self.experiment.name, own.name);
        store.begin_run(&RunInfo::new(title, &frame.game, &self.command, config))?;
        let mut live = Live::new(versus.games(), &own.entrants[0].name, None);
        let threads = usize::from(self.args.concurrency);
        let pool = ThreadPool { catalog: self.catalog, threads };
        let run = desk::run(&mut versus, &pool, store, &mut live, self.stop);
        live.finish();
        let confidence = verdict::confidence(parts);
        // Stopped before the first block, nothing has been seen.
        let duel = live.duel().cloned().unwrap_or_default();
        let part = own.part(&versus, &duel, confidence);
        store.end_run(run.verdict.as_deref())?;
        self.run.played += run.played;
        self.run.found += run.found;
        self.run.interrupted |= run.interrupted;
        match run.failure {
            Some(error) => Err(error.into()),
            None => Ok(part),
        }
    }

    fn verdict(&self) -> Verdict {
        let parts: Vec<_> = self.parts.iter().map(|part| part.verdict).collect();
        match self.is_stopped() {
            true => Verdict::TooLittle,
            false => verdict::decide(self.experiment.rule, &parts),
        }
    }

    fn json(&self) -> Value {
        json!({
            "experiment": self.experiment.name,
            "question": self.experiment.question,
            "claimed": self.experiment.claimed,
            "decides": self.experiment.decides,
            "rule": self.experiment.rule,
            "size": self.budget.size,
            "engine": SIGNATURE,
            "confidence": self.experiment.confidence(),
            "parts": self.parts,
            "verdict": self.verdict(),
            "played": self.run.played,
            "interrupted": self.is_stopped(),
            "command": self.command,
        })
    }
}
