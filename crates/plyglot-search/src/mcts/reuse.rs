//! Finding the position at hand in the tree of the move before.

use plyglot_core::{Game, History};

use super::tree::Node;

/// Moves tried at most.
const MOST_TRIED: u32 = 20_000;

/// The search for a position in a tree.
pub(crate) struct Finder<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) target: &'a G::State,
    /// The positions of the game: whatever lies between two turns on the way must be among them.
    pub(crate) history: &'a History,
    tried: u32,
    path: Vec<usize>,
}

impl<'a, G: Game> Finder<'a, G> {
    /// A search that has not begun.
    pub(crate) fn new(game: &'a G, target: &'a G::State, history: &'a History) -> Self {
        Finder { game, target, history, tried: 0, path: Vec::new() }
    }

    /// The child indices that lead from a node, which is `state`, to the position sought.
    pub(crate) fn find(mut self, node: &Node<G::Move>, state: &G::State) -> Option<Vec<usize>> {
        let mut state = state.clone();
        self.is_below(node, &mut state).then_some(self.path)
    }

    fn is_below(&mut self, node: &Node<G::Move>, state: &mut G::State) -> bool {
        if state == self.target {
            return true;
        }
        for (at, child) in node.children().iter().enumerate() {
            let Some(mv) = child.mv else { continue };
            if self.tried == MOST_TRIED {
                return false;
            }
            self.tried += 1;
            let undo = self.game.make(state, mv);
            self.path.push(at);
            if self.may_lead_on(state) && self.is_below(child, state) {
                return true;
            }
            self.path.pop();
            self.game.unmake(state, mv, undo);
        }
        false
    }

    fn may_lead_on(&self, state: &G::State) -> bool {
        state == self.target
            || self.game.mid_turn(state)
            || self.history.count(self.game.hash(state)) > 0
    }
}
