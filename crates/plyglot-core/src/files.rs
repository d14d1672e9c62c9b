//! Files of games: the formats of a game's own literature, as text that is read and written.

use std::fmt;

/// A file format that a game knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Its name, which is also how the names of its files end: `pdn`.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
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

/// The games of a file, one after the other; after one that cannot be read come the next.
pub type FileGames<'a> = Box<dyn Iterator<Item = Result<FileGame, FileGameError>> + 'a>;

impl FileGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.heading.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
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
