//! `plyglot report`: records as a page with tables, plots and games to replay.

use std::{fs, path::PathBuf, process::ExitCode};

use plyglot_catalog::Catalog;
use plyglot_report::{Wanted, gather};

use super::{Done, Out, games_db};
use crate::{
    args::records::ReportArgs,
    error::Error,
    output::write_whole,
    words::{self, counted},
};

/// The most bytes of replays in a page: with tables and plots it stays below ten megabytes.
const MOST_BYTES: usize = 9_000_000;

pub(super) fn run(catalog: &Catalog, args: &ReportArgs, out: Out<'_>) -> Done {
    let store = games_db::open(&args.db)?;
    let run = args.run.as_ref().map(|id| games_db::find_run(&store, &args.db, id)).transpose()?;
    let name = args.db.file_name().unwrap_or(args.db.as_os_str());
    let wanted = Wanted {
        source: name.to_string_lossy().into_owned(),
        run: run.map(|run| run.id),
        games: if args.svg { 0 } else { args.games },
        bytes: MOST_BYTES,
    };
    let data = gather(&store, catalog, &wanted).map_err(games_db::in_file(&args.db))?;
    games_db::warn(&store, &args.db);
    let (text, ending) = if args.json {
        (plyglot_report::json(&data).to_string() + "\n", "json")
    } else if args.svg {
        (plyglot_report::svg(&data), "svg")
    } else {
        (plyglot_report::html(&data), "html")
    };
    if args.json && args.output.is_none() {
        out.write_all(text.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = args.output.clone().unwrap_or_else(|| args.db.with_extension(ending));
    write(&path, &args.db, &text)?;
    let size = text.len().div_ceil(1000);
    let (runs, games) = (counted(data.runs.len(), "run", "runs"), words::games(data.stored));
    write!(out, "{}: {runs}, {games}", path.display())?;
    if ending == "html" && data.games.len() < data.stored {
        write!(out, ", {} of them to replay", data.games.len())?;
    }
    writeln!(out, ", {size} kB")?;
    if let Some(others) = games_db::others(&store, catalog).map_err(games_db::in_file(&args.db))? {
        writeln!(out, "{others}; the page says which runs they belong to")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes a report; an older one is replaced, the records never are.
fn write(path: &PathBuf, db: &PathBuf, text: &str) -> Result<(), Error> {
    let same = |own: &PathBuf| fs::canonicalize(own).ok();
    if same(path).is_some() && same(path) == same(db) {
        let path = path.display();
        return Err(Error::Input(format!("-o {path}: that is the file of records; name another")));
    }
    write_whole(path, |file| Ok(file.write_all(text.as_bytes())?))
}
