//! The moves of all positions on a path, those of each in the order to be tried.

use plyglot_core::{Control, Game};

use super::Problem;

/// A buffer of moves with their ranks in the ordering and their numbers in the order of generation.
pub(crate) struct Moves<M> {
    list: Vec<(u64, u16, M)>,
    scratch: Vec<M>,
}

impl<M: Copy> Moves<M> {
    pub(crate) fn new() -> Self {
        Moves { list: Vec::new(), scratch: Vec::new() }
    }

    /// Appends the moves of a position and tells where they begin: the best known one, then, if
    /// replies are to be counted, those after which the same side goes on, then those that leave
    /// fewest replies.
    pub(crate) fn push<G: Game<Move = M>>(
        &mut self,
        problem: &Problem<'_, G>,
        state: &mut G::State,
        first: Option<u16>,
        counted: bool,
        control: &mut Control<'_>,
    ) -> usize {
        let (game, base) = (problem.game, self.list.len());
        let own = problem.is_own(state);
        self.scratch.clear();
        game.moves(state, &mut self.scratch);
        self.list.extend(self.scratch.drain(..).zip(0..).map(|(mv, number)| (1, number, mv)));
        let counted = counted && self.list.len() - base > 1;
        for at in base..self.list.len() {
            let (_, number, mv) = self.list[at];
            if Some(number) == first {
                self.list[at].0 = 0;
            } else if counted && control.tick() {
                let undo = game.make(state, mv);
                let replies = game.count_plies(state, &mut self.scratch);
                let again = problem.is_own(state) == own && game.outcome(state).is_none();
                game.unmake(state, mv, undo);
                self.list[at].0 = if again { 1 } else { replies + 2 };
            }
        }
        self.list[base..].sort_by_key(|(rank, number, _)| (*rank, *number));
        base
    }

    /// A move with its number.
    pub(crate) fn get(&self, at: usize) -> (u16, M) {
        let (_, number, mv) = self.list[at];
        (number, mv)
    }

    /// How many moves there are, on the whole path.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Forgets the moves from there on.
    pub(crate) fn truncate(&mut self, base: usize) {
        self.list.truncate(base);
    }
}
