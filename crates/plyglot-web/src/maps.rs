//! Maps: drawing them, and a folder of those that were saved.
//!
//! A draft is a text, so drawing is a pure question like those about positions. Saved maps are files of
//! the data folder, whose names are plain; specifications name them `maps/NAME`.

use std::{fs, io, path::PathBuf, sync::Arc, time::SystemTime};

use axum::{extract::State, http::StatusCode};
use plyglot_core::{GameEntry, MapEditor};
use plyglot_lab::{
    Action, Draft, Drawing, MapNumber, Remark, Stamp, SymmetryKind, palette as colours,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::{App, is_plain},
    gate::Host,
    problem::{Answered, Code, Json, Path, Problem},
    view::Look,
};

/// The longest text of a map.
const TEXT: usize = 64 * 1024;
/// The most edits of a request.
const EDITS: usize = 50;
/// The most maps that are kept.
const MAPS: usize = 500;

pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(draw))
        .routes(routes!(list))
        .routes(routes!(read, save, delete))
}

/// A map, and what is drawn on it.
#[derive(Deserialize, ToSchema)]
struct AskDraft {
    /// The name of the game.
    #[schema(max_length = 100)]
    game: String,
    /// The text of the map.
    #[serde(default)]
    #[schema(max_length = 65536)]
    text: Option<String>,
    /// Instead of a text the name of a map: of a built-in one, or `maps/NAME` of a saved one. Without
    /// either an empty map is drawn on.
    #[serde(default)]
    #[schema(max_length = 100)]
    map: Option<String>,
    /// What is drawn.
    #[serde(flatten)]
    drawing: Drawing,
}

/// A map in the making, with all that an editor shows of it.
#[derive(Serialize, ToSchema)]
struct DraftView {
    /// Its text.
    text: String,
    /// Columns of its grid. The cells of the board go row by row.
    width: usize,
    /// Rows of its grid.
    height: usize,
    /// The greatest width and height.
    largest: usize,
    /// How many players it has.
    players: u8,
    /// The names of all seats that a map can have, in the game's own words.
    seats: Vec<String>,
    /// The names of their colours in the palette: `c-blue`.
    colours: Vec<String>,
    /// What can be painted; the first is the empty cell.
    palette: Vec<Stamp>,
    /// Numbers that can be set.
    numbers: Vec<MapNumber>,
    /// What can be done to the whole map at once.
    actions: Vec<Action>,
    /// The symmetries that a grid of this size can have.
    symmetries: Vec<SymmetryKind>,
    /// Where the images of a place `(x, y)` are under the symmetry that was asked for: for each image the
    /// numbers of `(a x + b y + c, d x + e y + f)`.
    images: Vec<[i64; 6]>,
    /// Sides at which a link can end: a cell, and a direction in degrees clockwise from up.
    free: Vec<(usize, u16)>,
    /// Why the game refuses the map; empty if it does not.
    problems: Vec<Remark>,
    /// What the game accepts, though it is hardly meant.
    warnings: Vec<Remark>,
    /// Whether a game on it has a first move.
    playable: bool,
    /// The board.
    board: String,
    /// What stands on it, with all that is wrong.
    look: Look,
}

/// What comes of drawing. Texts that are no maps yet and edits that cannot be made are part of it, and no
/// failure of the request.
#[derive(Serialize, ToSchema)]
struct Drawn {
    /// The map after all edits; none if one was refused.
    draft: Option<DraftView>,
    /// Why the text cannot be read (`text`) or an edit not be made (`edits`).
    refused: Option<Problem>,
}

/// Draws on a map and tells what comes of it. All edits are made, or none.
#[utoipa::path(
    post, path = "/maps/draft", tag = "maps", request_body = AskDraft,
    responses((status = 200, body = Drawn))
)]
async fn draw(
    State(app): State<Arc<App>>,
    _: Host,
    Json(asked): Json<AskDraft>,
) -> Answered<Json<Drawn>> {
    let drawn = app.work(move |app| {
        check_text(asked.text.as_deref().unwrap_or_default())?;
        if asked.drawing.edits.len() > EDITS {
            let why = format!("{} edits; {EDITS} are taken at most", asked.drawing.edits.len());
            return Err(Problem::new(Code::Limit, "edits", why));
        }
        let text = match (asked.text, &asked.map) {
            (Some(_), Some(_)) => {
                let why = "expected a text or the name of a map, got both";
                return Err(Problem::new(Code::Syntax, "map", why));
            }
            (None, Some(map)) => Some(named(app, &asked.game, map)?),
            (text, None) => text,
        };
        match app.lab(|lab| lab.draft(&asked.game, text.as_deref(), &asked.drawing)) {
            Ok(drawn) => Ok(Json(Drawn { draft: Some(view(app, drawn)), refused: None })),
            Err(error) if error.at.field == "game" => Err(error.into()),
            Err(error) => Ok(Json(Drawn { draft: None, refused: Some(error.into()) })),
        }
    });
    drawn.await
}

fn check_text(text: &str) -> Answered<()> {
    if text.len() > TEXT {
        let why = format!("the text has {} bytes; {TEXT} are taken at most", text.len());
        return Err(Problem::new(Code::Limit, "text", why));
    }
    Ok(())
}

/// The text of a map that specifications can name.
fn named(app: &App, game: &str, map: &str) -> Answered<String> {
    let editor = app.lab(|lab| lab.map_editor(game).map(|(_, editor)| editor))?;
    if let Some((_, text)) = editor.builtin.iter().find(|(name, _)| *name == map) {
        return Ok((*text).to_owned());
    }
    let name = map.strip_prefix("maps/").unwrap_or_default();
    kept(app, name).ok_or_else(|| Problem::new(Code::NotFound, "map", format!("{map:?} is no map")))
}

fn view(app: &App, draft: Draft) -> DraftView {
    let (board, look) = app.boards.split(draft.scene);
    let colour =
        |(seat, name): (usize, &String)| format!("c-{}", colours::of_seat(name, seat).name);
    DraftView {
        colours: draft.seats.iter().enumerate().map(colour).collect(),
        text: draft.text,
        width: draft.width,
        height: draft.height,
        largest: draft.largest,
        players: draft.players,
        seats: draft.seats,
        palette: draft.palette,
        numbers: draft.numbers,
        actions: draft.actions,
        symmetries: draft.symmetries,
        images: draft.images,
        free: draft.free,
        problems: draft.problems,
        warnings: draft.warnings,
        playable: draft.playable,
        board,
        look,
    }
}

/// All maps.
#[derive(Serialize, ToSchema)]
struct Maps {
    /// Those of every game that has any.
    games: Vec<MapsOfGame>,
}

/// The maps of a game.
#[derive(Serialize, ToSchema)]
struct MapsOfGame {
    /// The game.
    game: String,
    /// The option of the game that takes a map.
    option: String,
    /// Those that come with the game.
    built_in: Vec<MapBrief>,
    /// Those saved that have the form of its maps, the newest first.
    saved: Vec<MapBrief>,
}

/// A map in short.
#[derive(Serialize, ToSchema)]
struct MapBrief {
    /// Its name; a saved one is `maps/NAME` in specifications.
    name: String,
    /// Columns of its grid.
    width: usize,
    /// Rows of its grid.
    height: usize,
    /// How many players it has.
    players: u8,
    /// How many reasons the game has to refuse it.
    problems: usize,
}

/// The maps that come with games, and those that were saved.
#[utoipa::path(get, path = "/maps", tag = "maps", responses((status = 200, body = Maps)))]
async fn list(State(app): State<Arc<App>>, _: Host) -> Answered<Json<Maps>> {
    let listed = app.work(|app| {
        let saved: Vec<_> = names(app)?
            .into_iter()
            .filter_map(|name| kept(app, &name).map(|text| (name, text)))
            .collect();
        let of_game = |(game, editor): (&GameEntry, MapEditor)| MapsOfGame {
            game: game.name.to_owned(),
            option: editor.option.to_owned(),
            built_in: briefs(editor.builtin.iter().copied(), editor),
            saved: briefs(saved.iter().map(|(name, text)| (name.as_str(), text.as_str())), editor),
        };
        let editors = app.catalog.games().filter_map(|game| Some((game, game.maps?)));
        Ok(Json(Maps { games: editors.map(of_game).collect() }))
    });
    listed.await
}

/// The maps that a game can draw, in short.
fn briefs<'a>(maps: impl Iterator<Item = (&'a str, &'a str)>, editor: MapEditor) -> Vec<MapBrief> {
    let brief = |(name, text): (&str, &str)| {
        let draft = (editor.draw)(Some(text), plyglot_core::Symmetry::default(), &[]).ok()?;
        Some(MapBrief {
            name: name.to_owned(),
            width: draft.width,
            height: draft.height,
            players: draft.players,
            problems: draft.problems.len(),
        })
    };
    maps.filter_map(brief).collect()
}

/// A saved map.
#[derive(Serialize, ToSchema)]
struct SavedMap {
    /// Its name.
    name: String,
    /// Its text.
    text: String,
}

/// A saved map.
#[utoipa::path(
    get, path = "/maps/{name}", tag = "maps",
    params(("name" = String, Path, description = "letters, digits, - and _, at most 60")),
    responses((status = 200, body = SavedMap))
)]
async fn read(
    State(app): State<Arc<App>>,
    _: Host,
    Path(name): Path<String>,
) -> Answered<Json<SavedMap>> {
    let text = kept(&app, &name).ok_or_else(|| Problem::missing("map"))?;
    Ok(Json(SavedMap { name, text }))
}

/// A map to keep.
#[derive(Deserialize, ToSchema)]
struct SaveMap {
    /// The name of the game.
    #[schema(max_length = 100)]
    game: String,
    /// The text; it must have the form of a map of that game, but may still break its rules.
    #[schema(max_length = 65536)]
    text: String,
}

/// Saves a map, in the place of the one of that name if there is one.
#[utoipa::path(
    put, path = "/maps/{name}", tag = "maps", request_body = SaveMap,
    params(("name" = String, Path, description = "letters, digits, - and _, at most 60")),
    responses((status = 200, body = MapBrief))
)]
async fn save(
    State(app): State<Arc<App>>,
    _: Host,
    Path(name): Path<String>,
    Json(asked): Json<SaveMap>,
) -> Answered<Json<MapBrief>> {
    let saved = app.work(move |app| {
        check_text(&asked.text)?;
        let file = file(app, &name)?;
        let drawn =
            app.lab(|lab| lab.draft(&asked.game, Some(&asked.text), &Drawing::default()))?;
        if !file.exists() && names(app)?.len() >= MAPS {
            let why = format!("{MAPS} maps are kept at most: delete one first");
            return Err(Problem::new(Code::Limit, "name", why));
        }
        write(&file, &asked.text).map_err(Problem::internal)?;
        let (width, height, players) = (drawn.width, drawn.height, drawn.players);
        let problems = drawn.problems.len();
        Ok(Json(MapBrief { name, width, height, players, problems }))
    });
    saved.await
}

/// Deletes a saved map.
#[utoipa::path(
    delete, path = "/maps/{name}", tag = "maps",
    params(("name" = String, Path, description = "letters, digits, - and _, at most 60")),
    responses((status = 204))
)]
async fn delete(
    State(app): State<Arc<App>>,
    _: Host,
    Path(name): Path<String>,
) -> Answered<StatusCode> {
    let deleted = app.work(move |app| match fs::remove_file(file(app, &name)?) {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Problem::missing("map")),
        Err(error) => Err(Problem::internal(error)),
    });
    deleted.await
}

fn folder(app: &App) -> PathBuf {
    app.config.data.join("maps")
}

/// The file of a map. Only plain names have one, so that none leaves the folder.
fn file(app: &App, name: &str) -> Answered<PathBuf> {
    if !is_plain(name) {
        let why = format!("{name:?}: expected 1 to 60 letters, digits, - and _");
        return Err(Problem::new(Code::Syntax, "name", why));
    }
    Ok(folder(app).join(name))
}

/// The text of a saved map.
fn kept(app: &App, name: &str) -> Option<String> {
    is_plain(name).then(|| app.load(&format!("maps/{name}")).ok())?
}

/// The file is there as a whole or not at all, whatever happens meanwhile.
fn write(file: &std::path::Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(file))?;
    let unfinished = file.with_extension("new");
    fs::write(&unfinished, text)?;
    fs::rename(unfinished, file)
}

/// The names of saved maps, the newest first.
fn names(app: &App) -> Answered<Vec<String>> {
    let entries = match fs::read_dir(folder(app)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Problem::internal(error)),
    };
    let mut found: Vec<(SystemTime, String)> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| is_plain(name))?;
            let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), name))
        })
        .collect();
    found.sort_by(|one, other| other.cmp(one));
    Ok(found.into_iter().take(MAPS).map(|(_, name)| name).collect())
}
