//! The rest of a simulation: random play, guided or not, to the end of the game or to a cut-off.

use plyglot_core::{Evaluate, Handover};

use super::{
    params::Cutoff,
    select::Lore,
    value::Values,
    worker::{Shared, Worker},
};

impl<G: Handover, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, E> {
    /// Plays on from the present position and says what came of it; `None` once the budget is spent.
    pub(crate) fn playout(&mut self) -> Option<Values> {
        let (game, params, scale) = (self.shared.game, self.shared.params, &self.shared.scale);
        for _ in 0..params.playout_limit {
            let Some(mv) = self.playout_move() else {
                return game.outcome(&self.state).map(|payoffs| scale.finished(&payoffs));
            };
            if !self.control.tick() {
                return None;
            }
            if self.shared.lore.is_on() {
                let seat = game.to_move(&self.state);
                self.trace.push((seat, Lore::slot(seat, &mv)));
            }
            game.make(&mut self.state, mv);
            if self.past.repeats(game, &self.state) {
                return Some(scale.finished(&game.draw()));
            }
        }
        Some(match game.outcome(&self.state) {
            Some(payoffs) => scale.finished(&payoffs),
            None if params.cutoff == Cutoff::Eval => self.judge(),
            None => scale.drawn(),
        })
    }

    /// What the evaluation says of the present position.
    fn judge(&self) -> Values {
        let Shared { game, eval, scale, .. } = self.shared;
        scale.unfinished(&eval.scores(game, &self.state))
    }

    /// The next move of the playout. Also `None` when the budget ran out while looking ahead, in which
    /// case the position is unfinished and the playout worth nothing.
    fn playout_move(&mut self) -> Option<G::Move> {
        let params = self.shared.params;
        if params.lookahead == 0 || self.chance() < params.epsilon {
            return self.shared.game.random_move(&self.state, &mut self.moves, &mut self.rng);
        }
        self.look_ahead(params.lookahead).and_then(|(mv, _)| mv)
    }

    /// The best move for the player to move by a max^n search of `depth` decisions over a sample of
    /// the moves, and what it is worth to everybody. No move where the game is over.
    fn look_ahead(&mut self, depth: u32) -> Option<(Option<G::Move>, Values)> {
        let (game, scale) = (self.shared.game, &self.shared.scale);
        if !self.control.tick() {
            return None;
        }
        if let Some(payoffs) = game.outcome(&self.state) {
            return Some((None, scale.finished(&payoffs)));
        }
        if depth == 0 {
            return Some((None, self.judge()));
        }
        let base = self.moves.len();
        game.moves(&self.state, &mut self.moves);
        let seat = game.to_move(&self.state);
        let mut best: Option<(G::Move, Values)> = None;
        for at in base..self.moves.len().min(base + self.shared.params.sample) {
            let other = at + self.rng.below(self.moves.len() - at);
            self.moves.swap(at, other);
            let mv = self.moves[at];
            let undo = game.make(&mut self.state, mv);
            let found = self.look_ahead(depth - 1);
            game.unmake(&mut self.state, mv, undo);
            let Some((_, values)) = found else {
                best = None;
                break;
            };
            if best.as_ref().is_none_or(|(_, most)| values[seat] > most[seat]) {
                best = Some((mv, values));
            }
        }
        self.moves.truncate(base);
        best.map(|(mv, values)| (Some(mv), values))
    }

    /// A random number from 0 to 1.
    fn chance(&mut self) -> f64 {
        (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}
