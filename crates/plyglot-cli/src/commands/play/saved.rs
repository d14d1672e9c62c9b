//! Games in files, and the commands that bring one back.

use std::{fs, path::Path};

use plyglot_conform::result_value;
use plyglot_core::{Clock as _, FileGameError};
use plyglot_lab::{files, first_position};
use serde_json::{Value, json};

use super::{seats, table::Table};
use crate::input::{numbered, open_game, read_file, read_game};

/// Writes the game as one row of the format that `conform --playouts` reads. A file that is there
/// already is replaced only if it holds a game.
pub(super) fn save(table: &Table<'_>, path: &str) -> Result<(), String> {
    if path.is_empty() {
        return Err("expected the name of a file".to_owned());
    }
    if Path::new(path).exists() && read_game(table.opened(), path, files::JSON.name, 1).is_err() {
        return Err(format!("{path} exists and is no saved game"));
    }
    fs::write(path, format!("{}\n", row(table))).map_err(|error| format!("{path}: {error}"))
}

/// Replaces the game on the table by one in a file, the first or the one of the number after `#`; on an error
/// nothing changes. What the file does not tell stays as it is.
pub(super) fn load(table: &mut Table<'_>, path: &str) -> Result<(), String> {
    if path.is_empty() {
        return Err("expected the name of a file".to_owned());
    }
    let (path, number) = numbered(path);
    let format = files::format_of(&table.opened().entry, path).unwrap_or(files::JSON);
    let game = read_game(table.opened(), path, format.name, number)?;
    let refused = |error: FileGameError| format!("{path}: game {number}: {error}");
    let opened = game.open(table.lab.catalog, table.opened(), &read_file);
    let mut opened = opened.map_err(refused)?;
    game.play(&mut *opened.session, usize::MAX).map_err(refused)?;
    let names = match game.seats.is_empty() {
        true => table.names(),
        false => game.seats.iter().map(String::as_str).collect(),
    };
    let seed = game.seed.unwrap_or(table.plan().seed);
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
    row["game"] = json!(opened.short);
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
    let mut words = vec![quoted(&table.opened().short)];
    let first = first_position(table.session());
    let usual = open_game(table.lab.catalog, &table.opened().short);
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

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_.,/:+=@".contains(sign);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
