//! Whose moves a two-sided search sees at a node: what sets paranoid and best-reply searches apart.

use std::hash::Hash;

use plyglot_core::{Game, Handover, Order, Player};

use crate::{params::Params, silent::Judge};

/// A tree over the positions of a game in which the root's team plays against everybody else. The
/// part of a node that the position does not know (whose reply was already taken) lives in the view
/// and changes with `make` and `unmake`.
pub(crate) trait View<G: Game>: Send {
    /// A decision, as the tree sees it.
    type Move: Copy + Eq + Hash + Send + Sync;
    /// Whatever `unmake` needs.
    type Undo;

    /// Keeps what different searches know of a position apart.
    const SALT: u64;

    /// Whether the tree is that of the rules, with everybody in turn and free to choose.
    const FAITHFUL: bool = false;

    /// The tree seen by `pov`, who is to move at the root.
    fn new(game: &G, pov: Player, params: &Params) -> Self;

    /// Whether the root's team decides.
    fn maximises(&self, game: &G, state: &G::State) -> bool;

    /// Appends the decisions of a node; `judge` chooses for players that do not search.
    fn moves(
        &mut self,
        game: &G,
        state: &mut G::State,
        judge: &dyn Judge<G>,
        out: &mut Vec<Self::Move>,
    );

    /// Plays a decision.
    fn make(&mut self, game: &G, state: &mut G::State, mv: Self::Move) -> Self::Undo;

    /// Takes it back.
    fn unmake(&mut self, game: &G, state: &mut G::State, mv: Self::Move, undo: Self::Undo);

    /// The decision as the game knows it.
    fn plain(mv: Self::Move) -> G::Move;

    /// Whether the decision costs no depth.
    fn is_free(_mv: Self::Move) -> bool {
        false
    }

    /// Whether the decision is open to the player whose turn it is by the rules.
    fn in_turn(&self, _game: &G, _state: &G::State, _mv: Self::Move) -> bool {
        true
    }

    /// What the hash of the position leaves out.
    fn stage(&self) -> u64 {
        0
    }

    /// Calls `each` with the priority of every decision of a node.
    fn priorities(
        &self,
        game: &G,
        state: &mut G::State,
        order: &dyn Order<G>,
        moves: &[Self::Move],
        mut each: impl FnMut(usize, i32),
    ) {
        for (idx, mv) in moves.iter().enumerate() {
            each(idx, order.priority(game, state, Self::plain(*mv)));
        }
    }

    /// Whether the game's ordering calls the decision noisy.
    fn is_noisy(
        &self,
        game: &G,
        state: &mut G::State,
        order: &dyn Order<G>,
        mv: Self::Move,
    ) -> bool {
        order.is_noisy(game, state, Self::plain(mv))
    }

    /// Whether the game's ordering sees at a glance that no decision of the node is noisy.
    fn is_calm(&self, _game: &G, _state: &G::State, _order: &dyn Order<G>) -> bool {
        false
    }

    /// Lets the mover pass between turns, if the tree allows that; `unpass` takes it back.
    fn pass(&mut self, _game: &G, _state: &mut G::State) -> Option<Player> {
        None
    }

    /// Takes a pass back.
    fn unpass(&mut self, _game: &G, _state: &mut G::State, _token: Player) {}
}

/// The rules' own tree: everybody moves in turn. Of two sides this is alpha-beta, of more it is
/// paranoid search.
pub(crate) struct InTurn {
    team: u8,
}

impl<G: Handover> View<G> for InTurn {
    type Move = G::Move;
    type Undo = G::Undo;

    const SALT: u64 = 0x0070_6172_616E_6F69;
    const FAITHFUL: bool = true;

    fn new(game: &G, pov: Player, _params: &Params) -> Self {
        InTurn { team: game.team(pov) }
    }

    #[inline]
    fn maximises(&self, game: &G, state: &G::State) -> bool {
        game.team(game.to_move(state)) == self.team
    }

    #[inline]
    fn moves(
        &mut self,
        game: &G,
        state: &mut G::State,
        _judge: &dyn Judge<G>,
        out: &mut Vec<G::Move>,
    ) {
        game.moves(state, out);
    }

    #[inline]
    fn make(&mut self, game: &G, state: &mut G::State, mv: G::Move) -> G::Undo {
        game.make(state, mv)
    }

    #[inline]
    fn unmake(&mut self, game: &G, state: &mut G::State, mv: G::Move, undo: G::Undo) {
        game.unmake(state, mv, undo);
    }

    #[inline]
    fn plain(mv: G::Move) -> G::Move {
        mv
    }

    #[inline]
    fn is_calm(&self, game: &G, state: &G::State, order: &dyn Order<G>) -> bool {
        order.is_calm(game, state)
    }

    /// The turn goes to the next seat: with two players the other one.
    fn pass(&mut self, game: &G, state: &mut G::State) -> Option<Player> {
        let next = (game.to_move(state).0 + 1) % game.players();
        Some(game.give_turn(state, Player(next)))
    }

    fn unpass(&mut self, game: &G, state: &mut G::State, token: Player) {
        game.give_turn(state, token);
    }
}
