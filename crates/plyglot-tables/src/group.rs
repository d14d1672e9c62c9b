//! One group of slices, worked out backwards by counting the ways out.
//!
//! First every position is looked at once. What its moves out of the group are worth is known; how many stay
//! inside is only counted. So some positions are won or lost by what is known, at a distance that is known
//! too. Then distances are gone through in rising order. A position that is lost makes all that lead to it
//! won, one ply farther. A position that is won takes one way out from each that leads to it, and the one
//! that loses its last is lost. What is never reached is drawn.
//!
//! All threads work at one distance at a time, and a value is set once, so it does not matter who is first.

use std::{
    cmp::Ordering,
    mem,
    ops::Range,
    sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
    thread,
};

use plyglot_core::{Game, Tabled};

use crate::{
    BuildError, DRAW, Ending, HOLE, MOST_PLIES, Values,
    probe::{ending_of, value_of},
};

/// No count of ways out: this position cannot be lost.
const SAFE: u8 = u8::MAX;

/// So many numbers are handed to a thread at a time.
const BLOCK: u64 = 1 << 13;

/// The group in the making.
pub(crate) struct Group<'a, G: Game> {
    rules: &'a G,
    index: &'a dyn Tabled<G>,
    known: &'a dyn Values,
    /// Each slice with the first of its numbers in this group.
    slices: Vec<(u32, u64)>,
    values: Vec<AtomicU8>,
    /// Moves inside the group that are not known to lose, or [`SAFE`].
    open: Vec<AtomicU8>,
    /// The longest distance of the losing moves out of the group.
    latest: Vec<AtomicU8>,
    too_far: AtomicBool,
    /// Whether an earlier value could not be had.
    missing: AtomicBool,
}

/// What a thread works with: buffers, and the positions it found to be decided, by distance.
struct Desk<G: Game> {
    moves: Vec<G::Move>,
    states: Vec<G::State>,
    due: Vec<Vec<u32>>,
}

impl<G: Game> Desk<G> {
    fn new() -> Self {
        let due = vec![Vec::new(); MOST_PLIES as usize + 1];
        Desk { moves: Vec::new(), states: Vec::new(), due }
    }
}

/// Where the turns from a position go.
#[derive(Default)]
struct Ways {
    /// How many stay in the group.
    inside: u32,
    /// Whether one is known to draw.
    safe: bool,
    /// The longest distance of those that are known to lose.
    latest: u32,
    /// The shortest distance to a win that is known, counted from the position.
    win: Option<u32>,
}

impl Ways {
    fn add(&mut self, outside: Option<Ending>) {
        match outside {
            None => self.inside += 1,
            Some(Ending::Draw) => self.safe = true,
            Some(Ending::Win(plies)) => self.latest = self.latest.max(plies),
            Some(Ending::Loss(plies)) => {
                self.win = Some(self.win.map_or(plies + 1, |least| least.min(plies + 1)));
            }
        }
    }
}

impl<'a, G: Game> Group<'a, G> {
    pub(crate) fn new(
        rules: &'a G,
        index: &'a dyn Tabled<G>,
        known: &'a dyn Values,
        slices: &[u32],
    ) -> Self {
        let mut total = 0;
        let placed = slices.iter().map(|slice| {
            let first = total;
            total += index.size(rules, *slice);
            (*slice, first)
        });
        let slices = placed.collect();
        let bytes = |value: u8| (0..total).map(|_| AtomicU8::new(value)).collect();
        Group {
            rules,
            index,
            known,
            slices,
            values: bytes(DRAW),
            open: bytes(SAFE),
            latest: bytes(0),
            too_far: AtomicBool::new(false),
            missing: AtomicBool::new(false),
        }
    }

    /// The values of all numbers, slice after slice.
    pub(crate) fn solve(self, threads: usize) -> Result<Vec<u8>, BuildError> {
        let mut due = Desk::<G>::new().due;
        self.share(threads, self.values.len() as u64, &mut due, |number, desk| {
            self.look(number, desk);
        });
        for plies in 0..=MOST_PLIES {
            let found = mem::take(&mut due[plies as usize]);
            self.share(threads, found.len() as u64, &mut due, |at, desk| {
                self.settle(found[at as usize], plies, desk);
            });
        }
        let slice = || self.index.about(self.slices[0].0);
        if self.missing.load(Relaxed) {
            return Err(BuildError::Missing { slice: slice() });
        }
        if self.too_far.load(Relaxed) {
            return Err(BuildError::TooFar { slice: slice() });
        }
        Ok(self.values.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Does `work` for all numbers below `total`, with as many threads as it is worth, and gathers what
    /// becomes due.
    fn share(
        &self,
        threads: usize,
        total: u64,
        due: &mut [Vec<u32>],
        work: impl Fn(u64, &mut Desk<G>) + Sync,
    ) {
        if total == 0 {
            return;
        }
        let next = AtomicU64::new(0);
        let run = || {
            let mut desk = Desk::new();
            while let Some(block) = take_block(&next, total) {
                block.for_each(|number| work(number, &mut desk));
            }
            desk.due
        };
        let helpers = threads.min(total.div_ceil(BLOCK) as usize).saturating_sub(1);
        let found = thread::scope(|scope| {
            let started: Vec<_> = (0..helpers).map(|_| scope.spawn(run)).collect();
            let mut found = vec![run()];
            let joined = started.into_iter().map(|helper| helper.join());
            found.extend(joined.map(|part| part.expect("a thread that builds does not panic")));
            found
        });
        for part in found {
            due.iter_mut().zip(part).for_each(|(all, own)| all.extend(own));
        }
    }

    /// What is known of a position by its moves out of the group.
    fn look(&self, number: u64, desk: &mut Desk<G>) {
        let (slice, first) =
            *self.slices.iter().rfind(|(_, first)| *first <= number).expect("0 is");
        let Some(mut state) = self.index.state(self.rules, slice, number - first) else {
            self.values[number as usize].store(HOLE, Relaxed);
            return;
        };
        desk.moves.clear();
        self.rules.moves(&state, &mut desk.moves);
        if desk.moves.is_empty() {
            if self.over(&state) == Ending::Loss(0) {
                self.due(number, 0, desk);
            }
            return;
        }
        let mut ways = Ways::default();
        self.look_ahead(&mut state, 0, desk, &mut ways);
        let Ways { inside, safe, latest, win } = ways;
        match win {
            Some(plies) => self.due(number, plies, desk),
            None if safe => {}
            None if inside == 0 => self.due(number, latest + 1, desk),
            None => {
                let open = u8::try_from(inside).ok().filter(|open| *open != SAFE);
                let open = open.expect("an ending has fewer than 255 moves");
                self.open[number as usize].store(open, Relaxed);
                self.latest[number as usize].store(latest as u8, Relaxed);
            }
        }
    }

    /// Counts where the turns from a position go; its moves are those of the desk from `first` on.
    fn look_ahead(&self, state: &mut G::State, first: usize, desk: &mut Desk<G>, ways: &mut Ways) {
        let end = desk.moves.len();
        for at in first..end {
            let mv = desk.moves[at];
            let undo = self.rules.make(state, mv);
            if self.rules.mid_turn(state) {
                self.rules.moves(state, &mut desk.moves);
                self.look_ahead(state, end, desk, ways);
                desk.moves.truncate(end);
            } else {
                ways.add(self.outside(state));
            }
            self.rules.unmake(state, mv, undo);
        }
    }

    /// The ending of a position after a move, if the move left the group.
    fn outside(&self, state: &G::State) -> Option<Ending> {
        let Some(slice) = self.index.slice(self.rules, state) else {
            return Some(self.over(state));
        };
        if self.slices.iter().any(|(own, _)| *own == slice) {
            return None;
        }
        let value = self.known.value(slice, self.index.index(self.rules, state));
        let known = value.and_then(ending_of);
        if known.is_none() {
            self.missing.store(true, Relaxed);
        }
        Some(known.unwrap_or(Ending::Draw))
    }

    /// The ending of a game that is over.
    fn over(&self, state: &G::State) -> Ending {
        let payoffs = self.rules.outcome(state).expect("without a slice or a move a game is over");
        let mover = self.rules.to_move(state);
        match payoffs[mover].cmp(&self.rules.draw()[mover]) {
            Ordering::Less => Ending::Loss(0),
            Ordering::Equal => Ending::Draw,
            Ordering::Greater => panic!("whoever is to move when the game is over has not won"),
        }
    }

    /// Decides a position, unless it was before, and tells those that lead to it.
    fn settle(&self, number: u32, plies: u32, desk: &mut Desk<G>) {
        let value = value_of(plies);
        let set = self.values[number as usize].compare_exchange(DRAW, value, Relaxed, Relaxed);
        if set.is_err() {
            return;
        }
        let number = u64::from(number);
        let (slice, first) =
            *self.slices.iter().rfind(|(_, first)| *first <= number).expect("0 is");
        let state =
            self.index.state(self.rules, slice, number - first).expect("no hole is ever due");
        let mut states = mem::take(&mut desk.states);
        self.index.predecessors(self.rules, &state, &mut states);
        for before in states.drain(..) {
            self.tell(&before, plies, desk);
        }
        desk.states = states;
    }

    /// Tells a position that one of its moves leads to a position decided at this distance.
    fn tell(&self, before: &G::State, plies: u32, desk: &mut Desk<G>) {
        let slice = self.index.slice(self.rules, before);
        let own = self.slices.iter().find(|(own, _)| Some(*own) == slice);
        let (_, first) = own.expect("predecessors stay in the group");
        let number = first + self.index.index(self.rules, before);
        let at = number as usize;
        if self.values[at].load(Relaxed) != DRAW {
            return;
        }
        if plies.is_multiple_of(2) {
            self.due(number, plies + 1, desk);
        } else if self.open[at].load(Relaxed) != SAFE && self.open[at].fetch_sub(1, Relaxed) == 1 {
            let latest = u32::from(self.latest[at].load(Relaxed));
            self.due(number, plies.max(latest) + 1, desk);
        }
    }

    fn due(&self, number: u64, plies: u32, desk: &mut Desk<G>) {
        match desk.due.get_mut(plies as usize) {
            // Plans with more numbers are refused.
            Some(due) => due.push(number as u32),
            None => self.too_far.store(true, Relaxed),
        }
    }
}

/// The next numbers that nobody has taken.
fn take_block(next: &AtomicU64, total: u64) -> Option<Range<u64>> {
    let start = next.fetch_add(BLOCK, Relaxed);
    (start < total).then(|| start..total.min(start + BLOCK))
}
