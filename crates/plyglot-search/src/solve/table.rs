//! A table of bounded size for what is known of positions.

/// Buckets that get their memory together.
const CHUNK: usize = 1024;

/// What is known of a position, and how much work that was.
#[derive(Clone, Copy)]
struct Slot<T> {
    key: u64,
    work: u32,
    entry: T,
}

/// Two slots: one for the greatest work, one for the newest.
type Bucket<T> = [Option<Slot<T>>; 2];

/// Entries found by the hash of a position. Memory is taken when it is first needed, a little at a
/// time: filling a large table with nothing would take longer than some moves have. Where the machine
/// has no more to give, nothing new is noted there.
pub(crate) struct Table<T: Send + 'static> {
    chunks: Vec<Vec<Bucket<T>>>,
}

/// Giving much memory back takes longer than a move may overrun, so another thread does it.
impl<T: Send + 'static> Drop for Table<T> {
    fn drop(&mut self) {
        let chunks = std::mem::take(&mut self.chunks);
        std::thread::spawn(move || drop(chunks));
    }
}

impl<T: Copy + Send + 'static> Table<T> {
    /// An empty table of at most so many MB, rounded down to a power of two of chunks.
    pub(crate) fn new(megabytes: usize) -> Self {
        let count = (megabytes.max(1) << 20) / (CHUNK * size_of::<Bucket<T>>());
        let (mut chunks, mut count) = (Vec::new(), 1 << count.max(1).ilog2());
        while count > 1 && chunks.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        chunks.resize_with(count, Vec::new);
        Table { chunks }
    }

    /// The chunk of a position and its bucket there.
    fn place(&self, key: u64) -> (usize, usize) {
        let bucket = key as usize;
        ((bucket / CHUNK) & (self.chunks.len() - 1), bucket % CHUNK)
    }

    /// What is known of a position.
    pub(crate) fn get(&self, key: u64) -> Option<T> {
        let (chunk, bucket) = self.place(key);
        let slots = self.chunks[chunk].get(bucket)?;
        slots.iter().flatten().find(|slot| slot.key == key).map(|slot| slot.entry)
    }

    /// Notes what is known of a position and how much work that was.
    pub(crate) fn put(&mut self, key: u64, work: u32, entry: T) {
        let (chunk, bucket) = self.place(key);
        let chunk = &mut self.chunks[chunk];
        if chunk.is_empty() {
            if chunk.try_reserve_exact(CHUNK).is_err() {
                return;
            }
            chunk.resize(CHUNK, [None; 2]);
        }
        let slots = &mut chunk[bucket];
        let known = slots.iter().position(|slot| slot.is_some_and(|slot| slot.key == key));
        let great = slots[0].is_none_or(|slot| work >= slot.work);
        let at = known.unwrap_or(usize::from(!great));
        if at == 0 && known.is_none() {
            slots[1] = slots[0];
        }
        slots[at] = Some(Slot { key, work, entry });
    }
}
