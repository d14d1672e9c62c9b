//! `plyglot match`: agents against each other under fair conditions.

use std::process::ExitCode;

use plyglot_arena::{
    Entrant, Forget, Limits, Opening, Sink,
    desk::Run,
    entrant::{self, Files},
    fitness::unfit_limits,
    opening::Source,
    plan::{Beginning, MatchPlan},
    rules::Rules,
    schedule::{Frame, Schedule, Variant, Versus},
    seating::{Orders, listed_blocks},
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
    input::{read_content, read_file},
    words,
};

pub(super) fn run(catalog: &Catalog, args: &MatchArgs, out: Out<'_>) -> Done {
    let files = Files::new(&read_file);
    let rules = Rules::open(catalog, &args.game, &|path: &str| files.load(path))?;
    let opened = rules.first();
    let setup = Setup::new(catalog, &rules.variants, args, &files)?;
    let mut frame = setup.frame(catalog, &rules, args, files)?;
    let catalog = &entrant::lift_weights(catalog, &mut frame.files);
    let plan = plan(&setup, &frame, &rules, args);
    let records = (!args.no_db).then(|| args.db.display().to_string());
    let command = words::command(&plan.words(records.as_deref()));
    let mut versus = Versus::new(frame, setup.blocks.clone(), args.games as usize, setup.sprt)?;
    let info = RunInfo::new(versus.title(), &rules.listed, &command, versus.fingerprint());
    let info = info.with_source(plan.toml());
    let mut live = Live::new(versus.games(), &setup.entrants[0][0].name, setup.sprt);
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
    let told = Told { args, opened, versus, live, run: &run, others, command };
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
    /// By variant of the rules.
    entrants: Vec<Vec<Entrant>>,
    /// As typed: a line-up may name an agent more than once.
    listed: Vec<usize>,
    blocks: Vec<Vec<Vec<usize>>>,
    limits: Limits,
    /// By variant.
    sources: Vec<Source>,
    sprt: Option<Sprt>,
}

impl Setup {
    fn new(
        catalog: &Catalog,
        variants: &[Opened],
        args: &MatchArgs,
        files: &Files<'_>,
    ) -> Result<Setup, Error> {
        let mut limits = conditions::limits(&args.limits)?;
        entrant::check_count(args.agents.len())?;
        let listed = |opened| -> Result<Vec<Entrant>, Error> {
            let entrant =
                |text: &String| entrant::entrant(catalog, opened, text, limits.depth, files);
            let listed = args.agents.iter().map(entrant).collect::<Result<_, _>>();
            listed.map_err(|error| Error::Input(format!("--agents: {error}")))
        };
        let listed = variants.iter().map(listed).collect::<Result<Vec<_>, Error>>()?;
        let (entrants, places) = entrant::merge_all(listed)?;
        let (opened, first) = (&variants[0], &entrants[0]);
        if first.len() < 2 {
            return Err(Error::Input(
                "--agents: expected two different agents; names tell equal ones apart: a=random b=random"
                    .to_owned(),
            ));
        }
        entrant::limit_thinking(catalog, first, &mut limits);
        error::warn_all(&unfit_limits(catalog, opened, first, &limits, &read_file));
        let sides = opened.session.sides().count();
        let blocks = listed_blocks(&places, first.len(), sides);
        let sprt = args.sprt.as_deref().map(Sprt::parse).transpose();
        let sprt = sprt.map_err(|error| Error::Input(format!("--sprt: {error}")))?;
        let sources = variants.iter().map(|own| source(own, args)).collect::<Result<_, _>>()?;
        Ok(Setup { entrants, listed: places, blocks, limits, sources, sprt })
    }

    fn frame(
        &self,
        catalog: &Catalog,
        rules: &Rules,
        args: &MatchArgs,
        files: Files<'_>,
    ) -> Result<Frame, Error> {
        let (draw, resign) = (args.draw.as_deref(), args.resign.as_deref());
        let framed = rules.variants.iter().zip(&self.entrants).zip(&self.sources);
        let framed = framed.map(|((opened, entrants), source)| {
            Variant::new(opened, entrants.clone(), source.clone(), args.seed)
        });
        Ok(Frame {
            engine: catalog.signature(rules.first().entry.name)?,
            game: rules.listed.clone(),
            variants: framed.collect(),
            sides: rules.first().session.sides(),
            limits: self.limits.clone(),
            adjudication: conditions::adjudication(args.max_plies, draw, resign)?,
            orders: match args.seatings {
                Seatings::Rotations => Orders::Rotations,
                Seatings::All => Orders::All,
            },
            seed: args.seed,
            files: files.into_read(),
        })
    }
}

fn source(opened: &Opened, args: &MatchArgs) -> Result<Source, Error> {
    if let Some(path) = &args.openings {
        let name = path.to_string_lossy();
        let format = plyglot_lab::files::format_of(&opened.entry, &name);
        let file = read_content(&name, format).map_err(Error::Input)?;
        let read = Opening::read_file(&name, &file, opened, args.opening_plies);
        let (list, left_out) = read.map_err(|error| Error::Input(format!("{name}: {error}")))?;
        error::warn_all(&left_out);
        return Ok(Source::List(list));
    }
    if let Some(plies) = args.random_plies {
        return Ok(Source::Random(plies));
    }
    Ok(Source::usual(opened))
}

/// The match with everything written out.
fn plan(setup: &Setup, frame: &Frame, rules: &Rules, args: &MatchArgs) -> MatchPlan {
    let file = args.openings.as_ref().map(|path| path.display().to_string());
    MatchPlan {
        game: rules.short().to_owned(),
        agents: setup.listed.iter().map(|at| frame.entrants()[*at].clone()).collect(),
        games: args.games as usize,
        seed: args.seed,
        limits: setup.limits.clone(),
        openings: Beginning::of(&setup.sources[0], file.map(|path| (path, args.opening_plies))),
        orders: frame.orders,
        sprt: setup.sprt,
        adjudication: frame.adjudication.clone(),
        concurrency: args.concurrency,
    }
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
        let first = &self.versus.frame().entrants()[0].name;
        let Some(duel) = self.live.duel() else { return Ok(()) };
        let summary = duel.summary();
        let told = table::strength(&summary);
        writeln!(out, "strength  {} against the others, by its score: {told}", shorten(first))?;
        if summary.normalized.nearest().is_some() {
            let normalized = summary.normalized;
            writeln!(out, "          in deviations of a game: normalized Elo {normalized}")?;
        }
        if let Some(test) = self.versus.test() {
            table::test(&test, self.run.verdict.as_deref(), out)?;
        }
        Ok(())
    }

    fn json(&self, standings: &Standings) -> Value {
        let first = &self.versus.frame().entrants()[0].name;
        let duel = self.live.duel();
        json!({
            "game": self.versus.frame().game,
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
