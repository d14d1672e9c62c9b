//! What the opening book of a game knows, as data.

use plyglot_catalog::{Catalog, Opened, books};
use serde::{Deserialize, Serialize};

use crate::Error;

/// An opening book, and what it says of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookPage {
    /// The name of the book in specifications; nothing where these rules have none.
    pub book: Option<String>,
    /// The plies that it knows, the best first; none where it does not have the position.
    pub moves: Vec<BookMove>,
}

/// A ply that an opening book knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BookMove {
    /// The ply.
    #[serde(rename = "move")]
    pub ply: String,
    /// The expected score of the player to move, from 0 to 1.
    pub expected: f64,
    /// How deep it was searched.
    pub depth: u32,
    /// How many positions of the book can follow.
    pub positions: usize,
}

impl From<books::BookMove> for BookMove {
    fn from(own: books::BookMove) -> BookMove {
        BookMove { ply: own.ply, expected: own.value, depth: own.depth, positions: own.positions }
    }
}

/// What the book that comes with an opened game says of its position.
pub fn book(catalog: &Catalog, opened: &Opened) -> Result<BookPage, Error> {
    let found = catalog.book(opened).map_err(|error| Error::spec("game", &error))?;
    let Some((name, book)) = found else { return Ok(BookPage { book: None, moves: Vec::new() }) };
    let moves = book.moves(&*opened.session).unwrap_or_default();
    let moves = moves.into_iter().map(BookMove::from).collect();
    Ok(BookPage { book: Some(name.to_owned()), moves })
}
