//! What a node shares with others: values counted from the root or from the node, keys, the table,
//! and the marks that threads leave for each other.

use plyglot_core::{Evaluate, Game, Payoffs, Score, mix};

use crate::{
    distance::delayed,
    drawn::is_drawn,
    node::{EXTENDED, SHARED_DEPTH, TABLE_DEPTH, Window, Worker},
    params::{Extend, Params},
    table::{Bound, Entry},
    view::View,
};

/// Decisions that a unit of depth may stand for at most, in the eyes of counters.
const REACH: u32 = 4;

/// An odd number that spreads counters over a key.
const NEAR: u64 = 0x9E37_79B9_7F4A_7C15;

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, V, E> {
    /// The value of a finished game; `ply` decisions from the root if that matters.
    pub(crate) fn terminal(&self, state: &G::State, payoffs: &Payoffs, ply: usize) -> E::Score {
        let value = self.eval.terminal(self.game, state, payoffs, self.pov);
        if self.params.contempt != 0.0 && is_drawn(self.game, payoffs) {
            return value - E::Score::from_real(self.params.contempt);
        }
        self.nearer_root(value, ply)
    }

    /// A value counted from a node as it is counted from the root, `ply` decisions away.
    pub(crate) fn nearer_root(&self, value: E::Score, ply: usize) -> E::Score {
        self.shift(value, ply as i64)
    }

    /// The other way round, for the table.
    fn beyond_root(&self, value: E::Score, ply: usize) -> E::Score {
        self.shift(value, -(ply as i64))
    }

    fn shift(&self, value: E::Score, ply: i64) -> E::Score {
        if self.params.fastest { delayed(value, ply) } else { value }
    }

    /// The key of a node: position, tree and root. Counters count if they may matter in time.
    pub(crate) fn key(&self, state: &G::State, depth: u32) -> u64 {
        let horizon = self.game.horizon(state);
        let near = if self.reaches(horizon, depth) {
            self.game.counters(state).wrapping_add(1)
        } else {
            0
        };
        let context = V::SALT ^ self.view.stage() << 8 ^ u64::from(self.pov.0);
        self.game.hash(state) ^ mix(context) ^ near.wrapping_mul(NEAR) ^ self.trail
    }

    /// Whether a search to this depth may come to where counters matter. Noisy moves and extensions
    /// go beyond the depth.
    #[inline]
    fn reaches(&self, horizon: u32, depth: u32) -> bool {
        let Params { quiescence, extend, .. } = *self.params;
        let extended = if extend == Extend::Off { 0 } else { EXTENDED * self.limit };
        horizon.saturating_sub(quiescence + extended) / REACH <= depth
    }

    /// The value of a node by what is known of it, if that is enough.
    pub(crate) fn cut_by(
        &mut self,
        entry: &Entry<E::Score>,
        state: &G::State,
        depth: u32,
        ply: usize,
        window: Window<E::Score>,
    ) -> Option<E::Score> {
        let fits = if self.params.tt_exact {
            entry.depth == depth
        } else {
            (entry.depth >= depth || entry.solid) && self.holds(entry.depth, state, depth)
        };
        let value = self.nearer_root(entry.value, ply);
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        if !fits || !enough {
            return None;
        }
        self.footing.estimated |= !entry.solid;
        Some(value)
    }

    /// Whether the counters allow a value of another depth: they are the same, or too far for both.
    #[inline]
    fn holds(&self, found: u32, state: &G::State, depth: u32) -> bool {
        if found <= depth {
            return true;
        }
        let horizon = self.game.horizon(state);
        self.reaches(horizon, depth) || !self.reaches(horizon, found)
    }

    pub(crate) fn store(
        &mut self,
        key: u64,
        depth: u32,
        ply: usize,
        best: E::Score,
        best_idx: Option<u32>,
        window: Window<E::Score>,
    ) {
        let Some(table) = self.table.filter(|_| depth >= TABLE_DEPTH) else { return };
        let bound = if best <= window.alpha {
            Bound::Upper
        } else if best >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let value = self.beyond_root(best, ply);
        let best = best_idx.and_then(|idx| u16::try_from(idx).ok());
        table.put(key, Entry { value, bound, depth, best, solid: !self.footing.estimated });
    }

    /// The mark of a move for other threads, 0 where it is not worth one.
    pub(crate) fn mark(&self, key: u64, depth: u32, idx: u32) -> u64 {
        if self.busy.is_none() || depth < SHARED_DEPTH {
            return 0;
        }
        mix(key ^ u64::from(idx) << 32 ^ u64::from(depth)) | 1
    }

    pub(crate) fn is_taken(&self, mark: u64) -> bool {
        mark != 0 && self.busy.is_some_and(|busy| busy.is_taken(mark))
    }

    pub(crate) fn take(&self, mark: u64) {
        if let Some(busy) = self.busy.filter(|_| mark != 0) {
            busy.take(mark);
        }
    }

    pub(crate) fn release(&self, mark: u64) {
        if let Some(busy) = self.busy.filter(|_| mark != 0) {
            busy.release(mark);
        }
    }
}
