//! Best-reply search in which positions stay legal: every opponent moves in its turn, but only one of
//! them searches, the others play the move that looks best without a search: to the game's ordering, or to
//! themselves (`silent`).
//!
//! Esser, Gras, Winands, Schadd and Lanctot, "Improving Best-Reply Search" (2013). A stretch of
//! opponents' turns is a round: it ends when the root's team is on turn again, or somebody who has
//! had a turn in it. Exactly one opponent of a round searches. The moves of the others cost no depth,
//! so that depth means the same as in best-reply search.

use plyglot_core::{Game, Handover, Player};

use crate::{params::Params, silent::Judge, view::View};

/// A decision, and whether it is the forced one of an opponent who does not search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Choice<M> {
    mv: M,
    special: bool,
}

/// Where a round of opponents' turns stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Round {
    /// The seats that have had their turn, a bit each.
    acted: u8,
    /// Whether one of them searched, or is about to in the turn it is in.
    searched: bool,
    /// Whether the turn in progress is one without a search.
    special: bool,
}

const FRESH: Round = Round { acted: 0, searched: false, special: false };

/// The tree in which one opponent of each round searches.
pub(crate) struct BestReplyPlus<M> {
    team: u8,
    round: Round,
    /// The positions inside turns without a search, on the path. Who plays by looks might go in circles for ever.
    been: Vec<u64>,
    scratch: Vec<M>,
}

impl<G: Handover> View<G> for BestReplyPlus<G::Move> {
    type Move = Choice<G::Move>;
    type Undo = (G::Undo, Round);

    const SALT: u64 = 0x6265_7374_706C_7573;

    fn new(game: &G, pov: Player, _params: &Params) -> Self {
        let (been, scratch) = (Vec::new(), Vec::new());
        BestReplyPlus { team: game.team(pov), round: FRESH, been, scratch }
    }

    fn maximises(&self, game: &G, state: &G::State) -> bool {
        game.team(game.to_move(state)) == self.team
    }

    fn moves(
        &mut self,
        game: &G,
        state: &mut G::State,
        judge: &dyn Judge<G>,
        out: &mut Vec<Choice<G::Move>>,
    ) {
        let mid_turn = game.mid_turn(state);
        let silent = if mid_turn { self.round.special } else { self.round.searched };
        if silent {
            let been = if mid_turn { &self.been[..] } else { &[] };
            let mv = judge.choose(game, state, been, &mut self.scratch);
            return out.push(Choice { mv, special: true });
        }
        self.append(game, state, out);
        if !mid_turn && !self.maximises(game, state) {
            let mv = self.move_that_leaves_a_reply(game, state, judge);
            out.extend(mv.map(|mv| Choice { mv, special: true }));
        }
    }

    fn make(&mut self, game: &G, state: &mut G::State, choice: Self::Move) -> Self::Undo {
        let (round, mover) = (self.round, game.to_move(state));
        let opponent = game.team(mover) != self.team;
        let undo = game.make(state, choice.mv);
        if opponent {
            self.round.searched |= !choice.special;
            self.round.special = choice.special && game.mid_turn(state);
        }
        if choice.special && game.mid_turn(state) {
            self.been.push(game.hash(state));
        }
        if !game.mid_turn(state) {
            let acted = if opponent { round.acted | 1 << mover.0 } else { 0 };
            let next = game.to_move(state);
            let over = game.team(next) == self.team || acted >> next.0 & 1 == 1;
            self.round = if over { FRESH } else { Round { acted, ..self.round } };
        }
        (undo, round)
    }

    fn unmake(&mut self, game: &G, state: &mut G::State, choice: Self::Move, undo: Self::Undo) {
        if choice.special && game.mid_turn(state) {
            self.been.pop();
        }
        game.unmake(state, choice.mv, undo.0);
        self.round = undo.1;
    }

    fn plain(choice: Self::Move) -> G::Move {
        choice.mv
    }

    fn is_free(choice: Self::Move) -> bool {
        choice.special
    }

    fn stage(&self) -> u64 {
        let Round { acted, searched, special } = self.round;
        u64::from(acted) | u64::from(searched) << 8 | u64::from(special) << 9
    }
}

impl<M: Copy> BestReplyPlus<M> {
    fn append<G: Game<Move = M>>(&mut self, game: &G, state: &G::State, out: &mut Vec<Choice<M>>) {
        self.scratch.clear();
        game.moves(state, &mut self.scratch);
        out.extend(self.scratch.iter().map(|mv| Choice { mv: *mv, special: false }));
    }

    /// The move of the player to move without a search, if the round goes on after its turn, so that
    /// somebody else can still be the one to search.
    fn move_that_leaves_a_reply<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        judge: &dyn Judge<G>,
    ) -> Option<M> {
        let acted = self.round.acted | 1 << game.to_move(state).0;
        let (mv, next) = self.silent_turn(game, state, judge);
        next.filter(|next| game.team(*next) != self.team && acted >> next.0 & 1 == 0).map(|_| mv)
    }

    /// The first move of a turn without a search and who is to move after the turn; nobody if that ends the game
    /// or the turn never ends.
    fn silent_turn<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        judge: &dyn Judge<G>,
    ) -> (M, Option<Player>) {
        let been = if game.mid_turn(state) { &self.been[..] } else { &[] };
        let mv = judge.choose(game, state, been, &mut self.scratch);
        let undo = game.make(state, mv);
        let key = game.hash(state);
        let next = if game.outcome(state).is_some() {
            None
        } else if !game.mid_turn(state) {
            Some(game.to_move(state))
        } else if self.been.contains(&key) {
            None
        } else {
            self.been.push(key);
            let next = self.silent_turn(game, state, judge).1;
            self.been.pop();
            next
        };
        game.unmake(state, mv, undo);
        (mv, next)
    }
}
