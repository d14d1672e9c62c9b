//! The rules of a game as searches see them.

use std::{fmt, hash::Hash};

use crate::{Payoffs, Player, Rng, Sides};

/// The rules. `self` is immutable (board map, rule options); everything that changes is `State`.
///
/// Every game keeps these laws, and [`crate::laws`] checks them:
/// 1. `moves` yields at least one move exactly when `outcome` is `None`; a forced pass is a move.
/// 2. `unmake` after `make` restores the state bit for bit.
/// 3. A `Move` is one decision. A turn may be several decisions by the same player; while it is
///    unfinished `mid_turn` is true. A turn always ends after finitely many decisions.
/// 4. Nothing reads a clock, a file, a socket or an unseeded random source.
/// 5. `State` is the position, not the past: what happened before lies in [`crate::History`], and
///    draws by repetition are decided there.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position: board, player to move, stage of the turn, counters.
    type State: Clone + PartialEq + fmt::Debug + Send + Sync;
    /// One decision.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// Whatever `unmake` needs: `()`, a captured piece, a journal length, or a whole `State`. Good for
    /// any copy of the state it was made with.
    type Undo: Clone + Send;

    /// Whether a *ply*, the unit that perft counts and a move list writes, is a whole turn (Dala's
    /// `d3xb4` is a drop and then a capture) or, as by default, a single decision.
    const PLY_IS_TURN: bool = false;

    /// The number of seats, 2 to 8.
    fn players(&self) -> u8;

    /// The team of a seat; by default everybody plays for themselves.
    fn team(&self, player: Player) -> u8 {
        player.0
    }

    /// Who wins and loses together.
    fn sides(&self) -> Sides {
        Sides::new(self.players(), |seat| self.team(seat))
    }

    /// The start position.
    fn start(&self) -> Self::State;

    /// Whose decision it is. Meaningless once the game is over, but never a panic.
    fn to_move(&self, state: &Self::State) -> Player;

    /// Whether the player to move is in the middle of a turn.
    fn mid_turn(&self, _state: &Self::State) -> bool {
        false
    }

    /// Appends the legal moves, none when the game is over. Never clears, so that one buffer serves
    /// a whole search path. Must answer after `give_turn` too, with a pass if nothing else.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Plays a move that `moves` yielded; anything else gives a meaningless state.
    fn make(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Takes back the last `make`.
    fn unmake(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// What everybody gets once the game is over, draws by counters included; `None` while it runs.
    fn outcome(&self, state: &Self::State) -> Option<Payoffs>;

    /// Identity of the position as the repetition rule sees it: board, player to move, stage of the
    /// turn, stocks; not the counters that [`Game::horizon`] speaks of.
    fn hash(&self, state: &Self::State) -> u64;

    /// How many decisions from here a counter that `hash` leaves out (quiet plies, a turn limit) can
    /// matter at the earliest. A value found with a smaller depth holds whatever the counters say.
    fn horizon(&self, _state: &Self::State) -> u32 {
        u32::MAX
    }

    /// What of the counters a search that comes to the horizon depends on, as one number; with several of
    /// them, what is left of each.
    fn counters(&self, state: &Self::State) -> u64 {
        self.horizon(state).into()
    }

    /// How often a position must occur for the game to be drawn; 0 when there is no such rule.
    fn repetition(&self) -> u32 {
        0
    }

    /// What everybody gets when the game is drawn by repetition.
    fn draw(&self) -> Payoffs {
        Payoffs::default()
    }

    /// The sum of the payoffs where it is the same at every end of the game.
    fn payoff_sum(&self) -> Option<i32> {
        Some(0)
    }

    /// The rules that perft counts under: the same, less the draw rules the game's convention ignores.
    fn perft_rules(&self) -> Self {
        self.clone()
    }

    /// The same rules with whole turns as moves, if there are such: between turns both have the same
    /// positions.
    fn by_turns(&self) -> Option<Self> {
        None
    }

    /// The decisions that a move of [`Game::by_turns`] is made of.
    fn decisions(&self, _state: &Self::State, turn: Self::Move) -> Vec<Self::Move> {
        vec![turn]
    }

    /// The positions that the symmetries of the rules map this one to; their perft counts are equal.
    fn symmetric(&self, _state: &Self::State) -> Vec<Self::State> {
        Vec::new()
    }

    /// The number of legal plies, for perft's last level. Override where counting is cheaper than
    /// generating. `scratch` comes back as it was.
    fn count_plies(&self, state: &Self::State, scratch: &mut Vec<Self::Move>) -> u64 {
        let base = scratch.len();
        self.moves(state, scratch);
        let mut count = (scratch.len() - base) as u64;
        if Self::PLY_IS_TURN {
            let mut child = state.clone();
            for idx in base..scratch.len() {
                let mv = scratch[idx];
                let undo = self.make(&mut child, mv);
                if self.mid_turn(&child) {
                    count += self.count_plies(&child, scratch);
                    count -= 1;
                }
                self.unmake(&mut child, mv, undo);
            }
        }
        scratch.truncate(base);
        count
    }

    /// A uniformly random legal move, `None` when the game is over. Override where picking is
    /// cheaper than generating. `scratch` comes back as it was.
    fn random_move(
        &self,
        state: &Self::State,
        scratch: &mut Vec<Self::Move>,
        rng: &mut Rng,
    ) -> Option<Self::Move> {
        let base = scratch.len();
        self.moves(state, scratch);
        let count = scratch.len() - base;
        let pick = (count > 0).then(|| scratch[base + rng.below(count)]);
        scratch.truncate(base);
        pick
    }
}

/// Handing the turn to somebody else, as best-reply search and the null move do. The position may be
/// one that play cannot reach: the game must answer for any seat, one already out included.
pub trait Handover: Game {
    /// Makes it `to`'s turn and returns the previous holder; calling it with that value undoes it.
    /// Only called between turns of an unfinished game.
    fn give_turn(&self, state: &mut Self::State, to: Player) -> Player;
}
