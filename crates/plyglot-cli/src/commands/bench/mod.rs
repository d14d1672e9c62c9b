//! `plyglot bench`: how fast the rules and the searches are.

mod arena;
mod endgame;
mod overrun;
mod rules;
mod search;
mod switches;

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use serde_json::json;

use super::{Done, Out};
use crate::{
    args::{BenchArgs, BenchPart},
    error::Error,
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
    }
    Ok(ExitCode::SUCCESS)
}

/// Rules and searches, or one of them.
fn speeds(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Result<(), Error> {
    let rules = (args.part != BenchPart::Search).then(|| rules::measure(catalog, args));
    let rules = rules.transpose()?.unwrap_or_default();
    let searches = (args.part != BenchPart::Rules).then(|| search::measure(catalog, args));
    let searches = searches.transpose()?.unwrap_or_default();
    if args.json {
        let signature = search::signature(&searches);
        let answer = json!({ "rules": rules::values(&rules), "search": search::values(&searches),
            "signature": signature });
        writeln!(out, "{answer}")?;
        return Ok(());
    }
    if !rules.is_empty() {
        rules::print(&rules, out)?;
    }
    if !searches.is_empty() {
        search::print(&searches, out)?;
    }
    Ok(())
}
