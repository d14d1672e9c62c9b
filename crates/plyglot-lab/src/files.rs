//! Files of games: what every game reads, whatever the format.

use std::{collections::BTreeMap, path::Path};

use plyglot_catalog::{Catalog, Opened};
use plyglot_core::{
    AnySession, Content, FileGame, FileGameError, Format, GameEntry, Heading, Spec, options::Loader,
};
use serde_json::Value;

use crate::{Code, Error};

/// The format that every game has.
pub const JSON: Format = Format::new(
    "jsonl",
    "one JSON object a line, as games-db export, random --json and save in play write it",
);

/// The formats that files of a game's games may have, its own ones first.
pub fn formats(entry: &GameEntry) -> Vec<Format> {
    entry.formats.iter().copied().chain([JSON]).collect()
}

/// The format that the name of a file tells, if it does.
pub fn format_of(entry: &GameEntry, path: &str) -> Option<Format> {
    let ending = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
    let ending = if ending == "json" { JSON.name } else { &ending };
    formats(entry).into_iter().find(|format| format.name == ending)
}

/// A game of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadGame {
    /// The specification of its rules, if the file tells them.
    pub rules: Option<String>,
    /// The files that the specification names, if they come along.
    pub files: BTreeMap<String, String>,
    /// Where it begins, its plies, who played and with what result.
    pub game: FileGame,
    /// The seats as somebody who saved it in the middle has them; empty if nobody did.
    pub seats: Vec<String>,
    /// The seed of that game.
    pub seed: Option<u64>,
}

/// The games of a file, one after the other; after one that cannot be read come the next.
pub type ReadGames<'a> = Box<dyn Iterator<Item = Result<ReadGame, FileGameError>> + 'a>;

/// Reads the games of a file in a format of that name. What the file does not tell of the rules is as in
/// `opened`.
pub fn read<'a>(
    opened: &'a Opened,
    format: &str,
    file: &'a Content,
) -> Result<ReadGames<'a>, Error> {
    if format == JSON.name {
        let text = file.text();
        return Ok(Box::new(Rows { text, at: 0, list: Vec::new().into_iter(), opened }));
    }
    let games = opened.session.read_games(format, file).ok_or_else(|| {
        let known: Vec<_> = formats(&opened.entry).iter().map(|own| own.name).collect();
        let (game, known) = (opened.entry.name, known.join(", "));
        let why = format!("{game} has no files of the format {format:?}; it has: {known}");
        Error::new(Code::NotFound, "format", why)
    })?;
    let plain = |game| ReadGame { game, ..ReadGame::default() };
    Ok(Box::new(games.map(move |game| game.map(plain))))
}

impl ReadGame {
    /// The game where it begins, before its plies, under its own rules if the file tells them and those of
    /// `usual` otherwise. `load` reads files that did not come along.
    pub fn open(
        &self,
        catalog: &Catalog,
        usual: &Opened,
        load: Loader<'_>,
    ) -> Result<Opened, FileGameError> {
        let load =
            |path: &str| self.files.get(path).map_or_else(|| load(path), |own| Ok(own.clone()));
        let rules = self.rules.as_ref().unwrap_or(&usual.short);
        let mut opened = catalog.open(rules, &load).map_err(|error| fault(None, error))?;
        if let Some(text) = &self.game.position {
            let set = opened.session.set_position(text);
            set.map_err(|error| fault(None, format!("position: {error}")))?;
        }
        Ok(opened)
    }

    /// Plays up to so many of its plies from where it begins.
    pub fn play(&self, session: &mut dyn AnySession, most: usize) -> Result<(), FileGameError> {
        for (ply, text) in (1..).zip(self.game.plies.iter().take(most)) {
            if let Some(verdict) = session.verdict() {
                let why = format!("{text}: by the rules the game was over: {verdict}");
                return Err(fault(Some(ply), why));
            }
            session.play(text).map_err(|error| fault(Some(ply), error))?;
        }
        Ok(())
    }
}

fn fault(ply: Option<usize>, why: impl ToString) -> FileGameError {
    FileGameError { ply, why: why.to_string() }
}

/// Rows of JSON: objects one after the other, or lists of them.
struct Rows<'a> {
    text: &'a str,
    /// How far the text was read.
    at: usize,
    list: std::vec::IntoIter<Value>,
    opened: &'a Opened,
}

impl Iterator for Rows<'_> {
    type Item = Result<ReadGame, FileGameError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.list.next() {
                return Some(game(self.opened, &row));
            }
            match self.value()? {
                Ok(Value::Array(rows)) => self.list = rows.into_iter(),
                Ok(row) => return Some(game(self.opened, &row)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Rows<'_> {
    /// The next value of the text. After something that is no JSON reading goes on with the next line.
    fn value(&mut self) -> Option<Result<Value, FileGameError>> {
        let rest = &self.text[self.at..];
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next()? {
            Ok(value) => {
                self.at += values.byte_offset();
                Some(Ok(value))
            }
            Err(error) => {
                let line = self.text[..self.at].matches('\n').count() + error.line();
                let lines = rest.split_inclusive('\n').take(error.line());
                self.at += lines.map(str::len).sum::<usize>();
                // The place that the error tells is counted from the last good row.
                let why = error.to_string();
                let why = why.split(" at line ").next().unwrap_or_default();
                Some(Err(fault(None, format!("line {line}: not JSON: {why}"))))
            }
        }
    }
}

/// The game of a row: one that was exported has `plies`, others their `moves` as a list of texts.
fn game(opened: &Opened, row: &Value) -> Result<ReadGame, FileGameError> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let list = row.get("plies").or_else(|| row.get("moves")).and_then(Value::as_array);
    let list = list.ok_or_else(|| fault(None, "it has no list \"moves\""))?;
    let mut plies = Vec::with_capacity(list.len());
    for (ply, own) in (1..).zip(list) {
        plies.push(text(own).ok_or_else(|| fault(Some(ply), format!("{own} is not a text")))?);
    }
    let position = row.get("position").or_else(|| row.get("opening")?.get("position"));
    let files = row.get("files").and_then(Value::as_object).into_iter().flatten();
    let files = files.filter_map(|(path, own)| Some((path.clone(), text(own)?))).collect();
    let heading = Heading { players: players(row), ranks: ranks(row)?, tags: tags(row) };
    let game = FileGame { position: position.and_then(text), plies, heading };
    let seats = row.get("seats").map_or(Vec::new(), names);
    let seed = row.get("seed").and_then(Value::as_u64);
    Ok(ReadGame { rules: rules(opened, row)?, files, game, seats, seed })
}

/// The rules of a row: those that it names, with the options that it gives, as `conform` understands them.
fn rules(opened: &Opened, row: &Value) -> Result<Option<String>, FileGameError> {
    let named = row.get("game").and_then(Value::as_str);
    let mut spec = match named.map(Spec::parse).transpose().map_err(|error| fault(None, error))? {
        Some(spec) => spec,
        None => Spec { name: opened.entry.name.to_owned(), given: opened.given.clone() },
    };
    // An exported row has its options in the specification, and other things under their names.
    let whole = named.is_some() && row.get("plies").is_some() || spec.name != opened.entry.name;
    let options = if whole { &[] } else { opened.entry.options };
    let given = options.iter().filter_map(|own| Some((own.name, row.get(own.name)?)));
    let given: Vec<_> = given.collect();
    for (name, value) in &given {
        spec.given.retain(|(own, _)| own != name);
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        spec.given.push(((*name).to_owned(), value));
    }
    Ok((named.is_some() || !given.is_empty()).then(|| spec.to_string()))
}

fn players(row: &Value) -> Vec<String> {
    row.get("agents").or_else(|| row.get("seats")).map_or(Vec::new(), names)
}

/// The names of a list: texts, or objects with such a name.
fn names(list: &Value) -> Vec<String> {
    let name = |own: &Value| own.as_str().or_else(|| own.get("name")?.as_str()).map(str::to_owned);
    let list = list.as_array().into_iter().flatten();
    list.map(|own| name(own).unwrap_or_default()).collect()
}

fn ranks(row: &Value) -> Result<Vec<u8>, FileGameError> {
    let Some(ranks) = row.get("ranks") else { return Ok(Vec::new()) };
    let rank = |own: &Value| own.as_u64().and_then(|own| u8::try_from(own).ok());
    let read = ranks.as_array().and_then(|own| own.iter().map(rank).collect());
    read.ok_or_else(|| fault(None, format!("ranks: {ranks} is no list of ranks")))
}

/// What may tell a game from others that went the same way: for an exported game that was imported before,
/// what its first file told.
fn tags(row: &Value) -> Vec<(String, String)> {
    let plain = |own: &Value| own.as_str().map_or_else(|| own.to_string(), str::to_owned);
    if let Some(tags) = row.get("imported").and_then(|own| own.get("tags")?.as_array()) {
        let pair = |own: &Value| Some((plain(own.get(0)?), plain(own.get(1)?)));
        return tags.iter().filter_map(pair).collect();
    }
    let named =
        [("Event", "name"), ("Job", "job"), ("Number", "number"), ("Termination", "verdict")];
    let value = |key| row.get(key).filter(|own| own.is_string() || own.is_number());
    named.into_iter().filter_map(|(tag, key)| Some((tag.to_owned(), plain(value(key)?)))).collect()
}
