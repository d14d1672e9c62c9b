//! Which child a simulation goes to: UCT with its helpers.

use std::{
    hash::Hash,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use plyglot_core::{Player, mix};

use super::{params::MctsParams, tree::Node, value::Packing};
use crate::order::move_hash;

/// What the moves of each player led to, wherever they were played: progressive history. Moves that
/// share a slot share their record.
pub(crate) struct Lore {
    records: Vec<[AtomicU64; 2]>,
}

/// Slots of the record.
const SLOTS: usize = 1 << 16;

/// Units of the recorded values.
const UNIT: f64 = (1u64 << 24) as f64;

impl Lore {
    /// An empty record; of no size when it is not `wanted`.
    pub(crate) fn new(wanted: bool) -> Self {
        let slots = if wanted { SLOTS } else { 0 };
        Lore { records: std::iter::repeat_with(Default::default).take(slots).collect() }
    }

    /// Whether anything is recorded.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        !self.records.is_empty()
    }

    /// The slot of a player's move.
    pub(crate) fn slot<M: Hash>(seat: Player, mv: &M) -> usize {
        (mix(move_hash(seat.0.into(), mv)) >> 40) as usize % SLOTS
    }

    /// Notes what a move led to for the player who made it.
    pub(crate) fn note(&self, slot: usize, value: f64) {
        let [count, sum] = &self.records[slot];
        count.fetch_add(1, Relaxed);
        sum.fetch_add((value * UNIT) as u64, Relaxed);
    }

    /// The mean of what a move led to; half of everything when it is unknown.
    fn mean(&self, slot: usize) -> f64 {
        let [count, sum] = &self.records[slot];
        match count.load(Relaxed) {
            0 => 0.5,
            count => sum.load(Relaxed) as f64 / (UNIT * count as f64),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.records.iter_mut().flatten().for_each(|number| *number.get_mut() = 0);
    }
}

/// The index of the child with the greatest upper confidence bound; `None` without children. At the
/// root proven children are left alone: what is known of them is enough for the final choice.
pub(crate) fn pick<M: Copy + Hash>(
    node: &Node<M>,
    is_root: bool,
    params: &MctsParams,
    packing: Packing,
    lore: &Lore,
) -> Option<usize> {
    let width = params.exploration * f64::from(node.visits().max(1)).ln().sqrt();
    let mut best: Option<(f64, usize)> = None;
    for (at, child) in node.children().iter().enumerate() {
        let known = params.solver && child.proof().is_some();
        if is_root && known {
            continue;
        }
        let value = bound(child, width, params, packing, lore);
        // Who gets the same from several takes each as often as the others.
        let rarer = |other: usize| known && child.visits() < node.children()[other].visits();
        if best.is_none_or(|(most, other)| value > most || value == most && rarer(other)) {
            best = Some((value, at));
        }
    }
    best.map(|(_, at)| at)
}

/// The upper confidence bound of a child for the player who chooses it. Proven children have nothing
/// to explore: they are worth what they are.
fn bound<M: Copy + Hash>(
    child: &Node<M>,
    width: f64,
    params: &MctsParams,
    packing: Packing,
    lore: &Lore,
) -> f64 {
    if let Some(word) = child.proof().filter(|_| params.solver) {
        return packing.of(word, child.seat);
    }
    let visits = f64::from(child.visits());
    let mut mean = child.mean();
    if params.implicit > 0.0 && visits > 0.0 {
        let implicit = packing.of(child.heuristic(), child.seat);
        mean += params.implicit * (implicit - mean);
    }
    let mut value = if visits > 0.0 { mean + width / visits.sqrt() } else { params.fpu };
    if params.bias > 0.0 {
        value += params.bias * packing.of(child.heuristic(), child.seat) / (visits + 1.0);
    }
    if let Some(mv) = child.mv.filter(|_| lore.is_on()) {
        let lost = (1.0 - mean) * visits;
        value += params.history * lore.mean(Lore::slot(child.seat, &mv)) / (lost + 1.0);
    }
    value
}
