//! Learnt values of edges and corners, for guesses of the score while the board fills up.
//!
//! `patterns.bin` holds a byte, in quarters of a stone, for everything that an edge of eight squares and
//! then a corner of nine can look like, in the number system of base three: 1 for an own stone, 2 for
//! the opponent's. The ignored test `learn_patterns` learns it from games and writes it.

use crate::eval::Features;

/// What eight squares can look like.
pub(crate) const EDGES: usize = 6561;

/// What nine squares can look like.
pub(crate) const CORNERS: usize = 19683;

/// What is counted besides.
pub(crate) const COUNTS: usize = 7;

static VALUES: &[u8; EDGES + CORNERS] = include_bytes!("patterns.bin");

/// Hundredths of a stone for everything counted.
const WEIGHTS: [i32; COUNTS] = [224, 273, 16, 111, 5, -35, -123];

/// Sets of nine squares read as numbers of base three.
static BASE_3: [u16; 512] = base_3();

const fn base_3() -> [u16; 512] {
    let mut numbers = [0; 512];
    let mut set = 1;
    while set < 512 {
        numbers[set] = numbers[set / 2] * 3 + (set % 2) as u16;
        set += 1;
    }
    numbers
}

/// The places of the four edges and then the four corners of a position among the values.
#[inline]
pub(crate) fn places(own: u64, opponent: u64) -> [usize; 8] {
    let number = |[own, opponent]: [u64; 2]| {
        usize::from(BASE_3[own as usize & 511]) + 2 * usize::from(BASE_3[opponent as usize & 511])
    };
    let sets = [own, opponent];
    let turned = sets.map(u64::reverse_bits);
    let flipped = sets.map(u64::swap_bytes);
    let mirrored = turned.map(u64::swap_bytes);
    let row = |sets: [u64; 2]| number(sets.map(|set| set & 255));
    let column = |sets: [u64; 2]| {
        number(
            sets.map(|set| (set & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56),
        )
    };
    let corner =
        |sets: [u64; 2]| EDGES + number(sets.map(|set| set & 7 | set >> 5 & 56 | set >> 10 & 448));
    let edges = [row(sets), row(flipped), column(sets), column(mirrored)];
    let corners = [sets, turned, flipped, mirrored].map(corner);
    [edges[0], edges[1], edges[2], edges[3], corners[0], corners[1], corners[2], corners[3]]
}

/// What the weights multiply.
pub(crate) fn counts(features: &Features) -> [i32; COUNTS] {
    let Features { parity, stones, moves, share, potential, open, .. } = *features;
    [1, parity, stones, moves, share, potential, open]
}

/// The score that a position promises the player to move, in hundredths of a stone.
#[inline]
pub(super) fn judge(own: u64, opponent: u64, features: &Features) -> i32 {
    let learnt: i32 =
        places(own, opponent).iter().map(|place| i32::from(VALUES[*place] as i8)).sum();
    let counted: i32 =
        counts(features).iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum();
    25 * learnt + counted
}
