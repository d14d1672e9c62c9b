//! Moves that spend what is better kept, as an override stone: while there are others they are searched
//! less deep first, and near the leaves only where everything else loses.

use plyglot_core::{Evaluate, Game, Score};

use crate::{
    distance::decisive,
    node::{Rank, Worker},
    view::View,
};

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, V, E> {
    /// Whether costly moves among those from `base` on can wait, because there are others.
    pub(crate) fn spares(&self, state: &G::State, base: usize) -> bool {
        let moves = &self.memory.moves[base..];
        self.params.costly > 0 && moves.iter().any(|mv| !self.is_costly(state, *mv))
    }

    #[inline]
    pub(crate) fn is_costly(&self, state: &G::State, mv: V::Move) -> bool {
        self.order.is_some_and(|order| order.is_costly(self.game, state, V::plain(mv)))
    }

    /// By how much less deep a move is searched at first for what it costs.
    #[inline]
    pub(crate) fn less_for(&self, depth: u32, rank: Rank) -> u32 {
        if rank.costly && rank.place > 0 { self.params.costly.min(depth - 1) } else { 0 }
    }
}

/// Whether the best that a node has found so far loses for whoever decides there.
pub(crate) fn is_lost<S: Score>(best: S, maximise: bool) -> bool {
    if maximise { best < -decisive::<S>() } else { best > decisive() }
}
