//! `plyglot tune`: better parameters by play, as a file asks for.

mod live;
mod show;

use std::{
    path::{self, Path, PathBuf},
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool, atomic::Ordering},
};

use anstyle::Style;
use plyglot_arena::{
    Entrant,
    desk::{self, Run},
    pool::ThreadPool,
    schedule::{Schedule, Versus},
    store::{RunInfo, Store},
};
use plyglot_catalog::Catalog;
use plyglot_tuner::{
    Keep,
    course::Course,
    plan::{self, Kind, Plan},
    space::Individual,
    texel::{self, Positions},
    tuning::Budget,
};
use serde_json::{Value, json};

use self::live::TuneLive;
use super::{
    Done, Out,
    arena::{self, live::Live, table},
    tournament::enter_directory_of,
};
use crate::{
    args::arena::TuneArgs,
    error::{Error, warn_all},
    input::read_file,
    output::write_whole,
    words,
};

const BOLD: Style = Style::new().bold();

pub(super) fn run(catalog: &Catalog, args: &TuneArgs, out: Out<'_>) -> Done {
    let file = args.file.to_string_lossy();
    let text = read_file(&file).map_err(Error::Input)?;
    let beside = |ending: &str| path::absolute(args.file.with_extension(ending));
    let db = args.db.as_ref().map_or_else(|| beside("db"), path::absolute)?;
    let output = args.output.as_ref().map_or_else(|| beside(""), path::absolute)?;
    enter_directory_of(&args.file)?;
    let plan = plan::read(&text, catalog, &read_file)
        .map_err(|error| Error::Input(format!("{file}: {error}")))?;
    warn_all(&plan.warnings);
    if args.dry_run {
        return tell_plan(&plan, args, out);
    }
    let command = command(args);
    let stop = arena::stop_on_signals()?;
    let threads = usize::from(args.concurrency.or(plan.concurrency).unwrap_or(1));
    let store = Store::open(&db)?;
    let mut bench = Bench {
        catalog,
        plan: &plan,
        store,
        threads,
        stop,
        command,
        run: Run::default(),
        matches: Vec::new(),
    };
    let found = bench.look()?;
    let mut tuned = Tuned { plan: &plan, found, shown: Vec::new(), files: Vec::new() };
    if let Some(found) = tuned.found.as_ref().filter(|_| !bench.is_stopped()) {
        tuned.shown = bench.validate(found)?;
        bench.keep_fit(found)?;
    }
    bench.run.interrupted = bench.is_stopped();
    if !bench.run.interrupted {
        tuned.write(catalog, &output)?;
    }
    match args.json {
        true => writeln!(out, "{}", tuned.json(&bench, &db))?,
        false => tuned.print(&bench, &db, out)?,
    }
    Ok(if bench.run.interrupted { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

/// The command that repeats the run, or goes on with it.
fn command(args: &TuneArgs) -> String {
    let mut words = vec!["plyglot".to_owned(), "tune".to_owned()];
    words.push(args.file.display().to_string());
    words.extend(args.db.iter().flat_map(|db| ["--db".to_owned(), db.display().to_string()]));
    words::command(&words)
}

/// Tells what would be looked for.
fn tell_plan(plan: &Plan, args: &TuneArgs, out: Out<'_>) -> Done {
    if args.json {
        writeln!(out, "{}", plan.config)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{BOLD}{}{BOLD:#}", plan.title)?;
    writeln!(out, "{} in {}, seed {}", plan.kind, plan.setting.opened.short, plan.seed)?;
    writeln!(out, "start: {}", plan.start.short)?;
    for own in &plan.parameters {
        let (title, start, low, high) = (own.title(), own.start, own.low, own.high);
        writeln!(out, "  {title}  {start} in {low} to {high}, step {}", own.step)?;
    }
    for (name, value) in plan.parts() {
        writeln!(out, "  without {name} ({value})")?;
    }
    match plan.budget {
        Budget::Games(usize::MAX) => {}
        Budget::Games(games) => writeln!(out, "{}", words::games(games))?,
        Budget::Seconds(seconds) => writeln!(out, "{seconds} seconds of thinking")?,
    }
    if plan.validate > 0 && plan.kind != Kind::Ablate {
        let games = words::games(plan.validate);
        let variants = if plan.variants.is_empty() { "" } else { " in every variant" };
        writeln!(out, "then {games} against the start{variants}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Where a plan is carried out.
struct Bench<'a> {
    catalog: &'a Catalog,
    plan: &'a Plan,
    store: Store,
    threads: usize,
    stop: Arc<AtomicBool>,
    command: String,
    /// What was played and found so far.
    run: Run,
    /// The ids of the matches besides the search.
    matches: Vec<String>,
}

/// What was found.
struct Found {
    /// Nothing where the run takes an agent apart or was stopped.
    result: Option<Entrant>,
    values: Option<Individual>,
    course: Course,
    /// What else there is to say.
    notes: Vec<String>,
}

/// How the result did against somebody.
struct Shown {
    rival: String,
    line: String,
    summary: Value,
}

impl Bench<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Looks for parameters; nothing if it was stopped before there was anything to tell.
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
        let mut live = TuneLive::new(course.clone());
        let mut keep = Keep::new(&mut self.store, &info.id, course.clone());
        let pool = ThreadPool { catalog: self.catalog, threads: self.threads };
        let run = desk::run(schedule, &pool, &mut keep, &mut live, &self.stop);
        live.finish();
        keep.keep()?;
        self.end(&run)
    }

    /// Plays a match for a purpose and tells of it as of any other.
    fn play_match(
        &mut self,
        versus: &mut Versus,
        title: &str,
        purpose: &str,
    ) -> Result<Live, Error> {
        let frame = versus.frame();
        let first = frame.entrants[0].name.clone();
        let config = frame.fingerprint(json!({ "kind": "match", "for": purpose }));
        let info = self.run_info(format!("{}: {title}", self.plan.title), config);
        let mut live = Live::new(versus.games(), &first, None);
        self.store.begin_run(&info)?;
        let pool = ThreadPool { catalog: self.catalog, threads: self.threads };
        let run = desk::run(versus, &pool, &mut self.store, &mut live, &self.stop);
        live.finish();
        self.end(&run)?;
        self.matches.push(info.id);
        Ok(live)
    }

    fn run_info(&self, title: String, config: Value) -> RunInfo {
        RunInfo::new(title, &self.plan.setting.opened.spec, &self.command, config)
    }

    fn end(&mut self, run: &Run) -> Result<(), Error> {
        self.store.end_run(run.verdict.as_deref())?;
        self.run.played += run.played;
        self.run.found += run.found;
        match &run.failure {
            Some(error) => Err(error.clone().into()),
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
        Ok(self.store.annotate(run, &text)?)
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
        let spinner = crate::progress::spinner("judging positions");
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
        spinner.finish_and_clear();
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
            let live = self.play_match(&mut versus, &title, "validation")?;
            let Some(duel) = live.duel() else { continue };
            let summary = duel.summary();
            let line = format!(
                "{} won, {} drawn, {} lost; {}",
                duel.wins,
                duel.draws,
                duel.losses,
                table::strength(&summary)
            );
            shown.push(Shown {
                rival,
                line,
                summary: json!({ "cells": duel.cells, "summary": summary }),
            });
        }
        Ok(shown)
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

/// A run that is over, or as far as it came.
struct Tuned<'a> {
    plan: &'a Plan,
    found: Option<Found>,
    shown: Vec<Shown>,
    files: Vec<PathBuf>,
}

impl Tuned<'_> {
    /// Writes what was found as files that other commands take.
    fn write(&mut self, catalog: &Catalog, output: &Path) -> Result<(), Error> {
        let Some(found) = &self.found else { return Ok(()) };
        let mut texts: Vec<(&str, String)> = Vec::new();
        if let Some(result) = &found.result {
            let mut lines = vec![format!("# {}", self.plan.title)];
            let told = |own: &Shown| format!("# against {}: {}", own.rival, own.line);
            lines.extend(self.shown.iter().map(told));
            lines.push(result.short.clone());
            texts.push(("agent", lines.join("\n") + "\n"));
            let load = |path: &str| read_file(path);
            let own = catalog.own_file(&result.spec, &self.plan.setting.opened, &load)?;
            texts.extend(own.map(|text| ("params", text)));
        }
        if !found.course.pool.is_empty() {
            let mut lines = vec![format!("# {}: every individual that was kept", self.plan.title)];
            for member in &found.course.pool {
                let spec = self.plan.fill(&vec![member.values.clone()])?;
                lines.push(self.plan.setting.entrant(catalog, "", &spec)?.short);
            }
            texts.push(("pool", lines.join("\n") + "\n"));
        }
        for (ending, text) in texts {
            // A name may have dots of its own.
            let mut path = output.to_owned().into_os_string();
            path.push(format!(".{ending}"));
            let path = PathBuf::from(path);
            write_whole(&path, |file| Ok(file.write_all(text.as_bytes())?))?;
            self.files.push(path);
        }
        Ok(())
    }

    fn print(&self, bench: &Bench<'_>, db: &Path, out: Out<'_>) -> Result<(), Error> {
        let plan = self.plan;
        writeln!(out, "{BOLD}{}{BOLD:#}", plan.title)?;
        writeln!(out, "{} in {}, seed {}\n", plan.kind, plan.setting.opened.short, plan.seed)?;
        if let Some(found) = &self.found {
            if !found.course.parts.is_empty() {
                show::parts(&found.course).iter().try_for_each(|line| writeln!(out, "{line}"))?;
                writeln!(out)?;
            }
            let values = show::values(&found.course, usize::MAX);
            values.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            found.notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
            if let Some(result) = &found.result {
                writeln!(out, "\n{BOLD}found{BOLD:#}     {}", result.short)?;
                if result.spec == plan.start.spec {
                    writeln!(out, "          which is the start: nothing better was found")?;
                }
            }
        }
        for own in &self.shown {
            writeln!(out, "{BOLD}against{BOLD:#}   {}: {}", own.rival, own.line)?;
        }
        for path in &self.files {
            writeln!(out, "{BOLD}written{BOLD:#}   {}", path.display())?;
        }
        let told = arena::records(db, &bench.run, 0);
        writeln!(out, "{BOLD}records{BOLD:#}   {told}")?;
        if bench.run.interrupted {
            writeln!(out, "interrupted; the same command goes on from here")?;
        }
        writeln!(out, "\nTo repeat it:\n{}", bench.command)?;
        Ok(())
    }

    fn json(&self, bench: &Bench<'_>, db: &Path) -> Value {
        let found = self.found.as_ref();
        let shown = |own: &Shown| json!({ "rival": own.rival, "result": own.summary });
        json!({
            "title": self.plan.title,
            "config": self.plan.config,
            "course": found.map(|own| &own.course),
            "result": found.and_then(|own| own.result.as_ref()),
            "values": found.and_then(|own| own.values.as_ref()),
            "notes": found.map(|own| &own.notes),
            "validation": self.shown.iter().map(shown).collect::<Vec<_>>(),
            "files": self.files,
            "records": db,
            "played": bench.run.played,
            "interrupted": bench.run.interrupted,
            "command": bench.command,
        })
    }
}
