//! Alpha-beta below the root, for any view of the tree.
//!
//! The root's team maximises and everybody else minimises; nothing is negated and nothing assumes
//! that sides alternate, so turns of several decisions and skipped players need no special case.
//! Values are fail-soft: outside the window they are bounds of the true value, inside exact.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use plyglot_core::{Control, Evaluate, Game, History, Oracle, Order, Player, Score, Tracker, mix};

use crate::{
    circles::Circles,
    costly::is_lost,
    cut::{Cuts, Place},
    footing::Footing,
    order::{Heed, Memory, Pick, priority_score},
    params::{Count, Params},
    silent::Judge,
    table::{Busy, Table},
    view::View,
};

/// The values still of interest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Window<S> {
    pub(crate) alpha: S,
    pub(crate) beta: S,
}

impl<S: Score> Window<S> {
    pub(crate) fn full() -> Self {
        Window { alpha: -S::INFINITE, beta: S::INFINITE }
    }

    pub(crate) fn contains(&self, value: S) -> bool {
        self.alpha < value && value < self.beta
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.alpha >= self.beta
    }

    /// The empty window at the bound that a later move has to beat.
    fn probe(&self, maximise: bool) -> Self {
        if maximise {
            Window { alpha: self.alpha, beta: self.alpha.next() }
        } else {
            Window { alpha: previous(self.beta), beta: self.beta }
        }
    }

    pub(crate) fn tighten(&mut self, value: S, maximise: bool) {
        if maximise {
            self.alpha = if value > self.alpha { value } else { self.alpha };
        } else {
            self.beta = if value < self.beta { value } else { self.beta };
        }
    }
}

/// The next smaller score.
pub(crate) fn previous<S: Score>(value: S) -> S {
    -(-value).next()
}

/// Moves from this position in the order on are late.
pub(crate) const LATE: usize = 3;
/// How many times the depth of the iteration extensions may make a path.
pub(crate) const EXTENDED: u32 = 3;
/// Nodes of less depth are sooner searched than looked up.
pub(crate) const TABLE_DEPTH: u32 = 2;
/// Nodes of less depth are not worth sharing among threads.
pub(crate) const SHARED_DEPTH: u32 = 3;

/// One thread of a search, for one task.
pub(crate) struct Worker<'a, 'c, G: Game, V: View<G>, E: Evaluate<G> + ?Sized> {
    pub(crate) game: &'a G,
    pub(crate) eval: &'a E,
    /// The evaluation as it follows this thread, if it does.
    pub(crate) tracker: Option<Box<dyn Tracker<G, E::Score>>>,
    pub(crate) order: Option<&'a dyn Order<G>>,
    pub(crate) oracle: Option<&'a dyn Oracle<G>>,
    /// It is asked about positions with up to so many pieces.
    pub(crate) asked: u32,
    /// Chooses for players that do not search.
    pub(crate) judge: &'a dyn Judge<G>,
    pub(crate) params: &'a Params,
    /// The numbers of selective search, if any of it is switched on.
    pub(crate) cuts: Option<&'a Cuts>,
    pub(crate) table: Option<&'a Table<E::Score>>,
    pub(crate) busy: Option<&'a Busy>,
    /// Raised when the other threads no longer need this one.
    pub(crate) halt: &'a AtomicBool,
    pub(crate) control: &'a mut Control<'c>,
    pub(crate) memory: &'a mut Memory<V::Move>,
    pub(crate) view: V,
    pub(crate) pov: Player,
    pub(crate) history: History,
    /// How often a position must occur in history and path to be drawn; 0 for never.
    pub(crate) repeats: u32,
    /// Part of all keys: what history and path hold, if values must not come from other paths.
    pub(crate) trail: u64,
    /// The depth of the iteration.
    pub(crate) limit: u32,
    pub(crate) circles: Circles,
    pub(crate) footing: Footing,
    /// Whether this is the check of a cut, inside which there are no others.
    pub(crate) checking: bool,
    /// Once true, every value still being returned is meaningless.
    pub(crate) stopped: bool,
}

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, V, E> {
    /// The value of a node for the player at the root.
    pub(crate) fn search(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        window: Window<E::Score>,
    ) -> E::Score {
        if !self.tick() {
            return E::Score::default();
        }
        if let Some(payoffs) = self.game.outcome(state) {
            return self.terminal(state, &payoffs, ply);
        }
        if self.game.mid_turn(state) {
            return self.search_in_turn(state, depth, ply, window);
        }
        if self.repeats == 0 {
            return self.search_running(state, depth, ply, window);
        }
        let key = self.game.hash(state);
        let step = if self.params.tt_exact { mix(key) } else { 0 };
        self.trail = self.trail.wrapping_add(step);
        let value = if self.history.visit_reaches(key, self.repeats) {
            self.footing.repeats(self.history.nth_last(key, self.repeats).unwrap_or(0));
            self.terminal(state, &self.game.draw(), ply)
        } else {
            self.search_running(state, depth, ply, window)
        };
        self.history.pop();
        self.trail = self.trail.wrapping_sub(step);
        value
    }

    /// The value of a node of an unfinished game.
    pub(crate) fn search_running(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        window: Window<E::Score>,
    ) -> E::Score {
        if let Some(value) = self.known_ending(state, depth, ply) {
            return value;
        }
        if depth > 0 && !self.is_cut_by_clock(state, depth) {
            return self.expand(state, depth, ply, window, true);
        }
        self.footing.estimated = true;
        match self.order {
            Some(order) if self.params.quiescence > 0 => {
                self.quiesce(state, self.params.quiescence, ply, window, order)
            }
            _ => self.estimate(state),
        }
    }

    /// Whether one of the two steps of the clock ends the search here. Such values are too shallow
    /// for the table.
    #[inline]
    fn is_cut_by_clock(&mut self, state: &G::State, depth: u32) -> bool {
        let Params { soft, hard, .. } = *self.params;
        if soft.is_zero() && hard.is_zero() {
            return false;
        }
        let elapsed = self.control.elapsed();
        let late = |step: Duration| !step.is_zero() && elapsed >= step;
        let shallow = self.limit.saturating_sub(depth) < 2 || self.game.mid_turn(state);
        let cut = late(hard) || late(soft) && !shallow;
        self.footing.cut |= cut;
        cut
    }

    /// A node with depth left in a running game. Its footing is kept apart from that of its
    /// siblings, to know what may go into the table.
    pub(crate) fn expand(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        window: Window<E::Score>,
        may_pass: bool,
    ) -> E::Score {
        // 1. What the table knows.
        let table = self.table.filter(|_| depth >= TABLE_DEPTH);
        let key = if table.is_some() { self.key(state, depth) } else { 0 };
        let mut known = table.and_then(|table| table.get(key));
        if let Some(entry) = known
            && let Some(value) = self.cut_by(&entry, state, depth, ply, window)
        {
            return value;
        }
        let outer = std::mem::replace(&mut self.footing, Footing::NONE);
        let maximise = self.view.maximises(self.game, state);
        let led = known.is_some_and(|entry| entry.best.is_some());
        let depth = if led { depth } else { self.without_lead(depth) };

        // 2. Too good even if the mover passes.
        if self.params.null > 0
            && may_pass
            && depth > self.params.null
            && let Some(value) = self.try_pass(state, depth, ply, window, maximise)
        {
            self.footing.merge(outer);
            return value;
        }

        // 3. Beyond the bound by what a shallower search or the evaluation says.
        let base = self.memory.moves.len();
        self.view.moves(self.game, state, self.judge, &mut self.memory.moves);
        if let Some(cuts) = self.cuts {
            let place = Place { depth, ply, window, base };
            if let Some(value) = self.try_cut(cuts, state, place, maximise) {
                self.memory.moves.truncate(base);
                self.store(key, depth, ply, value, None, window);
                self.footing.merge(outer);
                return value;
            }
            // A check that failed may have found a move to try first.
            known = if led { known } else { table.and_then(|table| table.get(key)) };
        }

        // 4. The moves, the one from the table first.
        let start = self.memory.picks.len();
        let count = self.memory.moves.len() - base;
        let hash_move = known.and_then(|entry| entry.best).filter(|idx| usize::from(*idx) < count);
        self.push_picks(count, hash_move);
        let heed = self.heed(maximise);
        self.memory.enter(ply);
        self.memory.enter(ply + 1);
        let tried = self.tried(count, maximise);
        let (end, sorted) = (start + tried, depth > 1 || tried < count);
        if sorted && hash_move.is_none() {
            self.score(state, base, start, ply, &heed);
            self.memory.narrow(start, end);
        } else if heed.killers && hash_move.is_none() {
            self.memory.killers_first(base, start, ply);
        }

        // 5. Each move in turn; those that other threads are at come last, and so do those that cost too
        //    much for the depth, which are only looked at if all else loses.
        let spared = self.spares(state, base);
        let single = count == 1 && self.params.extend.single();
        let infinite = E::Score::INFINITE;
        let mut best = if maximise { -infinite } else { infinite };
        let (mut best_idx, mut open, mut deferred) = (None, window, false);
        'rounds: for round in 0..2 {
            for at in start..end {
                if round == 0 {
                    if at == start + 1 && hash_move.is_some() {
                        self.score(state, base, start, ply, &heed);
                        self.memory.narrow(at, end);
                    }
                    if sorted && (at > start || hash_move.is_none()) {
                        self.memory.select(at, end);
                    }
                } else if !self.memory.picks[at].deferred {
                    continue;
                }
                let idx = self.memory.picks[at].idx;
                let mv = self.memory.moves[base + idx as usize];
                let costly = spared && self.is_costly(state, mv);
                let too_costly = costly && depth <= self.params.costly;
                if too_costly && round == 1 && !is_lost(best, maximise) {
                    self.footing.estimated = true;
                    continue;
                }
                let mark = self.mark(key, depth, idx);
                if round == 0 && (too_costly || at > start && self.is_taken(mark)) {
                    self.memory.picks[at].deferred = true;
                    deferred = true;
                    continue;
                }
                self.take(mark);
                let rank = Rank { place: at - start, single, costly, maximise };
                let value = self.play(state, mv, depth, ply, open, rank);
                self.release(mark);
                if self.stopped {
                    break 'rounds;
                }
                if best_idx.is_none() || if maximise { value > best } else { value < best } {
                    best = value;
                    best_idx = Some(idx);
                    if open.contains(value) {
                        self.memory.set_line(ply, mv);
                    }
                    open.tighten(value, maximise);
                    if open.is_closed() {
                        self.memory.learn(mv, ply, depth, &heed);
                        break 'rounds;
                    }
                }
            }
            if !deferred {
                break;
            }
        }
        self.memory.moves.truncate(base);
        self.memory.picks.truncate(start);

        // 6. What the table should know. A value that goes back to something above the node holds on this
        //    path only, one cut by the clock at this moment only.
        let pushed = usize::from(!self.game.mid_turn(state));
        let above = self.history.len().saturating_sub(pushed);
        if !self.stopped && self.footing.holds_below(above, ply) {
            self.store(key, depth, ply, best, best_idx, window);
        }
        self.footing.merge(outer);
        best
    }

    /// Plays a move and searches what follows: at once with the full window, or first with an empty
    /// one or with less depth if the move is likely to be no better than those before it.
    pub(crate) fn play(
        &mut self,
        state: &mut G::State,
        mv: V::Move,
        depth: u32,
        ply: usize,
        window: Window<E::Score>,
        rank: Rank,
    ) -> E::Score {
        let (extended, reduction) = self.adjust(state, mv, depth, ply, rank);
        self.memory.frames[ply].current = Some(mv);
        let undo = self.view.make(self.game, state, mv);
        let cost = if extended { 0 } else { self.cost(state, mv) };
        let value = self.search_in_steps(state, depth - cost, reduction, ply, window, rank);
        self.view.unmake(self.game, state, mv, undo);
        value
    }

    /// What a move costs in depth that led to this position.
    #[inline]
    pub(crate) fn cost(&self, state: &G::State, mv: V::Move) -> u32 {
        let in_turn = self.params.count == Count::Turn && self.game.mid_turn(state);
        u32::from(!in_turn && !V::is_free(mv))
    }

    fn search_in_steps(
        &mut self,
        state: &mut G::State,
        depth: u32,
        reduction: u32,
        ply: usize,
        window: Window<E::Score>,
        rank: Rank,
    ) -> E::Score {
        self.memory.frames[ply + 1].line.clear();
        let probe = window.probe(rank.maximise);
        if reduction > 0 {
            let value = self.search(state, depth - reduction, ply + 1, probe);
            let better = if rank.maximise { value > window.alpha } else { value < window.beta };
            if self.stopped || !better {
                return value;
            }
        }
        if self.params.pvs && rank.place > 0 && probe != window {
            let value = self.search(state, depth, ply + 1, probe);
            if self.stopped || !window.contains(value) {
                return value;
            }
        }
        self.memory.frames[ply + 1].line.clear();
        self.search(state, depth, ply + 1, window)
    }

    /// Whether a move costs no depth, and by how much less deep it is searched at first.
    fn adjust(
        &mut self,
        state: &mut G::State,
        mv: V::Move,
        depth: u32,
        ply: usize,
        rank: Rank,
    ) -> (bool, u32) {
        let reduction = self.reduction(depth, rank.place).max(self.less_for(depth, rank));
        if reduction == 0 && !self.params.extend.noisy() && !rank.single {
            return (false, 0);
        }
        let noisy = self.order.is_some_and(|order| self.view.is_noisy(self.game, state, order, mv));
        let extends = rank.single || noisy && self.params.extend.noisy();
        (extends && self.may_extend(ply), if noisy { 0 } else { reduction })
    }

    /// Extensions end where the path is far longer than the depth asks for.
    fn may_extend(&self, ply: usize) -> bool {
        ply < (EXTENDED * self.limit) as usize
    }

    /// Counts a node; false once the search is to end.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        if !self.control.tick() || self.halt.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        !self.stopped
    }

    /// How many of the moves of a node are searched.
    #[inline]
    fn tried(&self, count: usize, maximise: bool) -> usize {
        let most = if maximise { self.params.width } else { self.params.replies };
        if most == 0 { count } else { count.min(most as usize) }
    }

    /// Lists the moves of a node by index, the one from the table first.
    fn push_picks(&mut self, count: usize, hash_move: Option<u16>) {
        let start = self.memory.picks.len();
        let pick = |idx| Pick { score: 0, idx, deferred: false };
        self.memory.picks.extend((0..count as u32).map(pick));
        if let Some(idx) = hash_move {
            self.memory.picks.swap(start, start + usize::from(idx));
        }
    }

    /// Gives the moves of a node, which begin at `base`, what they are sorted by.
    fn score(&mut self, state: &mut G::State, base: usize, start: usize, ply: usize, heed: &Heed) {
        let Memory { moves, picks, .. } = &mut *self.memory;
        if let Some(order) = self.order {
            // Generation order, but for the move from the table that changed places with the first.
            let first = picks[start].idx as usize;
            self.view.priorities(self.game, state, order, &moves[base..], |idx, priority| {
                let at = if idx == 0 {
                    first
                } else if idx == first {
                    0
                } else {
                    idx
                };
                picks[start + at].score = priority_score(priority);
            });
        }
        if heed.killers || heed.counter || heed.history {
            self.memory.add_learnt(base, start, ply, heed);
        }
    }

    fn heed(&self, maximise: bool) -> Heed {
        let Params { killers, counter, history, .. } = *self.params;
        Heed { killers, counter, history, maximise }
    }
}

/// Where a move stands in the order of its node, and who decides there.
#[derive(Clone, Copy)]
pub(crate) struct Rank {
    /// How many moves were searched before it.
    pub(crate) place: usize,
    /// Whether it is the only move and therefore free.
    pub(crate) single: bool,
    /// Whether it spends what is better kept while there are other moves.
    pub(crate) costly: bool,
    pub(crate) maximise: bool,
}

/// What the keys of an exact table tell of the history.
pub(crate) fn trail(history: &History, params: &Params, repeats: u32) -> u64 {
    let keys = if params.tt_exact && repeats > 0 { history.keys() } else { &[] };
    keys.iter().fold(0, |trail, key| trail.wrapping_add(mix(*key)))
}
