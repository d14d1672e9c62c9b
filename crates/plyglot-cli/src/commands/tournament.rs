//! `plyglot tournament`: everything that a file asks for.

use std::{
    env,
    path::{self, Path, PathBuf},
    process::ExitCode,
};

use anstyle::Style;
use plyglot_arena::{
    Job,
    desk::Run,
    ratings::Ranked,
    schedule::{Outcome, Schedule},
    store::{RunInfo, Store},
    strength::Strengths,
    tournament::{self, Tournament},
};
use plyglot_catalog::Catalog;
use plyglot_core::shorten;
use serde_json::json;

use super::{
    Done, Out,
    arena::{self, live::Live, strength::Strength, table},
};
use crate::{
    args::arena::TournamentArgs,
    error::{self, Error},
    input::read_file,
    words,
};

const BOLD: Style = Style::new().bold();

pub(super) fn run(catalog: &Catalog, args: &TournamentArgs, out: Out<'_>) -> Done {
    let file = args.file.to_string_lossy();
    let text = read_file(&file).map_err(Error::Input)?;
    let records = args.db.clone().unwrap_or_else(|| args.file.with_extension("db"));
    let db = path::absolute(&records)?;
    enter_directory_of(&args.file)?;
    let mut tournament = tournament::read(&text, catalog, &read_file)
        .map_err(|error| Error::Input(format!("{file}: {error}")))?;
    error::warn_all(&tournament.warnings);
    if args.dry_run {
        return plan(&mut tournament, args, out);
    }
    let command = command(args);
    let config = tournament.config.clone();
    let info = RunInfo::new(tournament.title.clone(), &tournament.rules.listed, &command, config);
    let info = info.with_source(Some(text));
    let mut store = Store::open(&db)?;
    store.begin_run(&info)?;
    let first = &tournament.entrants[0].name;
    let mut live = Live::new(tournament.schedule.games(), first, None);
    live.ranked = Some(Ranked::default());
    let threads = args.concurrency.or(tournament.concurrency).unwrap_or(1);
    let run = arena::run(catalog, &mut *tournament.schedule, &mut store, threads, &mut live)?;
    let ended = store.end_run(run.verdict.as_deref());
    let failure = run.failure.clone().or(ended.err());
    let name = tournament.rules.first().entry.name;
    let others = store.others(name, &catalog.signature(name)?).unwrap_or(0);
    let played = Played { tournament, live, run, records, others, command };
    match args.json {
        true => played.write_json(out)?,
        false => played.print(out)?,
    }
    // Whatever went wrong, what was played has been told.
    if let Some(error) = failure {
        return Err(error.into());
    }
    Ok(if played.run.interrupted { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

/// What a file names is meant relative to it: maps, openings and programs.
pub(super) fn enter_directory_of(file: &Path) -> Result<(), Error> {
    let directory = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let Some(directory) = directory else { return Ok(()) };
    env::set_current_dir(directory)
        .map_err(|error| Error::Input(format!("cannot work in {}: {error}", directory.display())))
}

/// The command that repeats the tournament, or goes on with it.
fn command(args: &TournamentArgs) -> String {
    let mut words = vec!["plyglot".to_owned(), "tournament".to_owned()];
    words.push(args.file.display().to_string());
    words.extend(args.db.iter().flat_map(|db| ["--db".to_owned(), db.display().to_string()]));
    words::command(&words)
}

/// Tells what would be played.
fn plan(tournament: &mut Tournament, args: &TournamentArgs, out: Out<'_>) -> Done {
    let (games, jobs) = (tournament.schedule.games(), first_jobs(&mut *tournament.schedule)?);
    if args.json {
        let config = &tournament.config;
        writeln!(out, "{}", json!({ "config": config, "games": games, "first_round": jobs }))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{BOLD}{}{BOLD:#}", tournament.title)?;
    writeln!(out, "{} in {}, seed {}", tournament.kind, tournament.rules.short(), tournament.seed)?;
    for entrant in &tournament.entrants {
        writeln!(out, "  {}  {}", entrant.name, entrant.short)?;
    }
    let games = games.map_or("an unknown number of games".to_owned(), words::games);
    let blocks = match jobs.len() {
        1 => "block".to_owned(),
        count => format!("{count} blocks"),
    };
    writeln!(out, "{games}; the first {blocks}:")?;
    for job in &jobs {
        let names: Vec<_> = job.agents.iter().map(|agent| shorten(&agent.name)).collect();
        let (games, opening) = (words::games(job.seatings.len()), &job.opening.name);
        writeln!(out, "  {}: {games}, opening {opening}", names.join(" – "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The jobs that need no result, up to a number that can be read.
fn first_jobs(schedule: &mut dyn Schedule) -> Result<Vec<Job>, Error> {
    const MOST: usize = 2000;
    let mut jobs = Vec::new();
    while jobs.len() < MOST
        && let Some(job) = schedule.next()?
    {
        jobs.push(job);
    }
    Ok(jobs)
}

/// A tournament that has been played, or a part of it.
struct Played {
    tournament: Tournament,
    live: Live,
    run: Run,
    records: PathBuf,
    /// Games of other versions of the engine in the file.
    others: usize,
    command: String,
}

impl Played {
    fn strength(&self) -> Result<Strengths, Error> {
        let points = self.tournament.points.as_deref();
        let ranked = self.live.ranked.as_ref();
        let seed = self.tournament.seed;
        Ok(Strengths::of(ranked.unwrap_or(&Ranked::default()), points, seed)?)
    }

    fn print(&self, out: Out<'_>) -> Result<(), Error> {
        let (tournament, session) = (&self.tournament, &*self.tournament.rules.first().session);
        let standings = self.live.tally.standings();
        writeln!(out, "{BOLD}{}{BOLD:#}", tournament.title)?;
        let game = tournament.rules.short();
        writeln!(out, "{} in {game}, seed {}\n", tournament.kind, tournament.seed)?;
        if standings.blocks == 0 {
            writeln!(out, "no block of games was finished")?;
        } else {
            print_outcome(&tournament.schedule.outcome(), out)?;
            table::print(&standings, session, out)?;
            Strength(self.strength()?).print(&standings, session, out)?;
            if let Some(test) = tournament.schedule.test() {
                table::test(&test, self.run.verdict.as_deref(), out)?;
            }
        }
        self.print_records(out)
    }

    fn print_records(&self, out: Out<'_>) -> Result<(), Error> {
        let told = arena::records(&self.records, &self.run, self.others);
        writeln!(out, "records     {}", told.replace('\n', "\n            "))?;
        if self.run.interrupted {
            writeln!(out, "interrupted; the same command goes on from here")?;
        }
        writeln!(out, "\nTo repeat it:\n{}", self.command)?;
        Ok(())
    }

    fn write_json(&self, out: Out<'_>) -> Result<(), Error> {
        let (tournament, run) = (&self.tournament, &self.run);
        let standings = self.live.tally.standings();
        let strength = if standings.blocks == 0 { None } else { Some(self.strength()?) };
        let value = json!({
            "title": tournament.title,
            "config": tournament.config,
            "outcome": tournament.schedule.outcome(),
            "standings": standings,
            "strength": strength,
            "sprt": tournament.schedule.test(),
            "verdict": run.verdict,
            "interrupted": run.interrupted,
            "played": run.played,
            "other_versions": self.others,
            "records": self.records,
            "command": self.command,
        });
        writeln!(out, "{value}")?;
        Ok(())
    }
}

/// The places that the schedule itself gives, if it does.
fn print_outcome(outcome: &Outcome, out: Out<'_>) -> Result<(), Error> {
    if outcome.places.is_empty() && outcome.notes.is_empty() {
        return Ok(());
    }
    let width = outcome.places.iter().map(|own| shorten(&own.name).chars().count()).max();
    let width = width.unwrap_or(0).max(5);
    writeln!(out, "{BOLD}place  {:<width$}{BOLD:#}", "agent")?;
    for own in &outcome.places {
        writeln!(out, "{:>5}  {:<width$}  {}", own.place, shorten(&own.name), own.about)?;
    }
    for note in &outcome.notes {
        writeln!(out, "       {note}")?;
    }
    writeln!(out)?;
    Ok(())
}
