//! Draws by repetition inside a search tree.

use plyglot_core::{Game, History, Payoffs};

use crate::params::Repetition;

/// The positions of the game so far and of the path into the tree. Free of cost in games without a
/// repetition rule.
pub(crate) struct Past {
    history: History,
    limit: u32,
}

impl Past {
    /// The past of a position, the position itself included, and what counts as a draw.
    pub(crate) fn new<G: Game>(game: &G, history: &History, repetition: Repetition) -> Self {
        let limit = repetition.limit(game);
        let history = if limit > 0 { history.clone() } else { History::default() };
        Past { history, limit }
    }

    /// Notes the position after a move and tells what everybody gets if the game is over there.
    #[inline]
    pub(crate) fn enter<G: Game>(&mut self, game: &G, state: &G::State) -> Option<Payoffs> {
        let drawn = self.limit > 0
            && !game.mid_turn(state)
            && self.history.visit_reaches(game.hash(state), self.limit);
        game.outcome(state).or_else(|| drawn.then(|| game.draw()))
    }

    /// Notes the position after a move and tells whether the repetition rule ends the game there.
    #[inline]
    pub(crate) fn repeats<G: Game>(&mut self, game: &G, state: &G::State) -> bool {
        self.limit > 0
            && !game.mid_turn(state)
            && self.history.visit_reaches(game.hash(state), self.limit)
            && game.outcome(state).is_none()
    }

    /// Forgets the position that the last [`Past::enter`] noted, before its move is unmade.
    #[inline]
    pub(crate) fn leave<G: Game>(&mut self, game: &G, state: &G::State) {
        if self.limit > 0 && !game.mid_turn(state) {
            self.history.pop();
        }
    }

    /// What everybody gets if the game is over after the move just made, without noting anything.
    pub(crate) fn peek<G: Game>(&self, game: &G, state: &G::State) -> Option<Payoffs> {
        let drawn = self.limit > 0
            && !game.mid_turn(state)
            && self.history.count(game.hash(state)) + 1 >= self.limit;
        game.outcome(state).or_else(|| drawn.then(|| game.draw()))
    }

    /// A mark to [`Past::rewind`] to.
    pub(crate) fn mark(&self) -> usize {
        self.history.len()
    }

    /// Forgets everything noted since the mark.
    pub(crate) fn rewind(&mut self, mark: usize) {
        while self.history.len() > mark {
            self.history.pop();
        }
    }
}
