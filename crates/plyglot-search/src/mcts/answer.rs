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
    let mut children: Vec<_> = root.children().iter().collect();
    let ranking =
        Ranking { packing: shared.packing, solver, by_mean: shared.params.play == Play::Max };
    ranking.sort(&mut children);
    let mut lines: Vec<_> = children
        .iter()
        .take(task.lines.max(1))
        .map(|child| {
            let (value, moves) = (ranking.value(child), line_from(child, shared, ranking));
            // With a margin the value of a finished game is not its score alone.
            let known = ranking.proven(child).is_some() && shared.params.margin == 0.0;
            let worth = match known {
                true => Worth::End { score: shared.scale.undisdained(value), distance: None },
                false => Worth::Expected(value),
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

impl Ranking {
    fn proven<M: Copy>(self, child: &Node<M>) -> Option<f64> {
        let word = child.proof().filter(|_| self.solver)?;
        Some(self.packing.of(word, child.seat))
    }

    /// The value of a child for the player choosing.
    fn value<M: Copy>(self, child: &Node<M>) -> f64 {
        self.proven(child).unwrap_or_else(|| child.mean())
    }

    /// Best first: by visits or by mean. What is proven is trusted: it counts by its value against
    /// the value of the best child that is not; of equals, as of losses, the one that took most to prove.
    pub(crate) fn sort<M: Copy>(self, children: &mut [&Node<M>]) {
        let by_value = |a: &Node<M>, b: &Node<M>| self.value(b).total_cmp(&self.value(a));
        children.sort_by(|a, b| match (self.proven(a).is_some(), self.proven(b).is_some()) {
            (false, false) if !self.by_mean => b.visits().cmp(&a.visits()).then(by_value(a, b)),
            (false, false) => by_mean_of_visited(a, b).then(by_value(a, b)),
            (true, true) => by_value(a, b).then(b.visits().cmp(&a.visits())),
            (false, true) => Ordering::Less,
            (true, false) => Ordering::Greater,
        });
        let open = children.iter().take_while(|child| self.proven(child).is_none()).count();
        if open == 0 || open == children.len() {
            return;
        }
        let candidate = children[0];
        let seen = candidate.visits() > 0;
        let better = children[open..]
            .iter()
            .take_while(|child| {
                let value = self.value(child);
                value >= 1.0 || value > 0.0 && (!seen || value >= candidate.mean())
            })
            .count();
        children[..open + better].rotate_right(better);
    }
}

/// Children that were visited come before those that were not.
fn by_mean_of_visited<M: Copy>(a: &Node<M>, b: &Node<M>) -> Ordering {
    (b.visits() > 0).cmp(&(a.visits() > 0))
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
        let mut children: Vec<_> = node.children().iter().collect();
        ranking.sort(&mut children);
        let Some(next) = children.first().filter(|next| next.visits() > 0) else { break };
        // The replies of a best-reply search are no legal continuation.
        if shared.params.policy == Policy::BestReply && next.seat != shared.root {
            break;
        }
        moves.extend(next.mv);
        node = next;
    }
    moves
}
