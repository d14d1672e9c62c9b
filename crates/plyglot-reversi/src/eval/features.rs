//! What can be counted in a position.

use crate::{Size, stability};

/// What the player to move has more of than the opponent, unless said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    /// Empty squares, of both.
    pub(crate) empties: i32,
    /// Whether the number of empty squares is odd, so that the player to move tends to move last: 1
    /// or -1.
    pub(crate) parity: i32,
    /// Stones.
    pub(crate) stones: i32,
    /// Moves.
    pub(crate) moves: i32,
    /// Moves as a share of both players' moves, in 64ths.
    pub(crate) share: i32,
    /// Empty squares next to the other's stones: moves to come.
    pub(crate) potential: i32,
    /// Stones next to empty squares.
    pub(crate) open: i32,
    /// Corners.
    pub(crate) corners: i32,
    /// Corners that can be taken at once.
    pub(crate) corner_moves: i32,
    /// Stones diagonally next to an empty corner.
    pub(crate) x_squares: i32,
    /// Stones beside an empty corner on the edge.
    pub(crate) c_squares: i32,
    /// Other stones on the edges.
    pub(crate) edge: i32,
    /// Stones on the edges that can never be turned over.
    pub(crate) stable: i32,
}

/// The corners of each board, by size.
pub(crate) const CORNERS: [u64; 3] =
    [0x0000_2400_0024_0000, 0x0042_0000_0000_4200, 0x8100_0000_0000_0081];

/// The edges of each board, corners included.
const EDGES: [u64; 3] = [0x0000_3C24_243C_0000, 0x007E_4242_4242_7E00, 0xFF81_8181_8181_81FF];

impl Features {
    /// What the stones and the moves of the player to move and the other one amount to.
    #[inline]
    pub(crate) fn of(size: Size, stones: [u64; 2], moves: [u64; 2]) -> Features {
        let empty = size.squares() & !(stones[0] | stones[1]);
        let corners = CORNERS[size as usize];
        let open_corners = corners & empty;
        let (beside, diagonal) = (beside(open_corners), diagonal(open_corners));
        let near_empty = neighbours(empty);
        let potential = stones.map(|set| count(neighbours(set) & empty));
        let edge = EDGES[size as usize] & !corners & !beside;
        let [own, other] = moves.map(count);
        Features {
            empties: count(empty),
            parity: (count(empty) & 1) * 2 - 1,
            stones: more(stones, u64::MAX),
            moves: own - other,
            share: (own - other) * 64 / (own + other + 2),
            potential: potential[1] - potential[0],
            open: more(stones, near_empty),
            corners: more(stones, corners),
            corner_moves: more(moves, corners),
            x_squares: more(stones, diagonal),
            c_squares: more(stones, beside),
            edge: more(stones, edge),
            stable: stable_edges(size, stones[0], stones[1])
                - stable_edges(size, stones[1], stones[0]),
        }
    }
}

/// Small boards have no table of edges; there only corners count.
fn stable_edges(size: Size, own: u64, opponent: u64) -> i32 {
    match size {
        Size::Eight => count(stability::edge_stones(stability::edges(), own, opponent)),
        _ => count(own & CORNERS[size as usize]),
    }
}

fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

/// How many more of the first set than of the second lie within.
fn more(sets: [u64; 2], within: u64) -> i32 {
    count(sets[0] & within) - count(sets[1] & within)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The squares next to a set, and the set itself.
#[inline]
pub(crate) fn neighbours(set: u64) -> u64 {
    let row = set | sideways(set);
    row | row << 8 | row >> 8
}

fn sideways(set: u64) -> u64 {
    (set << 1 & !FILE_A) | (set >> 1 & !FILE_H)
}

fn beside(set: u64) -> u64 {
    sideways(set) | set << 8 | set >> 8
}

fn diagonal(set: u64) -> u64 {
    let sides = sideways(set);
    sides << 8 | sides >> 8
}
