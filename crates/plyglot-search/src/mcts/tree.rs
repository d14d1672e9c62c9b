//! The tree that all threads share.
//!
//! A node owns its children as one block, made once and never moved, so that threads read the tree
//! without locks and a subtree is kept or dropped as a whole when the game goes on. What does change
//! is atomic.

use std::sync::{
    Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use plyglot_core::Player;

/// What a proof holds before there is one. (Not everybody can have won.)
const OPEN: u64 = u64::MAX;

/// Sums of values are kept in these units.
const UNIT: f64 = (1u64 << 24) as f64;

/// Memory of a block besides its nodes.
const OVERHEAD: usize = 16;

/// The children of a node.
type Block<M> = Box<[Node<M>]>;

/// A position, reached by a decision.
pub(crate) struct Node<M> {
    children: OnceLock<Block<M>>,
    /// Values so far for the player who chose this node.
    sum: AtomicU64,
    /// The evaluation of everybody, backed up where implicit minimax is on, packed.
    heuristic: AtomicU64,
    /// The proven values of everybody, packed.
    proof: AtomicU64,
    visits: AtomicU32,
    /// The decision; none at the root of a new tree.
    pub(crate) mv: Option<M>,
    /// Whose decision it was.
    pub(crate) seat: Player,
}

impl<M: Copy> Node<M> {
    /// A node without children or visits.
    pub(crate) fn new(mv: Option<M>, seat: Player, heuristic: u64) -> Self {
        Node {
            children: OnceLock::new(),
            sum: AtomicU64::new(0),
            heuristic: AtomicU64::new(heuristic),
            proof: AtomicU64::new(OPEN),
            visits: AtomicU32::new(0),
            mv,
            seat,
        }
    }

    /// The children, none before the node is expanded.
    #[inline]
    pub(crate) fn children(&self) -> &[Node<M>] {
        self.children.get().map_or(&[], |block| block)
    }

    /// Visits, those still under way included.
    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Counts `weight` visits without a value: lost ones, until a value comes.
    #[inline]
    pub(crate) fn enter(&self, weight: u32) {
        self.visits.fetch_add(weight, Relaxed);
    }

    /// Turns `weight` visits counted as lost into one of this value.
    #[inline]
    pub(crate) fn leave(&self, weight: u32, value: f64) {
        if weight > 1 {
            self.visits.fetch_sub(weight - 1, Relaxed);
        }
        self.sum.fetch_add((value * UNIT) as u64, Relaxed);
    }

    /// Takes back visits of a simulation that was given up.
    pub(crate) fn cancel(&self, weight: u32) {
        self.visits.fetch_sub(weight, Relaxed);
    }

    /// The mean value for the player who chose this node; 0 without visits.
    #[inline]
    pub(crate) fn mean(&self) -> f64 {
        let visits = f64::from(self.visits().max(1));
        self.sum.load(Relaxed) as f64 / (UNIT * visits)
    }

    /// The packed evaluation.
    #[inline]
    pub(crate) fn heuristic(&self) -> u64 {
        self.heuristic.load(Relaxed)
    }

    /// Replaces the packed evaluation.
    pub(crate) fn set_heuristic(&self, word: u64) {
        self.heuristic.store(word, Relaxed);
    }

    /// The packed values, once they are proven.
    #[inline]
    pub(crate) fn proof(&self) -> Option<u64> {
        let word = self.proof.load(Relaxed);
        (word != OPEN).then_some(word)
    }

    /// Notes proven values.
    pub(crate) fn prove(&self, word: u64) {
        self.proof.store(word, Relaxed);
    }
}

/// The tree, the memory it may use, and what is left of earlier trees.
pub(crate) struct Tree<M> {
    /// The position to think about.
    pub(crate) root: Node<M>,
    used: AtomicUsize,
    cap: usize,
    waste: Mutex<Vec<Block<M>>>,
}

impl<M: Copy> Tree<M> {
    /// An empty tree that may grow to `cap` bytes.
    pub(crate) fn new(cap: usize, seat: Player) -> Self {
        let root = Node::new(None, seat, 0);
        Tree { root, used: AtomicUsize::new(0), cap, waste: Mutex::default() }
    }

    /// Gives a node children, unless there is no memory left for them; the root always gets its own.
    pub(crate) fn expand(&self, node: &Node<M>, children: Block<M>, is_root: bool) {
        let size = block_size::<M>(children.len());
        let used = self.used.fetch_add(size, Relaxed) + size;
        if used > self.cap && !is_root || node.children.set(children).is_err() {
            self.used.fetch_sub(size, Relaxed);
        }
    }

    /// Whether a block of this many nodes still fits.
    pub(crate) fn has_room(&self, count: usize) -> bool {
        self.used.load(Relaxed) + block_size::<M>(count) <= self.cap
    }

    /// Bytes in use.
    pub(crate) fn used(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// Bytes that may be in use.
    pub(crate) fn cap(&self) -> usize {
        self.cap
    }

    /// Makes the node at the end of a path of child indices the root; the rest becomes waste.
    pub(crate) fn descend(&mut self, path: &[usize]) {
        for &at in path {
            let Some(block) = self.root.children.take() else { return };
            let mut block = block.into_vec();
            // The size of the block is taken off here: it comes back one node short.
            *self.used.get_mut() -= block_size::<M>(block.len());
            self.root = block.swap_remove(at);
            *self.used.get_mut() += block_size::<M>(block.len());
            self.waste().push(block.into_boxed_slice());
        }
    }

    /// Starts anew at a root chosen by `seat`; the old tree becomes waste.
    pub(crate) fn restart(&mut self, seat: Player) {
        let old = std::mem::replace(&mut self.root, Node::new(None, seat, 0));
        self.waste().extend(old.children.into_inner());
    }

    fn waste(&self) -> MutexGuard<'_, Vec<Block<M>>> {
        self.waste.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frees up to `blocks` blocks of waste. A little of it per simulation keeps every move punctual,
    /// where dropping a large tree at once would not be.
    pub(crate) fn collect(&self, blocks: usize) {
        let mut waste = self.waste();
        for _ in 0..blocks {
            let Some(block) = waste.pop() else { return };
            self.used.fetch_sub(block_size::<M>(block.len()), Relaxed);
            waste.extend(block.into_iter().filter_map(|node| node.children.into_inner()));
        }
    }
}

impl<M> Drop for Tree<M> {
    /// Takes the tree apart block by block: dropping a deep one at once would overflow the stack.
    fn drop(&mut self) {
        let waste = self.waste.get_mut().unwrap_or_else(PoisonError::into_inner);
        waste.extend(self.root.children.take());
        while let Some(block) = waste.pop() {
            waste.extend(block.into_iter().filter_map(|node| node.children.into_inner()));
        }
    }
}

fn block_size<M>(count: usize) -> usize {
    count * size_of::<Node<M>>() + OVERHEAD
}
