//! The actions of a turn: where drops and steps go, what they capture, counting and picking them.

use std::hint::select_unpredictable;

use plyglot_core::{Player, Rng};

use crate::{
    Captures, Dala, Move, Square, State,
    board::{COLUMN, ROW, counts_upto, nth_counted, squares},
    runs::{
        self, STEP_SHIFTS, arrived, counted_by_ludii, created, drop_scores, step_pairs, step_scores,
    },
};

impl Dala {
    #[inline]
    pub(crate) fn empty(&self, state: &State) -> u64 {
        self.board.squares & !state.occupied()
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
    pub(crate) fn step_targets(&self, state: &State) -> [u64; 4] {
        runs::step_targets(state.pieces[state.seats().0], self.empty(state))
    }

    /// How many victims a drop would take.
    #[inline]
    pub(crate) fn owed_for_drop(&self, state: &State, to: Square) -> u8 {
        if !self.rules.drop_capture {
            return 0;
        }
        let (mover, _) = state.seats();
        let runs = arrived(state.pieces[mover] | to.bit(), to.bit(), self.rules.arrival);
        self.victims_for(state, runs)
    }

    /// How many victims a step would take.
    #[inline]
    pub(crate) fn owed_for_step(&self, state: &State, from: Square, to: Square) -> u8 {
        let (mover, other) = state.seats();
        let before = state.pieces[mover];
        let after = before ^ from.bit() ^ to.bit();
        let vacate = self.rules.vacate_capture;
        if vacate && self.rules.captures == Captures::Ludii {
            let counted = counted_by_ludii(before, after, from.bit(), to.bit());
            return counted.min(state.pieces[other].count_ones()) as u8;
        }
        let runs = if vacate {
            created(before, after)
        } else {
            arrived(after, to.bit(), self.rules.arrival)
        };
        self.victims_for(state, runs)
    }

    /// One victim or one for each run: no more than there are, and in the second case only until the
    /// enemy has two pieces left.
    #[inline]
    fn victims_for(&self, state: &State, runs: [u64; 2]) -> u8 {
        let (_, other) = state.seats();
        match self.rules.captures {
            Captures::One | Captures::Ludii => {
                u8::from(runs[0] | runs[1] != 0 && state.pieces[other] != 0)
            }
            Captures::PerLine => {
                let victims = runs::count(runs).min(state.pieces[other].count_ones()) as u8;
                victims.min(state.total(Player(other as u8)).saturating_sub(2))
            }
        }
    }

    /// The number of legal turns where every scoring action takes one victim.
    #[inline]
    pub(crate) fn count_single(&self, state: &State) -> u64 {
        let (mover, other) = state.seats();
        let own = state.pieces[mover];
        let (actions, scoring) = if state.reserve[mover] > 0 {
            let targets = self.drop_targets(state);
            let scores = targets & drop_scores(own, self.rules.arrival);
            let scoring = if self.rules.drop_capture { scores.count_ones() } else { 0 };
            (targets.count_ones(), scoring)
        } else {
            let (arrival, vacate) = (self.rules.arrival, self.rules.vacate_capture);
            let scores = step_scores(own, self.empty(state), arrival, vacate);
            let pairs = step_pairs(own, self.empty(state));
            let sum = |sets: &[u64]| sets.iter().map(|set| set.count_ones()).sum::<u32>();
            (sum(&pairs), sum(&scores))
        };
        let victims = u64::from(state.pieces[other].count_ones());
        u64::from(actions) + u64::from(scoring) * victims.saturating_sub(1)
    }

    /// The number of legal turns, action by action.
    pub(crate) fn count_several(&self, state: &State) -> u64 {
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
pub(crate) fn choose(among: u64, size: u8) -> u64 {
    (0..u64::from(size)).fold(1, |sets, taken| sets * (among - taken) / (taken + 1))
}

#[inline]
pub(crate) fn for_each_step(targets: [u64; 4], mut visit: impl FnMut(Square, Square)) {
    for (targets, shift) in targets.into_iter().zip(STEP_SHIFTS) {
        squares(targets).for_each(|to| visit(source(to, shift), to));
    }
}

#[inline]
fn source(to: Square, shift: i8) -> Square {
    Square::at((to.idx() as i32 - i32::from(shift)) as u32)
}

/// A uniformly random step, if there is any. Which way it goes cannot be predicted, so nothing here
/// branches on it.
#[inline]
pub(crate) fn random_step(own: u64, empty: u64, rng: &mut Rng) -> Option<Move> {
    let [rows, columns] = step_pairs(own, empty);
    let [upto_rows, upto_columns] = [counts_upto(rows), counts_upto(columns)];
    let in_rows = rows.count_ones();
    let count = in_rows + columns.count_ones();
    if count == 0 {
        return None;
    }
    let n = rng.below(count as usize) as u32;
    let sideways = n < in_rows;
    let pairs = select_unpredictable(sideways, rows, columns);
    let upto = select_unpredictable(sideways, upto_rows, upto_columns);
    let n = select_unpredictable(sideways, n, n.wrapping_sub(in_rows));
    let low = nth_counted(pairs, upto, n);
    let high = Square::at(low.idx() as u32 + select_unpredictable(sideways, ROW, COLUMN));
    let from_low = own & low.bit() != 0;
    let from = select_unpredictable(from_low, low, high);
    let to = select_unpredictable(from_low, high, low);
    Some(Move::Step { from, to })
}
