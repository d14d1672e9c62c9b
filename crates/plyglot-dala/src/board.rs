//! Squares and sets of squares.
//!
//! A set is a `u64` with bit `rank * 8 + file`. The board uses at most six of the eight files, so a
//! set shifted by one never runs over into the next rank: the empty files stop it.

use std::fmt;

/// The shift from a square to its right neighbour, and the step of a row.
pub const ROW: u32 = 1;
/// The shift from a square to its upper neighbour, and the step of a column.
pub const COLUMN: u32 = 8;

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square on a file and a rank, both counted from zero and below eight.
    pub const fn new(file: u8, rank: u8) -> Self {
        Square(rank * 8 + file)
    }

    /// The square of bit `index`.
    #[inline]
    pub const fn at(index: u32) -> Self {
        Square(index as u8)
    }

    /// Its bit number, as an index into tables of 64.
    #[inline]
    pub const fn idx(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.idx()
    }

    /// Its file, from zero.
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// Its rank, from zero.
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Squares along a side.
    pub size: u8,
    /// All its squares.
    pub squares: u64,
    /// The four squares in its middle.
    pub centre: u64,
}

impl Board {
    /// The board of the game.
    pub const SIX: Board = Board::of(6);
    /// A board small enough to be solved.
    pub const FOUR: Board = Board::of(4);

    const fn of(size: u8) -> Board {
        let low = size / 2 - 1;
        Board { size, squares: block(0, size), centre: block(low, 2) }
    }

    /// The number of a square, counted along the ranks from a1.
    pub const fn number(&self, square: Square) -> usize {
        square.rank() as usize * self.size as usize + square.file() as usize
    }

    /// The image of a set under one of the eight symmetries of the board; the first is the identity.
    pub fn image(&self, set: u64, symmetry: u8) -> u64 {
        let last = self.size - 1;
        let turn = |square: Square| {
            let (mut file, mut rank) = (square.file(), square.rank());
            if symmetry & 1 != 0 {
                file = last - file;
            }
            if symmetry & 2 != 0 {
                rank = last - rank;
            }
            if symmetry & 4 != 0 { Square::new(rank, file) } else { Square::new(file, rank) }
        };
        squares(set).fold(0, |image, square| image | turn(square).bit())
    }
}

/// The square block of `width` files and ranks whose lower left corner is on the diagonal.
const fn block(corner: u8, width: u8) -> u64 {
    let row = ((1 << width) - 1) << corner;
    let (mut set, mut rank) = (0, corner);
    while rank < corner + width {
        set |= row << (8 * rank);
        rank += 1;
    }
    set
}

/// The squares of a set in rising order.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| Square::at(set.trailing_zeros()));
        set &= set.wrapping_sub(1);
        next
    })
}

/// All squares next to a square of the set, some of them off the board.
#[inline]
pub const fn beside(set: u64) -> u64 {
    set << COLUMN | set >> COLUMN | set << ROW | set >> ROW
}

/// The `n`-th square of a set in rising order, from zero; the set must have that many, on files a to f.
#[inline]
pub(crate) fn nth(set: u64, n: u32) -> Square {
    nth_counted(set, counts_upto(set), n)
}

const EACH_RANK: u64 = 0x0101_0101_0101_0101;

/// How many squares of a set lie on every rank and the ranks below it, a byte for each.
#[inline]
pub(crate) const fn counts_upto(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let ranks = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    ranks.wrapping_mul(EACH_RANK)
}

/// [`nth`] where the counts are known already.
#[inline]
pub(crate) fn nth_counted(set: u64, upto: u64, n: u32) -> Square {
    const TOPS: u64 = EACH_RANK << 7;
    debug_assert!(n < set.count_ones());
    // The top bit of a byte stays where the squares up to that rank are no more than n.
    let skipped = ((u64::from(n) * EACH_RANK) | TOPS).wrapping_sub(upto) & TOPS;
    let shift = 8 * skipped.count_ones();
    let before = (upto << 8) >> shift & 0xFF;
    let row = set >> shift & 0x3F;
    Square::at(shift + u32::from(NTH_OF_ROW[row as usize][(n - before as u32) as usize & 7]))
}

/// The file of the n-th piece of every row of six.
static NTH_OF_ROW: [[u8; 8]; 64] = nth_of_row();

const fn nth_of_row() -> [[u8; 8]; 64] {
    let mut table = [[0; 8]; 64];
    let mut row = 0;
    while row < 64 {
        let (mut file, mut n) = (0, 0);
        while file < 6 {
            if row >> file & 1 == 1 {
                table[row][n] = file;
                n += 1;
            }
            file += 1;
        }
        row += 1;
    }
    table
}
