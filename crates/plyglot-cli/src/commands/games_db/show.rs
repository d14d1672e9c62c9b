//! Everything about one game.

use std::process::ExitCode;

use anstyle::Style;
use plyglot_arena::{Error as ArenaError, GameResult, store::StoredGame};
use plyglot_catalog::Catalog;
use plyglot_core::{AnySession, Player};

use super::{export::json_line, find_game};
use crate::{
    args::records::ShowGameArgs,
    columns::{Head, Table},
    commands::{Done, Out},
    draw,
    error::Error,
    words::{counted, decimals, plain},
};

const BOLD: Style = Style::new().bold();

pub(super) fn run(catalog: &Catalog, args: &ShowGameArgs, out: Out<'_>) -> Done {
    let game = find_game(&args.db, args.game)?;
    if args.json {
        writeln!(out, "{}", json_line(&game))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut session = game.job.start(catalog)?;
    heading(catalog, &game, &*session, args.full, out)?;
    moves(&game, &mut *session, out)?;
    complaints(&game, out)?;
    writeln!(out)?;
    draw::draw(&*session, out)?;
    Ok(ExitCode::SUCCESS)
}

/// What was played, by whom and how it ended.
pub(super) fn heading(
    catalog: &Catalog,
    game: &StoredGame,
    session: &dyn AnySession,
    full: bool,
    out: Out<'_>,
) -> Result<(), Error> {
    let (job, result) = (&game.job, &game.record.result);
    let rules = if full { job.game.clone() } else { job.open(catalog)?.short };
    writeln!(out, "{BOLD}game {}{BOLD:#} of {}", game.id, plain(&rules))?;
    for (seat, name) in game.names().into_iter().enumerate() {
        let own = draw::seat_name(session, Player(seat as u8));
        let agent = &job.agents[job.seatings[result.index][seat]];
        let short = !full && !agent.short.is_empty();
        let spec = if short { &agent.short } else { &agent.spec };
        let who = match name {
            name if job.imported.is_some() => plain(name),
            name if name == spec => plain(spec),
            name => format!("{} = {}", plain(name), plain(spec)),
        };
        writeln!(out, "  {own}: {who}, rank {}", result.ranks[seat])?;
    }
    writeln!(out, "  result   {} ({})", plain(&result.verdict), ending(result))?;
    let plies = counted(result.plies, "ply", "plies");
    if let Some(imported) = &job.imported {
        for (name, value) in &imported.tags {
            writeln!(out, "  {:<8} {}", plain(name), plain(value))?;
        }
        let how = if timed(game) { "hosted, ended" } else { "played elsewhere; imported" };
        writeln!(out, "  {plies}, {how} {} UTC", game.ended)?;
        return Ok(());
    }
    writeln!(out, "  opening  {}", plain(&job.opening.name))?;
    writeln!(out, "  seed     {}, game {} of job {}", job.seed, result.index, game.job_id)?;
    writeln!(out, "  ended    {} UTC after {plies}", game.ended)?;
    writeln!(out, "  engine   {}", engine(catalog, game))?;
    Ok(())
}

/// Which version of the engine played a game.
fn engine(catalog: &Catalog, game: &StoredGame) -> String {
    let own = game.job.game.split('(').next().and_then(|name| catalog.signature(name).ok());
    match game.job.engine.as_str() {
        "" => "not known: this game counts for no run of today's".to_owned(),
        played if own.as_deref() == Some(played) => played.to_owned(),
        played => format!("{}, another version than this one", plain(played)),
    }
}

fn ending(result: &GameResult) -> String {
    use plyglot_arena::Ending;
    match &result.ending {
        Ending::Rules => "by the rules".to_owned(),
        Ending::Forfeit { fault, .. } => format!("by a fault: {}", fault.kind),
        Ending::Adjudicated { .. } => "adjudicated".to_owned(),
    }
}

/// Whether somebody took the times of a game's moves.
pub(super) fn timed(game: &StoredGame) -> bool {
    game.job.imported.is_none() || game.record.moves.iter().any(|own| own.micros > 0)
}

/// The moves in a table, played as they are written into it.
fn moves(game: &StoredGame, session: &mut dyn AnySession, out: Out<'_>) -> Result<(), Error> {
    let mut heads = vec![Head::numbers("ply", 0), Head::words("seat", 3), Head::words("move", 0)];
    // Of a game from elsewhere nobody took the times.
    if timed(game) {
        heads.extend([
            Head::numbers("ms", 4),
            Head::numbers("depth", 5),
            Head::numbers("nodes", 6),
            Head::numbers("expected", 2),
            Head::words("value", 1),
        ]);
    }
    let mut table = Table::new(heads);
    let played = fill(&mut table, game, session);
    // What could be played is shown, whatever follows.
    writeln!(out)?;
    table.print(out)?;
    played
}

fn fill(table: &mut Table, game: &StoredGame, session: &mut dyn AnySession) -> Result<(), Error> {
    let opening = game.job.opening.moves.len();
    for (at, ply) in game.plies().into_iter().enumerate() {
        let seat = session.player_name(session.to_move());
        play(session, at, ply)?;
        let mut cells = vec![(at + 1).to_string(), seat, plain(ply)];
        if !timed(game) {
            table.row(cells, Vec::new());
            continue;
        }
        cells.extend(match at.checked_sub(opening).map(|own| &game.record.moves[own]) {
            None => ["", "", "", "", "opening"].map(str::to_owned),
            Some(own) => [
                decimals(own.micros as f64 / 1000.0, 3),
                own.depth.to_string(),
                own.nodes.to_string(),
                own.expected.map_or(String::new(), |score| format!("{:.1} %", 100.0 * score)),
                own.value.map_or(String::new(), |value| value.to_string()),
            ],
        });
        table.row(cells, Vec::new());
    }
    Ok(())
}

/// Plays a recorded ply. That it is refused means other rules or a damaged file.
pub(super) fn play(session: &mut dyn AnySession, at: usize, ply: &str) -> Result<(), Error> {
    let played = session.play(ply);
    Ok(played.map_err(|error| {
        ArenaError::Store(format!("ply {} of the record cannot be played: {error}", at + 1))
    })?)
}

fn complaints(game: &StoredGame, out: Out<'_>) -> Result<(), Error> {
    let names = game.names();
    for (seat, text) in &game.record.complaints {
        let name = names.get(*seat).copied().unwrap_or("?");
        writeln!(out, "\n{BOLD}standard error of {}{BOLD:#}", plain(name))?;
        let lines = text.lines().map(plain);
        for line in lines {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}
