//! The command line: arguments, files, drawing in the terminal, exit codes.
//!
//! [`main`] runs it for any catalogue, so a game in a file of its own gets every command.
//! Exit codes: 0 all well, 1 something disagrees, 2 bad input.

mod args;
mod canvas;
mod columns;
mod commands;
mod draw;
mod error;
mod input;
mod machine;
mod notes;
mod output;
mod processor;
mod progress;
mod screen;
mod svg;
mod tables;
mod words;

use std::{
    io,
    process::ExitCode,
    sync::{Arc, LazyLock},
};

use clap::{CommandFactory, FromArgMatches};
use plyglot_catalog::{Caps, Catalog, SIGNATURE};
use plyglot_guard::Host;

pub use processor::refuse_processor;

/// Records are told apart by the signature, so people need to know it.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (engine {SIGNATURE})", env!("CARGO_PKG_VERSION")));

/// Runs the program on the arguments of the process.
pub fn main(catalog: &Catalog) -> ExitCode {
    // The program guards its own bots. Nobody types this command, so no help tells of it.
    if let Some(code) = plyglot_guard::run_if_asked() {
        return code;
    }
    Host::this_program().offer();
    plyglot_wire::offer();
    let args = args::Args::command().version(VERSION.as_str()).get_matches();
    let args = args::Args::from_arg_matches(&args).unwrap_or_else(|error| error.exit());
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    // A host that set limits of its own knows better.
    let caps = Some(catalog.caps()).filter(|caps| *caps != Caps::default());
    let catalog = catalog.clone().with_caps(caps.unwrap_or_else(machine::caps));
    let catalog = catalog.with_shelf(Arc::new(tables::DataFolder));
    let done = commands::run(&catalog, args, &mut out);
    match done.and_then(|code| Ok(io::Write::flush(&mut out).map(|()| code)?)) {
        Ok(code) => code,
        Err(error) => error.report(),
    }
}
