//! The positions a game has been through, for draws by repetition.

const BUCKETS: usize = 2048;

/// A stack of position hashes that answers "how often was this one here?" fast: a counter per
/// bucket tells almost always that there is nothing to look for.
#[derive(Clone, Debug)]
pub struct History {
    keys: Vec<u64>,
    counts: Box<[u16; BUCKETS]>,
}

impl Default for History {
    fn default() -> Self {
        History { keys: Vec::new(), counts: Box::new([0; BUCKETS]) }
    }
}

impl History {
    /// Adds a position.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
        let count = &mut self.counts[bucket(key)];
        *count = count.saturating_add(1);
    }

    /// Adds a position and tells how often it has now occurred.
    #[inline]
    pub fn visit(&mut self, key: u64) -> u32 {
        self.push(key);
        if self.counts[bucket(key)] == 1 { 1 } else { self.scan(key) }
    }

    /// Adds a position and tells whether it has now occurred at least `times` times. Cheaper than
    /// counting, because a bucket with fewer positions needs no look.
    #[inline]
    pub fn visit_reaches(&mut self, key: u64, times: u32) -> bool {
        self.push(key);
        u32::from(self.counts[bucket(key)]) >= times && self.scan(key) >= times
    }

    /// Takes the newest position back.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let count = &mut self.counts[bucket(key)];
            // A saturated counter no longer knows its value: it stays, and lookups keep scanning.
            if *count != u16::MAX {
                *count -= 1;
            }
        }
    }

    /// How often a position has occurred.
    #[inline]
    pub fn count(&self, key: u64) -> u32 {
        if self.counts[bucket(key)] == 0 { 0 } else { self.scan(key) }
    }

    /// Where the `n`-th newest occurrence of a position stands, counting from the beginning; the
    /// newest one is the first.
    pub fn nth_last(&self, key: u64, n: u32) -> Option<usize> {
        let newest_first = self.keys.iter().enumerate().rev().filter(|(_, seen)| **seen == key);
        newest_first.map(|(at, _)| at).nth(n.checked_sub(1)? as usize)
    }

    /// The positions, the newest last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        if self.keys.len() < BUCKETS / 4 {
            for key in self.keys.drain(..) {
                self.counts[bucket(key)] = 0;
            }
        } else {
            self.keys.clear();
            self.counts.fill(0);
        }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no position yet.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    fn scan(&self, key: u64) -> u32 {
        self.keys.iter().filter(|&&seen| seen == key).count() as u32
    }
}

fn bucket(key: u64) -> usize {
    (key >> 17) as usize % BUCKETS
}
