//! Perft: the number of ply sequences of a given length, the standard check of a move generator.

use std::{
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    thread,
};

use crate::{Game, for_each_ply, mix};

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftConfig {
    /// Length of the sequences, in plies.
    pub depth: u32,
    /// Whether the last ply is counted without being played.
    pub bulk: bool,
    /// Threads to use.
    pub threads: usize,
    /// Megabytes for a table of counts already known, as far as they can be had; 0 for none.
    pub hash_mb: usize,
}

impl PerftConfig {
    /// One thread, bulk counting, no table.
    pub fn new(depth: u32) -> Self {
        PerftConfig { depth, bulk: true, threads: 1, hash_mb: 0 }
    }
}

/// The number of sequences of exactly `config.depth` plies from `state`, under
/// [`Game::perft_rules`]. A finished game has no continuation.
pub fn perft<G: Game>(game: &G, state: &G::State, config: &PerftConfig) -> u64 {
    divide(game, state, config, &|_, _| {}).into_iter().map(|(_, nodes)| nodes).sum()
}

/// The same, one count per legal ply of `state`; `progress` hears how many of how many parts of the
/// work are done. Depth 0 gives one empty sequence.
pub fn divide<G: Game>(
    game: &G,
    state: &G::State,
    config: &PerftConfig,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(Vec<G::Move>, u64)> {
    if config.depth == 0 {
        return vec![(Vec::new(), 1)];
    }
    let game = &game.perft_rules();
    let first = plies_from(game, state);
    let parts = split(game, state, &first, config.depth);
    let table = (config.hash_mb > 0).then(|| Table::new(config.hash_mb));
    let counts: Vec<AtomicU64> = first.iter().map(|_| AtomicU64::new(0)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut counter = Counter { game, bulk: config.bulk, table: table.as_ref(), path: vec![] };
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut child = state.clone();
            for mv in &part.decisions {
                game.make(&mut child, *mv);
            }
            let nodes = counter.count(&mut child, config.depth - part.plies);
            counts[part.root].fetch_add(nodes, Ordering::Relaxed);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, parts.len());
        }
    };
    if config.threads <= 1 {
        work();
    } else {
        thread::scope(|scope| {
            for _ in 0..config.threads {
                scope.spawn(work);
            }
        });
    }
    first.into_iter().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
}

fn plies_from<G: Game>(game: &G, state: &G::State) -> Vec<Vec<G::Move>> {
    let mut plies = Vec::new();
    for_each_ply(game, state, &mut |decisions| plies.push(decisions.to_vec()));
    plies
}

/// A piece of the work: everything below a prefix of one or two plies.
struct Part<M> {
    root: usize,
    decisions: Vec<M>,
    plies: u32,
}

/// Two plies give enough parts to keep threads busy and a progress bar moving; shallow counts are
/// over before that matters.
fn split<G: Game>(
    game: &G,
    state: &G::State,
    first: &[Vec<G::Move>],
    depth: u32,
) -> Vec<Part<G::Move>> {
    let mut parts = Vec::new();
    for (root, ply) in first.iter().enumerate() {
        if depth < 4 {
            parts.push(Part { root, decisions: ply.clone(), plies: 1 });
            continue;
        }
        let mut child = state.clone();
        for mv in ply {
            game.make(&mut child, *mv);
        }
        for second in plies_from(game, &child) {
            parts.push(Part { root, decisions: [ply.as_slice(), &second].concat(), plies: 2 });
        }
    }
    parts
}

struct Counter<'a, G: Game> {
    game: &'a G,
    bulk: bool,
    table: Option<&'a Table>,
    path: Vec<G::Move>,
}

impl<G: Game> Counter<'_, G> {
    fn count(&mut self, state: &mut G::State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if depth == 1 && self.bulk {
            return self.game.count_plies(state, &mut self.path);
        }
        let Some(table) = self.table.filter(|_| depth > 1) else {
            return self.expand(state, depth);
        };
        let key = self.key(state, depth);
        table.get(key).unwrap_or_else(|| {
            let nodes = self.expand(state, depth);
            table.put(key, nodes);
            nodes
        })
    }

    fn expand(&mut self, state: &mut G::State, depth: u32) -> u64 {
        let base = self.path.len();
        self.game.moves(state, &mut self.path);
        let mut nodes = 0;
        for idx in base..self.path.len() {
            let mv = self.path[idx];
            let undo = self.game.make(state, mv);
            let unfinished = G::PLY_IS_TURN && self.game.mid_turn(state);
            nodes +=
                if unfinished { self.expand(state, depth) } else { self.count(state, depth - 1) };
            self.game.unmake(state, mv, undo);
        }
        self.path.truncate(base);
        nodes
    }

    /// Counters that cannot matter within `depth` plies stay out of the key.
    fn key(&self, state: &G::State, depth: u32) -> u64 {
        let horizon = self.game.horizon(state);
        let near = if horizon > 4 * depth { 0 } else { u64::from(horizon) + 1 };
        mix(self.game.hash(state) ^ mix(u64::from(depth) | near << 32))
    }
}

/// Counts by position and depth, shared by threads without locks: a torn pair fails its check.
struct Table {
    slots: Vec<[AtomicU64; 2]>,
}

impl Table {
    /// A table of so many megabytes, or of half, a quarter and so on if they cannot be had.
    fn new(megabytes: usize) -> Self {
        let (mut slots, mut len) = (Vec::new(), (megabytes.max(1) << 20) / 16);
        while len > 1 && slots.try_reserve_exact(len).is_err() {
            len /= 2;
        }
        slots.resize_with(len, Default::default);
        Table { slots }
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.slots[((u128::from(key) * self.slots.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [check, nodes] = self.slot(key);
        let nodes = nodes.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ nodes == key).then_some(nodes)
    }

    fn put(&self, key: u64, nodes: u64) {
        let slot = self.slot(key);
        slot[0].store(key ^ nodes, Ordering::Relaxed);
        slot[1].store(nodes, Ordering::Relaxed);
    }
}
