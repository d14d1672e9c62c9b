//! Best-reply search: after the root's turn exactly one opponent, the most harmful one, has a turn.
//!
//! Schadd and Winands, "Best Reply Search for Multiplayer Games" (2011). The turn is handed over, so
//! positions may be ones that play cannot reach. Between two players nobody is left out, and the
//! tree is that of the rules.

use plyglot_core::{Game, Handover, Order, Player, seats};

use crate::{silent::Judge, view::View};

/// A decision and who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Reply<M> {
    seat: Player,
    mv: M,
}

/// The tree in which the opponents share one turn.
pub(crate) struct BestReply<M> {
    pov: Player,
    team: u8,
    /// Whether it is the root's turn, or between turns the opponents'.
    ours: bool,
    /// Whether the rules' order stands.
    duel: bool,
    scratch: Vec<M>,
}

/// What a decision changed.
pub(crate) struct Taken<U> {
    undo: U,
    ours: bool,
    /// Who held the turn before it was handed to the one who moved, if it was.
    before: Option<Player>,
    /// Who held it after the move before it was handed back to the root, if it was.
    after: Option<Player>,
}

impl<G: Handover> View<G> for BestReply<G::Move> {
    type Move = Reply<G::Move>;
    type Undo = Taken<G::Undo>;

    const SALT: u64 = 0x6265_7374_7265_706C;

    fn new(game: &G, pov: Player) -> Self {
        let duel = game.players() == 2;
        BestReply { pov, team: game.team(pov), ours: true, duel, scratch: Vec::new() }
    }

    #[inline]
    fn maximises(&self, game: &G, state: &G::State) -> bool {
        if self.duel { game.to_move(state) == self.pov } else { self.ours }
    }

    fn moves(
        &mut self,
        game: &G,
        state: &mut G::State,
        _judge: &dyn Judge<G>,
        out: &mut Vec<Reply<G::Move>>,
    ) {
        let mover = game.to_move(state);
        if self.duel || self.ours || game.mid_turn(state) {
            return self.append(game, state, mover, out);
        }
        let team = self.team;
        for seat in seats(game.players()).filter(|seat| game.team(*seat) != team) {
            game.give_turn(state, seat);
            self.append(game, state, seat, out);
            game.give_turn(state, mover);
        }
    }

    fn make(&mut self, game: &G, state: &mut G::State, mv: Self::Move) -> Self::Undo {
        let ours = self.ours;
        let before = (game.to_move(state) != mv.seat).then(|| game.give_turn(state, mv.seat));
        let undo = game.make(state, mv.mv);
        let mut after = None;
        if !self.duel && !game.mid_turn(state) {
            self.ours = !ours;
            if self.ours && game.to_move(state) != self.pov && game.outcome(state).is_none() {
                after = Some(game.give_turn(state, self.pov));
            }
        }
        Taken { undo, ours, before, after }
    }

    fn unmake(&mut self, game: &G, state: &mut G::State, mv: Self::Move, taken: Self::Undo) {
        if let Some(holder) = taken.after {
            game.give_turn(state, holder);
        }
        game.unmake(state, mv.mv, taken.undo);
        if let Some(holder) = taken.before {
            game.give_turn(state, holder);
        }
        self.ours = taken.ours;
    }

    fn plain(mv: Self::Move) -> G::Move {
        mv.mv
    }

    fn in_turn(&self, game: &G, state: &G::State, mv: Self::Move) -> bool {
        game.to_move(state) == mv.seat
    }

    fn stage(&self) -> u64 {
        u64::from(self.ours)
    }

    fn priorities(
        &self,
        game: &G,
        state: &mut G::State,
        order: &dyn Order<G>,
        moves: &[Self::Move],
        mut each: impl FnMut(usize, i32),
    ) {
        let holder = game.to_move(state);
        let mut seat = holder;
        for (idx, reply) in moves.iter().enumerate() {
            if reply.seat != seat {
                seat = reply.seat;
                game.give_turn(state, seat);
            }
            each(idx, order.priority(game, state, reply.mv));
        }
        if seat != holder {
            game.give_turn(state, holder);
        }
    }

    fn is_noisy(
        &self,
        game: &G,
        state: &mut G::State,
        order: &dyn Order<G>,
        reply: Self::Move,
    ) -> bool {
        if game.to_move(state) == reply.seat {
            return order.is_noisy(game, state, reply.mv);
        }
        let holder = game.give_turn(state, reply.seat);
        let noisy = order.is_noisy(game, state, reply.mv);
        game.give_turn(state, holder);
        noisy
    }

    /// After the root's pass the opponents reply; after theirs the root moves again.
    fn pass(&mut self, game: &G, state: &mut G::State) -> Option<Player> {
        let next = if self.duel { Player(1 - game.to_move(state).0) } else { self.pov };
        self.ours ^= !self.duel;
        Some(game.give_turn(state, next))
    }

    fn unpass(&mut self, game: &G, state: &mut G::State, token: Player) {
        self.ours ^= !self.duel;
        game.give_turn(state, token);
    }
}

impl<M: Copy> BestReply<M> {
    fn append<G: Game<Move = M>>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Player,
        out: &mut Vec<Reply<M>>,
    ) {
        self.scratch.clear();
        game.moves(state, &mut self.scratch);
        out.extend(self.scratch.iter().map(|mv| Reply { seat, mv: *mv }));
    }
}
