//! How far every square is from where a player wants to get, worked out once per variant.

use crate::{
    board::{Board, Square},
    options::Rules,
    tables::all_squares,
};

/// What the squares mean to each player.
#[derive(Debug)]
pub(crate) struct Geometry {
    /// Rows and columns from a square to the far corner of the player's target.
    distance: [[u8; 256]; 4],
    /// Several measures of a square, each in sixteen bits, so that one sum adds up all of them.
    measures: [[u64; 256]; 4],
    /// In every class, the squares at every second distance from the far corner, the nearest first.
    levels: [[[u64; 16]; 4]; 4],
    /// The three directions that lead toward the target.
    forward: [[usize; 3]; 4],
}

/// What the pieces of a player amount to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// Distances from the far corner.
    pub(crate) distance: i64,
    /// The same, squared.
    pub(crate) squares: i64,
    /// Distances, in columns, from the diagonal between the corners, of pieces before the target.
    pub(crate) aside: i64,
    /// The greatest distance from the far corner.
    pub(crate) farthest: i64,
}

impl Geometry {
    pub(crate) fn new(rules: &Rules, targets: &[Board; 4]) -> Self {
        let mut geometry = Geometry {
            distance: [[0; 256]; 4],
            measures: [[0; 256]; 4],
            levels: [[[0; 16]; 4]; 4],
            forward: [[0; 3]; 4],
        };
        let far = rules.variant.size - 1;
        for player in 0..rules.variant.players {
            let corner = rules.variant.home(player) ^ 3;
            let seat = usize::from(player);
            geometry.forward[seat] = FORWARD[usize::from(corner)];
            for square in all_squares(rules.variant) {
                let gap = |at: u8, bit: u8| if corner & bit == 0 { at } else { far - at };
                let (x, y) = (gap(square.x(), 1), gap(square.y(), 2));
                let distance = x + y;
                let aside = if targets[seat].has(square) { 0 } else { x.abs_diff(y) };
                let squared = u64::from(distance) * u64::from(distance);
                geometry.distance[seat][square.idx()] = distance;
                geometry.levels[seat][square.class()][usize::from(distance / 2)] |= square.bit();
                geometry.measures[seat][square.idx()] =
                    u64::from(distance) | squared << 16 | u64::from(aside) << 32;
            }
        }
        geometry
    }

    /// The distance from a square to the far corner of a player's target.
    #[inline]
    pub(crate) fn distance(&self, player: usize, square: Square) -> i32 {
        i32::from(self.distance[player & 3][square.idx()])
    }

    /// Rows and columns gained by going from a square to the best of others in its class; 0 if none is nearer.
    #[inline]
    pub(crate) fn gain(&self, player: usize, from: Square, to: u64) -> i64 {
        let levels = &self.levels[player & 3][from.class()];
        let before = usize::from(self.distance[player & 3][from.idx()] / 2);
        for (level, squares) in levels[..before].iter().enumerate() {
            if to & squares != 0 {
                return 2 * (before - level) as i64;
            }
        }
        0
    }

    /// The three directions that lead a player toward his target.
    #[inline]
    pub(crate) fn forward(&self, player: usize) -> [usize; 3] {
        self.forward[player & 3]
    }

    /// What the pieces of a player amount to.
    #[inline]
    pub(crate) fn sums(&self, player: usize, pieces: Board) -> Sums {
        let measures = &self.measures[player & 3];
        let (mut sum, mut farthest) = (0, 0);
        for square in pieces.squares() {
            let measure = measures[square.idx()];
            sum += measure;
            farthest = farthest.max(measure & 0xFFFF);
        }
        let part = |at: u32| (sum >> at & 0xFFFF) as i64;
        Sums { distance: part(0), squares: part(16), aside: part(32), farthest: farthest as i64 }
    }
}

/// For every corner, the directions that lead toward it, as places in [`crate::DIRECTIONS`].
const FORWARD: [[usize; 3]; 4] = [[4, 5, 3], [2, 1, 3], [6, 5, 7], [0, 1, 7]];
