//! What can be asked of runs.

use std::sync::Arc;

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse as _, Response},
};
use plyglot_arena::store::{Filter, GameLine};
use plyglot_report::Theme;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    file::{Checked, NewRun, Template, templates},
    told::{PlotName, RunList, RunView},
};
use crate::{
    app::App,
    gate::Host,
    lock,
    problem::{Answered, Code, Json, Path, Problem, Query},
};

pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(check))
        .routes(routes!(examples))
        .routes(routes!(get, remove))
        .routes(routes!(pause))
        .routes(routes!(resume))
        .routes(routes!(games))
        .routes(routes!(game))
        .routes(routes!(plots))
        .routes(routes!(plot))
}

/// All runs of the file of records, those that other processes play included.
#[utoipa::path(get, path = "/runs", tag = "runs", responses((status = 200, body = RunList)))]
async fn list(State(app): State<Arc<App>>, _: Host) -> Answered<Json<RunList>> {
    app.work(|app| app.runs.all(app)).await.map(Json)
}

/// Starts a run, or goes on with it where the file has a part of it.
#[utoipa::path(
    post, path = "/runs", tag = "runs", request_body = NewRun,
    responses((status = 201, body = RunView))
)]
async fn create(
    State(app): State<Arc<App>>,
    _: Host,
    Json(new): Json<NewRun>,
) -> Answered<(StatusCode, Json<RunView>)> {
    let started = app.work(move |app| {
        let (text, asked) = new.understood(app)?;
        app.runs.start(app, asked, &text)
    });
    started.await.map(|view| (StatusCode::CREATED, Json(view)))
}

/// Tells what would be played, and plays nothing.
#[utoipa::path(
    post, path = "/runs/check", tag = "runs", request_body = NewRun,
    responses((status = 200, body = Checked))
)]
async fn check(
    State(app): State<Arc<App>>,
    _: Host,
    Json(new): Json<NewRun>,
) -> Answered<Json<Checked>> {
    let checked = app.work(move |app| {
        let (text, asked) = new.understood(app)?;
        let mut checked = asked.checked(app, &text);
        checked.known = app.runs.info(app, &checked.id).is_ok();
        Ok(checked)
    });
    checked.await.map(Json)
}

/// Files to begin with.
#[derive(Serialize, ToSchema)]
struct Templates {
    /// The files.
    templates: Vec<Template>,
}

/// Files to begin with, one for every kind of run.
#[utoipa::path(
    get, path = "/runs/templates", tag = "runs",
    responses((status = 200, body = Templates))
)]
async fn examples(_: Host) -> Json<Templates> {
    Json(Templates { templates: templates() })
}

/// A run with everything that is told of it.
#[utoipa::path(
    get, path = "/runs/{id}", tag = "runs", params(("id" = String, Path,)),
    responses((status = 200, body = RunView))
)]
async fn get(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<Json<RunView>> {
    app.work(move |app| app.runs.view(app, &id)).await.map(Json)
}

/// Deletes a run with its games. Refused while it is played.
#[utoipa::path(
    delete, path = "/runs/{id}", tag = "runs", params(("id" = String, Path,)),
    responses((status = 204, description = "it is gone"))
)]
async fn remove(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<StatusCode> {
    app.work(move |app| app.runs.delete(app, &id)).await.map(|()| StatusCode::NO_CONTENT)
}

/// Stops a run that this server plays. Games in play are lost, and nothing else.
#[utoipa::path(
    post, path = "/runs/{id}/pause", tag = "runs", params(("id" = String, Path,)),
    responses((status = 200, body = RunView))
)]
async fn pause(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<Json<RunView>> {
    app.work(move |app| app.runs.pause(app, &id)).await.map(Json)
}

/// Goes on with a run of the file, whoever began it.
#[utoipa::path(
    post, path = "/runs/{id}/resume", tag = "runs", params(("id" = String, Path,)),
    responses((status = 200, body = RunView))
)]
async fn resume(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<Json<RunView>> {
    app.work(move |app| app.runs.resume(app, &id)).await.map(Json)
}

/// Which games of a list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Part {
    /// So many of the newest are left out.
    #[serde(default)]
    #[param(maximum = 1000000000)]
    offset: usize,
    /// So many at most.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<usize>,
    /// Only games that ended so: `rules`, `forfeit`, `adjudicated`.
    ending: Option<String>,
}

/// Finished games, the newest first.
#[derive(Serialize, ToSchema)]
struct RunGames {
    /// How many there are.
    all: usize,
    /// Some of them.
    games: Vec<RunGame>,
}

/// A finished game in a list.
#[derive(Serialize, ToSchema)]
struct RunGame {
    /// Its number in the file.
    id: i64,
    opening: String,
    /// When it ended, in UTC.
    ended: String,
    /// How it ended: `rules`, `forfeit`, `adjudicated`.
    ending: String,
    /// The result in words.
    result: String,
    plies: u32,
    /// Who sat where.
    names: Vec<String>,
    /// The rank of every seat.
    ranks: Vec<u8>,
}

impl From<GameLine> for RunGame {
    fn from(line: GameLine) -> RunGame {
        RunGame {
            id: line.id,
            opening: line.opening,
            ended: line.ended,
            ending: line.ending,
            result: line.reason,
            plies: line.plies,
            ranks: line.seats.iter().map(|own| own.rank).collect(),
            names: line.seats.into_iter().map(|own| own.agent).collect(),
        }
    }
}

/// The finished games of a run, the newest first.
#[utoipa::path(
    get, path = "/runs/{id}/games", tag = "runs", params(("id" = String, Path,), Part),
    responses((status = 200, body = RunGames))
)]
async fn games(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Answered<Json<RunGames>> {
    let found = app.work(move |app| {
        app.runs.info(app, &id)?;
        let Part { offset, limit, ending } = part;
        let filter = Filter { run: Some(id), ending, skip: offset, ..Filter::default() };
        let limit = limit.unwrap_or(50).clamp(1, 200);
        let found = lock(&app.runs.reader)
            .with_store(app, |store| Ok((store.matching(&filter)?, store.list(&filter, limit)?)))?;
        let (all, games) = found.unwrap_or_default();
        Ok(RunGames { all, games: games.into_iter().map(RunGame::from).collect() })
    });
    found.await.map(Json)
}

/// A finished game to be replayed.
#[derive(Serialize, ToSchema)]
struct Replayed {
    /// The full specification of the game.
    game: String,
    /// The position that it began with, if it is not the game's own.
    position: Option<String>,
    /// All plies, those of the opening included.
    moves: Vec<String>,
    /// How many of them are the opening's.
    opening: usize,
    /// Who sat where.
    players: Vec<String>,
    /// The rank of every seat.
    ranks: Vec<u8>,
    /// The result in words.
    result: String,
    /// After each ply of an agent, the score that it expected; nothing where it did not tell.
    expected: Vec<Option<f64>>,
}

/// A finished game of a run.
#[utoipa::path(
    get, path = "/runs/{id}/games/{number}", tag = "runs",
    params(("id" = String, Path,), ("number" = i64, Path, minimum = 1, maximum = 9007199254740991_i64)),
    responses((status = 200, body = Replayed))
)]
async fn game(
    State(app): State<Arc<App>>,
    _: Host,
    Path((id, number)): Path<(String, i64)>,
) -> Answered<Json<Replayed>> {
    let found = app.work(move |app| {
        app.runs.info(app, &id)?;
        let found = lock(&app.runs.reader).with_store(app, |store| store.game_of(&id, number))?;
        let stored = found.flatten().ok_or_else(|| Problem::missing("game"))?;
        let moves = stored.plies().into_iter().map(str::to_owned).collect();
        let players = stored.names().into_iter().map(str::to_owned).collect();
        let opening = stored.job.opening.moves.len();
        let expected = stored.record.moves.iter().map(|own| own.expected);
        Ok(Replayed {
            expected: std::iter::repeat_n(None, opening).chain(expected).collect(),
            opening,
            moves,
            players,
            game: stored.job.game,
            position: stored.job.opening.position,
            ranks: stored.record.result.ranks,
            result: stored.record.result.verdict,
        })
    });
    found.await.map(Json)
}

/// Plots of a run.
#[derive(Serialize, ToSchema)]
struct PlotList {
    /// Their names and titles.
    plots: Vec<PlotName>,
}

/// The plots that a run has.
#[utoipa::path(
    get, path = "/runs/{id}/plots", tag = "runs", params(("id" = String, Path,)),
    responses((status = 200, body = PlotList))
)]
async fn plots(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<Json<PlotList>> {
    let found = app.work(move |app| {
        app.runs.info(app, &id)?;
        let mut reader = lock(&app.runs.reader);
        let name = |own: &plyglot_report::Picture| PlotName {
            name: own.name.clone(),
            title: own.title.clone(),
        };
        Ok(PlotList { plots: reader.plots(app, &id, Theme::Light)?.iter().map(name).collect() })
    });
    found.await.map(Json)
}

/// How a plot looks.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Look {
    /// `light` or `dark`.
    theme: Option<String>,
}

/// A plot as a picture without scripts.
#[utoipa::path(
    get, path = "/runs/{id}/plots/{name}", tag = "runs",
    params(("id" = String, Path,), ("name" = String, Path, description = "as `ratings.svg`"), Look),
    responses((status = 200, content_type = "image/svg+xml", body = String))
)]
async fn plot(
    State(app): State<Arc<App>>,
    _: Host,
    Path((id, name)): Path<(String, String)>,
    Query(look): Query<Look>,
) -> Answered<Response> {
    let theme = match look.theme.as_deref() {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(_) => return Err(Problem::new(Code::Syntax, "theme", "expected light or dark")),
    };
    let found = app.work(move |app| {
        app.runs.info(app, &id)?;
        let mut reader = lock(&app.runs.reader);
        let plots = reader.plots(app, &id, theme)?;
        let name = name.strip_suffix(".svg").unwrap_or(&name);
        let plot = plots.iter().find(|own| own.name == name);
        plot.map(|own| own.svg.clone()).ok_or_else(|| Problem::missing("plot"))
    });
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], found.await?).into_response())
}
