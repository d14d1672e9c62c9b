//! From what was typed to a game in a position.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    time::Duration,
};

use plyglot_arena::limits::read_milliseconds;
use plyglot_catalog::{Catalog, Opened};
use plyglot_core::{AnySession, Content, Format, TextError, did_you_mean, shorten};
use plyglot_lab::files::{self, ReadGame};

use crate::{
    args::{Beginning, Place},
    error::{Error, warn},
    words,
};

/// Files larger than this are refused: no position, map or game list comes near.
const MAX_BYTES: u64 = 1 << 26;

/// A whole file as text.
pub(crate) fn read_file(path: &str) -> Result<String, String> {
    let refuse = |_| format!("cannot read {path}: stream did not contain valid UTF-8");
    String::from_utf8(read_bytes(path)?).map_err(refuse)
}

/// A whole file of games, of whatever encoding, with those that lie beside it and complete its format.
pub(crate) fn read_content(path: &str, format: Option<Format>) -> Result<Content, String> {
    let mut content = Content::new(read_bytes(path)?);
    for ending in format.map_or(&[][..], |format| format.beside) {
        if let Some(other) = neighbour(Path::new(path), ending) {
            content = content.with(ending, read_bytes(&other)?);
        }
    }
    Ok(content)
}

/// The file in the same folder whose name ends so: of the same name otherwise, or the only one.
fn neighbour(path: &Path, ending: &str) -> Option<String> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let files = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let ends =
        |other: &PathBuf| other.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let found: Vec<PathBuf> = files.flatten().map(|file| file.path()).filter(ends).collect();
    let same = found.iter().find(|other| other.file_stem() == path.file_stem());
    let chosen = same.or(found.first().filter(|_| found.len() == 1))?;
    Some(chosen.to_string_lossy().into_owned())
}

/// What tells no size beforehand, as a pipe or a device, is read as far as is allowed.
fn read_bytes(path: &str) -> Result<Vec<u8>, String> {
    let refuse = |error: io::Error| format!("cannot read {path}: {error}");
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(refuse)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(refuse)?;
    match bytes.len() as u64 > MAX_BYTES {
        true => Err(format!("{path} has more than the {MAX_BYTES} bytes that are read")),
        false => Ok(bytes),
    }
}

/// The game named in a specification, at its start.
pub(crate) fn open_game(catalog: &Catalog, spec: &str) -> Result<Opened, Error> {
    Ok(catalog.open(spec, &read_file)?)
}

/// The game in the position asked for.
pub(crate) fn open_place(catalog: &Catalog, place: &Place) -> Result<Opened, Error> {
    open_from(catalog, &place.game, &place.from)
}

/// The game named in a specification, taken up where it is asked for.
pub(crate) fn open_from(catalog: &Catalog, spec: &str, from: &Beginning) -> Result<Opened, Error> {
    let mut opened = open_game(catalog, spec)?;
    if let Some(path) = from.moves.as_deref().and_then(|text| text.strip_prefix('@')) {
        let (path, number) = numbered(path);
        if let Some(format) = files::format_of(&opened.entry, path) {
            let opened = match from.position {
                None => open_game_of(catalog, &opened, path, format.name, number),
                Some(_) => Err("a game brings its own beginning: leave out --position".to_owned()),
            };
            return opened.map_err(|why| Error::Input(format!("--moves: {why}")));
        }
    }
    if let Some(text) = &from.position {
        let text = text_or_file(text)?;
        let set = opened.session.set_position(&text);
        set.map_err(|error| Error::Input(format!("--position: {error}")))?;
    }
    opened.session.warnings().iter().for_each(|warning| warn(warning));
    if let Some(text) = &from.moves {
        play_all(&mut *opened.session, &text_or_file(text)?)?;
    }
    Ok(opened)
}

/// The name of a file and which of its games is meant: `games.pdn#17`, otherwise the first.
pub(crate) fn numbered(path: &str) -> (&str, usize) {
    let split = path.rsplit_once('#').filter(|_| !Path::new(path).exists());
    let read = split.and_then(|(path, number)| Some((path, number.parse().ok()?)));
    read.unwrap_or((path, 1))
}

/// The game of that number in a file.
pub(crate) fn read_game(
    usual: &Opened,
    path: &str,
    format: &str,
    number: usize,
) -> Result<ReadGame, String> {
    let known = files::formats(&usual.entry).into_iter().find(|own| own.name == format);
    let file = read_content(path, known)?;
    let mut count = 0;
    let games = files::read(usual, format, &file).map_err(|error| format!("{path}: {error}"))?;
    let mut games = games.inspect(|_| count += 1);
    let found = number.checked_sub(1).and_then(|skipped| games.nth(skipped));
    drop(games);
    match found {
        Some(game) => game.map_err(|error| format!("{path}: game {number}: {error}")),
        None if count == 0 => Err(format!("{path} holds no game")),
        None => Err(format!("{path}: there is no game {number}; it has {}", words::games(count))),
    }
}

/// The game of that number in a file, after its last move.
fn open_game_of(
    catalog: &Catalog,
    usual: &Opened,
    path: &str,
    format: &str,
    number: usize,
) -> Result<Opened, String> {
    let game = read_game(usual, path, format, number)?;
    let refused = |error| format!("{path}: game {number}: {error}");
    let mut opened = game.open(catalog, usual, &read_file).map_err(refused)?;
    if opened.entry.name != usual.entry.name {
        let (own, wanted) = (opened.entry.name, usual.entry.name);
        return Err(format!("{path}: game {number} is one of {own}, not of {wanted}"));
    }
    game.play(&mut *opened.session, usize::MAX).map_err(refused)?;
    Ok(opened)
}

/// A span of time given in seconds; `what` names the argument.
pub(crate) fn seconds(what: &str, text: &str) -> Result<Duration, Error> {
    let span = read_milliseconds(text, 0).map(Duration::from_millis);
    span.map_err(|why| Error::Input(format!("{what} {why}")))
}

fn text_or_file(text: &str) -> Result<String, Error> {
    match text.strip_prefix('@') {
        Some(path) => read_file(path).map_err(Error::Input),
        None => Ok(text.to_owned()),
    }
}

/// Plays a list of moves. Some native spellings contain blanks, so as many words are taken together
/// as the game needs to read a move; semicolons and line ends always separate.
fn play_all(session: &mut dyn AnySession, text: &str) -> Result<(), Error> {
    for part in text.split([';', '\n']) {
        let words: Vec<&str> = part.split_whitespace().collect();
        let mut at = 0;
        while at < words.len() {
            at += play_next(session, &words[at..])?;
        }
    }
    Ok(())
}

/// Plays the move at the front of `words` and tells how many of them it took.
fn play_next(session: &mut dyn AnySession, words: &[&str]) -> Result<usize, Error> {
    const MOST_WORDS: usize = 8;
    let mut refused: Option<(String, TextError)> = None;
    for count in 1..=words.len().min(MOST_WORDS) {
        let text = words[..count].join(" ");
        match session.play(&text) {
            Ok(()) => return Ok(count),
            // A move that could be read explains more than one that could not.
            Err(error) if matches!(error, TextError::Illegal { .. }) => {
                refused = Some((text, error));
                break;
            }
            Err(error) => refused = refused.or(Some((text, error))),
        }
    }
    let ply = session.played().len() + 1;
    let why = refused.map_or(String::new(), |(text, error)| {
        let legal = session.legal();
        format!("{error}{}", did_you_mean(&text, legal.iter().map(String::as_str)))
    });
    Err(Error::Input(format!("--moves: move {ply} {:?}: {why}", shorten(words[0]))))
}
