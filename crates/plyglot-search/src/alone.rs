//! A game's own planner in play: it takes over once a player is by himself.

use plyglot_core::{Control, Game, Planner};

use crate::task::{Line, Search, Task, Thought};

/// What the planner may spend before the search gets the rest.
const SHARE: f64 = 0.9;

/// Follows a plan for the player alone where the game has one, and plays what another search chooses everywhere
/// else.
pub(crate) struct Alone<G: Game> {
    search: Box<dyn Search<G>>,
    planner: Box<dyn Planner<G>>,
}

impl<G: Game> Alone<G> {
    /// A search with a planner beside it.
    pub(crate) fn new(search: Box<dyn Search<G>>, planner: Box<dyn Planner<G>>) -> Self {
        Alone { search, planner }
    }

    fn plan(&mut self, task: &Task<'_, G>, control: &mut Control<'_>) -> Option<Thought<G::Move>> {
        let mut part = control.part(SHARE);
        let plan = self.planner.plan(task.game, task.state, &mut part);
        control.nodes += part.nodes;
        let turns = plan?;
        // The turns of the others between them are unknown, and so is what it all is worth.
        let line = Line::unknown(turns[..1].to_vec());
        let (depth, nodes) = (turns.len() as u32, control.nodes);
        Some(Thought { lines: vec![line], depth, nodes, table: 0, proven: false })
    }
}

impl<G: Game> Search<G> for Alone<G> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        // A plan is of one turn among all.
        let asked = task.only.is_empty() && task.lines <= 1;
        let planned = if asked { self.plan(task, control) } else { None };
        let Some(planned) = planned else { return self.search.think(task, control, report) };
        report(&planned);
        planned
    }

    fn new_game(&mut self) {
        self.planner.forget();
        self.search.new_game();
    }

    fn can_restrict(&self) -> bool {
        self.search.can_restrict()
    }
}
