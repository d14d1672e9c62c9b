//! How a player that does not search chooses: by the game's ordering, or by what its position is worth to
//! itself afterwards.

use plyglot_core::{Evaluate, Game, Order, Score};

/// Judges the moves of whoever is to move, without a search.
pub(crate) trait Judge<G: Game> {
    /// How good a move looks for who makes it; only comparisons at one position mean anything. The position
    /// is left as it was.
    fn rate(&self, game: &G, state: &mut G::State, mv: G::Move) -> f64;

    /// The move that looks best, the first generated of several, among those that do not lead back to where
    /// the turn has been; `scratch` is overwritten.
    fn choose(
        &self,
        game: &G,
        state: &mut G::State,
        been: &[u64],
        scratch: &mut Vec<G::Move>,
    ) -> G::Move {
        scratch.clear();
        game.moves(state, scratch);
        let mut best = (scratch[0], f64::NEG_INFINITY);
        for mv in scratch.iter() {
            if !been.is_empty() && been.contains(&hash_after(game, state, *mv)) {
                continue;
            }
            let rating = self.rate(game, state, *mv);
            if rating > best.1 {
                best = (*mv, rating);
            }
        }
        best.0
    }
}

fn hash_after<G: Game>(game: &G, state: &mut G::State, mv: G::Move) -> u64 {
    let undo = game.make(state, mv);
    let hash = game.hash(state);
    game.unmake(state, mv, undo);
    hash
}

/// By the game's ordering, if there is one.
pub(crate) struct ByOrder<'a, G: Game>(pub(crate) Option<&'a dyn Order<G>>);

impl<G: Game> Judge<G> for ByOrder<'_, G> {
    #[inline]
    fn rate(&self, game: &G, state: &mut G::State, mv: G::Move) -> f64 {
        self.0.map_or(0.0, |order| order.priority(game, state, mv).into())
    }
}

/// By what the position after the move is worth to who made it.
pub(crate) struct ByWorth<'a, E: ?Sized>(pub(crate) &'a E);

impl<G: Game, E: Evaluate<G> + ?Sized> Judge<G> for ByWorth<'_, E> {
    fn rate(&self, game: &G, state: &mut G::State, mv: G::Move) -> f64 {
        let mover = game.to_move(state);
        let undo = game.make(state, mv);
        let worth = match game.outcome(state) {
            Some(payoffs) => self.0.terminal(game, state, &payoffs, mover),
            None => self.0.score(game, state, mover),
        };
        game.unmake(state, mv, undo);
        worth.real()
    }
}
