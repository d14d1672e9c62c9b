//! No rule and no word of any game is in the page: what it shows comes from the server.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;

use super::page;

/// Words of games that are also words of the API.
const SHARED: [&str; 1] = ["piece"];
/// Shorter words mean too many things.
const SHORT: usize = 3;

#[derive(Deserialize)]
struct Game {
    name: String,
}

#[derive(Deserialize)]
struct Position {
    players: Vec<String>,
    scene: Scene,
}

#[derive(Deserialize)]
struct Scene {
    pieces: Vec<Piece>,
}

#[derive(Deserialize)]
struct Piece {
    kind: String,
}

/// Finds names of games anywhere, and their seats and kinds of pieces where code could decide by them.
pub(super) fn check(program: &Path) -> Result<(), String> {
    let games: Vec<Game> = ask(program, &["games", "--json"])?;
    let mut words = BTreeSet::new();
    for game in &games {
        let shown: Position = ask(program, &["show", &game.name, "--json"])?;
        words.extend(shown.players);
        words.extend(shown.scene.pieces.into_iter().map(|piece| piece.kind));
    }
    words.retain(|word| word.len() >= SHORT && !SHARED.contains(&word.as_str()));
    let mut faults = Vec::new();
    for path in sources(&page().join("src")) {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path:?}: {error}"))?;
        for (number, line) in (1..).zip(text.lines()) {
            let has_name = |game: &&Game| has_word(&line.to_ascii_lowercase(), &game.name);
            let found = games.iter().find(has_name).map(|game| game.name.as_str());
            let found =
                found.or_else(|| words.iter().find(|word| decides(line, word)).map(|w| w.as_str()));
            if let Some(word) = found {
                faults
                    .push(format!("{}:{number}: the page must not know {word:?}", path.display()));
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(format!("xtask web:\n{}", faults.join("\n"))) }
}

fn ask<T: for<'a> Deserialize<'a>>(program: &Path, args: &[&str]) -> Result<T, String> {
    let failed =
        |why: &dyn std::fmt::Display| format!("xtask: {} {args:?}: {why}", program.display());
    let told = Command::new(program).args(args).output().map_err(|error| failed(&error))?;
    serde_json::from_slice(&told.stdout).map_err(|error| failed(&error))
}

fn has_word(line: &str, word: &str) -> bool {
    line.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').any(|own| own == word)
}

/// Whether a line of code has a word as a text of its own.
fn decides(line: &str, word: &str) -> bool {
    let code = line.trim_start();
    let comment = ["//", "/*", "*"].iter().any(|sign| code.starts_with(sign));
    !comment && ['"', '\'', '`'].iter().any(|quote| line.contains(&format!("{quote}{word}{quote}")))
}

/// The sources of the page.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { found.extend(sources(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}
