//! A search with an expert beside it, which answers first where it can.

use plyglot_core::{Control, Game};

use crate::task::{Search, Task, Thought};

/// What knows the move in some positions: a game's own solver or planner.
pub(crate) trait Expert<G: Game>: Send {
    /// What is to be played, told to `report` as well; `None` where the search has to find it, with what is left
    /// of the budget. It may ask the search on the way.
    fn answer(
        &mut self,
        task: &Task<'_, G>,
        search: &mut dyn Search<G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>>;

    /// Forgets what belonged to the game before.
    fn forget(&mut self);
}

/// Plays what an expert says, and everywhere else what a search chooses.
pub(crate) struct Advised<G: Game, X> {
    search: Box<dyn Search<G>>,
    expert: X,
}

impl<G: Game, X: Expert<G>> Advised<G, X> {
    pub(crate) fn new(search: Box<dyn Search<G>>, expert: X) -> Self {
        Advised { search, expert }
    }
}

impl<G: Game, X: Expert<G>> Search<G> for Advised<G, X> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        // An expert knows one move among all.
        let asked = task.only.is_empty() && task.lines <= 1;
        let search = &mut *self.search;
        let answer = if asked { self.expert.answer(task, search, control, report) } else { None };
        answer.unwrap_or_else(|| self.search.think(task, control, report))
    }

    fn new_game(&mut self) {
        self.expert.forget();
        self.search.new_game();
    }

    fn can_restrict(&self) -> bool {
        self.search.can_restrict()
    }
}
