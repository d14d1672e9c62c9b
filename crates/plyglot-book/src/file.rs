//! A book as text: a line that says what it is, one that says how it was made, and a line for every position.
//!
//! The first line is `plyglot book 1`, the second a JSON object with the settings, the number of positions and
//! their checksum. Then follow the positions, each after the one that it was come to from: the line of that one counted
//! from zero, the ply, the depth and the nodes of the search, the best ply out of the book and its value in parts of
//! ten thousand, with tabs between them. So any editor shows a book, and whoever reads it plays every ply by the rules.

use std::fmt;

use plyglot_core::{AnySession, shorten};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{
    Book, MOST_POSITIONS, Settings,
    book::{node, play},
    graph::{Graph, WHOLE},
};

const MAGIC: &str = "plyglot book 1";

/// Why there is no book, or not one that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// It does not begin as books do.
    Foreign,
    /// Its second line cannot be read.
    Header(String),
    /// It has more positions than any book may have.
    TooLarge(usize),
    /// The positions end early, go on after their end, or are not what was written.
    Damaged(String),
    /// It is for other rules.
    Rules {
        /// Those that it is for.
        found: String,
        /// Those that it should be for.
        wanted: String,
    },
    /// The game has not two sides.
    Sides(usize),
    /// A search chose a ply that it could not choose from.
    Ply(String),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Foreign => {
                write!(f, "this is no opening book: its first line is not {MAGIC:?}")
            }
            BookError::Header(why) => write!(f, "line 2, which describes the book: {why}"),
            BookError::TooLarge(count) => {
                write!(f, "{count} positions are more than the {MOST_POSITIONS} of any book")
            }
            BookError::Damaged(why) => write!(f, "the book is damaged: {why}"),
            BookError::Rules { found, wanted } => {
                write!(f, "this book is for {found}, expected one for {wanted}")
            }
            BookError::Sides(sides) => {
                write!(f, "a book is for games of two sides, and this game has {sides}")
            }
            BookError::Ply(ply) => {
                write!(f, "a search chose {}, which was not asked for", shorten(ply))
            }
        }
    }
}

impl std::error::Error for BookError {}

#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(flatten)]
    settings: Settings,
    engine: String,
    positions: usize,
    sha256: String,
}

impl Header {
    /// Reads the first two lines; the rest comes with it.
    fn read(text: &str) -> Result<(Header, &str), BookError> {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        if first.trim_end() != MAGIC {
            return Err(BookError::Foreign);
        }
        let (second, rest) = rest.split_once('\n').unwrap_or((rest, ""));
        let header = serde_json::from_str(second);
        Ok((header.map_err(|error| BookError::Header(error.to_string()))?, rest))
    }
}

impl Book {
    /// The book as text. Everything in it must have been searched.
    pub fn write(&mut self) -> String {
        let mut rows = String::new();
        for node in &self.graph.nodes {
            let from = node.parent.map(|(at, ply)| (at, &*self.graph.nodes[at].reaches[ply].ply));
            let (at, ply) = from.map_or_else(Default::default, |(at, ply)| (at.to_string(), ply));
            let leaf = node.leaf.map(|(ply, value)| (&*node.reaches[ply].ply, value.to_string()));
            let (leaf, value) = leaf.unwrap_or_default();
            rows += &format!("{at}\t{ply}\t{}\t{}\t{leaf}\t{value}\n", node.depth, node.nodes);
        }
        self.checksum = checksum(&rows);
        let header = Header {
            settings: self.settings.clone(),
            engine: self.engine.clone(),
            positions: self.positions(),
            sha256: self.checksum.clone(),
        };
        let header = serde_json::to_string(&header).expect("a header is plain data");
        format!("{MAGIC}\n{header}\n{rows}")
    }

    /// What the book of a text was made with, and how many positions it has; they are not looked at.
    pub fn settings_of(text: &str) -> Result<(Settings, usize), BookError> {
        let (header, _) = Header::read(text)?;
        Ok((header.settings, header.positions))
    }

    /// Reads a book for these rules, whose start is given.
    pub fn read(text: &str, game: &str, start: &dyn AnySession) -> Result<Book, BookError> {
        let (header, rows) = Header::read(text)?;
        if header.settings.game != game {
            let (found, wanted) = (header.settings.game, game.to_owned());
            return Err(BookError::Rules { found, wanted });
        }
        if header.positions > MOST_POSITIONS {
            return Err(BookError::TooLarge(header.positions));
        }
        let rows = rows.replace('\r', "");
        let count = rows.lines().count();
        if count != header.positions || count == 0 {
            let why = format!("{} positions were announced, {count} came", header.positions);
            return Err(BookError::Damaged(why));
        }
        if checksum(&rows) != header.sha256 {
            return Err(BookError::Damaged("the checksum is another".to_owned()));
        }
        let Header { settings, engine, sha256: checksum, .. } = header;
        let sides = start.sides().count();
        if sides != 2 {
            return Err(BookError::Sides(sides));
        }
        let mut book = Book { settings, engine, graph: Graph::default(), checksum };
        let mut nodes = 0u64;
        for (at, row) in rows.lines().enumerate() {
            let read = Row::read(row).and_then(|row| {
                nodes = nodes.checked_add(row.nodes).ok_or_else(|| too_many(row.nodes))?;
                book.take(&row, start)
            });
            // The first position is on the third line.
            read.map_err(|why| BookError::Damaged(format!("line {}: {why}", at + 3)))?;
        }
        book.graph.settle();
        match book.unsearched().first() {
            None => Ok(book),
            Some((at, _)) => {
                let why = format!("line {}: it says nothing of plies out of the book", at + 3);
                Err(BookError::Damaged(why))
            }
        }
    }

    /// Takes in the position of a row.
    fn take(&mut self, row: &Row<'_>, start: &dyn AnySession) -> Result<(), String> {
        let told = |error: BookError| error.to_string();
        let (mut session, mut parent, mut plies) = (start.boxed(), None, 0);
        if let Some((at, ply)) = row.from {
            let from = self.graph.nodes.get(at).ok_or("it follows a line after it")?;
            let found = from.reaches.iter().position(|reach| reach.ply == ply);
            let found = found.ok_or_else(|| format!("{} cannot be played", shorten(ply)))?;
            (parent, plies) = (Some((at, found)), from.plies + 1);
            session = self.session(start, at).map_err(told)?;
            play(&mut *session, ply).map_err(told)?;
        } else if self.positions() > 0 {
            return Err("it follows no line, as only the first may".to_owned());
        }
        let mut node = node(&*session, parent, plies);
        (node.depth, node.nodes) = (row.depth, row.nodes);
        if let Some((ply, value)) = row.leaf {
            let found = node.reaches.iter().position(|reach| reach.ply == ply);
            let found = found.ok_or_else(|| format!("{} cannot be played", shorten(ply)))?;
            node.leaf = Some((found, value));
        }
        self.graph.push(node).map(|_| ()).ok_or_else(|| "its position came before".to_owned())
    }
}

/// A line of a book.
struct Row<'a> {
    from: Option<(usize, &'a str)>,
    depth: u32,
    nodes: u64,
    leaf: Option<(&'a str, u32)>,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Result<Row<'a>, String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [at, ply, depth, nodes, leaf, value] = fields[..] else {
            return Err(format!("expected 6 fields, found {}", fields.len()));
        };
        let from = match at {
            "" => None,
            at => Some((number(at)?, ply)),
        };
        let leaf = match leaf {
            "" => None,
            leaf => Some((leaf, number(value)?)),
        };
        if let Some((_, value)) = leaf.filter(|(_, value)| *value > WHOLE) {
            return Err(format!("{value} is more than {WHOLE}"));
        }
        Ok(Row { from, depth: number(depth)?, nodes: number(nodes)?, leaf })
    }
}

fn too_many(nodes: u64) -> String {
    format!("its {nodes} nodes, with those before, are more than {}", u64::MAX)
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("expected a number, found {:?}", shorten(text)))
}

pub(crate) fn checksum(rows: &str) -> String {
    Sha256::digest(rows.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
