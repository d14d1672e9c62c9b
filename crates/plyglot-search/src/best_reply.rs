//! Best-reply search: after the root's turn exactly one opponent, the most harmful one, has a turn. With `allies`
//! the root's team shares its later turns in the same way: whoever has the best move makes it.
//!
//! Schadd and Winands, "Best Reply Search for Multiplayer Games" (2011). The turn is handed over, so
//! positions may be ones that play cannot reach. Between two players nobody is left out, and the
//! tree is that of the rules.

use plyglot_core::{Game, Handover, Order, Player, seats};

use crate::{params::Params, silent::Judge, view::View};

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
    /// Whether the rules' order stands.
    duel: bool,
    /// Whether the root's team shares its turns after the first.
    allies: bool,
    /// Turns since the root: every second is the opponents'. Not counted where the rules' order stands.
    turns: u32,
    scratch: Vec<M>,
}

/// What a decision changed.
pub(crate) struct Taken<U> {
    undo: U,
    turns: u32,
    /// Who held the turn before it was handed to the one who moved, if it was.
    before: Option<Player>,
    /// Who held it after the move before it was handed back to the root, if it was.
    after: Option<Player>,
}

impl<G: Handover> View<G> for BestReply<G::Move> {
    type Move = Reply<G::Move>;
    type Undo = Taken<G::Undo>;

    const SALT: u64 = 0x6265_7374_7265_706C;

    fn new(game: &G, pov: Player, params: &Params) -> Self {
        let (duel, allies, team) = (game.players() == 2, params.allies, game.team(pov));
        BestReply { pov, team, duel, allies, turns: 0, scratch: Vec::new() }
    }

    #[inline]
    fn maximises(&self, game: &G, state: &G::State) -> bool {
        if self.duel { game.to_move(state) == self.pov } else { self.ours() }
    }

    fn moves(
        &mut self,
        game: &G,
        state: &mut G::State,
        _judge: &dyn Judge<G>,
        out: &mut Vec<Reply<G::Move>>,
    ) {
        let mover = game.to_move(state);
        let alone = self.duel || self.ours() && !self.shares();
        if alone || game.mid_turn(state) {
            return self.append(game, state, mover, out);
        }
        let (team, ours) = (self.team, self.ours());
        for seat in seats(game.players()).filter(|seat| (game.team(*seat) == team) == ours) {
            game.give_turn(state, seat);
            self.append(game, state, seat, out);
            game.give_turn(state, mover);
        }
    }

    fn make(&mut self, game: &G, state: &mut G::State, mv: Self::Move) -> Self::Undo {
        let turns = self.turns;
        let before = (game.to_move(state) != mv.seat).then(|| game.give_turn(state, mv.seat));
        let undo = game.make(state, mv.mv);
        let mut after = None;
        if !self.duel && !game.mid_turn(state) {
            self.turns += 1;
            if self.ours() && game.to_move(state) != self.pov && game.outcome(state).is_none() {
                after = Some(game.give_turn(state, self.pov));
            }
        }
        Taken { undo, turns, before, after }
    }

    fn unmake(&mut self, game: &G, state: &mut G::State, mv: Self::Move, taken: Self::Undo) {
        if let Some(holder) = taken.after {
            game.give_turn(state, holder);
        }
        game.unmake(state, mv.mv, taken.undo);
        if let Some(holder) = taken.before {
            game.give_turn(state, holder);
        }
        self.turns = taken.turns;
    }

    fn plain(mv: Self::Move) -> G::Move {
        mv.mv
    }

    fn in_turn(&self, game: &G, state: &G::State, mv: Self::Move) -> bool {
        game.to_move(state) == mv.seat
    }

    fn stage(&self) -> u64 {
        u64::from(self.ours()) | u64::from(self.shares()) << 1
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
        self.turns += u32::from(!self.duel);
        Some(game.give_turn(state, next))
    }

    fn unpass(&mut self, game: &G, state: &mut G::State, token: Player) {
        self.turns -= u32::from(!self.duel);
        game.give_turn(state, token);
    }
}

impl<M: Copy> BestReply<M> {
    /// Whether it is the root's turn, or its team's, and not the opponents'.
    #[inline]
    fn ours(&self) -> bool {
        self.turns.is_multiple_of(2)
    }

    /// Whether the whole team of the root has a turn where the root has one.
    fn shares(&self) -> bool {
        self.allies && self.turns > 0
    }

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
