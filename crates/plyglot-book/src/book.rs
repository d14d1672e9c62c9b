//! A book: how it is grown, step by step, and what it says of a position.

use plyglot_core::AnySession;
use serde::{Deserialize, Serialize};

use crate::{
    BookError,
    graph::{Graph, Node, WHOLE, parts},
};

/// The most positions of a book.
pub const MOST_POSITIONS: usize = 1 << 17;

/// How many positions one step adds. It is the same with any number of workers, and so is the book.
pub const STEP: usize = 8;

/// What a book is made with: together with the engine, all that decides what is in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The rules, in full.
    pub game: String,
    /// Who searches, in full.
    pub agent: String,
    /// Nodes of a search.
    pub nodes: u64,
    /// So many plies deeper a line is looked at for each whole score that is not given away in it.
    pub omega: u32,
    /// No position is farther from the start.
    pub plies: u32,
    /// The seed of the searches.
    pub seed: u64,
}

/// What a search found in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The best of the plies that it could choose from.
    pub ply: String,
    /// What it is worth to the side to move: an expected score.
    pub value: f64,
    /// How deep it looked.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// A ply that a book knows.
#[derive(Clone, Debug, PartialEq)]
pub struct BookMove {
    /// The ply.
    pub ply: String,
    /// What it is worth to who plays it: an expected score.
    pub value: f64,
    /// How deep the position after it was searched, or the one before where the book ends with it; 0 where it ends
    /// the game.
    pub depth: u32,
    /// Positions of the book that can follow; 0 where it ends with this ply.
    pub positions: usize,
    /// The nodes of all searches that its value rests on.
    pub nodes: u64,
}

/// Beginnings of a game, with what is known of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Book {
    /// What it was made with.
    pub settings: Settings,
    /// The version of the engine that searched last, by its signature.
    pub engine: String,
    pub(crate) graph: Graph,
    /// The checksum of its file; empty until it was written or read.
    pub(crate) checksum: String,
}

impl Book {
    /// A book of the start of a game alone. Games of other than two sides have none.
    pub fn new(
        settings: Settings,
        engine: &str,
        start: &dyn AnySession,
    ) -> Result<Book, BookError> {
        let sides = start.sides().count();
        if sides != 2 {
            return Err(BookError::Sides(sides));
        }
        let graph = Graph::default();
        let mut book = Book { settings, engine: engine.to_owned(), graph, checksum: String::new() };
        book.graph.push(node(start, None, 0));
        Ok(book)
    }

    /// How many positions it has.
    pub fn positions(&self) -> usize {
        self.graph.nodes.len()
    }

    /// The checksum of its file; empty until it was written or read.
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// What the start is worth to who moves first: an expected score.
    pub fn value(&self) -> f64 {
        share(self.graph.nodes[0].value)
    }

    /// The most plies from the start to a position.
    pub fn deepest(&self) -> u32 {
        self.graph.nodes.iter().map(|node| node.plies).max().unwrap_or(0)
    }

    /// Adds the positions that are worth a look next, not searched yet, and tells how many: [`STEP`], or fewer where
    /// there are no more.
    pub fn open(&mut self, start: &dyn AnySession) -> Result<usize, BookError> {
        let Settings { omega, plies, .. } = self.settings;
        let room = MOST_POSITIONS.saturating_sub(self.positions());
        let cheapest = self.graph.cheapest(STEP.min(room), omega, plies);
        for (at, ply) in &cheapest {
            let mut session = self.session(start, *at)?;
            let own = &self.graph.nodes[*at];
            play(&mut *session, &own.reaches[*ply].ply)?;
            let new = node(&*session, Some((*at, *ply)), own.plies + 1);
            self.graph.push(new);
        }
        Ok(cheapest.len())
    }

    /// The positions to be searched before the book is whole again, each with the plies to choose from: those that are
    /// new, and those whose best ply out of the book has got into it.
    pub fn unsearched(&self) -> Vec<(usize, Vec<String>)> {
        let all = self.graph.unsearched().into_iter();
        all.map(|at| {
            let plies = self.graph.outside(at);
            (at, plies.map(|ply| self.graph.nodes[at].reaches[ply].ply.clone()).collect())
        })
        .collect()
    }

    /// A session in a position of the book.
    pub fn session(
        &self,
        start: &dyn AnySession,
        at: usize,
    ) -> Result<Box<dyn AnySession>, BookError> {
        let mut session = start.boxed();
        for ply in self.way(at) {
            play(&mut *session, ply)?;
        }
        Ok(session)
    }

    /// The plies to a position, on the way on which it was first come to.
    pub(crate) fn way(&self, at: usize) -> Vec<&str> {
        let mut way = Vec::new();
        let mut here = &self.graph.nodes[at];
        while let Some((parent, ply)) = here.parent {
            here = &self.graph.nodes[parent];
            way.push(&*here.reaches[ply].ply);
        }
        way.reverse();
        way
    }

    /// Takes in what searches found in the positions of [`Book::unsearched`], and works out all values. A ply that does
    /// not lead out of the book is refused: the position would be searched for ever.
    pub fn tell(&mut self, found: &[(usize, Found)]) -> Result<(), BookError> {
        for (at, found) in found {
            let reaches = &self.graph.nodes[*at].reaches;
            let ply = self.graph.outside(*at).find(|ply| reaches[*ply].ply == found.ply);
            let ply = ply.ok_or_else(|| BookError::Ply(found.ply.clone()))?;
            let node = &mut self.graph.nodes[*at];
            node.leaf = Some((ply, parts(found.value)));
            (node.depth, node.nodes) = (found.depth, found.nodes);
        }
        self.graph.settle();
        Ok(())
    }

    /// The plies that the book knows in the position of a session, the best first and otherwise as lists have them;
    /// `None` where it does not have the position.
    pub fn moves(&self, session: &dyn AnySession) -> Option<Vec<BookMove>> {
        let at = self.graph.find(session.key())?;
        let own = &self.graph.nodes[at];
        let leaf = own.leaf.map(|(ply, value)| (own.reaches[ply].key, value));
        let mut moves: Vec<BookMove> = Vec::new();
        for reach in session.reaches() {
            let known = match reach.end {
                Some(score) => Some((score, 0, 0, u64::MAX)),
                None => self.known(at, &reach.key, reach.again, leaf),
            };
            if let Some((value, depth, positions, nodes)) = known {
                moves.push(BookMove { ply: reach.ply, value, depth, positions, nodes });
            }
        }
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        Some(moves)
    }

    /// Value, depth, positions and nodes of a ply to the position of that identity, if the book knows it.
    fn known(
        &self,
        at: usize,
        key: &u64,
        again: bool,
        leaf: Option<(u64, u32)>,
    ) -> Option<(f64, u32, usize, u64)> {
        if let Some(to) = self.graph.find(*key) {
            let (positions, nodes) = self.graph.below(to);
            let there = &self.graph.nodes[to];
            let value = if again { there.value } else { WHOLE - there.value };
            return Some((share(value), there.depth, positions, nodes));
        }
        let (_, value) = leaf.filter(|(own, _)| own == key)?;
        let own = &self.graph.nodes[at];
        Some((share(value), own.depth, 0, own.nodes))
    }

    /// Best play from the position of a session on, as far as the book knows it: one of the plies, then the best
    /// ones, and no position twice.
    pub fn line(&self, session: &dyn AnySession, first: &str) -> Vec<String> {
        let (mut session, mut line) = (session.boxed(), Vec::new());
        let (mut next, mut met) = (Some(first.to_owned()), Vec::new());
        while let Some(ply) = next.take() {
            if session.play(&ply).is_err() {
                break;
            }
            line.push(ply);
            let key = session.key();
            if !met.contains(&key) {
                met.push(key);
                let best = self.moves(&*session).and_then(|moves| moves.into_iter().next());
                next = best.map(|own| own.ply);
            }
        }
        line
    }

    /// The plies to positions from which no ply of the book goes on, or to those so many plies from the start, where
    /// neither side is ahead by more than a band of the expected score.
    pub fn balanced(&self, plies: Option<u32>, band: f64) -> Vec<Vec<String>> {
        let even = |at: &usize| {
            let node = &self.graph.nodes[*at];
            let last = || self.graph.links(*at).next().is_none();
            let here = plies.map_or_else(last, |plies| node.plies == plies);
            here && node.end.is_none() && (share(node.value) - 0.5).abs() <= band
        };
        let all = (0..self.positions()).filter(even);
        all.map(|at| self.way(at).into_iter().map(str::to_owned).collect()).collect()
    }

    /// The lines that come first: so many positions, and those on the way to them, each after the one it follows.
    pub fn first_lines(&self, count: usize) -> Vec<ShownLine> {
        let costs = self.graph.costs(self.settings.omega);
        let mut order: Vec<usize> = (1..self.positions()).collect();
        order.sort_by_key(|at| (costs[*at], *at));
        let mut chosen = vec![false; self.positions()];
        for at in order.into_iter().take(count) {
            let mut here = Some(at);
            while let Some(at) = here.filter(|at| !chosen[*at]) {
                chosen[at] = true;
                here = self.graph.nodes[at].parent.map(|(parent, _)| parent);
            }
        }
        let mut lines = Vec::new();
        self.push_lines(0, &chosen, &mut lines);
        lines
    }

    fn push_lines(&self, at: usize, chosen: &[bool], lines: &mut Vec<ShownLine>) {
        let mut links: Vec<_> = self.graph.links(at).collect();
        links.sort_by_key(|link| WHOLE - link.value.min(WHOLE));
        for link in links {
            let Some(to) = link.to else { continue };
            let own = &self.graph.nodes[to];
            if !chosen[to] || own.parent != Some((at, link.ply)) {
                continue;
            }
            let (positions, nodes) = self.graph.below(to);
            let ply = self.graph.nodes[at].reaches[link.ply].ply.clone();
            let (value, depth) = (share(link.value), own.depth);
            let known = BookMove { ply, value, depth, positions, nodes };
            lines.push(ShownLine { plies: own.plies, known });
            self.push_lines(to, chosen, lines);
        }
    }
}

/// A line of a book as it is shown: the ply that is its last, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownLine {
    /// How many plies it has.
    pub plies: u32,
    /// Its last.
    pub known: BookMove,
}

/// A position as a session has it.
pub(crate) fn node(session: &dyn AnySession, parent: Option<(usize, usize)>, plies: u32) -> Node {
    let mut node = Node::new(session.key(), parent, plies, session.reaches());
    let mover = session.to_move();
    node.end = session.outcome().map(|payoffs| parts(session.sides().score(&payoffs, mover)));
    node
}

pub(crate) fn play(session: &mut dyn AnySession, ply: &str) -> Result<(), BookError> {
    session.play(ply).map_err(|error| BookError::Damaged(error.to_string()))
}

/// Parts of the whole as a score.
fn share(value: u32) -> f64 {
    f64::from(value) / f64::from(WHOLE)
}
