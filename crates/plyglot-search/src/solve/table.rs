//! A table of bounded size for what is known of positions.

/// Entries found by the hash of a position, two per bucket: one for the greatest work, one for the
/// newest.
pub(crate) struct Table<T> {
    slots: Vec<[Option<(u64, u32, T)>; 2]>,
}

impl<T: Copy> Table<T> {
    /// An empty table of at most so many MB.
    pub(crate) fn new(megabytes: usize) -> Self {
        let bucket = size_of::<[Option<(u64, u32, T)>; 2]>();
        let count = ((megabytes.max(1) << 20) / bucket).max(1);
        // The largest power of two that fits.
        Table { slots: vec![[None; 2]; 1 << count.ilog2()] }
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    /// What is known of a position.
    pub(crate) fn get(&self, key: u64) -> Option<T> {
        let bucket = &self.slots[self.bucket(key)];
        bucket.iter().flatten().find(|(other, ..)| *other == key).map(|(_, _, entry)| *entry)
    }

    /// Notes what is known of a position and how much work that was.
    pub(crate) fn put(&mut self, key: u64, work: u32, entry: T) {
        let at = self.bucket(key);
        let bucket = &mut self.slots[at];
        let known =
            bucket.iter().position(|slot| matches!(slot, Some((other, ..)) if *other == key));
        let great = bucket[0].is_none_or(|(_, other, _)| work >= other);
        let slot = known.unwrap_or(usize::from(!great));
        if slot == 0 && known.is_none() {
            bucket[1] = bucket[0];
        }
        bucket[slot] = Some((key, work, entry));
    }
}
