//! The transposition table: what is known of positions already searched, shared by threads.

use std::{
    marker::PhantomData,
    sync::atomic::{AtomicU8, AtomicU64, Ordering},
};

use plyglot_core::{Score, SpecError};

use crate::params::no_memory;

/// How a stored value stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is not greater.
    Upper,
    /// The true value is not less.
    Lower,
    /// It is the true value.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry<S> {
    /// The value, or a bound of it.
    pub(crate) value: S,
    pub(crate) bound: Bound,
    /// The depth it was found with.
    pub(crate) depth: u32,
    /// Index of the best move among the generated ones.
    pub(crate) best: Option<u16>,
    /// Whether nothing but ends of the game stands behind the value.
    pub(crate) solid: bool,
}

const WAYS: usize = 4;
const NO_MOVE: u16 = u16::MAX;
const AGES: u8 = 32;

/// Four entries to a cache line, of two words each: the value, and everything else beside a check of
/// key and value. Words are read and written without locks; an entry torn between two writers fails
/// its check, and so do all but one in 2^32 entries of another position in the same bucket.
pub(crate) struct Table<S> {
    buckets: Vec<Bucket>,
    age: AtomicU8,
    scores: PhantomData<S>,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; WAYS]);

impl<S: Score> Table<S> {
    /// A table of about that many megabytes; an error if the machine does not give them.
    pub(crate) fn new(megabytes: usize) -> Result<Self, SpecError> {
        let len = (megabytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len).map_err(|_| no_memory("tt", megabytes))?;
        buckets.resize_with(len, Bucket::default);
        Ok(Table { buckets, age: AtomicU8::new(0), scores: PhantomData })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|bucket| *bucket = Bucket::default());
        *self.age.get_mut() = 0;
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub(crate) fn next_age(&mut self) {
        let age = self.age.get_mut();
        *age = (*age + 1) % AGES;
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry<S>> {
        for [first, second] in &self.bucket(key).0 {
            let (value, rest) = (first.load(Ordering::Relaxed), second.load(Ordering::Relaxed));
            if (rest >> 32) as u32 == check(key, value) && rest as u32 != 0 {
                return Some(unpack(value, rest as u32));
            }
        }
        None
    }

    /// Remembers what was found, in place of the same position or of what is least worth keeping: an
    /// entry of an earlier search, then the one of least depth. A bound does not replace an exact
    /// value of this search that was found with no less depth.
    #[inline]
    pub(crate) fn put(&self, key: u64, mut entry: Entry<S>) {
        let age = self.age.load(Ordering::Relaxed);
        let (mut chosen, mut least) = (0, u32::MAX);
        let bucket = &self.bucket(key).0;
        for (way, [first, second]) in bucket.iter().enumerate() {
            let (value, rest) = (first.load(Ordering::Relaxed), second.load(Ordering::Relaxed));
            let old = rest as u32;
            if old != 0 && (rest >> 32) as u32 == check(key, value) {
                let known = unpack::<S>(value, old);
                let exact = known.bound == Bound::Exact && entry.bound != Bound::Exact;
                if exact && known.depth >= entry.depth && age_of(old) == age {
                    return;
                }
                entry.best = entry.best.or(known.best);
                chosen = way;
                break;
            }
            let worth = if old == 0 { 0 } else { 1 + depth_of(old) + 256 * recency(old, age) };
            if worth < least {
                (chosen, least) = (way, worth);
            }
        }
        let (value, rest) = (entry.value.to_bits(), pack(&entry, age));
        bucket[chosen][0].store(value, Ordering::Relaxed);
        bucket[chosen][1]
            .store(u64::from(rest) | u64::from(check(key, value)) << 32, Ordering::Relaxed);
    }

    /// Share of the table that this search has filled, in thousandths, from a sample.
    pub(crate) fn usage(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.buckets.len().min(1000);
        let words = self.buckets[..sample].iter().flat_map(|bucket| &bucket.0);
        let used = words.filter(|way| {
            let rest = way[1].load(Ordering::Relaxed) as u32;
            rest != 0 && age_of(rest) == age
        });
        (used.count() * 1000 / (sample * WAYS).max(1)) as u32
    }
}

/// The index of the bucket comes from the high bits of the key, so the low ones are left to check.
fn check(key: u64, value: u64) -> u32 {
    key as u32 ^ value as u32 ^ (value >> 32) as u32
}

/// From low to high: best move 16 bits, depth 8, age 5, solid 1, bound 2 (never zero).
fn pack<S>(entry: &Entry<S>, age: u8) -> u32 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u32::from(entry.best.unwrap_or(NO_MOVE))
        | entry.depth.min(255) << 16
        | u32::from(age) << 24
        | u32::from(entry.solid) << 29
        | bound << 30
}

fn unpack<S: Score>(value: u64, rest: u32) -> Entry<S> {
    Entry {
        value: S::from_bits(value),
        bound: match rest >> 30 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: depth_of(rest),
        best: (rest as u16 != NO_MOVE).then_some(rest as u16),
        solid: rest >> 29 & 1 == 1,
    }
}

fn depth_of(rest: u32) -> u32 {
    rest >> 16 & 0xFF
}

fn age_of(rest: u32) -> u8 {
    (rest >> 24) as u8 % AGES
}

/// How young an entry is: greatest for one of this search.
fn recency(rest: u32, age: u8) -> u32 {
    u32::from(AGES - 1 - (age + AGES - age_of(rest)) % AGES)
}

/// The moves that some thread is searching right now. A thread that meets one of them at a node
/// leaves it for later and finds its value in the table then (Kerrigan's simplified ABDADA).
pub(crate) struct Busy {
    slots: Vec<AtomicU64>,
}

impl Busy {
    pub(crate) fn new() -> Self {
        Busy { slots: (0..1 << 12).map(|_| AtomicU64::new(0)).collect() }
    }

    fn slot(&self, mark: u64) -> &AtomicU64 {
        &self.slots[(mark >> 40) as usize % self.slots.len()]
    }

    /// Whether another thread is at this move.
    pub(crate) fn is_taken(&self, mark: u64) -> bool {
        self.slot(mark).load(Ordering::Relaxed) == mark
    }

    /// Announces that this thread is at this move. A mark in the same slot is lost, which costs no
    /// more than work done twice.
    pub(crate) fn take(&self, mark: u64) {
        self.slot(mark).store(mark, Ordering::Relaxed);
    }

    /// Takes the announcement back.
    pub(crate) fn release(&self, mark: u64) {
        let _ = self.slot(mark).compare_exchange(mark, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}
