//! What a decision did to a board, found by comparing two scenes.

use std::collections::BTreeMap;

use crate::{Counter, Draw, Link, Piece, Player, Scene, Tint};

/// One thing that is different on a board after a decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// The piece on the first of these cells went to the last, by way of the others; a round trip
    /// ends where it began.
    Moved(Vec<usize>),
    /// A piece came to the board.
    Placed(Piece),
    /// A piece left the board, which it had stood on like this.
    Removed(Piece),
    /// A piece has another owner, and perhaps another kind.
    Converted {
        /// Whose it was.
        from: Option<Player>,
        /// The piece as it is now.
        to: Piece,
    },
    /// A piece is of another kind.
    Promoted {
        /// What it was.
        from: &'static str,
        /// The piece as it is now.
        to: Piece,
    },
    /// A cell looks different.
    Ground {
        /// Index of the cell.
        cell: usize,
        /// How it is coloured now.
        tint: Tint,
        /// The sign on it now.
        mark: Option<char>,
    },
    /// Two cells are connected now.
    Linked(Link),
    /// Two cells are not connected any more.
    Unlinked(Link),
    /// A counter has another value, or has come or gone.
    Counted {
        /// Whose it is, or everybody's.
        owner: Option<Player>,
        /// What is counted.
        name: &'static str,
        /// How many there were; `None` if the counter is new.
        from: Option<i64>,
        /// How many there are; `None` if the counter is gone.
        to: Option<i64>,
    },
    /// The part of the game or of the turn is another one.
    Phase(Option<String>),
}

/// What turns one scene of a board into another. `route` has the cells that a piece may have gone
/// along: it did if it stood on the first of them, which is empty now, and one of its owner stands on
/// the last.
pub fn changes(before: &Scene, after: &Scene, route: &[usize]) -> Vec<Change> {
    let (mut old, new) = (by_cell(before), by_cell(after));
    let mut changes = Vec::new();
    if let Some(piece) = moved(&old, &new, route) {
        old.remove(&route[0]);
        // Whatever stood on the last cell leaves it before the piece arrives.
        let target = route[route.len() - 1];
        changes.extend(old.remove(&target).map(|taken| Change::Removed(taken.clone())));
        changes.push(Change::Moved(route.to_vec()));
        old.insert(target, piece);
    }
    let cells = 0..before.cells.len();
    changes.extend(cells.filter_map(|cell| replaced(old.get(&cell), new.get(&cell))));
    let grounds = before.cells.iter().zip(&after.cells).enumerate();
    changes.extend(
        grounds
            .filter(|(_, (old, new))| (old.tint, old.mark) != (new.tint, new.mark))
            .map(|(cell, (_, new))| Change::Ground { cell, tint: new.tint, mark: new.mark }),
    );
    let fresh = |one: &Link, others: &[Link]| !others.contains(one);
    let gone = before.links.iter().filter(|link| fresh(link, &after.links));
    changes.extend(gone.cloned().map(Change::Unlinked));
    let come = after.links.iter().filter(|link| fresh(link, &before.links));
    changes.extend(come.cloned().map(Change::Linked));
    changes.extend(counted(&before.counters, &after.counters));
    changes.extend((before.phase != after.phase).then(|| Change::Phase(after.phase.clone())));
    changes
}

/// What a ply played in `state` does to the board, decision by decision.
pub(crate) fn changes_of<G: Draw>(game: &G, mut state: G::State, ply: &[G::Move]) -> Vec<Change> {
    let (mut found, mut before) = (Vec::new(), game.scene(&state));
    for mv in ply {
        let route = game.route(&state, *mv);
        game.make(&mut state, *mv);
        let after = game.scene(&state);
        found.extend(changes(&before, &after, &route));
        before = after;
    }
    found
}

type Pieces<'a> = BTreeMap<usize, &'a Piece>;

fn by_cell(scene: &Scene) -> Pieces<'_> {
    scene.pieces.iter().map(|piece| (piece.cell, piece)).collect()
}

/// The piece that went along a route, if one did.
fn moved<'a>(old: &Pieces<'a>, new: &Pieces<'_>, route: &[usize]) -> Option<&'a Piece> {
    let [first, .., last] = route else { return None };
    let piece = old.get(first)?;
    let arrived = new.get(last).is_some_and(|there| there.owner == piece.owner);
    let left = first == last || !new.contains_key(first);
    (arrived && left).then_some(piece)
}

fn replaced(old: Option<&&Piece>, new: Option<&&Piece>) -> Option<Change> {
    match (old, new) {
        (None, None) => None,
        (None, Some(new)) => Some(Change::Placed((*new).clone())),
        (Some(old), None) => Some(Change::Removed((*old).clone())),
        (Some(old), Some(new)) if old.owner != new.owner => {
            Some(Change::Converted { from: old.owner, to: (*new).clone() })
        }
        (Some(old), Some(new)) => ((old.kind, old.label) != (new.kind, new.label))
            .then(|| Change::Promoted { from: old.kind, to: (*new).clone() }),
    }
}

fn counted(before: &[Counter], after: &[Counter]) -> Vec<Change> {
    let value = |of: &[Counter], like: &Counter| {
        let same = |one: &&Counter| (one.owner, one.name) == (like.owner, like.name);
        of.iter().find(same).map(|one| one.value)
    };
    let change = |one: &Counter| {
        let (from, to) = (value(before, one), value(after, one));
        let Counter { owner, name, .. } = *one;
        (from != to).then_some(Change::Counted { owner, name, from, to })
    };
    let gone = before.iter().filter(|one| value(after, one).is_none());
    after.iter().chain(gone).filter_map(change).collect()
}

impl Scene {
    /// Makes the changes. The pieces come to stand in the order of their cells.
    pub fn apply(&mut self, changes: &[Change]) {
        changes.iter().for_each(|change| self.apply_one(change));
        self.pieces.sort_by_key(|piece| piece.cell);
    }

    fn apply_one(&mut self, change: &Change) {
        match change {
            Change::Moved(route) => {
                let [first, .., last] = route[..] else { return };
                let moving = self.pieces.iter_mut().filter(|piece| piece.cell == first);
                moving.for_each(|piece| piece.cell = last);
            }
            Change::Placed(piece) => self.pieces.push(piece.clone()),
            Change::Removed(gone) => self.pieces.retain(|piece| piece.cell != gone.cell),
            Change::Converted { to, .. } | Change::Promoted { to, .. } => {
                let same = self.pieces.iter_mut().filter(|piece| piece.cell == to.cell);
                same.for_each(|piece| *piece = to.clone());
            }
            Change::Ground { cell, tint, mark } => {
                (self.cells[*cell].tint, self.cells[*cell].mark) = (*tint, *mark);
            }
            Change::Linked(link) => self.links.push(link.clone()),
            Change::Unlinked(link) => self.links.retain(|one| one != link),
            Change::Counted { owner, name, to, .. } => self.count(*owner, name, *to),
            Change::Phase(phase) => self.phase.clone_from(phase),
        }
    }

    fn count(&mut self, owner: Option<Player>, name: &'static str, to: Option<i64>) {
        let at = self.counters.iter().position(|one| (one.owner, one.name) == (owner, name));
        match (at, to) {
            (Some(at), Some(value)) => self.counters[at].value = value,
            (Some(at), None) => drop(self.counters.remove(at)),
            (None, Some(value)) => self.counters.push(Counter { owner, name, value }),
            (None, None) => {}
        }
    }
}
