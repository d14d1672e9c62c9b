//! Games in a table.

use std::process::ExitCode;

use plyglot_arena::store::{Filter, GameLine};
use plyglot_catalog::Catalog;
use plyglot_core::shorten;

use super::{find_run, in_file, open, others, warn};
use crate::{
    args::records::{EndingArg, ListArgs},
    columns::{Head, Table},
    commands::{Done, Out},
    error::Error,
    words::{self, plain},
};

pub(super) fn run(catalog: &Catalog, args: &ListArgs, out: Out<'_>) -> Done {
    let store = open(&args.db)?;
    let run = args.run.as_ref().map(|id| find_run(&store, &args.db, id)).transpose()?;
    let ending = args.ending.map(|ending| match ending {
        EndingArg::Rules => "rules".to_owned(),
        EndingArg::Forfeit => "forfeit".to_owned(),
        EndingArg::Adjudicated => "adjudicated".to_owned(),
    });
    let filter = Filter { run: run.map(|run| run.id), agent: args.agent.clone(), ending, skip: 0 };
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
    let mut table = Table::new(vec![
        Head::numbers("game", 0),
        Head::words("ended (UTC)", 4),
        Head::numbers("plies", 3),
        Head::words("seats and ranks", 0),
        Head::words("ending", 2),
        Head::words("result", 1),
    ]);
    games.iter().for_each(|game| table.row(row(game), Vec::new()));
    Ok(table.print(out)?)
}

fn row(game: &GameLine) -> Vec<String> {
    let seat = |own: &plyglot_arena::store::SeatLine| {
        format!("{} {}", shorten(&plain(&own.agent)), own.rank)
    };
    let ended = game.ended.split('.').next().unwrap_or_default().to_owned();
    let fault = game.seats.iter().find_map(|own| own.fault.as_deref());
    vec![
        game.id.to_string(),
        ended,
        game.plies.to_string(),
        game.seats.iter().map(seat).collect::<Vec<_>>().join(", "),
        fault.map_or(game.ending.clone(), |fault| format!("{} ({fault})", game.ending)),
        shorten(&plain(&game.reason)).to_string(),
    ]
}
