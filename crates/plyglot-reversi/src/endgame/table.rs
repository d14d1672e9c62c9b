//! What is known of positions: bounds of the score and the best move.

/// Bounds of a position's score for the player to move, and what was best there.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best square, or [`NO_SQUARE`].
    pub(super) best: u8,
}

/// No best square is known.
pub(super) const NO_SQUARE: u8 = 64;

/// Nothing is known.
pub(super) const NOTHING: Known = Known { lower: -64, upper: 64, best: NO_SQUARE };

#[derive(Clone, Copy, Default)]
struct Entry {
    own: u64,
    opponent: u64,
    known: Known,
    /// Roughly the logarithm of the nodes that the bounds took.
    effort: u8,
    /// The solution it is part of.
    age: u8,
}

/// A cache line: the entry that took most work, and the latest one.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

/// A table of positions. The stones themselves are the keys, so that answers are never mistaken.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of at most so many kilobytes.
    pub(super) fn new(kilobytes: usize) -> Table {
        let most = (kilobytes << 10) / size_of::<Bucket>();
        let count = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Table { buckets: vec![Bucket::default(); count.max(1)], age: 0 }
    }

    /// Makes it as it was when it was new.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.age = 0;
    }

    /// Makes what is stored so far the first to be replaced.
    pub(super) fn grow_old(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Where a position has its place.
    #[inline]
    pub(super) fn place(&self, own: u64, opponent: u64) -> usize {
        let hash =
            own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ opponent.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        // The high bits depend on all stones, but a product leaves the lowest rows their order.
        ((hash ^ hash.rotate_left(31)) >> 20) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn find(&self, own: u64, opponent: u64) -> Known {
        let Bucket([first, second]) = &self.buckets[self.place(own, opponent)];
        if (first.own, first.opponent) == (own, opponent) {
            first.known
        } else if (second.own, second.opponent) == (own, opponent) {
            second.known
        } else {
            NOTHING
        }
    }

    /// Remembers that the score lies between `lower` and `upper`, together with what is known already.
    pub(super) fn store(&mut self, own: u64, opponent: u64, new: Known, effort: u8) {
        let (place, age) = (self.place(own, opponent), self.age);
        let Bucket([first, second]) = &mut self.buckets[place];
        let is_here = |entry: &Entry| (entry.own, entry.opponent) == (own, opponent);
        let fresh = Entry { own, opponent, known: NOTHING, effort: 0, age };
        let entry = if is_here(first) {
            first
        } else if is_here(second) {
            second
        } else if first.age != age || first.effort <= effort {
            *second = std::mem::replace(first, fresh);
            first
        } else {
            *second = fresh;
            second
        };
        let known = &mut entry.known;
        known.lower = known.lower.max(new.lower);
        known.upper = known.upper.min(new.upper);
        if new.best != NO_SQUARE {
            known.best = new.best;
        }
        (entry.effort, entry.age) = (entry.effort.max(effort), age);
    }
}
