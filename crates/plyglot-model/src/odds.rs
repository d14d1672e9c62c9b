//! Adding odds and chances in whole numbers, so that every machine gets the same sum.

use std::sync::OnceLock;

use crate::Target;

/// How many points apart the lesser of two odds no longer counts.
const FAR: usize = 8192;

/// The logarithm of the sum of odds that are given as logarithms, in points.
#[inline]
pub(crate) fn add(a: i32, b: i32) -> i32 {
    let gap = (i64::from(a) - i64::from(b)).unsigned_abs() as usize;
    let more = table().get(gap).copied().unwrap_or(0);
    a.max(b) + i32::from(more)
}

/// What the lesser adds, by how many points it is behind.
fn table() -> &'static [u16] {
    static TABLE: OnceLock<Vec<u16>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let unit = Target::Result.unit();
        let more = |gap: usize| (unit * (-(gap as f64) / unit).exp().ln_1p()).round() as u16;
        (0..FAR).map(more).collect()
    })
}

/// Chances are told in so many parts of certainty.
const PARTS: i64 = 1 << 16;
/// The bits of a chance that say too little of a lead.
const FINE: u32 = 4;

/// The chance to end ahead with a lead in points, in parts of certainty.
#[inline]
pub(crate) fn chance(lead: i64) -> i64 {
    let better = chances().get(lead.unsigned_abs() as usize).map_or(PARTS, |part| i64::from(*part));
    if lead < 0 { PARTS - better } else { better }
}

/// The lead in points over one other that has such a chance.
#[inline]
pub(crate) fn lead(chance: i64) -> i64 {
    i64::from(leads()[((chance >> FINE) as usize).min(leads().len() - 1)])
}

fn chances() -> &'static [u16] {
    static TABLE: OnceLock<Vec<u16>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let of = |lead: usize| PARTS as f64 / (1.0 + (-(lead as f64) / Target::Rank.unit()).exp());
        (0..FAR).map(|lead| of(lead).round() as u16).collect()
    })
}

fn leads() -> &'static [i16] {
    static TABLE: OnceLock<Vec<i16>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let steps = (PARTS >> FINE) as usize;
        let of = |step: usize| {
            let chance = (step as f64 + 0.5) / steps as f64;
            (Target::Rank.unit() * (chance / (1.0 - chance)).ln()).round() as i16
        };
        (0..steps).map(of).collect()
    })
}
