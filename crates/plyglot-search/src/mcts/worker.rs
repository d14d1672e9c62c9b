//! One thread of the search: descent, expansion, backup. The playout has its own file.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use plyglot_core::{Control, Evaluate, Handover, Player, Rng, seats};

use super::{
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

/// One thread, with its buffers.
pub(crate) struct Worker<'a, 'c, G: Handover, E: ?Sized> {
    pub(crate) shared: &'a Shared<'a, G, E>,
    pub(crate) control: &'a mut Control<'c>,
    pub(crate) rng: Rng,
    pub(crate) past: Past,
    pub(crate) state: G::State,
    pub(crate) moves: Vec<G::Move>,
    /// History slots of the moves of the playout, with who made them.
    pub(crate) trace: Vec<(Player, usize)>,
    path: Vec<&'a Node<G::Move>>,
    choices: Vec<(Player, G::Move)>,
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
            choices: Vec::new(),
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
            // 2. A leaf that was seen often enough gets children.
            let is_root = self.path.len() == 1;
            let ripe = is_root || node.visits() > params.expand && self.path.len() < DEEPEST;
            if ripe && node.children().is_empty() && !self.expand(node, is_root) {
                return None;
            }
            // 3. A leaf is judged by a playout. A root with nothing left to try is known as well.
            let Some(at) = pick(node, is_root, params, shared.packing, shared.lore) else {
                let Some(word) = best_proven(node, shared.packing) else { return self.playout() };
                node.prove(word);
                return Some(shared.packing.unpack(word));
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

    /// Plays a child's decision; best-reply hands the turn to and fro.
    fn advance(&mut self, node: &Node<G::Move>) {
        let (game, root) = (self.shared.game, self.shared.root);
        let Some(mv) = node.mv else { return };
        let skips = self.shared.params.policy == Policy::BestReply;
        if skips && game.to_move(&self.state) != node.seat {
            game.give_turn(&mut self.state, node.seat);
        }
        game.make(&mut self.state, mv);
        let ended = skips && node.seat != root && !game.mid_turn(&self.state);
        if ended && game.outcome(&self.state).is_none() && game.to_move(&self.state) != root {
            game.give_turn(&mut self.state, root);
        }
    }

    /// Makes the children of a node, in random order; false once the budget is spent.
    fn expand(&mut self, node: &'a Node<G::Move>, is_root: bool) -> bool {
        self.list_choices(node, is_root);
        if is_root && !self.shared.only.is_empty() {
            self.choices.retain(|(_, mv)| self.shared.only.contains(mv));
        }
        let count = self.choices.len();
        if !is_root && !self.shared.tree.has_room(count) {
            return true;
        }
        for at in (1..count).rev() {
            self.choices.swap(at, self.rng.below(at + 1));
        }
        let mut children = Vec::new();
        if children.try_reserve_exact(count).is_err() && !is_root {
            return true;
        }
        for at in 0..count {
            let (seat, mv) = self.choices[at];
            let mut child = Node::new(Some(mv), seat, 0);
            if self.shared.params.evaluates_nodes() {
                let Some(word) = self.evaluate_child(&child) else { return false };
                child = Node::new(Some(mv), seat, word);
            }
            children.push(child);
        }
        self.shared.tree.expand(node, children.into_boxed_slice(), is_root);
        true
    }

    /// The decisions to choose from: the player's to move or, after the own turn of a best-reply
    /// search, those of all opponents.
    fn list_choices(&mut self, node: &Node<G::Move>, is_root: bool) {
        let (game, root) = (self.shared.game, self.shared.root);
        self.choices.clear();
        let best_reply = self.shared.params.policy == Policy::BestReply;
        let own_turn_ended = !is_root && node.seat == root && !game.mid_turn(&self.state);
        if !(best_reply && own_turn_ended) {
            self.list_moves_of(game.to_move(&self.state));
            return;
        }
        for seat in seats(game.players()).filter(|seat| game.team(*seat) != game.team(root)) {
            let holder = game.give_turn(&mut self.state, seat);
            self.list_moves_of(seat);
            game.give_turn(&mut self.state, holder);
        }
    }

    fn list_moves_of(&mut self, seat: Player) {
        self.moves.clear();
        self.shared.game.moves(&self.state, &mut self.moves);
        self.choices.extend(self.moves.iter().map(|mv| (seat, *mv)));
        self.moves.clear();
    }

    /// The packed evaluation after a child's decision; `None` once the budget is spent.
    fn evaluate_child(&mut self, child: &Node<G::Move>) -> Option<u64> {
        if !self.control.tick() {
            return None;
        }
        let (game, scale) = (self.shared.game, &self.shared.scale);
        let mv = child.mv?;
        let holder = game.to_move(&self.state);
        let skips = holder != child.seat;
        if skips {
            game.give_turn(&mut self.state, child.seat);
        }
        let undo = game.make(&mut self.state, mv);
        let values = match game.outcome(&self.state) {
            Some(payoffs) => scale.finished(&payoffs),
            None => scale.unfinished(game, self.shared.eval, &self.state),
        };
        game.unmake(&mut self.state, mv, undo);
        if skips {
            game.give_turn(&mut self.state, holder);
        }
        Some(self.shared.packing.pack(&values))
    }

    /// Carries the values of a leaf up the path.
    fn back_up(&self, values: &Values) {
        let shared = self.shared;
        for node in self.path.iter().rev() {
            node.leave(shared.params.virtual_loss, values[node.seat]);
            if shared.params.implicit > 0.0 {
                back_up_heuristic(node, shared.packing);
            }
        }
        if shared.lore.is_on() {
            let tree_moves = self.path.iter().filter_map(|node| Some((node.seat, node.mv?)));
            tree_moves
                .map(|(seat, mv)| (seat, Lore::slot(seat, &mv)))
                .chain(self.trace.iter().copied())
                .for_each(|(seat, slot)| shared.lore.note(slot, values[seat]));
        }
    }

    /// Notes that a leaf is worth exactly this, and whatever follows for the nodes above it.
    fn prove(&self, leaf: &Node<G::Move>, values: &Values) {
        let params = self.shared.params;
        // Between two turns of a best-reply search moves are left out: nothing follows from it.
        if !params.solver || params.policy == Policy::BestReply {
            return;
        }
        leaf.prove(self.shared.packing.pack(values));
        self.prove_above();
    }

    /// Proves what can be proven above the end of the path. A node is proven when one child is a full
    /// win for the player choosing, or when all children are proven: then the first of the best is
    /// taken, which among three or more sides is one of possibly several equilibria.
    fn prove_above(&self) {
        let packing = self.shared.packing;
        for pair in self.path.windows(2).rev() {
            let (parent, child) = (pair[0], pair[1]);
            let won = child.proof().filter(|word| packing.of(*word, child.seat) >= 1.0);
            match won.or_else(|| best_proven(parent, packing)) {
                Some(word) => parent.prove(word),
                None => break,
            }
        }
    }
}

/// The proven values of the best child, if all children are proven.
fn best_proven<M: Copy>(node: &Node<M>, packing: Packing) -> Option<u64> {
    let mut best: Option<(f64, u64)> = None;
    for child in node.children() {
        let word = child.proof()?;
        let value = packing.of(word, child.seat);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, word));
        }
    }
    best.map(|(_, word)| word)
}

/// Gives a node the evaluation of its best child.
fn back_up_heuristic<M: Copy>(node: &Node<M>, packing: Packing) {
    let words = node.children().iter().map(|child| {
        let word = child.proof().unwrap_or(child.heuristic());
        (packing.of(word, child.seat), word)
    });
    if let Some((_, word)) = words.reduce(|best, next| if next.0 > best.0 { next } else { best }) {
        node.set_heuristic(word);
    }
}
