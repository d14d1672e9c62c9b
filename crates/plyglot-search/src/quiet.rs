//! Beyond and beside the moves of a node: noisy moves after the last one, and passing.

use plyglot_core::{Evaluate, Game, Order, Score};

use crate::{
    distance::{decisive, is_judged},
    node::{Window, Worker, previous},
    view::View,
};

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, V, E> {
    /// The value after a pass, if even that is outside the window on the mover's side. A win by passing
    /// is none by the rules: it counts as no more than the bound.
    pub(crate) fn try_pass(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        window: Window<E::Score>,
        maximise: bool,
    ) -> Option<E::Score> {
        if self.game.mid_turn(state) {
            return None;
        }
        let goal = if maximise { window.beta } else { window.alpha };
        if !is_judged(goal) {
            return None;
        }
        let token = self.view.pass(self.game, state)?;
        self.memory.enter(ply);
        self.memory.frames[ply].current = None;
        let empty = if maximise {
            Window { alpha: previous(goal), beta: goal }
        } else {
            Window { alpha: goal, beta: goal.next() }
        };
        let less = depth - 1 - self.params.null;
        let value = if less > 0 && self.tick() && self.game.outcome(state).is_none() {
            self.expand(state, less, ply + 1, empty, false)
        } else {
            self.estimate(state)
        };
        self.view.unpass(self.game, state, token);
        self.footing.estimated = true;
        let refuted = if maximise { value >= goal } else { value <= goal };
        let won = value >= decisive() || value <= -decisive::<E::Score>();
        (refuted && !self.stopped).then_some(if won { goal } else { value })
    }

    /// What the evaluation says of a position.
    #[inline]
    pub(crate) fn estimate(&mut self, state: &G::State) -> E::Score {
        match &mut self.tracker {
            Some(tracker) => tracker.score(self.game, state, self.pov),
            None => self.eval.score(self.game, state, self.pov),
        }
    }

    /// Noisy moves only, or leaving things as they are. A mover in mid-turn has to finish it, and one
    /// who has nothing but noisy moves, as where captures are compulsory, cannot leave them either.
    pub(crate) fn quiesce(
        &mut self,
        state: &mut G::State,
        plies: u32,
        ply: usize,
        window: Window<E::Score>,
        order: &dyn Order<G>,
    ) -> E::Score {
        if plies == 0 || self.view.is_calm(self.game, state, order) {
            return self.estimate(state);
        }
        let maximise = self.view.maximises(self.game, state);
        let base = self.memory.moves.len();
        self.view.moves(self.game, state, self.judge, &mut self.memory.moves);
        let end = self.memory.moves.len();
        let mid_turn = self.game.mid_turn(state);
        let quiet = |worker: &mut Self, state: &mut G::State, at: usize| {
            let mv = worker.memory.moves[at];
            !mid_turn && !worker.view.is_noisy(worker.game, state, order, mv)
        };
        let may_rest = (base..end).any(|at| quiet(self, state, at));
        let infinite = E::Score::INFINITE;
        let mut open = window;
        let mut best = if maximise { -infinite } else { infinite };
        if may_rest {
            best = self.estimate(state);
            open.tighten(best, maximise);
        }
        for at in base..end {
            if open.is_closed() {
                break;
            }
            if may_rest && quiet(self, state, at) {
                continue;
            }
            let mv = self.memory.moves[at];
            let undo = self.view.make(self.game, state, mv);
            let value = self.quiesce_child(state, plies - 1, ply + 1, open, order);
            self.view.unmake(self.game, state, mv, undo);
            if self.stopped {
                break;
            }
            if if maximise { value > best } else { value < best } {
                best = value;
                open.tighten(value, maximise);
            }
        }
        self.memory.moves.truncate(base);
        best
    }

    fn quiesce_child(
        &mut self,
        state: &mut G::State,
        plies: u32,
        ply: usize,
        window: Window<E::Score>,
        order: &dyn Order<G>,
    ) -> E::Score {
        if !self.tick() {
            return E::Score::default();
        }
        match self.game.outcome(state) {
            Some(payoffs) => self.terminal(state, &payoffs, ply),
            None => match self.known_ending(state, 0, ply) {
                Some(value) => value,
                None => self.quiesce(state, plies, ply, window, order),
            },
        }
    }
}
