//! Rows of a file, and the game set up for each.

use std::fmt;

use plyglot_core::{
    AnySession, GameEntry, Options, SpecError,
    options::{Loader, no_files},
    shorten,
};
use serde_json::Value;

/// A file that cannot be used at all.
#[derive(Debug, PartialEq, Eq)]
pub struct FileError(String);

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FileError {}

/// The game under test, with the options that hold for every row.
pub struct Subject<'a> {
    entry: GameEntry,
    given: Vec<(String, String)>,
    load: Loader<'a>,
}

impl Subject<'static> {
    /// A game with its default options.
    pub fn new(entry: GameEntry) -> Self {
        Subject { entry, given: Vec::new(), load: &no_files }
    }
}

impl<'a> Subject<'a> {
    /// A game with given options.
    pub fn with(entry: GameEntry, given: Vec<(String, String)>, load: Loader<'a>) -> Self {
        Subject { entry, given, load }
    }

    /// The game in the position of a row, under the row's options.
    pub(crate) fn set_up(&self, row: &Value) -> Result<Box<dyn AnySession>, String> {
        let mut given = self.given.clone();
        for option in self.entry.options {
            if let Some(value) = row.get(option.name) {
                given.retain(|(name, _)| name != option.name);
                given.push((option.name.to_owned(), plain(value)));
            }
        }
        let options = Options::check(self.entry.name, self.entry.options, &given, self.load);
        let build = |options: Options| self.entry.build(&options);
        let mut session = options.and_then(build).map_err(|SpecError(why)| why)?;
        if let Some(position) = row.get("position").and_then(Value::as_str) {
            session.set_position(position).map_err(|error| error.to_string())?;
        }
        Ok(session)
    }
}

/// The rows of a file: a JSON array of objects, or one object a line.
pub(crate) fn read(text: &str) -> Result<Vec<Value>, FileError> {
    let rows = if text.trim_start().starts_with('[') {
        serde_json::from_str(text).map_err(|error| FileError(format!("not JSON: {error}")))?
    } else {
        read_lines(text)?
    };
    match rows.iter().position(|row| !row.is_object()) {
        Some(idx) => Err(FileError(format!("row {} is not a JSON object", idx + 1))),
        None => Ok(rows),
    }
}

fn read_lines(text: &str) -> Result<Vec<Value>, FileError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(idx, line)| {
            serde_json::from_str(line)
                .map_err(|error| FileError(format!("line {}: not JSON: {error}", idx + 1)))
        })
        .collect()
}

/// A short name for a row in messages.
pub(crate) fn label(idx: usize, row: &Value) -> String {
    let name = ["name", "id"].iter().find_map(|key| row.get(key)?.as_str());
    format!("row {} {}", idx + 1, shorten(name.unwrap_or("")))
}

/// A whole number that a row must have.
pub(crate) fn number(row: &Value, key: &str) -> Result<u64, String> {
    let value = row.get(key).ok_or_else(|| format!("it has no {key:?}"))?;
    value.as_u64().ok_or_else(|| format!("{key:?} is {value}, expected a whole number"))
}

/// A value as it is written in a specification.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
