//! `plyglot bench`: how fast the rules and the searches are.

mod arena;
mod endgame;
mod net;
mod overrun;
mod rules;
mod search;
mod switches;
mod web;

use std::process::ExitCode;

use indicatif::ProgressBar;
use plyglot_catalog::Catalog;
use serde_json::json;

use super::{Done, Out};
use crate::{
    args::{BenchArgs, BenchPart},
    error::Error,
    progress,
};

pub(super) fn run(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Done {
    if !(0.0..=3600.0).contains(&args.seconds) {
        return Err(Error::Input(format!("--seconds {}: expected 0 to 3600", args.seconds)));
    }
    match args.part {
        BenchPart::All | BenchPart::Rules | BenchPart::Search => speeds(catalog, args, out)?,
        BenchPart::Arena => arena::run(catalog, args, out)?,
        BenchPart::Switches => switches::run(catalog, args, out)?,
        BenchPart::Endgame => endgame::run(catalog, out)?,
        BenchPart::Overrun => overrun::run(catalog, args, out)?,
        BenchPart::Threads => search::threads(catalog, args, out)?,
        BenchPart::Web => web::run(catalog, args, out)?,
        BenchPart::Net => net::run(catalog, args, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Rules and searches, or one of them.
fn speeds(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Result<(), Error> {
    let (mut rules, mut searches) = (Vec::new(), Vec::new());
    if args.part != BenchPart::Search {
        rules = rules::measure(catalog, args, out)?;
    }
    if args.part != BenchPart::Rules {
        searches = search::measure(catalog, args, out)?;
    }
    if args.json {
        let signature = search::signature(&searches);
        let answer = json!({ "rules": rules::values(&rules), "search": search::values(&searches),
            "signature": signature });
        writeln!(out, "{answer}")?;
    }
    Ok(())
}

/// Tells on standard error, terminal or not, what comes and how long it takes on a free machine.
fn announce(part: &str, what: &str, seconds: f64) {
    anstream::eprintln!("measuring {part}: {what}, about {:.0} s", seconds.ceil());
}

/// A table that grows while it is measured, above a bar; without lines if JSON is wanted.
struct Table<'a> {
    bar: ProgressBar,
    out: Option<Out<'a>>,
}

impl<'a> Table<'a> {
    fn new(args: &BenchArgs, rows: usize, out: Out<'a>) -> Self {
        Self { bar: progress::bar(rows as u64), out: (!args.json).then_some(out) }
    }

    /// Writes a line at once.
    fn line(&mut self, text: &str) -> Result<(), Error> {
        let Some(out) = &mut self.out else { return Ok(()) };
        self.bar.suspend(|| writeln!(out, "{text}").and_then(|()| out.flush()))?;
        Ok(())
    }

    /// Writes a line that is one of the rows that the bar counts.
    fn row(&mut self, text: &str) -> Result<(), Error> {
        self.line(text)?;
        self.bar.inc(1);
        Ok(())
    }
}

impl Drop for Table<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
