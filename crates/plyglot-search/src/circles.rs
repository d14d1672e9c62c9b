//! Turns that come back to where they were: a chain of hops may return to its squares, and decisions inside a
//! turn cost no depth, so that nothing else would ever end it.
//!
//! Whoever comes back inside their turn has all the moves that they had there before, and no more. So searches
//! leave that out.

use plyglot_core::{Evaluate, Game, Score};

use crate::{
    node::{Window, Worker},
    view::View,
};

/// The positions inside turns on the path of a search, each with its distance to the root. Between turns
/// there are none, so those of one turn stand at distances without a gap.
#[derive(Default)]
pub(crate) struct Circles(Vec<(usize, u64)>);

impl Circles {
    /// The path that is nothing but the root.
    pub(crate) fn at<G: Game>(game: &G, root: &G::State) -> Self {
        let mid_turn = game.mid_turn(root);
        Circles(if mid_turn { vec![(0, game.hash(root))] } else { Vec::new() })
    }

    /// Enters a position, or tells how far from the root the same turn has been there before.
    pub(crate) fn enter<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        ply: usize,
    ) -> Result<(), usize> {
        let key = game.hash(state);
        let turn = self.0.iter().rev().zip(1..).take_while(|((at, _), back)| at + back == ply);
        for ((at, seen), _) in turn {
            if *seen == key {
                return Err(*at);
            }
        }
        self.0.push((ply, key));
        Ok(())
    }

    /// Leaves the position that was entered last.
    pub(crate) fn leave(&mut self) {
        self.0.pop();
    }
}

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, V, E> {
    /// The value of a node inside a turn; the worst there is for who comes back to it, which leaves the value of
    /// the turn to its other moves.
    pub(crate) fn search_in_turn(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        window: Window<E::Score>,
    ) -> E::Score {
        if let Err(before) = self.circles.enter(self.game, state, ply) {
            self.footing.circles(before);
            let infinite = E::Score::INFINITE;
            return if self.view.maximises(self.game, state) { -infinite } else { infinite };
        }
        let value = self.search_running(state, depth, ply, window);
        self.circles.leave();
        value
    }
}
