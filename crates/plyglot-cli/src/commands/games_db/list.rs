//! Games in a table.

use std::process::ExitCode;

use anstyle::Style;
use plyglot_arena::store::{Filter, GameLine};
use plyglot_catalog::Catalog;
use plyglot_core::shorten;

use super::{find_run, in_file, open, others, plain, warn};
use crate::{
    args::records::{EndingArg, ListArgs},
    commands::{Done, Out},
    error::Error,
    words,
};

const BOLD: Style = Style::new().bold();

pub(super) fn run(catalog: &Catalog, args: &ListArgs, out: Out<'_>) -> Done {
    let store = open(&args.db)?;
    let run = args.run.as_ref().map(|id| find_run(&store, &args.db, id)).transpose()?;
    let ending = args.ending.map(|ending| match ending {
        EndingArg::Rules => "rules".to_owned(),
        EndingArg::Forfeit => "forfeit".to_owned(),
        EndingArg::Adjudicated => "adjudicated".to_owned(),
    });
    let filter = Filter { run: run.map(|run| run.id), agent: args.agent.clone(), ending };
    let limit = if args.limit == 0 { usize::MAX } else { args.limit };
    let games = store.list(&filter, limit).map_err(in_file(&args.db))?;
    warn(&store, &args.db);
    if args.json {
        writeln!(out, "{}", serde_json::json!(games))?;
        return Ok(ExitCode::SUCCESS);
    }
    let matching = store.matching(&filter).map_err(in_file(&args.db))?;
    table(&games, out)?;
    match games.len() == matching {
        true => writeln!(out, "{}", words::games(matching))?,
        false => writeln!(out, "{} of {matching} games; --limit 0 lists all", games.len())?,
    }
    if let Some(others) = others(&store, catalog).map_err(in_file(&args.db))? {
        writeln!(out, "{others}; a match plays them anew")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn table(games: &[GameLine], out: Out<'_>) -> Result<(), Error> {
    let mut rows = vec![
        ["game", "ended (UTC)", "plies", "seats and ranks", "ending", "result"].map(str::to_owned),
    ];
    rows.extend(games.iter().map(row));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths = [0, 1, 2, 3, 4, 5].map(|column| width(column).unwrap_or(0));
    for (at, row) in rows.iter().enumerate() {
        let style = if at == 0 { BOLD } else { Style::new() };
        let [id, ended, plies, seats, ending, result] = row;
        let [w0, w1, w2, w3, w4, _] = widths;
        writeln!(
            out,
            "{style}{id:>w0$}  {ended:<w1$}  {plies:>w2$}  {seats:<w3$}  {ending:<w4$}  {result}{style:#}"
        )?;
    }
    Ok(())
}

fn row(game: &GameLine) -> [String; 6] {
    let seat = |own: &plyglot_arena::store::SeatLine| {
        format!("{} {}", shorten(&plain(&own.agent)), own.rank)
    };
    let ended = game.ended.split('.').next().unwrap_or_default().to_owned();
    let fault = game.seats.iter().find_map(|own| own.fault.as_deref());
    [
        game.id.to_string(),
        ended,
        game.plies.to_string(),
        game.seats.iter().map(seat).collect::<Vec<_>>().join(", "),
        fault.map_or(game.ending.clone(), |fault| format!("{} ({fault})", game.ending)),
        shorten(&plain(&game.reason)).to_string(),
    ]
}
