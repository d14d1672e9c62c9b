//! A game's own planner in play: it takes over once a player is by himself.

use plyglot_core::{Control, Game, Planner};

use crate::{
    advised::Expert,
    task::{Line, Search, Task, Thought},
};

/// What the planner may spend before the search gets the rest.
const SHARE: f64 = 0.9;

/// Follows a plan for the player alone where the game has one.
pub(crate) struct Alone<G: Game>(pub(crate) Box<dyn Planner<G>>);

impl<G: Game> Expert<G> for Alone<G> {
    fn answer(
        &mut self,
        task: &Task<'_, G>,
        _search: &mut dyn Search<G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>> {
        let mut part = control.part(SHARE);
        let plan = self.0.plan(task.game, task.state, &mut part);
        control.nodes += part.nodes;
        let turns = plan?;
        // The turns of the others between them are unknown, and so is what it all is worth.
        let line = Line::unknown(turns[..1].to_vec());
        let (depth, nodes) = (turns.len() as u32, control.nodes);
        let planned = Thought { lines: vec![line], depth, nodes, table: 0, proven: false };
        report(&planned);
        Some(planned)
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}
