//! The turns of one player alone, all others standing still: of the positions after each turn the most
//! promising are kept, and their turns looked at next.

use std::collections::HashSet;

use plyglot_core::Control;

use crate::{
    Halma, Move, State,
    board::{Board, Square},
    eval::{ROOMY, chains::hops_ahead, matching::matching},
    hops::Openings,
    state::piece_key,
};

/// For every position kept so many are looked at closely.
const CLOSELY: usize = 3;

/// Rows and columns that a turn may lose.
const STEP_BACK: i32 = 2;

/// What a step of the way by matching pieces with free squares counts, besides the weights of the strongest evaluation.
const MATCHING: i64 = 100;

/// A position of the player's pieces.
#[derive(Clone, Copy)]
struct Spot {
    own: Board,
    hash: u64,
    /// How far it is from the end, roughly: the sum of what its squares count.
    rough: i64,
}

/// A turn from one of the positions kept.
#[derive(Clone, Copy)]
struct Turn {
    /// How far the position that it leads to is from the end: roughly, or after a closer look.
    value: i64,
    rough: i64,
    hash: u64,
    from: u32,
    mv: Move,
}

impl Turn {
    /// The position that it leads to.
    fn end(&self, kept: &[Spot]) -> Spot {
        let mut own = kept[self.from as usize].own;
        own.toggle(self.mv.from);
        own.toggle(self.mv.to);
        Spot { own, hash: self.hash, rough: self.rough }
    }
}

/// How a position kept was reached: from which of those one turn before, and how.
type Step = (u32, Move);

/// What is looked for, and where.
pub(super) struct Goal<'a> {
    game: &'a Halma,
    state: &'a State,
    player: usize,
    others: Board,
    /// What every square counts.
    counts: [i64; 256],
}

impl<'a> Goal<'a> {
    /// The way of the player to move to his target.
    pub(super) fn new(game: &'a Halma, state: &'a State) -> Self {
        let player = usize::from(state.status.turn & 3);
        let mut counts = [0; 256];
        for (square, count) in (0..=u8::MAX).map(Square).zip(&mut counts) {
            let sums = game.geometry.sums(player, Board::of(square));
            let arrived = i64::from(game.tables.target[player].has(square));
            *count = ROOMY.distance * sums.distance
                + ROOMY.straggle * sums.squares
                + ROOMY.aside * sums.aside
                - ROOMY.goal * arrived;
        }
        let others = state.occupied & !state.pieces[player];
        Goal { game, state, player, others, counts }
    }

    /// The pieces to begin with.
    pub(super) fn own(&self) -> Board {
        self.state.pieces[self.player]
    }

    /// Turns that are needed at least: one for every piece outside.
    pub(super) fn at_least(&self, own: Board) -> usize {
        (own & !self.target()).len() as usize
    }

    /// Whether turns can be played one after the other as things stand.
    pub(super) fn allows(&self, plan: &[Move]) -> bool {
        let (mut state, mut own) = (self.state.clone(), self.own());
        plan.iter().all(|mv| {
            let mut legal = false;
            self.place(&mut state, own);
            self.game.each_turn(&state, &mut |from, to| legal |= from == mv.from && to.has(mv.to));
            own.toggle(mv.from);
            own.toggle(mv.to);
            legal
        })
    }

    fn target(&self) -> Board {
        self.game.tables.target[self.player]
    }

    fn place(&self, state: &mut State, own: Board) {
        state.pieces[self.player] = own;
        state.occupied = self.others | own;
    }

    /// How far a position is from the end.
    fn value(&self, spot: &Spot) -> i64 {
        let (outside, free) = (spot.own & !self.target(), self.target() & !spot.own);
        let farthest = self.game.geometry.sums(self.player, spot.own).farthest;
        let openings = Openings::of(&(self.others | spot.own));
        spot.rough + ROOMY.farthest * farthest
            - ROOMY.hops * hops_ahead(self.game, &openings, self.player, spot.own)
            + MATCHING * i64::from(matching(outside, free))
    }

    fn distance(&self, square: Square) -> i32 {
        self.game.geometry.distance(self.player, square)
    }
}

/// A search by turns, and its memory, which the next one uses again.
#[derive(Default)]
pub(super) struct Beam {
    kept: Vec<Spot>,
    next: Vec<Spot>,
    turns: Vec<Turn>,
    steps: Vec<Vec<Step>>,
    seen: HashSet<u64>,
}

impl Beam {
    /// The shortest plan found, of fewer than `below` turns, keeping `width` positions after each.
    pub(super) fn search(
        &mut self,
        goal: &Goal<'_>,
        width: usize,
        below: usize,
        control: &mut Control<'_>,
    ) -> Option<Vec<Move>> {
        let own = goal.own();
        let rough = own.squares().map(|square| goal.counts[square.idx()]).sum();
        let hash = own.squares().fold(0, |hash, at| hash ^ piece_key(goal.player, at));
        self.kept.clear();
        self.kept.push(Spot { own, hash, rough });
        self.seen.clear();
        self.seen.insert(hash);
        self.steps.clear();
        let mut state = goal.state.clone();
        for left in (1..below).rev() {
            if let Some((from, mv)) = self.expand(goal, &mut state, left) {
                return Some(self.trace(from, mv));
            }
            if !self.keep(goal, width, control) {
                return None;
            }
        }
        None
    }

    /// Collects the turns of all positions kept that can arrive in `left` turns; one that arrives, if any does.
    fn expand(&mut self, goal: &Goal<'_>, state: &mut State, left: usize) -> Option<Step> {
        let target = goal.target();
        self.turns.clear();
        for (idx, spot) in (0..).zip(&self.kept) {
            if goal.at_least(spot.own) > left {
                continue;
            }
            goal.place(state, spot.own);
            let missing = target & !spot.own;
            let (last, mut arrived) = (missing.len() == 1, None);
            goal.game.each_turn(state, &mut |from, to| {
                if last && to.meets(&missing) && !target.has(from) {
                    arrived = Some((idx, Move { from, to: missing.nth(0) }));
                }
                self.turns.extend(turns_of(goal, spot, idx, from, to));
            });
            if arrived.is_some() {
                return arrived;
            }
        }
        None
    }

    /// Keeps the most promising of the positions that the turns lead to, each once; whether there is any and
    /// the control not spent.
    fn keep(&mut self, goal: &Goal<'_>, width: usize, control: &mut Control<'_>) -> bool {
        best_first(&mut self.turns, width * CLOSELY);
        let mut close = 0;
        for idx in 0..self.turns.len() {
            let turn = self.turns[idx];
            if !self.seen.insert(turn.hash) {
                continue;
            }
            if !control.tick() {
                return false;
            }
            let value = goal.value(&turn.end(&self.kept));
            self.turns[close] = Turn { value, ..turn };
            close += 1;
        }
        self.turns.truncate(close);
        best_first(&mut self.turns, width);
        self.next.clear();
        self.next.extend(self.turns.iter().map(|turn| turn.end(&self.kept)));
        self.steps.push(self.turns.iter().map(|turn| (turn.from, turn.mv)).collect());
        std::mem::swap(&mut self.kept, &mut self.next);
        !self.kept.is_empty()
    }

    /// The turns that lead to the last one.
    fn trace(&self, mut from: u32, last: Move) -> Vec<Move> {
        let mut plan = vec![last];
        for steps in self.steps.iter().rev() {
            let (before, mv) = steps[from as usize];
            plan.push(mv);
            from = before;
        }
        plan.reverse();
        plan
    }
}

/// The turns of one piece that are worth a look: none far back, none into a base where eviction waits.
fn turns_of<'a>(
    goal: &'a Goal<'_>,
    spot: &'a Spot,
    idx: u32,
    from: Square,
    to: Board,
) -> impl Iterator<Item = Turn> + 'a {
    let hash = spot.hash ^ piece_key(goal.player, from);
    let rough = spot.rough - goal.counts[from.idx()];
    let farthest = goal.distance(from) + STEP_BACK;
    let to = to & !goal.game.tables.forbidden[goal.player];
    to.squares().filter(move |to| goal.distance(*to) <= farthest).map(move |to| {
        let rough = rough + goal.counts[to.idx()];
        let hash = hash ^ piece_key(goal.player, to);
        Turn { value: rough, rough, hash, from: idx, mv: Move { from, to } }
    })
}

/// Reduces the turns to so many of the best, in order. Ties go by the position reached and the way there, so
/// that equal searches give equal plans.
fn best_first(turns: &mut Vec<Turn>, count: usize) {
    let rank = |turn: &Turn| (turn.value, turn.hash, turn.from);
    if turns.len() > count {
        turns.select_nth_unstable_by_key(count, rank);
        turns.truncate(count);
    }
    turns.sort_unstable_by_key(rank);
}
