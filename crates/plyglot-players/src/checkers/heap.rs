//! A binary heap whose order among equals is part of the player.

/// An array heap with the smallest key first. Equal keys come out in the order that exactly these
/// steps give, which a heap of the standard library does not promise.
pub(super) struct Heap<T> {
    items: Vec<(f64, T)>,
}

impl<T: Copy> Heap<T> {
    pub(super) fn new() -> Self {
        Heap { items: Vec::new() }
    }

    /// Appends an item and lets it rise.
    pub(super) fn push(&mut self, key: f64, item: T) {
        self.items.push((key, item));
        self.rise(self.items.len() - 1);
    }

    /// Takes the first item. The last one takes its place, sinks to a leaf whatever its key, and
    /// rises again from there.
    pub(super) fn pop(&mut self) -> Option<T> {
        let last = self.items.pop()?;
        let Some(first) = self.items.first_mut() else { return Some(last.1) };
        let taken = std::mem::replace(first, last);
        let leaf = self.sink();
        self.rise(leaf);
        Some(taken.1)
    }

    /// Moves the first item down to a leaf, the smaller child (the right one of equals) going up.
    fn sink(&mut self) -> usize {
        let mut at = 0;
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            if left >= self.items.len() {
                return at;
            }
            let left_first = right >= self.items.len() || self.items[left].0 < self.items[right].0;
            let child = if left_first { left } else { right };
            self.items.swap(at, child);
            at = child;
        }
    }

    /// Moves an item up while it is strictly smaller than its parent.
    fn rise(&mut self, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if self.items[at].0 >= self.items[parent].0 {
                return;
            }
            self.items.swap(at, parent);
            at = parent;
        }
    }
}
