//! Squares, directions and sets of squares.
//!
//! A hop changes both coordinates by an even amount, so a hopping piece never leaves the squares
//! whose coordinates have the parities of its own. There are four such *classes*, each an 8 by 8
//! board of its own on which a hop is a king's step. A [`Board`] therefore holds one word per class:
//! hops stay inside a word, and a whole hop chain is found by flooding one word.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// Side of the largest board; smaller ones use its first rows and columns.
pub(crate) const MAX_SIZE: u8 = 16;

/// The eight directions in the order that fixes canonical paths.
pub const DIRECTIONS: [(i8, i8); 8] =
    [(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)];

/// A square of the largest board: two bits of class, then row and column within the class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square(pub u8);

impl Square {
    /// The square in column `x` and row `y`, both below [`MAX_SIZE`].
    pub const fn new(x: u8, y: u8) -> Self {
        Square((x & 1) << 6 | (y & 1) << 7 | (y >> 1) << 3 | x >> 1)
    }

    /// The column, from 0.
    pub const fn x(self) -> u8 {
        (self.0 & 7) << 1 | self.0 >> 6 & 1
    }

    /// The row, from 0.
    pub const fn y(self) -> u8 {
        (self.0 >> 3 & 7) << 1 | self.0 >> 7
    }

    /// Which of the four words of a [`Board`] holds it.
    pub const fn class(self) -> usize {
        (self.0 >> 6) as usize
    }

    /// Its bit in that word.
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// As an array index.
    pub const fn idx(self) -> usize {
        self.0 as usize
    }

    /// The neighbour in a direction; meaningless beyond the edge.
    #[inline]
    pub fn step(self, direction: usize) -> Square {
        Square(self.0.wrapping_add(STEPS[direction][self.class()].change))
    }

    /// The square two away in a direction; meaningless beyond the edge.
    #[inline]
    pub fn hop(self, direction: usize) -> Square {
        Square(self.0 & 0xC0 | self.0.wrapping_add(HOP_TURN[direction] as u8) & 63)
    }

    /// The square at a distance, if it is on a board of side `size`.
    pub fn offset(self, dx: i8, dy: i8, size: u8) -> Option<Square> {
        let x = self.x().checked_add_signed(dx).filter(|x| *x < size)?;
        let y = self.y().checked_add_signed(dy).filter(|y| *y < size)?;
        Some(Square::new(x, y))
    }

    /// The direction and length (1 step, 2 hop) of a single leg to another square.
    pub fn leg_to(self, to: Square) -> Option<(usize, u8)> {
        let dx = to.x() as i8 - self.x() as i8;
        let dy = to.y() as i8 - self.y() as i8;
        let length = dx.unsigned_abs().max(dy.unsigned_abs());
        let toward = |d: i8, delta: i8| d * length as i8 == delta;
        let found = DIRECTIONS.iter().position(|d| toward(d.0, dx) && toward(d.1, dy));
        found.filter(|_| length == 1 || length == 2).map(|direction| (direction, length))
    }
}

/// How a step in one direction looks from one class.
#[derive(Clone, Copy)]
struct Step {
    /// What is added to the number of the square.
    change: u8,
    /// The class it leads to.
    class: usize,
    /// By how much the word of that class is turned right to lie over this one.
    turn: u32,
}

const STEPS: [[Step; 4]; 8] = steps();

/// By how much a word is turned right so that every bit shows the square a hop away.
const HOP_TURN: [u32; 8] = hop_turns();

const fn steps() -> [[Step; 4]; 8] {
    let mut steps = [[Step { change: 0, class: 0, turn: 0 }; 4]; 8];
    let mut i = 0;
    while i < 32 {
        let (direction, class) = (i / 4, i % 4);
        let (dx, dy) = DIRECTIONS[direction];
        // In the middle of the board no step leaves it, and every square of a class looks the same.
        let from = Square::new(8 + (class as u8 & 1), 8 + (class as u8 >> 1));
        let to = Square::new((from.x() as i8 + dx) as u8, (from.y() as i8 + dy) as u8);
        let turn = ((to.0 & 63).wrapping_sub(from.0 & 63) & 63) as u32;
        let change = to.0.wrapping_sub(from.0);
        steps[direction][class] = Step { change, class: to.class(), turn };
        i += 1;
    }
    steps
}

const fn hop_turns() -> [u32; 8] {
    let mut turns = [0; 8];
    let mut direction = 0;
    while direction < 8 {
        let (dx, dy) = DIRECTIONS[direction];
        turns[direction] = (dx as i32 + 8 * dy as i32) as u32 & 63;
        direction += 1;
    }
    turns
}

/// A set of squares, one word per class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board(pub [u64; 4]);

impl Board {
    /// No square.
    pub const EMPTY: Board = Board([0; 4]);
    /// Every square of the largest board.
    pub const FULL: Board = Board([!0; 4]);

    /// The set of one square.
    pub fn of(square: Square) -> Self {
        let mut board = Board::EMPTY;
        board.toggle(square);
        board
    }

    /// Whether a square is in the set.
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.0[square.class()] & square.bit() != 0
    }

    /// Puts a square in, or takes it out.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        self.0[square.class()] ^= square.bit();
    }

    /// Whether there is no square in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The number of squares.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether all squares of `other` are in the set.
    #[inline]
    pub fn covers(&self, other: &Board) -> bool {
        (*other & !*self).is_empty()
    }

    /// Whether the sets share a square.
    #[inline]
    pub fn meets(&self, other: &Board) -> bool {
        !(*self & *other).is_empty()
    }

    /// The squares, class by class.
    #[inline]
    pub fn squares(self) -> Squares {
        Squares { board: self, class: 0, word: self.0[0] }
    }

    /// The `n`-th of the squares, counted from 0; there must be so many.
    #[inline]
    pub fn nth(&self, mut n: u32) -> Square {
        let mut class = 0;
        while class < 3 && n >= self.0[class].count_ones() {
            n -= self.0[class].count_ones();
            class += 1;
        }
        let mut word = self.0[class];
        for _ in 0..n {
            word &= word.wrapping_sub(1);
        }
        Square((class as u8) << 6 | word.trailing_zeros() as u8 & 63)
    }

    /// Of one class, the squares whose neighbour in a direction is in the set. Neighbours beyond an
    /// edge give meaningless bits.
    #[inline]
    pub fn seen_stepping(&self, direction: usize, class: usize) -> u64 {
        let step = STEPS[direction][class];
        self.0[step.class].rotate_right(step.turn)
    }

    /// Of one class, the squares from which a hop in a direction lands in the set; likewise.
    #[inline]
    pub fn seen_hopping(&self, direction: usize, class: usize) -> u64 {
        self.0[class].rotate_right(HOP_TURN[direction])
    }
}

/// The squares of one class that lie one hop from `from`, along those of the hops in each direction
/// whose starting squares are in `hops`.
#[inline]
pub(crate) fn hop_all(from: u64, hops: &[u64; 8]) -> u64 {
    let mut to = 0;
    for direction in 0..8 {
        to |= (from & hops[direction]).rotate_left(HOP_TURN[direction]);
    }
    to
}

/// Takes the lowest bit out of a word and returns its place.
#[inline]
pub(crate) fn pop_bit(word: &mut u64) -> u8 {
    let bit = word.trailing_zeros() as u8;
    *word &= *word - 1;
    bit
}

/// The squares of a set, one after the other.
pub struct Squares {
    board: Board,
    class: usize,
    /// What is left of the class.
    word: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word == 0 {
            self.class += 1;
            self.word = *self.board.0.get(self.class)?;
        }
        Some(Square((self.class as u8) << 6 | pop_bit(&mut self.word)))
    }
}

impl BitAnd for Board {
    type Output = Board;
    #[inline]
    fn bitand(self, other: Board) -> Board {
        Board(std::array::from_fn(|class| self.0[class] & other.0[class]))
    }
}

impl BitOr for Board {
    type Output = Board;
    #[inline]
    fn bitor(self, other: Board) -> Board {
        Board(std::array::from_fn(|class| self.0[class] | other.0[class]))
    }
}

impl BitOrAssign for Board {
    #[inline]
    fn bitor_assign(&mut self, other: Board) {
        *self = *self | other;
    }
}

impl Not for Board {
    type Output = Board;
    #[inline]
    fn not(self) -> Board {
        Board(self.0.map(|word| !word))
    }
}

impl FromIterator<Square> for Board {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Board::EMPTY, |board, square| board | Board::of(square))
    }
}
