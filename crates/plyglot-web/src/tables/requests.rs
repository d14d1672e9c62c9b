//! What can be asked of tables.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::{ConnectInfo, State},
    http::StatusCode,
};
use plyglot_core::Player;
use plyglot_lab::{ClockRules, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    Table,
    live::{Brief, Live, TableView},
};
use crate::{
    app::App,
    gate::{self, Host, Who},
    lock,
    problem::{Answered, Code, Json, Path, Problem},
};

pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(get, remove))
        .routes(routes!(play))
        .routes(routes!(undo))
        .routes(routes!(draw))
        .routes(routes!(decline))
        .routes(routes!(resign))
        .routes(routes!(premove))
        .routes(routes!(pause))
        .routes(routes!(rematch))
        .routes(routes!(invite))
        .routes(routes!(join))
}

/// A table to be opened.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewTable {
    /// The specification of the game.
    #[schema(max_length = 4096)]
    pub(super) game: String,
    /// A position in any form that the game reads.
    #[serde(default)]
    pub(super) position: Option<String>,
    /// The plies since.
    #[serde(default)]
    #[schema(max_items = 5000)]
    pub(super) moves: Vec<String>,
    /// Who sits in each seat.
    #[schema(max_items = 8)]
    pub(super) seats: Vec<Seat>,
    /// A clock for every seat.
    #[serde(default)]
    pub(super) clock: Option<ClockRules>,
    /// Seed of the agents' random choices; a new one if there is none.
    #[serde(default)]
    pub(super) seed: Option<u64>,
    /// Milliseconds between two plies of agents at least.
    #[serde(default)]
    #[schema(maximum = 60000)]
    pub(super) pace: Option<u64>,
}

/// The tables, the newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct TableList {
    /// What is shown of each.
    #[schema(value_type = Vec<Brief>)]
    pub(super) tables: Vec<serde_json::Value>,
}

/// Which seat does something.
#[derive(Deserialize, ToSchema)]
struct BySeat {
    /// The seat.
    #[schema(maximum = 7)]
    seat: u8,
}

/// A ply.
#[derive(Deserialize, ToSchema)]
struct PlayPly {
    /// Who plays it.
    #[schema(maximum = 7)]
    seat: u8,
    /// The ply in any spelling that the game reads.
    #[serde(rename = "move")]
    ply: String,
    /// How many plies had been played in the position that the player saw.
    at: usize,
}

/// A ply to be played when the turn comes.
#[derive(Deserialize, ToSchema)]
struct Premove {
    /// Who will play it.
    #[schema(maximum = 7)]
    seat: u8,
    /// The ply; nothing takes it back.
    #[serde(rename = "move")]
    ply: Option<String>,
}

/// Whether agents go on, and how fast.
#[derive(Deserialize, ToSchema)]
struct Pause {
    /// Whether they wait.
    paused: bool,
    /// Milliseconds between two plies of agents at least.
    #[serde(default)]
    #[schema(maximum = 60000)]
    pace: Option<u64>,
}

/// A code to join with.
#[derive(Serialize, ToSchema)]
struct Invitation {
    /// It can be used once.
    code: String,
}

/// A code that somebody got.
#[derive(Deserialize, ToSchema)]
struct Join {
    /// The code.
    #[schema(max_length = 64)]
    code: String,
    /// What they are called.
    #[serde(default)]
    #[schema(max_length = 200)]
    name: Option<String>,
}

/// A seat that was taken.
#[derive(Serialize, ToSchema)]
struct Joined {
    /// The table.
    table: String,
    /// The seat.
    seat: u8,
    /// What requests for it need.
    token: String,
}

/// The slowest pace.
const PACE: u64 = 60_000;

fn answer(app: &App, who: &Who, table: &Table, live: &Live) -> Json<TableView> {
    let mut view = live.view(app, &table.id);
    view.yours = live.seats_of(who);
    let premoves = view.yours.iter().map(|seat| &live.kept.premoves[usize::from(*seat)]);
    view.premove = premoves.flatten().next().cloned();
    Json(view)
}

/// Does something at a table, keeps it and tells everybody.
async fn at_table(
    app: Arc<App>,
    who: Who,
    id: String,
    act: impl FnOnce(&App, &Who, &mut Live) -> Answered<()> + Send + 'static,
) -> Answered<Json<TableView>> {
    let acted = app.work(move |app| {
        let table = app.tables.find(app, &id)?;
        let mut live = table.lock();
        live.check_view(&who)?;
        act(app, &who, &mut live)?;
        app.tables.changed(app, &table, &mut live)?;
        Ok(answer(app, &who, &table, &live))
    });
    acted.await
}

/// All tables, the newest first.
#[utoipa::path(get, path = "/tables", tag = "tables", responses((status = 200, body = TableList)))]
async fn list(State(app): State<Arc<App>>, _: Host) -> Answered<Json<TableList>> {
    app.work(|app| app.tables.list().map(Json)).await
}

/// Opens a table; agents to move begin at once.
#[utoipa::path(
    post, path = "/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = TableView))
)]
async fn create(
    State(app): State<Arc<App>>,
    _: Host,
    Json(asked): Json<NewTable>,
) -> Answered<(StatusCode, Json<TableView>)> {
    let created = app.work(move |app| {
        check_pace(asked.pace)?;
        let table = app.tables.create(app, asked)?;
        let live = table.lock();
        Ok((StatusCode::CREATED, answer(app, &Who::Host, &table, &live)))
    });
    created.await
}

fn check_pace(pace: Option<u64>) -> Answered<()> {
    match pace {
        Some(pace) if pace > PACE => {
            Err(Problem::new(Code::Limit, "pace", format!("{PACE} milliseconds at most")))
        }
        _ => Ok(()),
    }
}

/// A table as it stands.
#[utoipa::path(
    get, path = "/tables/{id}", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableView))
)]
async fn get(
    State(app): State<Arc<App>>,
    who: Who,
    Path(id): Path<String>,
) -> Answered<Json<TableView>> {
    let found = app.work(move |app| {
        let table = app.tables.find(app, &id)?;
        let live = table.lock();
        live.check_view(&who)?;
        Ok(answer(app, &who, &table, &live))
    });
    found.await
}

/// Deletes a table.
#[utoipa::path(
    delete, path = "/tables/{id}", tag = "tables", params(("id" = String, Path)),
    responses((status = 204))
)]
async fn remove(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
) -> Answered<StatusCode> {
    app.work(move |app| app.tables.remove(app, &id).map(|()| StatusCode::NO_CONTENT)).await
}

/// Plays a ply of a seat that the asker plays.
#[utoipa::path(
    post, path = "/tables/{id}/play", tag = "tables", params(("id" = String, Path)),
    request_body = PlayPly, responses((status = 200, body = TableView))
)]
async fn play(
    State(app): State<Arc<App>>,
    who: Who,
    Path(id): Path<String>,
    Json(ply): Json<PlayPly>,
) -> Answered<Json<TableView>> {
    at_table(app, who, id, move |app, who, live| {
        live.check_seat(who, ply.seat)?;
        live.play(ply.seat, &ply.ply, ply.at, app.now())
    })
    .await
}

/// Takes back to the asker's last choice; where others play too, they are asked, or agree by this.
#[utoipa::path(
    post, path = "/tables/{id}/undo", tag = "tables", params(("id" = String, Path)),
    request_body = BySeat, responses((status = 200, body = TableView))
)]
async fn undo(
    State(app): State<Arc<App>>,
    who: Who,
    Path(id): Path<String>,
    Json(by): Json<BySeat>,
) -> Answered<Json<TableView>> {
    at_table(app, who, id, move |app, who, live| {
        live.check_seat(who, by.seat)?;
        live.undo(who, by.seat, app.now())
    })
    .await
}

/// Offers a draw, or accepts one.
#[utoipa::path(
    post, path = "/tables/{id}/draw", tag = "tables", params(("id" = String, Path)),
    request_body = BySeat, responses((status = 200, body = TableView))
)]
async fn draw(
    State(app): State<Arc<App>>,
    who: Who,
    Path(id): Path<String>,
    Json(by): Json<BySeat>,
) -> Answered<Json<TableView>> {
    at_table(app, who, id, move |_, who, live| {
        live.check_seat(who, by.seat)?;
        live.draw(who)
    })
    .await
}

/// Refuses what others have asked for: a draw, or taking back.
#[utoipa::path(
    post, path = "/tables/{id}/decline", tag = "tables", params(("id" = String, Path)),
    request_body = BySeat, responses((status = 200, body = TableView))
)]
async fn decline(
    State(app): State<Arc<App>>,
    who: Who,
    Path(id): Path<String>,
    Json(by): Json<BySeat>,
) -> Answered<Json<TableView>> {
    at_table(app, who, id, move |_, who, live| {
        live.check_seat(who, by.seat)?;
        live.kept.undo_asked = None;
        live.table.decline_draw();
        Ok(())
    })
    .await
}

/// Gives up.
#[utoipa::path(
    post, path = "/tables/{id}/resign", tag = "tables", params(("id" = String, Path)),
    request_body = BySeat, responses((status = 200, body = TableView))
)]
async fn resign(
    State(app): State<Arc<App>>,
    who: Who,
    Path(id): Path<String>,
    Json(by): Json<BySeat>,
) -> Answered<Json<TableView>> {
    at_table(app, who, id, move |_, who, live| {
        live.check_seat(who, by.seat)?;
        live.interrupt();
        Ok(live.table.resign(Player(by.seat))?)
    })
    .await
}

/// Prepares a ply, which is played when the turn comes if it is legal then.
#[utoipa::path(
    post, path = "/tables/{id}/premove", tag = "tables", params(("id" = String, Path)),
    request_body = Premove, responses((status = 200, body = TableView))
)]
async fn premove(
    State(app): State<Arc<App>>,
    who: Who,
    Path(id): Path<String>,
    Json(asked): Json<Premove>,
) -> Answered<Json<TableView>> {
    at_table(app, who, id, move |_, who, live| {
        live.check_seat(who, asked.seat)?;
        if asked.ply.as_ref().is_some_and(|ply| ply.len() > 1000) {
            return Err(Problem::new(Code::Limit, "move", "no move is that long"));
        }
        live.kept.premoves[usize::from(asked.seat)] = asked.ply;
        Ok(())
    })
    .await
}

/// Lets agents wait or go on.
#[utoipa::path(
    post, path = "/tables/{id}/pause", tag = "tables", params(("id" = String, Path)),
    request_body = Pause, responses((status = 200, body = TableView))
)]
async fn pause(
    State(app): State<Arc<App>>,
    _: Host,
    Path(id): Path<String>,
    Json(asked): Json<Pause>,
) -> Answered<Json<TableView>> {
    at_table(app, Who::Host, id, move |_, _, live| {
        check_pace(asked.pace)?;
        live.kept.paused = asked.paused;
        live.kept.pace = asked.pace.unwrap_or(live.kept.pace);
        Ok(())
    })
    .await
}

/// Opens a table with the same people and conditions, everybody one seat further.
#[utoipa::path(
    post, path = "/tables/{id}/rematch", tag = "tables", params(("id" = String, Path)),
    responses((status = 201, body = TableView))
)]
async fn rematch(
    State(app): State<Arc<App>>,
    who: Who,
    Path(id): Path<String>,
) -> Answered<(StatusCode, Json<TableView>)> {
    let opened = app.work(move |app| {
        let table = app.tables.find(app, &id)?;
        let again = {
            let live = table.lock();
            live.check_view(&who)?;
            match &live.kept.next {
                Some(next) => next.clone(),
                None => {
                    let kept = live.rematch(app)?;
                    drop(live);
                    let next = app.tables.add(app, kept)?.id.clone();
                    let mut live = table.lock();
                    live.kept.next = Some(next.clone());
                    app.tables.changed(app, &table, &mut live)?;
                    next
                }
            }
        };
        let next = app.tables.find(app, &again)?;
        let live = next.lock();
        Ok((StatusCode::CREATED, answer(app, &who, &next, &live)))
    });
    opened.await
}

/// Makes a code with which somebody else can take a person's seat, once.
#[utoipa::path(
    post, path = "/tables/{id}/seats/{seat}/code", tag = "tables",
    params(("id" = String, Path), ("seat" = u8, Path, maximum = 7)),
    responses((status = 201, body = Invitation))
)]
async fn invite(
    State(app): State<Arc<App>>,
    _: Host,
    Path((id, seat)): Path<(String, u8)>,
) -> Answered<(StatusCode, Json<Invitation>)> {
    let made = app.work(move |app| {
        let table = app.tables.find(app, &id)?;
        let mut live = table.lock();
        live.check_seat(&Who::Host, seat)?;
        let code = gate::code::<8>();
        live.kept.codes[usize::from(seat)] = Some(code.clone());
        app.tables.changed(app, &table, &mut live)?;
        lock(&app.invitations).insert(code.clone(), (id, seat));
        Ok((StatusCode::CREATED, Json(Invitation { code })))
    });
    made.await
}

/// Takes a seat with a code; needs no token, and gives one for that seat.
#[utoipa::path(
    post, path = "/join", tag = "tables", request_body = Join,
    responses((status = 200, body = Joined))
)]
async fn join(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Json(asked): Json<Join>,
) -> Answered<Json<Joined>> {
    app.tries.check(address.ip())?;
    let joined = app.work(move |app| {
        let code = asked.code.trim().to_ascii_lowercase();
        // A code is taken out whether its table is there or not: it can be used once.
        let found = lock(&app.invitations).remove(&code);
        let wrong = || {
            app.tries.note(address.ip());
            Problem::new(Code::NotFound, "code", "this is no code, or it was used before")
        };
        let (id, seat) = found.ok_or_else(wrong)?;
        let table = app.tables.find(app, &id)?;
        let mut live = table.lock();
        let own = live.kept.codes[usize::from(seat)].take();
        if !own.is_some_and(|own| gate::same(&own, &code)) {
            return Err(wrong());
        }
        let token = format!("{id}.{}", gate::secret());
        live.kept.guests[usize::from(seat)] = Some(gate::hashed(&token));
        if let Some(name) = asked.name {
            live.rename(seat, name, app)?;
        }
        app.tables.changed(app, &table, &mut live)?;
        Ok(Json(Joined { table: id, seat, token }))
    });
    joined.await
}
