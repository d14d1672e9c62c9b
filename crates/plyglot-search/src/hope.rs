//! What to play where the others together can force a loss: they may not want to.
//!
//! Searches that take everybody else for one enemy see a loss as soon as it can be forced by all of them. But
//! whoever does not win by it would rather prevent it, so then max^n, in which everybody plays for themselves,
//! chooses with what is left of the budget. Where it sees nothing but losses either, the latest one it is.

use plyglot_core::{Control, Evaluate, Game, Score};

use crate::{
    distance::decisive,
    maxn::MaxN,
    params::Params,
    task::{Search, Task, Thought},
};

/// A search and max^n for where it sees only losses.
pub(crate) struct Hope<G: Game, E: Evaluate<G> + ?Sized> {
    search: Box<dyn Search<G>>,
    selfish: MaxN<G, E>,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Hope<G, E> {
    /// A search that ends as soon as it sees a loss, and an evaluation for max^n under the same options.
    pub(crate) fn new(search: Box<dyn Search<G>>, eval: Box<E>, params: Params) -> Self {
        Hope { search, selfish: MaxN::new(eval, None, params) }
    }
}

impl<G: Game, E: Evaluate<G> + ?Sized> Search<G> for Hope<G, E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let thought = self.search.think(task, control, report);
        let lost = decisive::<E::Score>().real();
        let seeks = task.lines <= 1 && task.game.sides().count() > 2 && !control.spent();
        if !seeks || thought.lines[0].value > -lost {
            return thought;
        }
        let other = self.selfish.think(task, control, &mut |_| {});
        if other.depth == 0 || other.lines[0].value < -lost {
            return Thought { nodes: control.nodes, ..thought };
        }
        report(&other);
        other
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn can_restrict(&self) -> bool {
        self.search.can_restrict()
    }
}
