//! `plyglot match`: agents against each other under fair conditions.

use std::process::ExitCode;

use plyglot_arena::{
    Entrant, Forget, Limits, Opening, Per, Sink,
    desk::Run,
    entrant::{self, Files},
    fitness::unfit_limits,
    opening::{Openings, Source},
    schedule::{Frame, Schedule, Versus},
    seating::{Orders, match_blocks},
    standings::Standings,
    store::{RunInfo, Store},
};
use plyglot_catalog::{Catalog, Opened};
use plyglot_core::shorten;
use plyglot_stats::sprt::Sprt;
use serde_json::{Value, json};

use super::{
    Done, Out,
    arena::{self, conditions, live::Live, table},
};
use crate::{
    args::arena::{MatchArgs, Seatings},
    error::{self, Error},
    input::read_file,
    words,
};

pub(super) fn run(catalog: &Catalog, args: &MatchArgs, out: Out<'_>) -> Done {
    let files = Files::new(&read_file);
    let opened = catalog.open(&args.game, &|path: &str| files.load(path))?;
    let setup = Setup::new(catalog, &opened, args, &files)?;
    let command = repeat(&setup, &opened, args);
    let frame = setup.frame(catalog, &opened, args, files)?;
    let mut versus = Versus::new(frame, setup.blocks.clone(), args.games as usize, setup.sprt)?;
    let info = run_info(&versus, &setup, &command);
    let mut live = Live::new(versus.games(), &setup.entrants[0].name, setup.sprt);
    let mut store = if args.no_db { None } else { Some(Store::open(&args.db)?) };
    if let Some(store) = &mut store {
        store.begin_run(&info)?;
    }
    let sink: &mut dyn Sink = match &mut store {
        Some(store) => store,
        None => &mut Forget,
    };
    let run = arena::run(catalog, &mut versus, sink, args.concurrency, &mut live)?;
    let (mut failure, mut others) = (run.failure.clone().map(Error::from), 0);
    if let Some(store) = &mut store {
        let ended = store.end_run(run.verdict.as_deref());
        failure = failure.or(ended.err().map(Error::from));
        others = store.others(opened.entry.name, &versus.frame().engine).unwrap_or(0);
    }
    let (versus, command) = (&versus, &command[..]);
    let told = Told { args, opened: &opened, versus, live, run: &run, others, command };
    let standings = told.live.tally.standings();
    match args.json {
        true => writeln!(out, "{}", told.json(&standings))?,
        false => told.print(&standings, out)?,
    }
    // Whatever went wrong, what was played has been told.
    if let Some(error) = failure {
        return Err(error);
    }
    Ok(if run.interrupted { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

/// Who plays under which conditions.
struct Setup {
    entrants: Vec<Entrant>,
    /// As typed: a line-up may name an agent more than once.
    listed: Vec<usize>,
    blocks: Vec<Vec<Vec<usize>>>,
    limits: Limits,
    source: Source,
    sprt: Option<Sprt>,
}

impl Setup {
    fn new(
        catalog: &Catalog,
        opened: &Opened,
        args: &MatchArgs,
        files: &Files<'_>,
    ) -> Result<Setup, Error> {
        let mut limits = conditions::limits(&args.limits)?;
        entrant::check_count(args.agents.len())?;
        let mut listed = Vec::new();
        for text in &args.agents {
            let entrant = entrant::entrant(catalog, opened, text, limits.depth, files);
            listed.push(entrant.map_err(|error| Error::Input(format!("--agents: {error}")))?);
        }
        let (entrants, places) = entrant::merge(listed)?;
        if entrants.len() < 2 {
            return Err(Error::Input(
                "--agents: expected two different agents; names tell equal ones apart: a=random b=random"
                    .to_owned(),
            ));
        }
        entrant::limit_thinking(catalog, &entrants, &mut limits);
        error::warn_all(&unfit_limits(catalog, opened, &entrants, &limits, &read_file));
        let sides = opened.session.sides().count();
        let blocks = match places.len() == sides {
            true => vec![vec![places.clone()]],
            false => match_blocks(entrants.len(), sides),
        };
        let sprt = args.sprt.as_deref().map(Sprt::parse).transpose();
        let sprt = sprt.map_err(|error| Error::Input(format!("--sprt: {error}")))?;
        let (listed, source) = (places, source(opened, args)?);
        Ok(Setup { entrants, listed, blocks, limits, source, sprt })
    }

    fn frame(
        &self,
        catalog: &Catalog,
        opened: &Opened,
        args: &MatchArgs,
        files: Files<'_>,
    ) -> Result<Frame, Error> {
        let (draw, resign) = (args.draw.as_deref(), args.resign.as_deref());
        Ok(Frame {
            engine: catalog.signature(opened.entry.name)?,
            game: opened.spec.clone(),
            sides: opened.session.sides(),
            entrants: self.entrants.clone(),
            limits: self.limits.clone(),
            adjudication: conditions::adjudication(args.max_plies, draw, resign)?,
            orders: match args.seatings {
                Seatings::Rotations => Orders::Rotations,
                Seatings::All => Orders::All,
            },
            seed: args.seed,
            files: files.into_read(),
            openings: Openings::new(self.source.clone(), &*opened.session, args.seed),
        })
    }
}

fn source(opened: &Opened, args: &MatchArgs) -> Result<Source, Error> {
    if let Some(path) = &args.openings {
        let name = path.to_string_lossy();
        let text = read_file(&name).map_err(Error::Input)?;
        let read = Opening::read_file(&name, &text, opened, args.opening_plies);
        let (list, left_out) = read.map_err(|error| Error::Input(format!("{name}: {error}")))?;
        error::warn_all(&left_out);
        return Ok(Source::List(list));
    }
    if let Some(plies) = args.random_plies {
        return Ok(Source::Random(plies));
    }
    Ok(Source::usual(opened))
}

/// The command that repeats the match, with everything written out.
fn repeat(setup: &Setup, opened: &Opened, args: &MatchArgs) -> String {
    let mut words = vec!["plyglot".to_owned(), "match".to_owned(), opened.short.clone()];
    let mut add = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    add("games", args.games.to_string());
    add("seed", args.seed.to_string());
    repeat_limits(&setup.limits, &mut add);
    match (&setup.source, &args.openings) {
        (Source::Random(plies), _) => add("random-plies", plies.to_string()),
        (Source::List(_), Some(path)) => {
            add("openings", path.display().to_string());
            if let Some(plies) = args.opening_plies {
                add("opening-plies", plies.to_string());
            }
        }
        (Source::List(_), None) => {}
    }
    if args.seatings == Seatings::All {
        add("seatings", "all".to_owned());
    }
    if let Some(sprt) = &setup.sprt {
        add("sprt", sprt.to_string());
    }
    let texts = [("draw", &args.draw), ("resign", &args.resign)];
    for (name, text) in texts.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?))) {
        add(name, text.clone());
    }
    add("max-plies", args.max_plies.to_string());
    add("concurrency", args.concurrency.to_string());
    match args.no_db {
        true => words.push("--no-db".to_owned()),
        false => add("db", args.db.display().to_string()),
    }
    words.push("--agents".to_owned());
    words.extend(setup.listed.iter().map(|at| entrant::typed(&setup.entrants[*at])));
    words::command(&words)
}

fn repeat_limits(limits: &Limits, add: &mut dyn FnMut(&str, String)) {
    let seconds = |milliseconds: u64| (milliseconds as f64 / 1000.0).to_string();
    let usual = Limits::default();
    if let Some(time) = limits.time {
        add("time", seconds(time));
    }
    if let Some(clock) = limits.clock {
        add("clock", format!("{}+{}", seconds(clock.base), seconds(clock.increment)));
    }
    if let Some(time) = limits.cpu_time {
        add("cpu-time", seconds(time));
    }
    if limits.per == Per::Turn {
        add("per", "turn".to_owned());
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.to_string());
    }
    if let Some(depth) = limits.depth {
        add("depth", depth.to_string());
    }
    if limits.margin != usual.margin {
        add("margin", seconds(limits.margin));
    }
    if limits.patience != usual.patience {
        add("patience", seconds(limits.patience));
    }
}

fn run_info(versus: &Versus, setup: &Setup, command: &str) -> RunInfo {
    let frame = versus.frame();
    let config = frame.fingerprint(json!({ "kind": "match", "line_ups": setup.blocks }));
    let names: Vec<&str> = frame.entrants.iter().map(|own| own.name.as_str()).collect();
    RunInfo::new(format!("{}: {}", frame.game, names.join(" – ")), &frame.game, command, config)
}

/// A match that has been played.
struct Told<'a> {
    args: &'a MatchArgs,
    opened: &'a Opened,
    versus: &'a Versus,
    live: Live,
    run: &'a Run,
    /// Games of other versions of the engine in the file of records.
    others: usize,
    command: &'a str,
}

impl Told<'_> {
    fn print(&self, standings: &Standings, out: Out<'_>) -> Result<(), Error> {
        if standings.blocks == 0 {
            writeln!(out, "no block of games was finished")?;
        } else {
            table::print(standings, &*self.opened.session, out)?;
            self.print_strength(out)?;
        }
        if !self.args.no_db {
            let told = arena::records(&self.args.db, self.run, self.others);
            writeln!(out, "records   {}", told.replace('\n', "\n          "))?;
        }
        match (self.run.interrupted, self.args.no_db) {
            (false, _) => {}
            (true, false) => writeln!(out, "interrupted; the same command goes on from here")?,
            (true, true) => writeln!(out, "interrupted; without records nothing of it is kept")?,
        }
        writeln!(out, "\nTo repeat it:\n{}", self.command)?;
        Ok(())
    }

    fn print_strength(&self, out: Out<'_>) -> Result<(), Error> {
        let first = &self.versus.frame().entrants[0].name;
        let Some(duel) = self.live.duel() else { return Ok(()) };
        let summary = duel.summary();
        let told = table::strength(&summary);
        writeln!(out, "strength  {} against the others, by its score: {told}", shorten(first))?;
        if summary.normalized.nearest().is_some() {
            let normalized = summary.normalized;
            writeln!(out, "          in deviations of a game: normalized Elo {normalized}")?;
        }
        if let Some(test) = self.versus.test() {
            let (llr, lower, upper) = (test.status.llr, test.status.lower, test.status.upper);
            let verdict = self.run.verdict.as_deref().unwrap_or("not decided");
            writeln!(out, "test      {verdict}; LLR {llr:.2} of {lower:.2} to {upper:.2}")?;
            let corrected = test.corrected;
            writeln!(out, "          in the Elo of the test, corrected for its stop: {corrected}")?;
        }
        Ok(())
    }

    fn json(&self, standings: &Standings) -> Value {
        let first = &self.versus.frame().entrants[0].name;
        let duel = self.live.duel();
        json!({
            "game": self.opened.spec,
            "seed": self.args.seed,
            "limits": self.versus.frame().limits,
            "standings": standings,
            "first": duel.map(|duel| {
                json!({ "name": first, "cells": duel.cells, "summary": duel.summary() })
            }),
            "sprt": self.versus.test(),
            "verdict": self.run.verdict,
            "interrupted": self.run.interrupted,
            "played": self.run.played,
            "other_versions": self.others,
            "command": self.command,
        })
    }
}
