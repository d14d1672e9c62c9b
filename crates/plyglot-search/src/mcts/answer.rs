//! What the tree says, as lines with values.

use std::{cmp::Ordering, sync::atomic::Ordering::Relaxed};

use plyglot_core::{Evaluate, Handover, Worth};

use super::{
    params::{Play, Policy},
    tree::Node,
    value::Packing,
    worker::Shared,
};
use crate::{
    task::{Line, Task, Thought},
    turns::first_legal,
};

/// Decisions of a line at most.
const LONGEST: usize = 64;

/// The best moves by the state of the tree.
pub(crate) fn thought<G: Handover, E: Evaluate<G> + ?Sized>(
    task: &Task<'_, G>,
    shared: &Shared<'_, G, E>,
) -> Thought<G::Move> {
    let root = &shared.tree.root;
    let solver = shared.params.solver;
    let ranking =
        Ranking { packing: shared.packing, solver, by_mean: shared.params.play == Play::Max };
    let mut lines: Vec<_> = ranking
        .ranked(root)
        .iter()
        .take(task.lines.max(1))
        .map(|child| {
            let (value, moves) = (child.value, line_from(child.node, shared, ranking));
            // With a margin the value of a finished game is not its score alone.
            let known = child.proven.filter(|_| shared.params.margin == 0.0);
            let worth = match known {
                Some(word) => {
                    let values = shared.packing.unpack(word);
                    Worth::End {
                        score: shared.scale.undisdained(&values, child.node.seat),
                        distance: None,
                    }
                }
                None => Worth::Expected(value),
            };
            Line::valued(task.game, shared.root, moves, value, worth.into())
        })
        .collect();
    if lines.is_empty() {
        lines.push(first_legal(task));
    }
    let proven = solver && root.proof().is_some() && shared.scale.two_sided();
    Thought {
        depth: lines[0].moves.len() as u32,
        nodes: shared.nodes.load(Relaxed),
        table: (shared.tree.used() as u128 * 1000 / shared.tree.cap().max(1) as u128) as u32,
        proven,
        lines,
    }
}

/// How children are compared once thinking is over.
#[derive(Clone, Copy)]
pub(crate) struct Ranking {
    pub(crate) packing: Packing,
    pub(crate) solver: bool,
    pub(crate) by_mean: bool,
}

/// A child as it was when it was looked at: other threads may still be changing it.
pub(crate) struct Seen<'t, M> {
    pub(crate) node: &'t Node<M>,
    /// The word of its proven values.
    proven: Option<u64>,
    /// Its proven value for the player choosing, otherwise the mean.
    value: f64,
    visits: u32,
}

impl Ranking {
    fn see<M: Copy>(self, node: &Node<M>) -> Seen<'_, M> {
        let proven = node.proof().filter(|_| self.solver);
        let value = proven.map_or_else(|| node.mean(), |word| self.packing.of(word, node.seat));
        Seen { node, proven, value, visits: node.visits() }
    }

    /// The children of a node, best first: by visits or by mean. What is proven is trusted: it counts by its value
    /// against the value of the best child that is not; of equals, as of losses, the one that took most to prove.
    pub(crate) fn ranked<M: Copy>(self, node: &Node<M>) -> Vec<Seen<'_, M>> {
        let mut children: Vec<_> = node.children().iter().map(|child| self.see(child)).collect();
        let by_value = |a: &Seen<'_, M>, b: &Seen<'_, M>| b.value.total_cmp(&a.value);
        children.sort_by(|a, b| match (a.proven.is_some(), b.proven.is_some()) {
            (false, false) if !self.by_mean => b.visits.cmp(&a.visits).then(by_value(a, b)),
            // Children that were visited come before those that were not.
            (false, false) => (b.visits > 0).cmp(&(a.visits > 0)).then(by_value(a, b)),
            (true, true) => by_value(a, b).then(b.visits.cmp(&a.visits)),
            (false, true) => Ordering::Less,
            (true, false) => Ordering::Greater,
        });
        let open = children.iter().take_while(|child| child.proven.is_none()).count();
        if open > 0 && open < children.len() {
            let candidate = &children[0];
            let beats = |value: f64| {
                value >= 1.0 || value > 0.0 && (candidate.visits == 0 || value >= candidate.value)
            };
            let better = children[open..].iter().take_while(|child| beats(child.value)).count();
            children[..open + better].rotate_right(better);
        }
        children
    }
}

/// The decisions expected from a child on.
fn line_from<G: Handover, E: ?Sized>(
    child: &Node<G::Move>,
    shared: &Shared<'_, G, E>,
    ranking: Ranking,
) -> Vec<G::Move> {
    let mut moves: Vec<_> = child.mv.into_iter().collect();
    let mut node = child;
    while moves.len() < LONGEST {
        let ranked = ranking.ranked(node);
        let Some(next) = ranked.first().filter(|next| next.visits > 0).map(|next| next.node) else {
            break;
        };
        // The replies of a best-reply search are no legal continuation.
        if shared.params.policy == Policy::BestReply && next.seat != shared.root {
            break;
        }
        moves.extend(next.mv);
        node = next;
    }
    moves
}
