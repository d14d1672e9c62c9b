//! What the last move left on a board, for marks.

use std::collections::BTreeSet;

use plyglot_core::{AnySession, Change, Click, Tint};
use serde::{Deserialize, Serialize};

/// The cells that a ply touched, each in one list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Trail {
    /// Where a piece came from, went through, or was put.
    pub path: Vec<usize>,
    /// Pieces that have another owner: flipped, converted.
    pub turned: Vec<usize>,
    /// Where something was captured or destroyed.
    pub taken: Vec<usize>,
}

impl Trail {
    /// The trail of the last ply; empty after a pass and at the start.
    pub fn of(session: &dyn AnySession) -> Trail {
        let mut before = session.boxed();
        if !before.undo() {
            return Trail::default();
        }
        let mover = before.to_move();
        let [mut path, mut turned, mut taken] = [(); 3].map(|()| BTreeSet::new());
        let clicked: BTreeSet<usize> =
            session.last_clicks().iter().filter_map(Click::cell).collect();
        for change in session.changes() {
            match change {
                Change::Moved(route) => path.extend(route),
                Change::Placed(piece) | Change::Promoted { to: piece, .. } => {
                    path.insert(piece.cell);
                }
                Change::Converted { to, .. } => drop(turned.insert(to.cell)),
                // Whoever clicks a piece of his own away leaves the board with it.
                Change::Removed(piece)
                    if piece.owner == Some(mover) && clicked.contains(&piece.cell) =>
                {
                    path.insert(piece.cell);
                }
                Change::Removed(piece) => drop(taken.insert(piece.cell)),
                Change::Ground { cell, tint: Tint::Blocked, .. } => drop(taken.insert(cell)),
                _ => {}
            }
        }
        path.extend(clicked.difference(&taken));
        taken.retain(|cell| !path.contains(cell));
        turned.retain(|cell| !path.contains(cell));
        let [path, turned, taken] = [path, turned, taken].map(|cells| cells.into_iter().collect());
        Trail { path, turned, taken }
    }

    /// The trail of the last ply that touched the board; passes and ends of turns do not.
    pub fn latest(session: &dyn AnySession) -> Trail {
        let mut session = session.boxed();
        loop {
            let trail = Trail::of(&*session);
            if trail != Trail::default() || !session.undo() {
                return trail;
            }
        }
    }
}
