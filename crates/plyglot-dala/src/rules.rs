//! The game as searches see it.

use plyglot_core::{Game, Handover, Payoffs, Player, Rng};

use crate::{
    Captures, Dala, Move, NoMove, Rules, State,
    actions::{choose, for_each_step, random_step},
    board::{beside, nth, squares},
    state::Undo,
};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    /// Who won; nobody in a draw.
    pub(crate) winner: Option<Player>,
    pub(crate) reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Pieces,
    Stuck,
    Quiet,
    Length,
}

impl Dala {
    /// The end of the game, in the order in which its causes are checked.
    #[inline]
    pub(crate) fn end(&self, state: &State) -> Option<End> {
        if state.owed > 0 {
            return None;
        }
        let (mover, other) = (Player(state.side), Player(1 - state.side));
        let won = |winner, reason| Some(End { winner: Some(winner), reason });
        let drawn = |reason| Some(End { winner: None, reason });
        if state.total(mover) < 3 {
            won(other, Reason::Pieces)
        } else if state.total(other) < 3 {
            won(mover, Reason::Pieces)
        } else if !self.may_pass(state) && self.stuck(state) {
            let draws = self.rules.no_move == NoMove::Draw;
            if draws { drawn(Reason::Stuck) } else { won(other, Reason::Stuck) }
        } else if state.quiet >= self.rules.quiet_limit {
            drawn(Reason::Quiet)
        } else if state.ply >= self.rules.ply_limit {
            drawn(Reason::Length)
        } else {
            None
        }
    }

    /// Plies until the limit of quiet ones and until that of all.
    #[inline]
    fn plies_left(&self, state: &State) -> [u32; 2] {
        let left = |limit: u32, counter: u32| match limit {
            u32::MAX => u32::MAX,
            limit => limit.saturating_sub(counter),
        };
        [left(self.rules.quiet_limit, state.quiet), left(self.rules.ply_limit, state.ply)]
    }

    /// Whether the game is over for another reason than that the player to move is stuck.
    #[inline]
    fn over(&self, state: &State) -> bool {
        state.total(Player(0)) < 3
            || state.total(Player(1)) < 3
            || state.quiet >= self.rules.quiet_limit
            || state.ply >= self.rules.ply_limit
    }

    /// Whether the player to move must step and cannot.
    #[inline]
    fn stuck(&self, state: &State) -> bool {
        let (mover, _) = state.seats();
        state.reserve[mover] == 0 && state.pieces[mover] & beside(self.empty(state)) == 0
    }

    /// Whether the player to move passes if he is stuck.
    #[inline]
    fn may_pass(&self, state: &State) -> bool {
        state.excused || self.rules.no_move == NoMove::Pass
    }

    /// Whether the player to move can only pass.
    #[inline]
    pub(crate) fn must_pass(&self, state: &State) -> bool {
        self.may_pass(state) && self.stuck(state)
    }

    /// Ends an action: the turn goes on with captures if any are owed.
    #[inline]
    fn settle(&self, state: &mut State, owed: u8, quiet: u32) {
        if owed == 0 {
            state.quiet = quiet;
            state.end_turn();
        } else {
            state.quiet = 0;
            state.set_pending(owed, 0);
        }
    }
}

impl Game for Dala {
    type State = State;
    type Move = Move;
    type Undo = Undo;

    const PLY_IS_TURN: bool = true;

    fn players(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        State::new([0; 2], Player(0), [self.pieces; 2], 0, 0)
    }

    #[inline]
    fn to_move(&self, state: &State) -> Player {
        Player(state.side)
    }

    #[inline]
    fn mid_turn(&self, state: &State) -> bool {
        state.owed > 0
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if state.owed > 0 {
            out.extend(squares(state.victims()).map(Move::Take));
        } else if !self.over(state) {
            if state.reserve[state.seats().0] > 0 {
                out.extend(squares(self.drop_targets(state)).map(Move::Drop));
            } else if self.must_pass(state) {
                out.push(Move::Pass);
            } else {
                let targets = self.step_targets(state);
                for_each_step(targets, |from, to| out.push(Move::Step { from, to }));
            }
        }
    }

    // Left to itself the compiler calls this out of line, which slows perft and random games down.
    #[inline(always)]
    fn make(&self, state: &mut State, mv: Move) -> Undo {
        let undo = Undo { hash: state.hash, quiet: state.quiet, floor: state.floor };
        match mv {
            Move::Drop(to) => {
                let owed = self.owed_for_drop(state, to);
                state.drop_piece(to);
                self.settle(state, owed, 0);
            }
            Move::Step { from, to } => {
                let owed = self.owed_for_step(state, from, to);
                state.step_piece(from, to);
                self.settle(state, owed, undo.quiet + 1);
            }
            Move::Take(victim) => state.take(victim),
            Move::Pass => {
                state.set_excused(false);
                state.switch_side();
                state.ply += u32::from(self.rules.no_move == NoMove::Pass);
            }
        }
        undo
    }

    #[inline]
    fn unmake(&self, state: &mut State, mv: Move, undo: Undo) {
        if state.owed == 0 {
            state.side ^= 1;
            state.ply -= u32::from(mv != Move::Pass || self.rules.no_move == NoMove::Pass);
        }
        let (mover, other) = state.seats();
        match mv {
            Move::Drop(to) => {
                state.pieces[mover] ^= to.bit();
                state.reserve[mover] += 1;
                state.owed = 0;
            }
            Move::Step { from, to } => {
                state.pieces[mover] ^= from.bit() ^ to.bit();
                state.owed = 0;
            }
            Move::Take(victim) => {
                state.pieces[other] ^= victim.bit();
                state.owed += 1;
            }
            Move::Pass => state.excused = self.rules.no_move != NoMove::Pass,
        }
        (state.hash, state.quiet, state.floor) = (undo.hash, undo.quiet, undo.floor);
    }

    fn outcome(&self, state: &State) -> Option<Payoffs> {
        let end = self.end(state)?;
        let mut payoffs = Payoffs::default();
        if let Some(winner) = end.winner {
            payoffs[winner] = 1;
            payoffs[Player(1 - winner.0)] = -1;
        }
        Some(payoffs)
    }

    #[inline]
    fn hash(&self, state: &State) -> u64 {
        state.hash
    }

    fn horizon(&self, state: &State) -> u32 {
        let [quiet, all] = self.plies_left(state);
        quiet.min(all)
    }

    fn counters(&self, state: &State) -> u64 {
        let [quiet, all] = self.plies_left(state).map(u64::from);
        quiet << 32 | all
    }

    fn repetition(&self) -> u32 {
        self.rules.repetition
    }

    fn perft_rules(&self) -> Self {
        let endless =
            Rules { repetition: 0, quiet_limit: u32::MAX, ply_limit: u32::MAX, ..self.rules };
        Dala { rules: endless, ..self.clone() }
    }

    /// The eight symmetries of the board, with and without an exchange of the players. A turn in which
    /// some of several victims are taken has none, because they are taken in the order of squares.
    fn symmetric(&self, state: &State) -> Vec<State> {
        if state.floor > 0 {
            return Vec::new();
        }
        let images = (1..16)
            .map(|symmetry| state.mapped(symmetry & 8 != 0, |set| self.board.image(set, symmetry)));
        images.collect()
    }

    fn count_plies(&self, state: &State, _scratch: &mut Vec<Move>) -> u64 {
        if state.owed > 0 {
            let (_, other) = state.seats();
            let left = (state.pieces[other] >> state.floor).count_ones();
            choose(u64::from(left), state.owed)
        } else if self.over(state) {
            0
        } else if self.must_pass(state) {
            1
        } else if self.rules.captures == Captures::One {
            self.count_single(state)
        } else {
            self.count_several(state)
        }
    }

    #[inline]
    fn random_move(&self, state: &State, _scratch: &mut Vec<Move>, rng: &mut Rng) -> Option<Move> {
        let pick = |set: u64, rng: &mut Rng| nth(set, rng.below(set.count_ones() as usize) as u32);
        if state.owed > 0 {
            Some(Move::Take(pick(state.victims(), rng)))
        } else if self.over(state) {
            None
        } else if state.reserve[state.seats().0] > 0 {
            Some(Move::Drop(pick(self.drop_targets(state), rng)))
        } else {
            let step = random_step(state.pieces[state.seats().0], self.empty(state), rng);
            step.or_else(|| self.may_pass(state).then_some(Move::Pass))
        }
    }
}

impl Handover for Dala {
    /// A player who is handed the turn and cannot move is excused, unless he passes anyway. Whether he can is a
    /// matter of the position alone, so handing the turn back restores it.
    fn give_turn(&self, state: &mut State, to: Player) -> Player {
        let previous = Player(state.side);
        if to != previous {
            state.switch_side();
            state.set_excused(self.rules.no_move != NoMove::Pass && self.stuck(state));
        }
        previous
    }
}
