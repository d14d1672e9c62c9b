//! What a ply did to a board, as data: for animation, marks and announcements.

use plyglot_core as core;
use serde::{Deserialize, Serialize};

use crate::{Link, Piece, Tint, scene::ground};

/// One thing that is different after a ply; see [`core::Change`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Change {
    /// A piece went from the first of these cells to the last, by way of the others.
    Moved {
        /// The cells.
        path: Vec<usize>,
    },
    /// A piece came to the board.
    Placed {
        /// The piece.
        piece: Piece,
    },
    /// A piece left the board.
    Removed {
        /// The piece as it stood.
        piece: Piece,
    },
    /// A piece has another owner.
    Converted {
        /// Whose it was.
        from: Option<u8>,
        /// The piece as it is now.
        piece: Piece,
    },
    /// A piece is of another kind.
    Promoted {
        /// What it was.
        from: String,
        /// The piece as it is now.
        piece: Piece,
    },
    /// A cell looks different.
    Ground {
        /// The cell.
        cell: usize,
        /// Its ground now.
        tint: Tint,
        /// Whose base it is now.
        base: Option<u8>,
        /// The sign on it now.
        mark: Option<char>,
    },
    /// Two cells are connected now.
    Linked {
        /// Both ends.
        link: Link,
    },
    /// Two cells are not connected any more.
    Unlinked {
        /// Both ends.
        link: Link,
    },
    /// A counter has another value, or has come or gone.
    Counted {
        /// Whose it is.
        owner: Option<u8>,
        /// What is counted.
        name: String,
        /// How many there were.
        from: Option<i64>,
        /// How many there are.
        to: Option<i64>,
    },
    /// Another part of the game or of the turn.
    Phase {
        /// Its name.
        phase: Option<String>,
    },
}

impl From<&core::Change> for Change {
    fn from(change: &core::Change) -> Change {
        let seat = |player: &Option<core::Player>| player.map(|own| own.0);
        match change {
            core::Change::Moved(path) => Change::Moved { path: path.clone() },
            core::Change::Placed(piece) => Change::Placed { piece: piece.into() },
            core::Change::Removed(piece) => Change::Removed { piece: piece.into() },
            core::Change::Converted { from, to } => {
                Change::Converted { from: seat(from), piece: to.into() }
            }
            core::Change::Promoted { from, to } => {
                Change::Promoted { from: (*from).to_owned(), piece: to.into() }
            }
            core::Change::Ground { cell, tint, mark } => {
                let (tint, base) = ground(*tint);
                Change::Ground { cell: *cell, tint, base, mark: *mark }
            }
            core::Change::Linked(link) => Change::Linked { link: link.into() },
            core::Change::Unlinked(link) => Change::Unlinked { link: link.into() },
            core::Change::Counted { owner, name, from, to } => Change::Counted {
                owner: seat(owner),
                name: (*name).to_owned(),
                from: *from,
                to: *to,
            },
            core::Change::Phase(phase) => Change::Phase { phase: phase.clone() },
        }
    }
}
