//! Turns that end: whoever decides one after the other would hop to and fro for ever, where a chain may return to
//! its squares and what is best can be had by several ways.

use plyglot_core::{Control, Game};

use crate::task::{Search, Task, Thought};

/// A search that does not lead the turn it is in back to where it was asked before.
pub(crate) struct Onward<G: Game> {
    search: Box<dyn Search<G>>,
    /// The positions of the turn so far in which the search was asked.
    been: Vec<u64>,
    /// The position after what it chose last.
    next: Option<u64>,
}

impl<G: Game> Onward<G> {
    pub(crate) fn new(search: Box<dyn Search<G>>) -> Self {
        Onward { search, been: Vec::new(), next: None }
    }

    /// The moves that lead on, if there are others; else none, as all may be played.
    fn moves_onward(&self, task: &Task<'_, G>) -> Vec<G::Move> {
        let mut moves = Vec::new();
        task.game.moves(task.state, &mut moves);
        moves.retain(|mv| task.allows(mv));
        let all = moves.len();
        moves.retain(|mv| !self.been.contains(&hash_after(task.game, task.state, *mv)));
        if moves.len() == all { Vec::new() } else { moves }
    }
}

impl<G: Game> Search<G> for Onward<G> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        if !self.search.can_restrict() {
            return self.search.think(task, control, report);
        }
        let (game, key) = (task.game, task.game.hash(task.state));
        if !game.mid_turn(task.state) || self.next != Some(key) {
            self.been.clear();
        }
        let onward = if self.been.is_empty() { Vec::new() } else { self.moves_onward(task) };
        let only = if onward.is_empty() { task.only } else { &onward };
        let thought = self.search.think(&Task { only, ..*task }, control, report);
        self.next = Some(hash_after(game, task.state, thought.lines[0].moves[0]));
        self.been.extend(game.mid_turn(task.state).then_some(key));
        thought
    }

    fn new_game(&mut self) {
        self.been.clear();
        self.search.new_game();
    }

    fn can_restrict(&self) -> bool {
        self.search.can_restrict()
    }
}

fn hash_after<G: Game>(game: &G, state: &G::State, mv: G::Move) -> u64 {
    let mut state = state.clone();
    game.make(&mut state, mv);
    game.hash(&state)
}
