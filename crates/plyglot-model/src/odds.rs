//! Adding odds in whole numbers, so that every machine gets the same sum.

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
