//! The commands, one file each.

mod agents;
mod arena;
mod bench;
mod book;
mod conform;
mod engine;
mod experiment;
mod explain;
mod fit_cuts;
mod games;
mod games_db;
mod host;
mod import;
mod join;
mod learn;
mod legal;
mod options;
mod perft;
mod play;
mod puzzle;
mod random;
mod report;
mod searches;
mod shell;
mod show;
mod solve;
mod tables;
mod think;
mod tournament;
mod tune;
mod versus;
mod watch;
mod web;

use std::{io, process::ExitCode};

use plyglot_catalog::Catalog;
use serde::Serialize;

use crate::{
    args::{Args, Command},
    error::Error,
};

/// Where commands print, and what they answer.
type Out<'a> = &'a mut dyn io::Write;
type Done = Result<ExitCode, Error>;

/// A value as one line of JSON.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is printed is plain data")
}

/// Runs the command that was typed, or opens the lab.
pub(crate) fn run(catalog: &Catalog, args: Args, out: Out<'_>) -> Done {
    match args.command {
        None => web::front_door(catalog, out),
        Some(Command::Web(args)) => web::run(catalog, &args, out),
        Some(Command::Games(args)) => games::run(catalog, &args, out),
        Some(Command::Show(args)) => show::run(catalog, &args, out),
        Some(Command::Legal(args)) => legal::run(catalog, &args, out),
        Some(Command::Perft(args)) => perft::run(catalog, &args, out),
        Some(Command::Conform(args)) => conform::run(catalog, &args, out),
        Some(Command::Play(args)) => play::run(catalog, &args, out),
        Some(Command::Random(args)) => random::run(catalog, &args, out),
        Some(Command::Agents(args)) => agents::run(catalog, &args, out),
        Some(Command::Engine(args)) => engine::run(catalog, &args),
        Some(Command::Explain(args)) => explain::run(catalog, &args, out),
        Some(Command::Bench(args)) => bench::run(catalog, &args, out),
        Some(Command::Searches(args)) => searches::run(catalog, &args, out),
        Some(Command::Solve(args)) => solve::run(catalog, &args, out),
        Some(Command::SolvePuzzle(args)) => puzzle::run(catalog, &args, out),
        Some(Command::Book(args)) => book::run(catalog, &args, out),
        Some(Command::Tables(args)) => tables::run(catalog, &args, out),
        Some(Command::Think(args)) => think::run(catalog, &args, out),
        Some(Command::Host(args)) => host::run(catalog, &args, out),
        Some(Command::Join(args)) => join::run(catalog, &args, out),
        Some(Command::Match(args)) => versus::run(catalog, &args, out),
        Some(Command::Tournament(args)) => tournament::run(catalog, &args, out),
        Some(Command::Tune(args)) => tune::run(catalog, &args, out),
        Some(Command::Learn(args)) => learn::run(catalog, &args, out),
        Some(Command::FitCuts(args)) => fit_cuts::run(catalog, &args, out),
        Some(Command::Experiment(args)) => experiment::run(catalog, &args, out),
        Some(Command::GamesDb(args)) => games_db::run(catalog, &args, out),
        Some(Command::Import(args)) => import::run(catalog, &args, out),
        Some(Command::Report(args)) => report::run(catalog, &args, out),
        Some(Command::Watch(args)) => watch::run(catalog, &args, out),
        Some(Command::Completions(args)) => shell::completions(&args, out),
        Some(Command::Man(args)) => shell::man(&args, out),
    }
}
