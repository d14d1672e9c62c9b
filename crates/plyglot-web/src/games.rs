//! What can be played, and by whom.

use std::sync::Arc;

use axum::extract::State;
use plyglot_catalog::SIGNATURE;
use plyglot_core::{Options, Rng};
use plyglot_lab::games::{self, Agent, Game, Level, Part};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    gate::Who,
    problem::{Answered, Json, Path, Problem},
    view::{Board, View},
};

pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(health))
        .routes(routes!(hello))
        .routes(routes!(list))
        .routes(routes!(board))
}

/// Which server this is.
#[derive(Serialize, ToSchema)]
struct Health {
    /// Always `plyglot`.
    name: &'static str,
    /// The version of the API.
    api: u32,
    /// Names this run of the server.
    instance: String,
}

/// What the page should know of the server.
#[derive(Serialize, ToSchema)]
struct Hello {
    /// The version of the API.
    api: u32,
    /// The version of the program.
    version: &'static str,
    /// The signature of the engine.
    engine: &'static str,
    /// Whether specifications may name programs and files.
    allow_exec: bool,
    /// Whether other machines can reach the server.
    guests: bool,
    /// Where guests reach the server.
    addresses: Vec<String>,
    /// How many threads think.
    cores: usize,
    /// Whether the token is that of whoever started the program.
    host: bool,
}

/// A game with everybody who plays it.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct GameInfo {
    /// The game and its options.
    #[serde(flatten)]
    game: Game,
    /// Presets and classic players.
    agents: Vec<Agent>,
    /// The searches that fit it.
    searches: Vec<Part>,
    /// Strengths from 1 to 8.
    levels: Vec<Level>,
    /// A position for its picture.
    sample: View,
    /// Whether its maps can be drawn.
    maps: bool,
}

/// All games.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Games {
    /// The games, in the order of lists.
    games: Vec<GameInfo>,
}

/// Which server answers here; needs no token.
#[utoipa::path(get, path = "/health", tag = "games", responses((status = 200, body = Health)))]
async fn health(State(app): State<Arc<App>>) -> Json<Health> {
    Json(Health { name: "plyglot", api: 1, instance: app.instance.clone() })
}

/// What the server allows.
#[utoipa::path(get, path = "/hello", tag = "games", responses((status = 200, body = Hello)))]
async fn hello(State(app): State<Arc<App>>, who: Who) -> Json<Hello> {
    Json(Hello {
        api: 1,
        version: env!("CARGO_PKG_VERSION"),
        engine: SIGNATURE,
        allow_exec: app.config.allow_exec,
        guests: app.config.guests,
        addresses: app.addresses(),
        cores: app.pool.threads(),
        host: who == Who::Host,
    })
}

/// All games with their options, players and strengths.
#[utoipa::path(get, path = "/games", tag = "games", responses((status = 200, body = Games)))]
async fn list(State(app): State<Arc<App>>, _: Who) -> Answered<Json<Games>> {
    let made = app.work(|app| {
        if let Some(made) = app.games.get() {
            // Their boards may have been forgotten since.
            if made.games.iter().all(|own| app.boards.get(&own.sample.board).is_some()) {
                return Ok(made.clone());
            }
        }
        let names: Vec<&str> = app.catalog.games().map(|own| own.name).collect();
        let games = names.iter().map(|name| info(app, name)).collect::<Answered<_>>()?;
        Ok(app.games.get_or_init(|| Games { games }).clone())
    });
    made.await.map(Json)
}

fn info(app: &App, name: &str) -> Answered<GameInfo> {
    let opened = app.lab(|lab| lab.open(name, None))?;
    let entry = opened.entry;
    let fits = |own: &&plyglot_catalog::SearchEntry| {
        let session = entry.build(&Options::defaults(entry.options));
        session.is_ok_and(|session| app.catalog.fits(own, &*session).is_ok())
    };
    let part = |own: &plyglot_catalog::SearchEntry| Part {
        name: own.name.to_owned(),
        about: own.about.to_owned(),
        options: games::form(own.options),
    };
    Ok(GameInfo {
        agents: games::agents(&app.catalog, &opened)?,
        searches: app.catalog.searches().iter().filter(fits).map(part).collect(),
        levels: games::levels(&entry),
        game: Game::from(&entry),
        sample: sample(app, opened),
        maps: entry.maps.is_some(),
    })
}

/// Pieces on a board that needs no more of them for a picture.
const ENOUGH: usize = 12;

/// A position some moves into a game, where the start is too empty to be a picture.
fn sample(app: &App, mut opened: plyglot_catalog::Opened) -> View {
    let (mut rng, mut plies) = (Rng::new(3), 0);
    while opened.session.scene().pieces.len() < ENOUGH
        && plies < ENOUGH
        && opened.session.play_random(&mut rng)
    {
        plies += 1;
    }
    let mut view = app.boards.view(&opened);
    (view.trail, view.changes) = Default::default();
    view
}

/// What never changes of a board; needs no token.
#[utoipa::path(
    get, path = "/boards/{id}", tag = "games",
    params(("id" = String, Path, description = "the name in a view")),
    responses((status = 200, body = Board))
)]
async fn board(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Answered<axum::response::Response> {
    use axum::response::IntoResponse as _;
    if let Some(board) = app.boards.get(&id) {
        return Ok(Json(&*board).into_response());
    }
    let kept = app.tables.board(&id)?.ok_or_else(|| Problem::missing("board"))?;
    Ok(([(axum::http::header::CONTENT_TYPE, "application/json")], kept).into_response())
}
