//! Files of games: the formats of a game's own literature, read from bytes and written as text.

use std::{cell::OnceCell, fmt};

/// A place in a text that only moves forward, so that telling line and column for every error of a long
/// file takes one pass in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    offset: usize,
    line: usize,
    column: usize,
}

impl Default for Place {
    fn default() -> Self {
        Place { offset: 0, line: 1, column: 1 }
    }
}

impl Place {
    /// Line and column, both from 1, of an offset of the text, which is no earlier than the last one.
    pub fn find(&mut self, text: &str, offset: usize) -> (usize, usize) {
        let passed = text.get(self.offset..offset).unwrap_or("");
        for c in passed.chars() {
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.offset += passed.len();
        (self.line, self.column)
    }
}

/// A file format that a game knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Its name, which is also how the names of its files end: `pdn`.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// Whether games are written in it too, and not only read.
    pub written: bool,
    /// How the names of files end that lie beside those of this format and complete them, such as lists of
    /// players.
    pub beside: &'static [&'static str],
}

impl Format {
    /// A format that is read and written.
    pub const fn new(name: &'static str, about: &'static str) -> Format {
        Format { name, about, written: true, beside: &[] }
    }

    /// A format that is only read.
    pub const fn read_only(name: &'static str, about: &'static str) -> Format {
        Format { name, about, written: false, beside: &[] }
    }

    /// The same, completed by files whose names end so, if there are any.
    pub const fn with(self, beside: &'static [&'static str]) -> Format {
        Format { beside, ..self }
    }
}

/// What a file holds, as bytes and as text.
#[derive(Clone, Debug, Default)]
pub struct Content {
    bytes: Vec<u8>,
    /// The text of bytes that are no UTF-8.
    latin: OnceCell<String>,
    /// The files beside it, by the ending of their names.
    beside: Vec<(String, Vec<u8>)>,
}

impl Content {
    /// The content of a file.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Content {
        Content { bytes: bytes.into(), ..Content::default() }
    }

    /// The same with a file that lies beside it; see [`Format::beside`].
    pub fn with(mut self, ending: &str, bytes: impl Into<Vec<u8>>) -> Content {
        self.beside.push((ending.to_owned(), bytes.into()));
        self
    }

    /// The bytes of the file beside it whose name ends so.
    pub fn beside(&self, ending: &str) -> Option<&[u8]> {
        self.beside.iter().find(|(own, _)| own == ending).map(|(_, bytes)| bytes.as_slice())
    }

    /// The bytes as they are.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text without a byte order mark: UTF-8, or Latin-1 if it is none, as files from before have it.
    pub fn text(&self) -> &str {
        let latin = || self.bytes.iter().map(|byte| char::from(*byte)).collect();
        let text = str::from_utf8(&self.bytes).unwrap_or_else(|_| self.latin.get_or_init(latin));
        text.strip_prefix('\u{feff}').unwrap_or(text)
    }
}

/// What a file of games tells about one besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Who sat in each seat.
    pub players: Vec<String>,
    /// The rank of each seat; empty while nothing is decided.
    pub ranks: Vec<u8>,
    /// Anything else, by name.
    pub tags: Vec<(String, String)>,
}

/// A game of a file, as far as its file format decides: the rules have yet to judge it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileGame {
    /// The position that it begins with, if it is not the game's own.
    pub position: Option<String>,
    /// Its plies.
    pub plies: Vec<String>,
    /// Players, ranks as the file states them, and anything else. The list of players is empty where the
    /// file names nobody.
    pub heading: Heading,
}

/// Why a game of a file cannot be used. Which file and which of its games it is the caller knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileGameError {
    /// The ply that is at fault, from 1; none if it is something else.
    pub ply: Option<usize>,
    /// What is wrong, and where in the file if that is known.
    pub why: String,
}

impl fmt::Display for FileGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ply {
            Some(ply) => write!(f, "ply {ply}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for FileGameError {}

impl FileGameError {
    /// Something that is not the fault of a single ply.
    pub fn new(why: impl fmt::Display) -> FileGameError {
        FileGameError { ply: None, why: why.to_string() }
    }

    /// Something wrong with the ply of that number, from 1.
    pub fn at_ply(ply: usize, why: impl fmt::Display) -> FileGameError {
        FileGameError { ply: Some(ply), why: why.to_string() }
    }
}

/// The games of a file, one after the other; after one that cannot be read come the next.
pub type FileGames<'a> = Box<dyn Iterator<Item = Result<FileGame, FileGameError>> + 'a>;

impl Heading {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

impl FileGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.heading.tag(name)
    }

    /// The name of whoever sat in a seat, on one line; `unknown` for nobody, `?` included.
    pub fn player(&self, seat: usize) -> String {
        let name = self.heading.players.get(seat).map_or("", |name| name.trim());
        match name.trim_matches('?') {
            "" => "unknown".to_owned(),
            _ => name.replace(char::is_control, " "),
        }
    }
}
