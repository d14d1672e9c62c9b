//! `plyglot learn`: an evaluation by play, as a file asks for.

mod live;
mod plot;

use std::{
    any::Any,
    fs,
    path::{self, Path, PathBuf},
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
};

use anstyle::Style;
use plyglot_arena::{
    self as arena_crate,
    desk::{Executor, Run, Watch},
    pool::ThreadPool,
    store::Store,
};
use plyglot_catalog::Catalog;
use plyglot_learn::{
    bench::{Bench, COURSE, Host, PICTURE, model_ending},
    course::Course,
    plan::{self, Generation},
};
use serde_json::{Value, json};

use self::live::LearnLive;
use super::{Done, Out, arena, tournament::enter_directory_of};
use crate::{
    args::arena::LearnArgs,
    error::Error,
    input::read_file,
    output::{check_writable, write_whole},
    progress::Busy,
    words,
};

const BOLD: Style = Style::new().bold();

pub(super) fn run(catalog: &Catalog, args: &LearnArgs, out: Out<'_>) -> Done {
    let file = args.file.to_string_lossy();
    let text = read_file(&file).map_err(Error::Input)?;
    let given = args.output.as_ref().map(path::absolute).transpose()?;
    let db = args.db.as_ref().map(path::absolute).transpose()?;
    let beside = path::absolute(args.file.with_extension(""))?;
    enter_directory_of(&args.file)?;
    let plan = plan::read(&text, catalog, &read_file)
        .map_err(|error| Error::Input(format!("{file}: {error}")))?;
    let named = plan.output.as_ref().map(path::absolute).transpose()?;
    let output = given.or(named).unwrap_or(beside);
    let db = db.unwrap_or_else(|| with_ending(&output, ".db"));
    let threads = usize::from(args.concurrency.or(plan.concurrency).unwrap_or(1));
    let stop = arena::stop_on_signals()?;
    let terminal = Terminal { threads, stop, output, quiet: args.json };
    let command = command(args);
    let store = if args.dry_run { Store::in_memory()? } else { Store::open(&db)? };
    let mut bench = Bench {
        plan: &plan,
        command: &command,
        store,
        host: &terminal,
        run: Run::default(),
        course: Course::default(),
    };
    if args.dry_run {
        return tell_plan(&bench, args, out);
    }
    check_writable(&with_ending(&terminal.output, COURSE))?;
    bench.carry_out()?;
    let mut files = terminal.files(&bench.course);
    if !bench.course.generations.is_empty() {
        let picture = with_ending(&terminal.output, PICTURE);
        let drawn = plot::picture(&bench.course);
        write_whole(&picture, |file| Ok(file.write_all(drawn.as_bytes())?))?;
        files.push(picture);
    }
    match args.json {
        true => writeln!(out, "{}", told(&bench, &files, &db))?,
        false => print(&bench, &files, &db, out)?,
    }
    let proved = bench.course.proof.as_ref().is_none_or(|proof| proof.better);
    Ok(match (bench.run.interrupted, proved) {
        (true, _) => ExitCode::from(130),
        (false, true) => ExitCode::SUCCESS,
        (false, false) => ExitCode::from(1),
    })
}

/// A path with an ending after its name, which may have dots of its own.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    PathBuf::from(path)
}

/// The command that repeats the run, or goes on with it.
fn command(args: &LearnArgs) -> String {
    let mut words = vec!["plyglot".to_owned(), "learn".to_owned()];
    words.push(args.file.display().to_string());
    let given = [("--db", &args.db), ("--output", &args.output)];
    for (name, path) in given.into_iter().filter_map(|(name, path)| Some((name, path.as_ref()?))) {
        words.extend([name.to_owned(), path.display().to_string()]);
    }
    words::command(&words)
}

/// Tells what would be played, and about how long it takes.
fn tell_plan(bench: &Bench<'_>, args: &LearnArgs, out: Out<'_>) -> Done {
    let (plan, seconds) = (bench.plan, bench.estimate()?);
    if args.json {
        let told = json!({ "config": plan.config(), "seconds": seconds, "proof": plan.proof });
        writeln!(out, "{told}")?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{BOLD}{}{BOLD:#}", plan.title)?;
    for rules in &plan.rules {
        writeln!(out, "in {rules}")?;
    }
    writeln!(out, "start: {}\nthen: {}, seed {}", plan.start, plan.player, plan.seed)?;
    for (number, (own, seconds)) in (1..).zip(plan.generations.iter().zip(&seconds)) {
        let Generation { games, nodes, random: (low, high), every, .. } = own;
        let games = words::games(*games);
        writeln!(
            out,
            "  generation {number}: {games} with {nodes} nodes a move after {low} to {high} random \
             plies, one of {every} positions; about {}",
            span(*seconds)
        )?;
    }
    let total = span(seconds.iter().sum());
    writeln!(out, "all games: about {total}; replaying and training come to that")?;
    if plan.proof.games > 0 {
        let games = words::games(plan.proof.games);
        writeln!(out, "then up to {games} against the start: {}", plan.proof.sprt)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A span of time in words.
fn span(seconds: f64) -> String {
    match seconds {
        short if short < 120.0 => format!("{short:.0} s"),
        middle if middle < 7200.0 => format!("{:.0} minutes", middle / 60.0),
        long => format!("{:.1} hours", long / 3600.0),
    }
}

/// The terminal around a run: threads, bars, signals and files.
struct Terminal {
    threads: usize,
    stop: Arc<AtomicBool>,
    output: PathBuf,
    quiet: bool,
}

impl Terminal {
    /// What was written for a course.
    fn files(&self, course: &Course) -> Vec<PathBuf> {
        let models = course.generations.iter().map(|own| model_ending(own.generation));
        let endings = models.chain([COURSE.to_owned()]);
        let paths = endings.map(|ending| with_ending(&self.output, &ending));
        paths.filter(|path| path.exists()).collect()
    }
}

impl Host for Terminal {
    fn executor<'a>(&'a self, catalog: &'a Catalog) -> Box<dyn Executor + 'a> {
        Box::new(ThreadPool { catalog, threads: self.threads })
    }

    fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    fn watch(&self, games: usize, what: &str, first: &str) -> Box<dyn Watch> {
        Box::new(LearnLive::new(games, what, first))
    }

    fn busy(&self, what: &'static str) -> Box<dyn Any> {
        Box::new(Busy::new(what))
    }

    fn tell(&self, line: &str) {
        if !self.quiet {
            anstream::eprintln!("{line}");
        }
    }

    fn keep(&self, ending: &str, text: &str) -> Result<(), arena_crate::Error> {
        let path = with_ending(&self.output, ending);
        let written = write_whole(&path, |file| Ok(file.write_all(text.as_bytes())?));
        written.map_err(|error| {
            let why = match error {
                Error::Input(why) | Error::Unsolved(why) => why,
                Error::Output(error) => format!("cannot write {}: {error}", path.display()),
            };
            arena_crate::Error::Store(why)
        })
    }

    fn kept(&self, ending: &str) -> Option<String> {
        fs::read_to_string(with_ending(&self.output, ending)).ok()
    }

    fn set_aside(&self, ending: &str) -> Result<Option<String>, arena_crate::Error> {
        let path = with_ending(&self.output, ending);
        if !path.exists() {
            return Ok(None);
        }
        let mut names = (1..).map(|number| with_ending(&path, &format!(".old{number}")));
        let free = names.find(|name| !name.exists()).expect("there is always another number");
        fs::rename(&path, &free).map_err(|error| {
            let told = format!("cannot rename {}: {error}", path.display());
            arena_crate::Error::Store(told)
        })?;
        Ok(Some(free.display().to_string()))
    }
}

fn print(bench: &Bench<'_>, files: &[PathBuf], db: &Path, out: Out<'_>) -> Result<(), Error> {
    let (plan, course) = (bench.plan, &bench.course);
    writeln!(out, "{BOLD}{}{BOLD:#}", plan.title)?;
    for own in &course.generations {
        let lines = plyglot_learn::training::says(own, plan.model.target);
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if let Some(last) = course.generations.last() {
        writeln!(out, "\nforetold and scored, on positions held out:")?;
        for bin in &last.calibration.bins {
            let [expected, scored] = [bin.expected, bin.scored].map(|own| 100.0 * own);
            writeln!(out, "  {expected:>5.1} %  {scored:>5.1} %  {} leads", bin.count)?;
        }
    }
    match &course.proof {
        Some(proof) => writeln!(out, "\n{BOLD}proof{BOLD:#}     {}", proof.says)?,
        None if bench.run.interrupted => {}
        None => writeln!(out, "\n{BOLD}proof{BOLD:#}     none was asked for")?,
    }
    for path in files {
        writeln!(out, "{BOLD}written{BOLD:#}   {}", path.display())?;
    }
    let records = match bench.run.played + bench.run.found {
        // Weights that are there need no games.
        0 => format!("{}: nothing was played", db.display()),
        _ => arena::records(db, &bench.run, 0),
    };
    writeln!(out, "{BOLD}records{BOLD:#}   {records}")?;
    if bench.run.interrupted {
        writeln!(out, "interrupted; the same command goes on from here")?;
    }
    writeln!(out, "\nTo repeat it:\n{}", bench.command)?;
    Ok(())
}

fn told(bench: &Bench<'_>, files: &[PathBuf], db: &Path) -> Value {
    json!({
        "title": bench.plan.title,
        "config": bench.plan.config(),
        "course": bench.course,
        "files": files,
        "records": db,
        "played": bench.run.played,
        "found": bench.run.found,
        "interrupted": bench.run.interrupted,
        "command": bench.command,
    })
}
