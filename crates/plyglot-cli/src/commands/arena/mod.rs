//! What matches and tournaments share: conditions, the live view, tables.

pub(crate) mod conditions;
pub(crate) mod live;
pub(crate) mod strength;
pub(crate) mod table;

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
};

use plyglot_arena::{
    Sink,
    desk::{self, Run},
    pool::ThreadPool,
    schedule::Schedule,
};
use plyglot_catalog::Catalog;
use signal_hook::{consts::TERM_SIGNALS, flag};

use self::live::Live;
use crate::{error::Error, words};

/// What to say about a file of records after a run: one line, and one more if other versions of the
/// engine played games of the same kind.
pub(crate) fn records(path: &Path, run: &Run, others: usize) -> String {
    let (path, played, found) = (path.display(), run.played, run.found);
    let whole = played == 0 && found > 0 && !run.interrupted && run.failure.is_none();
    let mut told = match whole {
        true => format!("{path}: {} found there; nothing was played", all_of(found)),
        false => format!("{path}: {} new, {found} found there", words::games(played)),
    };
    if others > 0 {
        told += &format!(
            "\n{}; {} not counted",
            of_other_versions(others),
            if others == 1 { "it is" } else { "they are" }
        );
    }
    told
}

fn all_of(found: usize) -> String {
    match found {
        1 => "the one game was".to_owned(),
        found => format!("all {found} games were"),
    }
}

/// Games of other versions of the engine in a file of records, in words.
pub(crate) fn of_other_versions(games: usize) -> String {
    let verb = if games == 1 { "is" } else { "are" };
    format!("{} of another version of the engine {verb} in this file", words::games(games))
}

/// Raised by Ctrl-C, so that a run ends in order; a second one ends the program.
pub(crate) fn stop_on_signals() -> Result<Arc<AtomicBool>, Error> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in TERM_SIGNALS {
        flag::register_conditional_shutdown(*signal, 130, Arc::clone(&stop))?;
        flag::register(*signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// Plays a schedule with a live view. Ctrl-C lets it end in order; a second one ends the program.
pub(crate) fn run(
    catalog: &Catalog,
    schedule: &mut dyn Schedule,
    sink: &mut dyn Sink,
    concurrency: u16,
    live: &mut Live,
) -> Result<Run, Error> {
    let stop = stop_on_signals()?;
    let pool = ThreadPool { catalog, threads: usize::from(concurrency) };
    let run = desk::run(schedule, &pool, sink, live, &stop);
    live.finish();
    // Where there is nothing to tell, the error is all.
    match run.failure {
        Some(error) if run.played + run.found == 0 => Err(error.into()),
        _ => Ok(run),
    }
}
