//! The hops that a board allows, and how far chains of them lead.

use crate::{
    Halma,
    board::{Board, hop_all},
};

/// In every class and direction, the squares from which a hop leads over a piece onto an empty square, as far as
/// edges and goal lock do not matter.
pub(crate) struct Openings([[u64; 8]; 4]);

impl Openings {
    /// The hops over these pieces.
    #[inline]
    pub(crate) fn of(occupied: &Board) -> Self {
        let mut hops = [[0; 8]; 4];
        for (class, hops) in hops.iter_mut().enumerate() {
            for (direction, hops) in hops.iter_mut().enumerate() {
                let over = occupied.seen_stepping(direction, class);
                *hops = over & !occupied.seen_hopping(direction, class);
            }
        }
        Openings(hops)
    }

    /// Of one class, the squares from which a player could hop in each direction if he stood there.
    #[inline]
    pub(crate) fn open_to(&self, game: &Halma, player: usize, class: usize) -> [u64; 8] {
        let tables = &game.tables.hops[player & 3];
        let mut hops = self.0[class];
        for (hops, open) in hops.iter_mut().zip(tables) {
            *hops &= open.0[class];
        }
        hops
    }

    /// The same in one direction alone.
    #[inline]
    pub(crate) fn open_toward(
        &self,
        game: &Halma,
        player: usize,
        direction: usize,
        class: usize,
    ) -> u64 {
        self.0[class][direction] & game.tables.hops[player & 3][direction].0[class]
    }
}

/// The squares that a chain can land on which begins with one of `landings`, where those of
/// `endings` are its end.
#[inline]
pub(crate) fn flood(landings: u64, hops: &[u64; 8], endings: u64) -> u64 {
    let (mut reached, mut front) = (landings, landings & !endings);
    while front != 0 {
        front = hop_all(front, hops) & !reached;
        reached |= front;
        front &= !endings;
    }
    reached
}
