//! Games in files, and the commands that bring one back.

use std::{fs, path::Path};

use plyglot_catalog::Opened;
use plyglot_conform::result_value;
use plyglot_core::{AnySession, Clock as _, Spec};
use serde_json::{Value, json};

use super::{seats, table::Table};
use crate::input::{open_game, read_file};

/// Writes the game as one row of the format that `conform --playouts` reads. A file that is there
/// already is replaced only if it holds a game.
pub(super) fn save(table: &Table<'_>, path: &str) -> Result<(), String> {
    if path.is_empty() {
        return Err("expected the name of a file".to_owned());
    }
    if Path::new(path).exists() && read_row(path).is_err() {
        return Err(format!("{path} exists and is no saved game"));
    }
    fs::write(path, format!("{}\n", row(table))).map_err(|error| format!("{path}: {error}"))
}

/// Replaces the game on the table by the first one in a file; on an error nothing changes. What the
/// file does not tell stays as it is.
pub(super) fn load(table: &mut Table<'_>, path: &str) -> Result<(), String> {
    if path.is_empty() {
        return Err("expected the name of a file".to_owned());
    }
    let row = read_row(path)?;
    let opened = open_row(table, &row).map_err(|why| format!("{path}: {why}"))?;
    let names = match row.get("seats").and_then(Value::as_array) {
        Some(seats) => seats.iter().filter_map(Value::as_str).collect(),
        None => table.names(),
    };
    let seed = row.get("seed").and_then(Value::as_u64).unwrap_or(table.plan().seed);
    let plan = seats::read(&table.lab, &opened, &names.join(","), table.limits, seed);
    let plan = plan.map_err(|error| format!("{path}: seats: {error}"))?;
    let game = table.lab.table(opened, plan, table.clock.now());
    table.game = game.map_err(|error| format!("{path}: {error}"))?;
    Ok(())
}

fn row(table: &Table<'_>) -> Value {
    let (opened, session) = (table.opened(), table.session());
    let mut row = json!({ "name": format!("played, seed {}", table.plan().seed) });
    for (name, value) in &opened.given {
        row[name] = json!(value);
    }
    row["game"] = json!(short_spec(opened));
    row["seats"] = json!(table.full_names());
    row["seed"] = json!(table.plan().seed);
    row["position"] = json!(first_position(session));
    row["moves"] = json!(session.played());
    row["final"] = json!(session.position());
    if let Some(verdict) = session.verdict() {
        row["result"] = result_value(&verdict.result);
        row["reason"] = verdict.reason.map_or(Value::Null, |reason| json!(reason));
    }
    row
}

/// The first row of a file of games: an object, a list of objects, or one object a line.
fn read_row(path: &str) -> Result<Value, String> {
    let text = read_file(path)?;
    let first = serde_json::Deserializer::from_str(&text).into_iter::<Value>().next();
    let row = match first {
        Some(Ok(Value::Array(rows))) => rows.into_iter().next().unwrap_or_default(),
        Some(Ok(row)) => row,
        Some(Err(error)) => return Err(format!("{path}: not JSON: {error}")),
        None => return Err(format!("{path} is empty")),
    };
    match row.get("moves") {
        Some(Value::Array(_)) => Ok(row),
        _ => Err(format!("{path} holds no game: it has no list \"moves\"")),
    }
}

/// The game of a row after its last move.
fn open_row(table: &Table<'_>, row: &Value) -> Result<Opened, String> {
    let spec = row.get("game").and_then(Value::as_str);
    let spec = spec.map_or_else(|| short_spec(table.opened()), str::to_owned);
    let opened = table.lab.catalog.open(&with_options(table, &spec, row)?, &read_file);
    let mut opened = opened.map_err(|error| error.to_string())?;
    if let Some(position) = row.get("position").and_then(Value::as_str) {
        opened.session.set_position(position).map_err(|error| format!("position: {error}"))?;
    }
    for (ply, mv) in (1..).zip(row["moves"].as_array().into_iter().flatten()) {
        let mv = mv.as_str().ok_or_else(|| format!("move {ply}: {mv} is not a text"))?;
        opened.session.play(mv).map_err(|error| format!("move {ply}: {error}"))?;
    }
    Ok(opened)
}

/// A specification with the options that the row itself gives, as `conform` understands them.
fn with_options(table: &Table<'_>, spec: &str, row: &Value) -> Result<String, String> {
    let mut spec = Spec::parse(spec).map_err(|error| error.to_string())?;
    let entry = table.lab.catalog.game(&spec.name).map_err(|error| error.to_string())?;
    for option in entry.options {
        let Some(value) = row.get(option.name) else { continue };
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        spec.given.retain(|(name, _)| name != option.name);
        spec.given.push((option.name.to_owned(), value));
    }
    Ok(spec.to_string())
}

/// The command that plays from here, or from the beginning.
pub(super) fn play_command(table: &Table<'_>, from_here: bool) -> String {
    let mut words = vec!["plyglot".to_owned(), "play".to_owned()];
    words.extend(place(table, from_here));
    words.extend(["--seats".to_owned(), quoted(&table.names().join(","))]);
    if let Some(millis) = table.limits.millis {
        words.extend(["--time".to_owned(), (millis as f64 / 1000.0).to_string()]);
    }
    if let Some(nodes) = table.limits.nodes {
        words.extend(["--nodes".to_owned(), nodes.to_string()]);
    }
    words.extend(["--seed".to_owned(), table.plan().seed.to_string()]);
    words.join(" ")
}

/// The command that shows the position.
pub(super) fn show_command(table: &Table<'_>) -> String {
    format!("plyglot show {}", place(table, true).join(" "))
}

/// The arguments that bring back the beginning of the game, and its moves if they are wanted.
fn place(table: &Table<'_>, moves: bool) -> Vec<String> {
    let mut words = vec![quoted(&short_spec(table.opened()))];
    let first = first_position(table.session());
    let usual = open_game(table.lab.catalog, &short_spec(table.opened()));
    if !usual.is_ok_and(|usual| usual.session.position() == first) {
        words.extend(["--position".to_owned(), quoted(&first)]);
    }
    let played = table.session().played();
    if moves && !played.is_empty() {
        let blanks = played.iter().any(|ply| ply.contains(char::is_whitespace));
        let separator = if blanks { "; " } else { " " };
        words.extend(["--moves".to_owned(), quoted(&played.join(separator))]);
    }
    words
}

fn short_spec(opened: &Opened) -> String {
    Spec { name: opened.entry.name.to_owned(), given: opened.given.clone() }.to_string()
}

fn first_position(session: &dyn AnySession) -> String {
    let mut first = session.boxed();
    while first.undo() {}
    first.position()
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_.,/:+=@".contains(sign);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
