//! One thread of the search: descent, backup, proofs. Expansion and playout have their own files.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plyglot_core::{Control, Evaluate, Handover, Player, Rng};

use super::{
    expand::Batch,
    params::{MctsParams, Policy},
    select::{Lore, pick},
    tree::{Node, Tree},
    value::{Packing, Scale, Values},
};
use crate::past::Past;

/// Levels below the root that get children at most.
const DEEPEST: usize = 1000;

/// What all threads of a search look at.
pub(crate) struct Shared<'a, G: Handover, E: ?Sized> {
    pub(crate) game: &'a G,
    pub(crate) eval: &'a E,
    pub(crate) params: &'a MctsParams,
    pub(crate) state: &'a G::State,
    pub(crate) root: Player,
    /// The moves to choose from at the root; all if it is empty.
    pub(crate) only: &'a [G::Move],
    pub(crate) scale: Scale,
    pub(crate) packing: Packing,
    pub(crate) tree: &'a Tree<G::Move>,
    pub(crate) lore: &'a Lore,
    /// Simulations begun by all threads.
    pub(crate) simulations: AtomicU64,
    /// Nodes of completed simulations of all threads.
    pub(crate) nodes: AtomicU64,
}

impl<G: Handover, E: ?Sized> Shared<'_, G, E> {
    /// Plays a seat's decision; best-reply hands the turn to and fro.
    pub(crate) fn play(&self, state: &mut G::State, seat: Player, mv: G::Move) {
        let (game, root) = (self.game, self.root);
        let skips = self.params.policy == Policy::BestReply;
        if skips && game.to_move(state) != seat {
            game.give_turn(state, seat);
        }
        game.make(state, mv);
        let ended = skips && seat != root && !game.mid_turn(state);
        if ended && game.outcome(state).is_none() && game.to_move(state) != root {
            game.give_turn(state, root);
        }
    }
}

/// One thread, with its buffers.
pub(crate) struct Worker<'a, 'c, G: Handover, E: Evaluate<G> + ?Sized> {
    pub(crate) shared: &'a Shared<'a, G, E>,
    pub(crate) control: &'a mut Control<'c>,
    pub(crate) rng: Rng,
    pub(crate) past: Past,
    pub(crate) state: G::State,
    pub(crate) moves: Vec<G::Move>,
    /// History slots of the moves of the playout, with who made them.
    pub(crate) trace: Vec<(Player, usize)>,
    path: Vec<&'a Node<G::Move>>,
    /// What the children of the node that was expanded last are worth.
    pub(crate) batch: Batch<G, E::Score>,
}

impl<'a, 'c, G: Handover, E: Evaluate<G> + ?Sized> Worker<'a, 'c, G, E> {
    /// A thread with empty buffers.
    pub(crate) fn new(
        shared: &'a Shared<'a, G, E>,
        control: &'a mut Control<'c>,
        rng: Rng,
        past: Past,
    ) -> Self {
        Worker {
            shared,
            control,
            rng,
            past,
            state: shared.state.clone(),
            moves: Vec::new(),
            trace: Vec::new(),
            path: Vec::new(),
            batch: Batch::default(),
        }
    }

    /// Simulates until the budget is spent, the root is proven or the simulations are used up.
    /// `after` hears of the number of simulations after each, and whether it is time for a report.
    pub(crate) fn run(&mut self, after: &mut dyn FnMut(u64, bool)) {
        let shared = self.shared;
        let limit = shared.params.simulations;
        while !self.control.spent() {
            let number = shared.simulations.fetch_add(1, Relaxed) + 1;
            let before = self.control.nodes;
            if limit > 0 && number > limit || !self.simulate() {
                break;
            }
            shared.nodes.fetch_add(self.control.nodes - before, Relaxed);
            after(number, self.control.is_report_due());
            if shared.params.solver && shared.tree.root.proof().is_some() {
                break;
            }
        }
    }

    /// One simulation; false once the budget is spent, and then it leaves no trace.
    fn simulate(&mut self) -> bool {
        let weight = self.shared.params.virtual_loss;
        let mark = self.past.mark();
        self.state.clone_from(self.shared.state);
        self.path.clear();
        self.trace.clear();
        self.path.push(&self.shared.tree.root);
        self.shared.tree.root.enter(weight);
        let values = self.descend();
        self.past.rewind(mark);
        match values {
            Some(values) => self.back_up(&values),
            None => self.path.iter().for_each(|node| node.cancel(weight)),
        }
        values.is_some()
    }

    /// Goes down to a leaf and says what it is worth.
    fn descend(&mut self) -> Option<Values> {
        let shared = self.shared;
        let params = shared.params;
        let mut node = &shared.tree.root;
        loop {
            // 1. Everything is known here. Two threads that proved the last two children of the parent
            //    at once may both have missed that.
            if let Some(word) = node.proof().filter(|_| params.solver) {
                self.prove_above();
                return Some(shared.packing.unpack(word));
            }
            // 2. A leaf that was seen often enough gets children, and is worth the best of them if they were
            //    scored together.
            let is_root = self.path.len() == 1;
            let ripe = is_root || node.visits() > params.expand && self.path.len() < DEEPEST;
            if ripe && node.children().is_empty() {
                if !self.expand(node, is_root) {
                    return None;
                }
                if params.scores_children()
                    && let Some(best) = self.batch.best()
                {
                    self.prove_by_children(node);
                    return Some(best);
                }
            }
            // 3. A leaf is judged by a playout, unless what that would say is known already. A root with nothing
            //    left to try is known as well.
            let Some(at) = pick(node, is_root, params, shared.packing, shared.lore) else {
                if let Some(word) = best_proven(node, is_root, shared.packing) {
                    node.prove(word);
                    return Some(shared.packing.unpack(word));
                }
                return match params.judges_ahead() && !is_root {
                    true => Some(shared.packing.unpack(node.heuristic())),
                    false => self.playout(),
                };
            };
            // 4. On to the child.
            if !self.control.tick() {
                return None;
            }
            node = &node.children()[at];
            node.enter(params.virtual_loss);
            self.path.push(node);
            self.advance(node);
            // 5. The game may be over.
            let ending = match params.policy {
                Policy::BestReply => shared.game.outcome(&self.state),
                _ => self.past.enter(shared.game, &self.state),
            };
            if let Some(payoffs) = ending {
                let values = shared.scale.finished(&payoffs);
                self.prove(node, &values);
                return Some(values);
            }
        }
    }

    /// Plays a child's decision.
    fn advance(&mut self, node: &Node<G::Move>) {
        if let Some(mv) = node.mv {
            self.shared.play(&mut self.state, node.seat, mv);
        }
    }

    /// Carries the values of a leaf up the path.
    fn back_up(&self, values: &Values) {
        let shared = self.shared;
        for node in self.path.iter().rev() {
            node.leave(shared.params.virtual_loss, values[node.seat]);
        }
        if shared.params.implicit > 0.0 {
            self.back_up_heuristics();
        }
        if shared.lore.is_on() {
            let tree_moves = self.path.iter().filter_map(|node| Some((node.seat, node.mv?)));
            tree_moves
                .map(|(seat, mv)| (seat, Lore::slot(seat, &mv)))
                .chain(self.trace.iter().copied())
                .for_each(|(seat, slot)| shared.lore.note(slot, values[seat]));
        }
    }

    /// Carries evaluations up the path as far as they change anything: where children are new or proven, and
    /// above that as long as the best of them is worth something else than before.
    fn back_up_heuristics(&self) {
        let inner = self.path.iter().rev().filter(|node| !node.children().is_empty());
        for node in inner {
            if !back_up_heuristic(node, self.shared.packing) && node.proof().is_none() {
                break;
            }
        }
    }

    /// Notes that a leaf is worth exactly this, and whatever follows for the nodes above it.
    fn prove(&self, leaf: &Node<G::Move>, values: &Values) {
        if self.shared.params.proves() {
            leaf.prove(self.shared.packing.pack(values));
            self.prove_above();
        }
    }

    /// Proves the node at the end of the path, and whatever follows, if its new children do.
    fn prove_by_children(&self, node: &Node<G::Move>) {
        let (packing, is_root) = (self.shared.packing, self.path.len() == 1);
        let won = won_child(node, is_root, packing);
        if let Some(word) = won.or_else(|| best_proven(node, is_root, packing)) {
            node.prove(word);
            self.prove_above();
        }
    }

    /// Proves what can be proven above the end of the path: a node is proven when one child is a full win for the
    /// player choosing and a loss like any other for everybody else, or when all children are proven and those that
    /// are best for that player are worth the same to everybody. Who is indifferent may decide who of the others wins
    /// or comes second, so nothing is certain then.
    fn prove_above(&self) {
        let packing = self.shared.packing;
        for (above, pair) in self.path.windows(2).enumerate().rev() {
            let (parent, child) = (pair[0], pair[1]);
            let is_root = above == 0;
            let won = won_by(child, is_root, packing);
            match won.or_else(|| best_proven(parent, is_root, packing)) {
                Some(word) => parent.prove(word),
                None => break,
            }
        }
    }
}

/// The proven values of a child that settles what its parent is worth by being a full win, if there is one.
fn won_child<M: Copy>(node: &Node<M>, is_root: bool, packing: Packing) -> Option<u64> {
    node.children().iter().find_map(|child| won_by(child, is_root, packing))
}

/// The proven values of a child, if it is a full win for the player choosing. Where those who have not won are worth
/// different things, another win may have others in their places; only at the root that does not matter.
pub(crate) fn won_by<M: Copy>(child: &Node<M>, is_root: bool, packing: Packing) -> Option<u64> {
    let won = child.proof().filter(|word| packing.of(*word, child.seat) >= 1.0);
    won.filter(|word| is_root || packing.beaten_alike(*word))
}

/// The proven values of the best child, if all children are proven and there is no doubt which is chosen. At the
/// root it is enough that its player gets the same from all that are best.
pub(crate) fn best_proven<M: Copy>(node: &Node<M>, is_root: bool, packing: Packing) -> Option<u64> {
    if node.children().iter().any(|child| child.proof().is_none()) {
        return None;
    }
    let (word, agreed) = best_word(node, packing)?;
    (agreed || is_root).then_some(word)
}

/// Gives a node the evaluation of its best child; whether that is another one than before.
fn back_up_heuristic<M: Copy>(node: &Node<M>, packing: Packing) -> bool {
    let best = best_word(node, packing).map(|(word, _)| word);
    let changed = best.filter(|word| *word != node.heuristic());
    if let Some(word) = changed {
        node.set_heuristic(word);
    }
    changed.is_some()
}

/// What the child is worth to everybody that the player choosing likes best, as far as is known, and whether that holds
/// for all children that this player likes as much. If it does not, it is the mean of them.
pub(crate) fn best_word<M: Copy>(node: &Node<M>, packing: Packing) -> Option<(u64, bool)> {
    let word = |child: &Node<M>| child.proof().unwrap_or(child.heuristic());
    let (mut best, mut agreed) = (None, true);
    for child in node.children() {
        let (own, word) = (packing.of(word(child), child.seat), word(child));
        match best {
            Some((most, _)) if own < most => {}
            Some((most, same)) if own == most => agreed &= word == same,
            _ => (best, agreed) = (Some((own, word)), true),
        }
    }
    let (most, first) = best?;
    if agreed {
        return Some((first, true));
    }
    let likes = node.children().iter().filter(|child| packing.of(word(child), child.seat) == most);
    Some((packing.mean(likes.map(word)), false))
}
