//! Which move to try first: the one from the table, killers, the countermove, then the rest by the
//! game's own ordering and by history.

use std::{
    cmp::Reverse,
    hash::{Hash, Hasher},
};

/// A move of a node by its index in generation order, with what it is sorted by.
#[derive(Clone, Copy)]
pub(crate) struct Pick {
    pub(crate) score: i64,
    pub(crate) idx: u32,
    /// Left for later because another thread is at it.
    pub(crate) deferred: bool,
}

/// What is kept per distance from the root.
pub(crate) struct Frame<M> {
    pub(crate) killers: [Option<M>; 2],
    /// The move being searched, for the countermove of what follows.
    pub(crate) current: Option<M>,
    /// The principal variation from here.
    pub(crate) line: Vec<M>,
}

/// Everything a thread of a search remembers, in buffers that serve the whole path.
pub(crate) struct Memory<M> {
    /// The moves of every node of the path, in generation order, one node after the other.
    pub(crate) moves: Vec<M>,
    /// The same, in the order they are tried.
    pub(crate) picks: Vec<Pick>,
    pub(crate) frames: Vec<Frame<M>>,
    history: Vec<u32>,
    counters: Vec<Option<M>>,
}

/// Above every priority and history.
const KILLER: i64 = 1 << 60;
const HISTORY_SLOTS: usize = 1 << 12;
const HISTORY_MOST: u32 = (1 << 24) - 1;

impl<M: Copy + Eq + Hash> Memory<M> {
    pub(crate) fn new() -> Self {
        Memory {
            moves: Vec::new(),
            picks: Vec::new(),
            frames: Vec::new(),
            history: vec![0; 2 * HISTORY_SLOTS],
            counters: vec![None; HISTORY_SLOTS],
        }
    }

    /// Makes ready for a new search: killers are of no use to another root, history fades.
    pub(crate) fn refresh(&mut self) {
        self.moves.clear();
        self.picks.clear();
        self.frames.iter_mut().for_each(|frame| frame.killers = [None; 2]);
        self.history.iter_mut().for_each(|count| *count /= 4);
    }

    /// Forgets everything learnt.
    pub(crate) fn forget(&mut self) {
        self.refresh();
        self.history.fill(0);
        self.counters.fill(None);
    }

    /// Makes sure that there is a frame for `ply`, and empties its line.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) {
        while self.frames.len() <= ply {
            self.frames.push(Frame { killers: [None; 2], current: None, line: Vec::new() });
        }
        self.frames[ply].line.clear();
    }

    /// The line of `ply` becomes the move followed by the line below.
    pub(crate) fn set_line(&mut self, ply: usize, mv: M) {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(mv);
        if let Some(next) = below.first() {
            line.extend_from_slice(&next.line);
        }
    }

    /// The move that led to `ply`.
    fn previous(&self, ply: usize) -> Option<M> {
        ply.checked_sub(1).and_then(|above| self.frames[above].current)
    }

    /// The best of `picks[at..end]` comes to `at`; equal ones keep generation order.
    #[inline]
    pub(crate) fn select(&mut self, at: usize, end: usize) {
        let rest = &mut self.picks[at..end];
        let mut best = 0;
        for (idx, pick) in rest.iter().enumerate().skip(1) {
            let leader = &rest[best];
            if pick.score > leader.score || pick.score == leader.score && pick.idx < leader.idx {
                best = idx;
            }
        }
        rest.swap(0, best);
    }

    /// The best of `picks[at..]` come before `end`, in any order.
    pub(crate) fn narrow(&mut self, at: usize, end: usize) {
        if end < self.picks.len() {
            let rank = |pick: &Pick| (Reverse(pick.score), pick.idx);
            self.picks[at..].select_nth_unstable_by_key(end - at, rank);
        }
    }

    /// Brings the killers to the front and leaves the rest as generated: enough where the moves lead
    /// to leaves.
    pub(crate) fn killers_first(&mut self, base: usize, start: usize, ply: usize) {
        let killers = self.frames[ply].killers;
        let mut front = start;
        for killer in killers.into_iter().flatten() {
            let place = self.moves[base..].iter().position(|mv| *mv == killer);
            if let Some(idx) = place {
                let at = self.picks[front..].iter().position(|pick| pick.idx as usize == idx);
                self.picks.swap(front, front + at.unwrap_or(0));
                front += 1;
            }
        }
    }

    /// Adds what killers, countermoves and history say to the scores of `picks[start..]`, whose moves
    /// begin at `base`.
    pub(crate) fn add_learnt(&mut self, base: usize, start: usize, ply: usize, heed: &Heed) {
        let killers = if heed.killers { self.frames[ply].killers } else { [None; 2] };
        let previous = if heed.counter { self.previous(ply) } else { None };
        let counter = previous.and_then(|mv| self.counters[slot(mv)]);
        for pick in &mut self.picks[start..] {
            let mv = self.moves[base + pick.idx as usize];
            if killers[0] == Some(mv) {
                pick.score += 3 * KILLER;
            } else if killers[1] == Some(mv) {
                pick.score += 2 * KILLER;
            } else if counter == Some(mv) {
                pick.score += KILLER;
            }
            if heed.history {
                pick.score += i64::from(self.history[side(heed.maximise) + slot(mv)]);
            }
        }
    }

    /// Learns from a move that refuted the one before it.
    pub(crate) fn learn(&mut self, mv: M, ply: usize, depth: u32, heed: &Heed) {
        if heed.killers {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        if let Some(previous) = self.previous(ply).filter(|_| heed.counter) {
            self.counters[slot(previous)] = Some(mv);
        }
        if heed.history {
            let count = &mut self.history[side(heed.maximise) + slot(mv)];
            *count = (*count + depth * depth).min(HISTORY_MOST);
        }
    }
}

/// Which memories a node heeds.
pub(crate) struct Heed {
    pub(crate) killers: bool,
    pub(crate) counter: bool,
    pub(crate) history: bool,
    pub(crate) maximise: bool,
}

/// A priority as a score: above any history, below killers.
pub(crate) fn priority_score(priority: i32) -> i64 {
    i64::from(priority) << 25
}

fn side(maximise: bool) -> usize {
    if maximise { HISTORY_SLOTS } else { 0 }
}

fn slot<M: Hash>(mv: M) -> usize {
    (move_hash(0, &mv) >> 32) as usize % HISTORY_SLOTS
}

/// A quick hash of a move, the same on every machine: two moves in one slot share their fate, nothing
/// worse.
pub(crate) fn move_hash<M: Hash>(seed: u64, mv: &M) -> u64 {
    let mut hasher = Quick(seed);
    mv.hash(&mut hasher);
    hasher.0
}

/// A hasher of a few small numbers.
struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
