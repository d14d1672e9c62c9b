//! Positions with the values that searches gave them, what follows for all others, and which beginning is the next
//! to look at.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, HashSet},
};

use plyglot_core::Reach;

/// The whole score. Values are counted in parts of it, so that a book that was read is the one that was written.
pub(crate) const WHOLE: u32 = 10_000;

/// What a ply costs, in the unit of [`Graph::costs`].
const PLY: u64 = WHOLE as u64;

/// A position of a book. Values are those of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) key: u64,
    /// The position it was first come to from, and by which of its plies.
    pub(crate) parent: Option<(usize, usize)>,
    /// Plies from the root on that way.
    pub(crate) plies: u32,
    /// All its plies.
    pub(crate) reaches: Vec<Reach>,
    /// What it is worth if the game ended there for reasons beyond the rules of positions.
    pub(crate) end: Option<u32>,
    /// The best ply that leads out of the book, and its value.
    pub(crate) leaf: Option<(usize, u32)>,
    /// How deep the search was that found it.
    pub(crate) depth: u32,
    /// The nodes of that search.
    pub(crate) nodes: u64,
    /// The best of what leads out of the book and of what stays in it.
    pub(crate) value: u32,
}

impl Node {
    pub(crate) fn new(
        key: u64,
        parent: Option<(usize, usize)>,
        plies: u32,
        reaches: Vec<Reach>,
    ) -> Self {
        let (leaf, end) = (None, None);
        Node { key, parent, plies, reaches, end, leaf, depth: 0, nodes: 0, value: WHOLE / 2 }
    }
}

/// A ply inside the book: which it is, where it leads, what it is worth to who plays it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    pub(crate) ply: usize,
    pub(crate) to: Option<usize>,
    pub(crate) value: u32,
}

/// The positions of a book, the root first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    by_key: HashMap<u64, usize>,
}

impl Graph {
    /// The position of that identity.
    pub(crate) fn find(&self, key: u64) -> Option<usize> {
        self.by_key.get(&key).copied()
    }

    /// Takes a position in; `None` if it is there.
    pub(crate) fn push(&mut self, node: Node) -> Option<usize> {
        let at = self.nodes.len();
        if self.by_key.contains_key(&node.key) {
            return None;
        }
        self.by_key.insert(node.key, at);
        self.nodes.push(node);
        Some(at)
    }

    /// The plies of a position that lead out of the book: to a position that is not in it, where the game goes on.
    pub(crate) fn outside(&self, at: usize) -> impl Iterator<Item = usize> {
        let all = self.nodes[at].reaches.iter().enumerate();
        all.filter(|(_, reach)| self.is_outside(reach)).map(|(ply, _)| ply)
    }

    fn is_outside(&self, reach: &Reach) -> bool {
        reach.end.is_none() && !self.by_key.contains_key(&reach.key)
    }

    /// The positions whose best ply out of the book is not known, or is in the book by now.
    pub(crate) fn unsearched(&self) -> Vec<usize> {
        let open = |at: &usize| {
            let node = &self.nodes[*at];
            let known = node.leaf.is_some_and(|(ply, _)| self.is_outside(&node.reaches[ply]));
            node.end.is_none() && !known && self.outside(*at).next().is_some()
        };
        (0..self.nodes.len()).filter(open).collect()
    }

    /// The plies of a position that stay in the book or end the game.
    pub(crate) fn links(&self, at: usize) -> impl Iterator<Item = Link> {
        let all = self.nodes[at].reaches.iter().enumerate();
        all.filter_map(|(ply, reach)| {
            let to = self.find(reach.key).filter(|_| reach.end.is_none());
            let value = match (reach.end, to) {
                (Some(score), _) => parts(score),
                (None, to) => seen_from(reach, self.nodes[to?].value),
            };
            Some(Link { ply, to, value })
        })
    }

    /// Forgets plies out of the book that are in it by now, and works out all values.
    pub(crate) fn settle(&mut self) {
        for at in 0..self.nodes.len() {
            let node = &self.nodes[at];
            if node.leaf.is_some_and(|(ply, _)| !self.is_outside(&node.reaches[ply])) {
                self.nodes[at].leaf = None;
            }
        }
        self.propagate();
    }

    /// Backs values up. Every position begins as a draw, and all are taken anew from those before until nothing
    /// changes. A repetition is a draw, and that is what comes of it: seen by one side, the part of a value above a
    /// half can only rise from round to round and the part below only fall, so it ends, and whoever can do no better
    /// than go in circles is left with a half.
    fn propagate(&mut self) {
        let links: Vec<Vec<(usize, bool)>> =
            (0..self.nodes.len()).map(|at| self.inner(at)).collect();
        let fixed: Vec<Option<u32>> = (0..self.nodes.len()).map(|at| self.fixed(at)).collect();
        let mut values = vec![WHOLE / 2; self.nodes.len()];
        loop {
            let value = |at: usize| {
                let inner = links[at].iter().map(|(to, again)| turned(*again, values[*to]));
                let best = inner.chain(fixed[at]).max();
                self.nodes[at].end.or(best).unwrap_or(WHOLE / 2)
            };
            let next: Vec<u32> = (0..values.len()).map(value).collect();
            if next == values {
                break;
            }
            values = next;
        }
        for (node, value) in self.nodes.iter_mut().zip(values) {
            node.value = value;
        }
    }

    /// The positions of the book that are one ply away, and whether the same side moves there.
    fn inner(&self, at: usize) -> Vec<(usize, bool)> {
        let open = self.nodes[at].reaches.iter().filter(|reach| reach.end.is_none());
        open.filter_map(|reach| Some((self.find(reach.key)?, reach.again))).collect()
    }

    /// The best of what does not depend on other positions of the book.
    fn fixed(&self, at: usize) -> Option<u32> {
        let node = &self.nodes[at];
        let ends = node.reaches.iter().filter_map(|reach| reach.end.map(parts));
        ends.chain(node.leaf.map(|(_, value)| value)).max()
    }

    /// What it costs to come to every position from the root: a unit a ply, and `omega` of them for the whole score
    /// given away on the way, by either side.
    pub(crate) fn costs(&self, omega: u32) -> Vec<u64> {
        let mut costs = vec![u64::MAX; self.nodes.len()];
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((cost, at))) = queue.pop() {
            if at >= costs.len() || cost >= costs[at] {
                continue;
            }
            costs[at] = cost;
            for link in self.links(at) {
                let Some(to) = link.to else { continue };
                queue.push(Reverse((cost + self.step(at, link.value, omega), to)));
            }
        }
        costs
    }

    /// The cost of a ply that is worth so much to who plays it.
    fn step(&self, at: usize, value: u32, omega: u32) -> u64 {
        let lost = self.nodes[at].value.saturating_sub(value);
        PLY + u64::from(lost) * u64::from(omega)
    }

    /// The cheapest plies that lead out of the book, cheapest first: so many at most, none to the same position as
    /// another, none to one farther from the root than `most` plies.
    pub(crate) fn cheapest(&self, count: usize, omega: u32, most: u32) -> Vec<(usize, usize)> {
        let costs = self.costs(omega);
        let mut open: Vec<(u64, usize, usize)> = Vec::new();
        for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.plies < most) {
            if let Some((ply, value)) = node.leaf {
                open.push((costs[at].saturating_add(self.step(at, value, omega)), at, ply));
            }
        }
        open.sort_unstable();
        let mut met = HashSet::new();
        open.retain(|(_, at, ply)| met.insert(self.nodes[*at].reaches[*ply].key));
        open.into_iter().take(count).map(|(_, at, ply)| (at, ply)).collect()
    }

    /// The positions of the book that can come from one, itself among them: how many, and the nodes of their searches.
    pub(crate) fn below(&self, at: usize) -> (usize, u64) {
        let (mut met, mut left, mut nodes) = (HashSet::from([at]), vec![at], 0u64);
        while let Some(at) = left.pop() {
            nodes = self.nodes[at].nodes.saturating_add(nodes);
            for (to, _) in self.inner(at) {
                if met.insert(to) {
                    left.push(to);
                }
            }
        }
        (met.len(), nodes)
    }
}

/// A score in parts of the whole.
pub(crate) fn parts(score: f64) -> u32 {
    (score.clamp(0.0, 1.0) * f64::from(WHOLE)).round() as u32
}

/// What a position is worth to who played the ply that leads there.
fn seen_from(reach: &Reach, value: u32) -> u32 {
    turned(reach.again, value)
}

fn turned(again: bool, value: u32) -> u32 {
    if again { value } else { WHOLE - value }
}
