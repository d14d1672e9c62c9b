//! The children of a node: which there are, and what they are worth before anybody goes there.

use std::ops::Range;

use plyglot_core::{Evaluate, Handover, PerPlayer, Player, Score, seats};

use super::{params::Policy, tree::Node, value::Values, worker::Worker};

/// Positions that are scored together at most: a board with hundreds of moves should not keep a clock waiting.
const TOGETHER: usize = 64;

/// The decisions that lead from a node to its children, and what is known of these, with the buffers for it.
pub(crate) struct Batch<G: Handover, S: Score> {
    choices: Vec<(Player, G::Move)>,
    judged: Vec<Judged>,
    states: Vec<G::State>,
    scores: Vec<PerPlayer<S>>,
}

/// What a child is worth.
#[derive(Clone, Copy)]
struct Judged {
    values: Values,
    /// Whether the game is over there.
    ended: bool,
}

impl<G: Handover, S: Score> Default for Batch<G, S> {
    fn default() -> Self {
        let (choices, judged) = (Vec::new(), Vec::new());
        Batch { choices, judged, states: Vec::new(), scores: Vec::new() }
    }
}

impl<G: Handover, S: Score> Batch<G, S> {
    /// The values of the child that the player choosing likes best, if any were scored.
    pub(crate) fn best(&self) -> Option<Values> {
        let scored = self.choices.iter().zip(&self.judged);
        let own = scored.map(|((seat, _), judged)| (judged.values[*seat], judged.values));
        own.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, values)| values)
    }

    /// The next buffer for a position, which begins as a copy of this one.
    fn copy(&mut self, at: usize, state: &G::State) -> &mut G::State {
        match self.states.get_mut(at) {
            Some(copy) => copy.clone_from(state),
            None => self.states.push(state.clone()),
        }
        &mut self.states[at]
    }
}

impl<'a, G: Handover, E: Evaluate<G> + ?Sized> Worker<'a, '_, G, E> {
    /// Makes the children of a node, in random order; false once the budget is spent.
    pub(crate) fn expand(&mut self, node: &'a Node<G::Move>, is_root: bool) -> bool {
        self.list_choices(node, is_root);
        if is_root && !self.shared.only.is_empty() {
            self.batch.choices.retain(|(_, mv)| self.shared.only.contains(mv));
        }
        let count = self.batch.choices.len();
        if !is_root && !self.shared.tree.has_room(count) {
            return true;
        }
        for at in (1..count).rev() {
            self.batch.choices.swap(at, self.rng.below(at + 1));
        }
        let mut children = Vec::new();
        if children.try_reserve_exact(count).is_err() && !is_root {
            return true;
        }
        if self.shared.params.evaluates_nodes() && !self.judge_choices() {
            return false;
        }
        children.extend((0..count).map(|at| self.child(at)));
        self.shared.tree.expand(node, children.into_boxed_slice(), is_root);
        true
    }

    /// The child of a choice, with what is known of it.
    fn child(&self, at: usize) -> Node<G::Move> {
        let (params, (seat, mv)) = (self.shared.params, self.batch.choices[at]);
        let Some(judged) = self.batch.judged.get(at) else { return Node::new(Some(mv), seat, 0) };
        let word = self.shared.packing.pack(&judged.values);
        let child = Node::new(Some(mv), seat, word);
        if params.scores_children() {
            child.enter(1);
            child.leave(1, judged.values[seat]);
            if judged.ended && params.proves() {
                child.prove(word);
            }
        }
        child
    }

    /// The decisions to choose from: the player's to move or, after the own turn of a best-reply
    /// search, those of all opponents.
    fn list_choices(&mut self, node: &Node<G::Move>, is_root: bool) {
        let (game, root) = (self.shared.game, self.shared.root);
        self.batch.choices.clear();
        self.batch.judged.clear();
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
        self.batch.choices.extend(self.moves.iter().map(|mv| (seat, *mv)));
        self.moves.clear();
    }

    /// Scores what every choice leads to; false once the budget is spent.
    fn judge_choices(&mut self) -> bool {
        let count = self.batch.choices.len();
        (0..count)
            .step_by(TOGETHER)
            .all(|from| self.judge_together(from..count.min(from + TOGETHER)))
    }

    /// Scores what some choices lead to; false once the budget is spent.
    fn judge_together(&mut self, some: Range<usize>) -> bool {
        let shared = self.shared;
        let mut running = 0;
        for at in some.clone() {
            if !self.control.tick() {
                return false;
            }
            let (seat, mv) = self.batch.choices[at];
            let state = self.batch.copy(running, &self.state);
            shared.play(state, seat, mv);
            let ending = match shared.params.policy {
                Policy::BestReply => shared.game.outcome(state),
                _ => self.past.peek(shared.game, state),
            };
            let values = ending.map(|payoffs| shared.scale.finished(&payoffs));
            running += usize::from(values.is_none());
            let (ended, values) = (values.is_some(), values.unwrap_or_default());
            self.batch.judged.push(Judged { values, ended });
        }
        let Batch { judged, states, scores, .. } = &mut self.batch;
        shared.eval.scores_of(shared.game, &states[..running], scores);
        let open = judged[some].iter_mut().filter(|judged| !judged.ended);
        open.zip(scores).for_each(|(judged, own)| judged.values = shared.scale.unfinished(own));
        true
    }
}
