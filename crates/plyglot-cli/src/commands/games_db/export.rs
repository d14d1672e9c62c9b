//! Games for other programs.

use std::{io, path::Path, process::ExitCode};

use plyglot_arena::{
    Error as ArenaError,
    standings::seat_scores,
    store::{Store, StoredGame},
};
use plyglot_catalog::Catalog;
use plyglot_core::{Heading, did_you_mean};
use serde_json::{Value, json};

use super::{find_run, in_file, open, show, warn};
use crate::{
    args::records::ExportArgs,
    commands::{Done, Out},
    error::Error,
    output::write_whole,
    words,
};

pub(super) fn run(catalog: &Catalog, args: &ExportArgs, out: Out<'_>) -> Done {
    let store = open(&args.db)?;
    let run = args.run.as_ref().map(|id| find_run(&store, &args.db, id)).transpose()?;
    let run = run.as_ref().map(|run| run.id.as_str());
    let Some(path) = &args.output else {
        export(catalog, args, &store, run, out)?;
        warn(&store, &args.db);
        return Ok(ExitCode::SUCCESS);
    };
    let games = write_whole(path, |file| export(catalog, args, &store, run, file))?;
    warn(&store, &args.db);
    writeln!(out, "{}: {}", path.display(), words::games(games))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the games of a run, or all, and tells how many there were.
fn export(
    catalog: &Catalog,
    args: &ExportArgs,
    store: &Store,
    run: Option<&str>,
    out: &mut dyn io::Write,
) -> Result<usize, Error> {
    match args.format.as_str() {
        "jsonl" => each(store, &args.db, run, &mut |game| {
            writeln!(out, "{}", json_line(game))?;
            Ok(())
        }),
        "csv" => csv(store, &args.db, run, out),
        own => {
            check_format(catalog, own)?;
            each(store, &args.db, run, &mut |game| {
                out.write_all(sheet(catalog, game, own)?.as_bytes())?;
                Ok(())
            })
        }
    }
}

/// Refuses a name that no game has a format of, whatever games there are.
fn check_format(catalog: &Catalog, format: &str) -> Result<(), Error> {
    let own = catalog.games().flat_map(|game| game.formats).filter(|own| own.written);
    let mut known = vec!["jsonl", "csv"];
    for own in own.map(|own| own.name) {
        if !known.contains(&own) {
            known.push(own);
        }
    }
    match known.contains(&format) {
        true => Ok(()),
        false => {
            let near = did_you_mean(format, known.iter().copied());
            let known = known.join(", ");
            Err(Error::Input(format!(
                "--format: games are not written as {format:?}; there are: {known}{near}"
            )))
        }
    }
}

/// Visits games, with errors of the program besides those of the file.
fn each(
    store: &Store,
    path: &Path,
    run: Option<&str>,
    visit: &mut dyn FnMut(&StoredGame) -> Result<(), Error>,
) -> Result<usize, Error> {
    let (mut games, mut failed) = (0, None);
    let visited = store.each_game(run, &mut |game| {
        games += 1;
        visit(&game).map_err(|error| {
            failed = Some(error);
            ArenaError::Input("the visit was ended".to_owned())
        })
    });
    match failed {
        Some(error) => Err(error),
        None => visited.map(|()| games).map_err(in_file(path)),
    }
}

/// Everything that is known of a game, on one line: enough to play it again.
pub(super) fn json_line(game: &StoredGame) -> Value {
    let (job, record) = (&game.job, &game.record);
    let result = &record.result;
    let agent = |(seat, agent): (usize, &usize)| {
        let own = &job.agents[*agent];
        json!({ "seat": seat, "name": own.name, "spec": own.spec, "short": own.short })
    };
    let agents: Vec<Value> = job.seatings[result.index].iter().enumerate().map(agent).collect();
    json!({
        "id": game.id,
        "job": game.job_id,
        "number": result.index,
        "ended": game.ended,
        "version": job.version,
        "engine": job.engine,
        "game": job.game,
        "files": job.files,
        "opening": job.opening,
        "seed": job.seed,
        "agents": agents,
        "limits": job.limits,
        "adjudication": job.adjudication,
        "plies": game.plies(),
        "moves": record.moves,
        "ranks": result.ranks,
        "scores": seat_scores(result),
        "sides": result.sides,
        "ending": result.ending,
        "verdict": result.verdict,
        "spent": result.seats,
        "complaints": record.complaints,
        "imported": job.imported,
    })
}

/// One row a game, with columns for as many seats as the largest game has.
fn csv(
    store: &Store,
    path: &Path,
    run: Option<&str>,
    out: &mut dyn io::Write,
) -> Result<usize, Error> {
    let mut seats = 0;
    each(store, path, run, &mut |game| {
        seats = seats.max(game.names().len());
        Ok(())
    })?;
    let mut rows = csv::Writer::from_writer(out);
    rows.write_record(header(seats)).map_err(refused)?;
    let games =
        each(store, path, run, &mut |game| rows.write_record(row(game, seats)).map_err(refused))?;
    rows.flush()?;
    Ok(games)
}

/// What went wrong with the output itself, so that a reader that went away is known as such.
fn refused(error: csv::Error) -> Error {
    Error::Output(match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    })
}

const GAME_COLUMNS: [&str; 12] = [
    "id", "ended", "job", "number", "game", "opening", "position", "seed", "plies", "ending",
    "result", "moves",
];
const SEAT_COLUMNS: [&str; 6] = ["agent", "spec", "rank", "score", "seconds", "nodes"];

fn header(seats: usize) -> Vec<String> {
    let seat = |seat| SEAT_COLUMNS.map(|name| format!("{name}_{seat}"));
    GAME_COLUMNS.map(str::to_owned).into_iter().chain((1..=seats).flat_map(seat)).collect()
}

fn row(game: &StoredGame, seats: usize) -> Vec<String> {
    let (job, result) = (&game.job, &game.record.result);
    let ending = json!(result.ending)["by"].as_str().unwrap_or_default().to_owned();
    let mut row = vec![
        game.id.to_string(),
        game.ended.clone(),
        game.job_id.clone(),
        result.index.to_string(),
        job.game.clone(),
        job.opening.name.clone(),
        job.opening.position.clone().unwrap_or_default(),
        job.seed.to_string(),
        result.plies.to_string(),
        ending,
        result.verdict.clone(),
        game.plies().join(";"),
    ];
    let scores = seat_scores(result);
    for (seat, agent) in job.seatings[result.index].iter().enumerate() {
        let (own, spent) = (&job.agents[*agent], &result.seats[seat]);
        row.extend([
            own.name.clone(),
            own.spec.clone(),
            result.ranks[seat].to_string(),
            scores[seat].to_string(),
            (spent.micros as f64 / 1e6).to_string(),
            spent.nodes.to_string(),
        ]);
    }
    row.resize(GAME_COLUMNS.len() + SEAT_COLUMNS.len() * seats, String::new());
    row
}

/// A game in a format of its own literature.
fn sheet(catalog: &Catalog, game: &StoredGame, format: &str) -> Result<String, Error> {
    let mut session = game.job.start(catalog)?;
    for (at, ply) in game.plies().into_iter().enumerate() {
        show::play(&mut *session, at, ply)?;
    }
    let result = &game.record.result;
    // A game from elsewhere is told as its own file told it.
    let tags = game.job.imported.as_ref().map(|own| own.tags.clone());
    let heading = Heading {
        players: game.names().into_iter().map(str::to_owned).collect(),
        ranks: result.ranks.clone(),
        tags: tags.unwrap_or_else(|| own_tags(game)),
    };
    session.write_game(format, &heading).ok_or_else(|| {
        let (id, spec) = (game.id, &game.job.game);
        Error::Input(format!(
            "game {id} ({spec}) cannot be written as {format}; jsonl and csv take every game"
        ))
    })
}

/// What is told of a game that was played here.
fn own_tags(game: &StoredGame) -> Vec<(String, String)> {
    let day: String = game.ended.chars().take(10).collect();
    let tags = [
        ("Event", game.job.game.clone()),
        ("Date", day.replace('-', ".")),
        ("Round", game.id.to_string()),
        ("Opening", game.job.opening.name.clone()),
        ("Termination", game.record.result.verdict.clone()),
    ];
    tags.map(|(name, value)| (name.to_owned(), value)).to_vec()
}
