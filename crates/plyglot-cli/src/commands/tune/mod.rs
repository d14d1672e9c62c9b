//! `plyglot tune`: better parameters by play, as a file asks for.

mod live;
mod show;

use std::{
    any::Any,
    path::{self, Path, PathBuf},
    process::ExitCode,
    sync::{Arc, Mutex, atomic::AtomicBool},
};

use anstyle::Style;
use plyglot_arena::{
    desk::{Executor, Run, Watch},
    pool::ThreadPool,
    standings::Duel,
    store::Store,
};
use plyglot_catalog::Catalog;
use plyglot_tuner::{
    bench::{Bench, Found, Host, Shown},
    course::Course,
    plan::{self, Kind, Plan},
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
    progress::Busy,
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
    let terminal = Terminal { pool: ThreadPool { catalog, threads }, stop };
    let mut bench = Bench {
        catalog,
        plan: &plan,
        source: &text,
        command: &command,
        store: Store::open(&db)?,
        host: &terminal,
        run: Run::default(),
        matches: Vec::new(),
    };
    let (found, shown) = bench.carry_out()?;
    let mut tuned = Tuned { plan: &plan, found, shown, files: Vec::new() };
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

/// The terminal around a run: a pool of threads, bars and signals.
struct Terminal<'a> {
    pool: ThreadPool<'a>,
    stop: Arc<AtomicBool>,
}

impl Host for Terminal<'_> {
    fn executor(&self) -> &dyn Executor {
        &self.pool
    }

    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn watch_search(&self, course: Arc<Mutex<Course>>) -> Box<dyn Watch> {
        Box::new(TuneLive::new(course))
    }

    fn watch_match(&self, games: Option<usize>, first: &str) -> Box<dyn Watch> {
        Box::new(Live::new(games, first, None))
    }

    fn busy(&self, what: &'static str) -> Box<dyn Any> {
        Box::new(Busy::new(what))
    }
}

/// How the result did, in words.
fn told(shown: &Shown) -> String {
    let Duel { wins, draws, losses, .. } = &shown.duel;
    let strength = table::strength(&shown.duel.summary());
    format!("{wins} won, {draws} drawn, {losses} lost; {strength}")
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
            let line = |own: &Shown| format!("# against {}: {}", own.rival, told(own));
            lines.extend(self.shown.iter().map(line));
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
            writeln!(out, "{BOLD}against{BOLD:#}   {}: {}", own.rival, told(own))?;
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
        let shown = |own: &Shown| {
            let result = json!({ "cells": own.duel.cells, "summary": own.duel.summary() });
            json!({ "rival": own.rival, "result": result })
        };
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
