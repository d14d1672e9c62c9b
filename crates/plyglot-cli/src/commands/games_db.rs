//! `plyglot games-db`: looking at records, and taking them elsewhere.

mod calibrate;
mod export;
mod list;
mod replay;
mod show;

use std::path::Path;

use plyglot_arena::store::{RunInfo, Store, StoredGame};
use plyglot_catalog::Catalog;

use super::{Done, Out, arena};
use crate::{
    args::records::{GamesDbAction, GamesDbArgs},
    error::{self, Error},
    words::plain,
};

pub(super) fn run(catalog: &Catalog, args: &GamesDbArgs, out: Out<'_>) -> Done {
    match &args.action {
        GamesDbAction::List(args) => list::run(catalog, args, out),
        GamesDbAction::Show(args) => show::run(catalog, args, out),
        GamesDbAction::Export(args) => export::run(catalog, args, out),
        GamesDbAction::Replay(args) => replay::run(catalog, args, out),
        GamesDbAction::Calibrate(args) => calibrate::run(args, out),
    }
}

/// A file of records that must be there.
pub(super) fn open(path: &Path) -> Result<Store, Error> {
    if !path.exists() {
        let path = path.display();
        return Err(Error::Input(format!("{path}: there is no such file of records")));
    }
    Ok(Store::open_existing(path)?)
}

/// Tells what of a file was left out.
pub(super) fn warn(store: &Store, path: &Path) {
    for warning in store.warnings() {
        error::warn(&format!("{}: {}", path.display(), plain(&warning)));
    }
}

/// What to say of games of a file that another version of the engine played, if there are any.
pub(super) fn others(
    store: &Store,
    catalog: &Catalog,
) -> Result<Option<String>, plyglot_arena::Error> {
    let mut games = 0;
    for game in catalog.games() {
        games += store.others(game.name, &catalog.signature(game.name)?)?;
    }
    Ok((games > 0).then(|| arena::of_other_versions(games)))
}

/// The name of the file before what went wrong with it.
pub(super) fn in_file(path: &Path) -> impl Fn(plyglot_arena::Error) -> Error {
    move |error| Error::Input(format!("{}: {error}", path.display()))
}

/// The run whose id begins like this.
pub(super) fn find_run(store: &Store, path: &Path, start: &str) -> Result<RunInfo, Error> {
    let mut runs = store.runs().map_err(in_file(path))?;
    let matches: Vec<usize> =
        (0..runs.len()).filter(|at| runs[*at].id.starts_with(start)).collect();
    if let [only] = matches[..] {
        return Ok(runs.swap_remove(only));
    }
    let how_many = if matches.is_empty() { "no run" } else { "more than one run" };
    let known: Vec<String> =
        runs.iter().map(|run| format!("\n  {}  {}", run.id, plain(&run.title))).collect();
    let known = if known.is_empty() { " none".to_owned() } else { known.concat() };
    Err(Error::Input(format!("--run {}: {how_many} begins so; there are:{known}", plain(start))))
}

fn find_game(path: &Path, id: i64) -> Result<StoredGame, Error> {
    let store = open(path)?;
    warn(&store, path);
    let found = store.game(id).map_err(in_file(path))?;
    let count = store.count().map_err(in_file(path))?;
    let path = path.display();
    found.ok_or_else(|| {
        Error::Input(format!(
            "{path}: there is no game {id}; it has {count}, and plyglot games-db list {path} lists them"
        ))
    })
}
