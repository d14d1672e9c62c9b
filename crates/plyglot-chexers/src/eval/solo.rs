//! How many turns a colour needs to leave the board if nobody else is there: exact for up to four pieces.
//!
//! A piece steps, jumps over another of its colour or leaves, one a turn. All of this can be taken back, so
//! one search outward from the empty board finds every distance.

use std::sync::OnceLock;

use plyglot_core::sets::choose;

use crate::board::{BOARD, EXIT, STEPS, Set, singles};

/// Pieces of the largest sets in the table.
pub(crate) const MOST: u32 = 4;

/// Sets of up to four hexes.
pub(crate) const SETS: usize = FIRST[MOST as usize + 1];

/// The place among all sets of the first one with so many hexes.
const FIRST: [usize; MOST as usize + 2] = {
    let (mut first, mut size) = ([0; MOST as usize + 2], 0);
    while size <= MOST as usize {
        first[size + 1] = first[size] + choose(37, size as u32) as usize;
        size += 1;
    }
    first
};

/// What a hex adds to the place of a set among those of its size, as the first to the fourth of its hexes.
const ADDED: [[u32; 64]; MOST as usize] = {
    let (mut added, mut nth) = ([[0; 64]; MOST as usize], 0);
    while nth < MOST as usize {
        let (mut bit, mut hex) = (0, 0);
        while bit < 64 {
            if BOARD >> bit & 1 == 1 {
                added[nth][bit] = choose(hex, nth as u32 + 1) as u32;
                hex += 1;
            }
            bit += 1;
        }
        nth += 1;
    }
    added
};

/// The place of a set of up to four hexes among all of them.
#[inline]
fn place(set: Set) -> usize {
    let at = singles(set).zip(&ADDED).map(|(hex, added)| added[hex.trailing_zeros() as usize]);
    FIRST[set.count_ones() as usize] + at.sum::<u32>() as usize
}

/// The turns of every colour from every set of up to four hexes.
pub(crate) struct Solo {
    turns: [Vec<u8>; 3],
}

impl Solo {
    /// The table, made when it is first asked for: some hundredths of a second.
    pub(crate) fn get() -> &'static Solo {
        static TABLE: OnceLock<Solo> = OnceLock::new();
        TABLE.get_or_init(|| Solo { turns: [0, 1, 2].map(|colour| distances(EXIT[colour])) })
    }

    /// The turns that a colour with these pieces, four at most, needs to bring all of them off the board.
    #[inline]
    pub(crate) fn turns(&self, colour: usize, pieces: Set) -> u32 {
        u32::from(self.turns[colour][place(pieces)])
    }

    /// The turns of a colour from all sets.
    #[cfg(test)]
    pub(crate) fn all(&self, colour: usize) -> &[u8] {
        &self.turns[colour]
    }
}

/// The turns from every set off the board over an edge, outward from the empty one.
fn distances(edge: Set) -> Vec<u8> {
    const UNSEEN: u8 = u8::MAX;
    let mut turns = vec![UNSEEN; SETS];
    let (mut reached, mut next, mut turn) = (vec![0], Vec::new(), 0);
    turns[place(0)] = 0;
    while !reached.is_empty() {
        turn += 1;
        for set in reached.drain(..) {
            for_predecessors(set, edge, |before| {
                let known = &mut turns[place(before)];
                if *known == UNSEEN {
                    *known = turn;
                    next.push(before);
                }
            });
        }
        std::mem::swap(&mut reached, &mut next);
    }
    turns
}

/// The sets from which one turn leads to this one: a step or a jump taken back, or a piece put back on the edge.
fn for_predecessors(set: Set, edge: Set, mut visit: impl FnMut(Set)) {
    let empty = BOARD & !set;
    for by in STEPS {
        singles(set & empty >> by).for_each(|from| visit(set ^ from ^ from << by));
        singles(set & empty << by).for_each(|from| visit(set ^ from ^ from >> by));
        singles(set & set >> by & empty >> (2 * by))
            .for_each(|from| visit(set ^ from ^ from << (2 * by)));
        singles(set & set << by & empty << (2 * by))
            .for_each(|from| visit(set ^ from ^ from >> (2 * by)));
    }
    if set.count_ones() < MOST {
        singles(edge & empty).for_each(|hex| visit(set | hex));
    }
}
