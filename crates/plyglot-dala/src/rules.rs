//! The game as searches see it.

use plyglot_core::{Game, Handover, Payoffs, Player, Rng};

use crate::{
    Captures, Dala, Move, Rules, Square, State,
    board::{beside, nth, squares},
    runs::{self, STEP_SHIFTS, arrived, counted_by_ludii, created, drop_scores, step_scores},
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
        } else if !state.excused && self.stuck(state) {
            if self.rules.stuck_draws { drawn(Reason::Stuck) } else { won(other, Reason::Stuck) }
        } else if state.quiet >= self.rules.quiet_limit {
            drawn(Reason::Quiet)
        } else if state.ply >= self.rules.ply_limit {
            drawn(Reason::Length)
        } else {
            None
        }
    }

    /// Whether the player to move must step and cannot.
    #[inline]
    fn stuck(&self, state: &State) -> bool {
        let (mover, _) = state.seats();
        state.reserve[mover] == 0 && state.pieces[mover] & beside(self.empty(state)) == 0
    }

    #[inline]
    pub(crate) fn empty(&self, state: &State) -> u64 {
        runs::empty(&self.board, state.occupied())
    }

    /// Where the player to move may drop a piece; he must have one in hand.
    #[inline]
    pub(crate) fn drop_targets(&self, state: &State) -> u64 {
        let empty = self.empty(state);
        let centre = empty & self.board.centre;
        let bound = self.rules.centre_first && state.reserve[state.seats().0] + 1 >= self.pieces;
        if bound && centre != 0 { centre } else { empty }
    }

    #[inline]
    fn step_targets(&self, state: &State) -> [u64; 4] {
        runs::step_targets(state.pieces[state.seats().0], self.empty(state))
    }

    /// How many victims a drop would take.
    #[inline]
    pub(crate) fn owed_for_drop(&self, state: &State, to: Square) -> u8 {
        if !self.rules.drop_capture {
            return 0;
        }
        let after = state.pieces[state.seats().0] | to.bit();
        let lines = arrived(after, to.bit(), self.rules.arrival);
        let per_line = self.rules.captures == Captures::PerLine;
        self.capped(state, if per_line { lines } else { lines.min(1) })
    }

    /// How many victims a step would take.
    #[inline]
    pub(crate) fn owed_for_step(&self, state: &State, from: Square, to: Square) -> u8 {
        let before = state.pieces[state.seats().0];
        let after = before ^ from.bit() ^ to.bit();
        let lines = match (self.rules.vacate_capture, self.rules.captures) {
            (true, Captures::One) => created(before, after).min(1),
            (true, Captures::PerLine) => created(before, after),
            (true, Captures::Ludii) => counted_by_ludii(before, after, from.bit(), to.bit()),
            (false, Captures::PerLine) => arrived(after, to.bit(), self.rules.arrival),
            (false, _) => arrived(after, to.bit(), self.rules.arrival).min(1),
        };
        self.capped(state, lines)
    }

    /// No more victims than there are, and for each line only until the enemy has two pieces left.
    #[inline]
    fn capped(&self, state: &State, lines: u32) -> u8 {
        let (_, other) = state.seats();
        let victims = lines.min(state.pieces[other].count_ones()) as u8;
        match self.rules.captures {
            Captures::PerLine => victims.min(state.total(Player(other as u8)).saturating_sub(2)),
            Captures::One | Captures::Ludii => victims,
        }
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

    /// The number of legal turns where every scoring action takes one victim.
    #[inline]
    fn count_single(&self, state: &State) -> u64 {
        let (mover, other) = state.seats();
        let own = state.pieces[mover];
        let (mut actions, mut scoring) = (0, 0);
        if state.reserve[mover] > 0 {
            let targets = self.drop_targets(state);
            actions = targets.count_ones();
            if self.rules.drop_capture {
                scoring = (targets & drop_scores(own, self.rules.arrival)).count_ones();
            }
        } else {
            let (arrival, vacate) = (self.rules.arrival, self.rules.vacate_capture);
            let scores = step_scores(own, self.empty(state), arrival, vacate);
            for (targets, scores) in self.step_targets(state).into_iter().zip(scores) {
                actions += targets.count_ones();
                scoring += scores.count_ones();
            }
        }
        let victims = u64::from(state.pieces[other].count_ones());
        u64::from(actions) + u64::from(scoring) * victims.saturating_sub(1)
    }

    /// The number of legal turns, action by action.
    fn count_several(&self, state: &State) -> u64 {
        let (mover, other) = state.seats();
        let victims = u64::from(state.pieces[other].count_ones());
        if state.reserve[mover] > 0 {
            let drops = squares(self.drop_targets(state));
            return drops.map(|to| choose(victims, self.owed_for_drop(state, to))).sum();
        }
        let mut count = 0;
        for_each_step(self.step_targets(state), |from, to| {
            count += choose(victims, self.owed_for_step(state, from, to));
        });
        count
    }
}

/// How many sets of `size` there are among `among` things.
fn choose(among: u64, size: u8) -> u64 {
    (0..u64::from(size)).fold(1, |sets, taken| sets * (among - taken) / (taken + 1))
}

#[inline]
fn for_each_step(targets: [u64; 4], mut visit: impl FnMut(Square, Square)) {
    for (targets, shift) in targets.into_iter().zip(STEP_SHIFTS) {
        squares(targets).for_each(|to| visit(source(to, shift), to));
    }
}

#[inline]
fn source(to: Square, shift: i8) -> Square {
    Square::at((to.idx() as i32 - i32::from(shift)) as u32)
}

/// The `n`-th step, counted direction by direction.
#[inline]
fn nth_step(targets: [u64; 4], mut n: usize) -> Move {
    let mut direction = 0;
    while direction < 3 && n >= targets[direction].count_ones() as usize {
        n -= targets[direction].count_ones() as usize;
        direction += 1;
    }
    let to = nth(targets[direction], n);
    Move::Step { from: source(to, STEP_SHIFTS[direction]), to }
}

impl Game for Dala {
    type State = State;
    type Move = Move;
    type Undo = State;

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
        } else if self.end(state).is_some() {
        } else if state.excused {
            out.push(Move::Pass);
        } else if state.reserve[state.seats().0] > 0 {
            out.extend(squares(self.drop_targets(state)).map(Move::Drop));
        } else {
            for_each_step(self.step_targets(state), |from, to| out.push(Move::Step { from, to }));
        }
    }

    #[inline]
    fn make(&self, state: &mut State, mv: Move) -> State {
        let undo = *state;
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
            }
        }
        undo
    }

    #[inline]
    fn unmake(&self, state: &mut State, _mv: Move, undo: State) {
        *state = undo;
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
        let left = |limit: u32, counter: u32| match limit {
            u32::MAX => u32::MAX,
            limit => limit.saturating_sub(counter),
        };
        left(self.rules.quiet_limit, state.quiet).min(left(self.rules.ply_limit, state.ply))
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
        } else if self.end(state).is_some() {
            0
        } else if state.excused {
            1
        } else if self.rules.captures == Captures::One {
            self.count_single(state)
        } else {
            self.count_several(state)
        }
    }

    fn random_move(&self, state: &State, _scratch: &mut Vec<Move>, rng: &mut Rng) -> Option<Move> {
        let pick = |set: u64, rng: &mut Rng| nth(set, rng.below(set.count_ones() as usize));
        if state.owed > 0 {
            Some(Move::Take(pick(state.victims(), rng)))
        } else if self.end(state).is_some() {
            None
        } else if state.excused {
            Some(Move::Pass)
        } else if state.reserve[state.seats().0] > 0 {
            Some(Move::Drop(pick(self.drop_targets(state), rng)))
        } else {
            let targets = self.step_targets(state);
            let count: u32 = targets.iter().map(|set| set.count_ones()).sum();
            Some(nth_step(targets, rng.below(count as usize)))
        }
    }
}

impl Handover for Dala {
    /// A player who is handed the turn and cannot move is excused: he passes. Whether he can is a
    /// matter of the position alone, so handing the turn back restores it.
    fn give_turn(&self, state: &mut State, to: Player) -> Player {
        let previous = Player(state.side);
        if to != previous {
            state.switch_side();
            state.set_excused(self.stuck(state));
        }
        previous
    }
}
