//! Questions about one position: the game, where it began and the plies are in every question, so there is
//! nothing to keep and nothing to expire.

use std::sync::Arc;

use axum::extract::State;
use plyglot_catalog::Opened;
use plyglot_core::{Content, Heading, Player, is_crowned};
use plyglot_lab::{
    Attribution, BookPage, Edit, Editor, Piece, Ply, Position, SeatTerms, Setup, Tint, attribute,
    files, first_position,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::{App, Place, check_spec},
    gate::{Host, Who},
    problem::{Answered, Code, Json, Problem},
    view::{Ground, Look, View},
};

pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(position))
        .routes(routes!(explain))
        .routes(routes!(book))
        .routes(routes!(premoves))
        .routes(routes!(setup))
        .routes(routes!(read))
        .routes(routes!(write))
}

/// A position with everything that is shown of it.
#[utoipa::path(
    post, path = "/positions", tag = "positions", request_body = Place,
    responses((status = 200, body = View))
)]
async fn position(
    State(app): State<Arc<App>>,
    _: Who,
    Json(place): Json<Place>,
) -> Answered<Json<View>> {
    app.work(move |app| Ok(Json(app.boards.view(&app.open(&place)?)))).await
}

/// Whose opinion of a position is wanted.
#[derive(Deserialize, ToSchema)]
struct Explain {
    /// The position.
    #[serde(flatten)]
    place: Place,
    /// The agent whose evaluation is explained; the one that tells most if none is named.
    #[serde(default)]
    agent: Option<String>,
}

/// An evaluation taken apart.
#[derive(Serialize, ToSchema)]
struct Explanation {
    /// Whose it is, in full.
    agent: String,
    /// Its terms, seat by seat.
    seats: Vec<SeatTerms>,
    /// What each piece adds to them, found by taking it away.
    cells: Vec<Attribution>,
}

/// What an evaluation makes of a position, term by term and piece by piece.
#[utoipa::path(
    post, path = "/positions/explain", tag = "positions", request_body = Explain,
    responses((status = 200, body = Explanation))
)]
async fn explain(
    State(app): State<Arc<App>>,
    _: Host,
    Json(asked): Json<Explain>,
) -> Answered<Json<Explanation>> {
    let explained = app.work(move |app| {
        let opened = app.open(&asked.place)?;
        let agent = match asked.agent {
            Some(agent) => agent,
            None => telling_agent(app, &opened),
        };
        check_spec("agent", &agent)?;
        let judge = |opened: &Opened| {
            app.lab(|lab| app.catalog.explain(&agent, opened, lab.load))
                .map_err(|error| plyglot_lab::Error::spec("agent", &error))
        };
        let explained = judge(&opened)?;
        let seats = plyglot_lab::explain(&explained, &*opened.session);
        let cells = attribute(&opened, &seats, &judge);
        Ok(Json(Explanation { agent: explained.agent, seats, cells }))
    });
    explained.await
}

/// The player of a game whose evaluation has the most terms.
fn telling_agent(app: &App, opened: &Opened) -> String {
    let terms = |agent: &str| {
        let explained = app.lab(|lab| app.catalog.explain(agent, opened, lab.load));
        explained.map_or(0, |own| own.seats.iter().map(|seat| seat.terms.len()).max().unwrap_or(0))
    };
    let usual = plyglot_lab::games::usual_agent(&opened.entry);
    let players = app.catalog.players(opened.entry.name).unwrap_or_default();
    let mut best = (terms(usual), usual);
    for player in players {
        let own = terms(player.name);
        if own > best.0 {
            best = (own, player.name);
        }
    }
    best.1.to_owned()
}

/// What the opening book of the game says of a position.
#[utoipa::path(
    post, path = "/positions/book", tag = "positions", request_body = Place,
    responses((status = 200, body = BookPage))
)]
async fn book(
    State(app): State<Arc<App>>,
    _: Who,
    Json(place): Json<Place>,
) -> Answered<Json<BookPage>> {
    app.work(move |app| Ok(Json(plyglot_lab::book(&app.catalog, &app.open(&place)?)?))).await
}

/// Whose plies are wanted.
#[derive(Deserialize, ToSchema)]
struct Premoves {
    /// The position.
    #[serde(flatten)]
    place: Place,
    /// The seat.
    #[schema(maximum = 7)]
    seat: u8,
}

/// Plies.
#[derive(Serialize, ToSchema)]
struct Plies {
    /// The plies with the clicks that enter them.
    moves: Vec<Ply>,
}

/// What a seat could prepare while others move.
#[utoipa::path(
    post, path = "/positions/premoves", tag = "positions", request_body = Premoves,
    responses((status = 200, body = Plies))
)]
async fn premoves(
    State(app): State<Arc<App>>,
    _: Who,
    Json(asked): Json<Premoves>,
) -> Answered<Json<Plies>> {
    let found = app.work(move |app| {
        let opened = app.open(&asked.place)?;
        Ok(Json(Plies { moves: Position::premoves(&*opened.session, asked.seat) }))
    });
    found.await
}

/// A position and what is changed in it.
#[derive(Deserialize, ToSchema)]
struct Edits {
    /// The position.
    #[serde(flatten)]
    place: Place,
    /// The changes, in order.
    #[schema(max_items = 5000)]
    edits: Vec<Edit>,
}

/// A board in the middle of being set up.
#[derive(Serialize, ToSchema)]
struct SetupView {
    /// The parts as they are.
    setup: Setup,
    /// The board.
    board: String,
    /// What stands on it, whether it is a position or not.
    look: Look,
    /// The names of the seats' colours in the palette.
    colours: Vec<String>,
    /// The position, if it is one.
    view: Option<View>,
    /// Why it is none.
    problem: Option<Problem>,
}

/// The most changes of a board in one question.
const EDITS: usize = 5000;

/// A position with some changes.
#[utoipa::path(
    post, path = "/setups", tag = "positions", request_body = Edits,
    responses((status = 200, body = SetupView))
)]
async fn setup(
    State(app): State<Arc<App>>,
    _: Host,
    Json(asked): Json<Edits>,
) -> Answered<Json<SetupView>> {
    let edited = app.work(move |app| {
        if asked.edits.len() > EDITS {
            return Err(Problem::new(Code::Limit, "edits", format!("{EDITS} are taken at most")));
        }
        let mut opened = app.open(&asked.place)?;
        let mut editor = Editor::new(&opened)?;
        for edit in &asked.edits {
            editor.edit(edit)?;
        }
        let setup = editor.setup();
        let before = app.boards.view(&opened);
        let (view, problem) = match editor.position() {
            Ok(position) => {
                let set = opened.session.set_position(&position.position);
                set.map_err(|error| Problem::internal(format!("{error}")))?;
                (Some(app.boards.view(&opened)), None)
            }
            Err(why) => (None, Some(why.into())),
        };
        let (board, look) = match &view {
            Some(view) => (view.board.clone(), view.look.clone()),
            None => (before.board, loose_look(&setup, before.look)),
        };
        Ok(Json(SetupView { setup, board, look, colours: before.colours, view, problem }))
    });
    edited.await
}

/// What a setup looks like that is no position: the pieces as they were put, on the ground of `before`.
fn loose_look(setup: &Setup, before: Look) -> Look {
    let empty = setup.palette.first().map_or(' ', |own| own.label);
    let mut pieces = Vec::new();
    let mut grounds: Vec<Ground> =
        before.grounds.into_iter().map(|own| Ground { mark: None, ..own }).collect();
    for (cell, label) in setup.cells.iter().enumerate().filter(|(_, own)| **own != empty) {
        let Some(stamp) = setup.palette.iter().find(|own| own.label == *label) else { continue };
        match stamp.owner {
            Some(_) => pieces.push(Piece {
                cell,
                owner: stamp.owner,
                kind: stamp.kind.clone(),
                label: stamp.label,
                crown: is_crowned(&stamp.kind),
            }),
            None => {
                grounds.retain(|own| own.cell != cell);
                grounds.push(Ground { cell, tint: Tint::Special, base: None, mark: Some(*label) });
            }
        }
    }
    let counters = setup.counters.iter().map(|own| own.counter.clone()).collect();
    Look { pieces, grounds, counters, links: before.links, phase: None }
}

/// A text to be read.
#[derive(Deserialize, ToSchema)]
struct Read {
    /// The specification of the game.
    game: String,
    /// A file of games in a format of the game, or a position.
    text: String,
    /// The format, if it is known.
    #[serde(default)]
    format: Option<String>,
}

/// What a text holds.
#[derive(Serialize, ToSchema)]
struct Found {
    /// The format: `position`, or that of the file.
    format: String,
    /// The games, those that cannot be read among them.
    games: Vec<FoundGame>,
}

/// A game of a text.
#[derive(Serialize, ToSchema)]
#[schema(as = ReadGame)]
struct FoundGame {
    /// The specification of its rules.
    game: String,
    /// Where it begins.
    position: Option<String>,
    /// Its plies, as far as they can be played.
    moves: Vec<String>,
    /// Who played.
    players: Vec<String>,
    /// What is wrong with it.
    error: Option<String>,
}

/// The most games that are read of one text.
const GAMES: usize = 500;

/// Reads a position or a file of games.
#[utoipa::path(
    post, path = "/files/read", tag = "files", request_body = Read,
    responses((status = 200, body = Found))
)]
async fn read(
    State(app): State<Arc<App>>,
    _: Host,
    Json(asked): Json<Read>,
) -> Answered<Json<Found>> {
    app.work(move |app| Ok(Json(read_text(app, &asked)?))).await
}

fn read_text(app: &App, asked: &Read) -> Answered<Found> {
    check_spec("game", &asked.game)?;
    let mut opened = app.lab(|lab| lab.open(&asked.game, None))?;
    let file = Content::new(asked.text.as_str());
    if let Some(format) = &asked.format {
        return read_games(app, &opened, format, &file);
    }
    let refused = match opened.session.boxed().set_position(&asked.text) {
        Ok(()) => {
            opened.session.set_position(&asked.text).map_err(Problem::internal)?;
            let game = FoundGame {
                game: opened.session.spec(&opened.short),
                position: Some(opened.session.position()),
                moves: Vec::new(),
                players: Vec::new(),
                error: None,
            };
            return Ok(Found { format: "position".to_owned(), games: vec![game] });
        }
        Err(error) => plyglot_lab::Error::text("text", &error),
    };
    for format in files::formats(&opened.entry) {
        let found = read_games(app, &opened, format.name, &file)?;
        if found.games.iter().any(|game| !game.moves.is_empty()) {
            return Ok(found);
        }
    }
    Err(refused.into())
}

fn read_games(app: &App, opened: &Opened, format: &str, file: &Content) -> Answered<Found> {
    let games = files::read(opened, format, file)?.take(GAMES);
    let load = |path: &str| app.load(path);
    let game = |read: Result<files::ReadGame, plyglot_core::FileGameError>| {
        let broken = |why: String| FoundGame {
            game: opened.short.clone(),
            position: None,
            moves: Vec::new(),
            players: Vec::new(),
            error: Some(why),
        };
        let own = match read {
            Ok(own) => own,
            Err(error) => return broken(error.to_string()),
        };
        let mut begun = match own.open(&app.catalog, opened, &load) {
            Ok(begun) => begun,
            Err(error) => return broken(error.to_string()),
        };
        let played = own.play(&mut *begun.session, own.game.plies.len());
        FoundGame {
            game: begun.session.spec(&begun.short),
            position: Some(first_position(&*begun.session)),
            moves: begun.session.played().to_vec(),
            players: own.game.heading.players.clone(),
            error: played.err().map(|error| error.to_string()),
        }
    };
    Ok(Found { format: format.to_owned(), games: games.map(game).collect() })
}

/// A game to be written.
#[derive(Deserialize, ToSchema)]
struct Write {
    /// The game.
    #[serde(flatten)]
    place: Place,
    /// A format of the game, or `position`.
    format: String,
    /// Who played.
    #[serde(default)]
    #[schema(max_items = 8)]
    players: Vec<String>,
    /// The rank of each seat, if something else than the rules decided.
    #[serde(default)]
    #[schema(max_items = 8)]
    ranks: Vec<u8>,
}

/// A file.
#[derive(Serialize, ToSchema)]
struct Written {
    /// A name for it.
    name: String,
    /// What it holds.
    text: String,
}

/// Writes a game in a format.
#[utoipa::path(
    post, path = "/files/write", tag = "files", request_body = Write,
    responses((status = 200, body = Written))
)]
async fn write(
    State(app): State<Arc<App>>,
    _: Who,
    Json(asked): Json<Write>,
) -> Answered<Json<Written>> {
    app.work(move |app| Ok(Json(write_text(app, &asked)?))).await
}

fn write_text(app: &App, asked: &Write) -> Answered<Written> {
    let opened = app.open(&asked.place)?;
    let session = &*opened.session;
    let players = usize::from(session.players());
    let mut names: Vec<String> =
        asked.players.iter().map(|name| name.chars().take(200).collect()).collect();
    for seat in names.len()..players {
        names.push(session.player_name(Player(seat as u8)));
    }
    names.truncate(players);
    let ranks = match session.outcome() {
        Some(payoffs) => plyglot_core::ranks(&payoffs, session.players()),
        None if asked.ranks.len() == players => asked.ranks.clone(),
        None => Vec::new(),
    };
    let name = opened.entry.name;
    let text = match asked.format.as_str() {
        "position" => {
            return Ok(Written { name: format!("{name}.txt"), text: session.position() });
        }
        "jsonl" => {
            let game = serde_json::json!({
                "game": session.spec(&opened.short),
                "position": first_position(session),
                "moves": session.played(),
                "agents": names,
                "ranks": ranks,
                "final": session.position(),
            });
            Some(format!("{game}\n"))
        }
        format => {
            let heading = Heading { players: names, ranks, tags: Vec::new() };
            session.write_game(format, &heading)
        }
    };
    let text = text.ok_or_else(|| {
        let known: Vec<_> = files::formats(&opened.entry).iter().map(|own| own.name).collect();
        let (format, listed) = (&asked.format, known.join(", "));
        let why = match known.contains(&format.as_str()) {
            true => format!("this game cannot be written as {format:?}, as position and jsonl can"),
            false => format!("{name} has no format {format:?}; it has: position, {listed}"),
        };
        Problem::new(Code::NotFound, "format", why)
    })?;
    Ok(Written { name: format!("{name}.{}", asked.format), text })
}
