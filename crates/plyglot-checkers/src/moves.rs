//! A move in eight bytes.

use std::fmt;

use crate::board::{Direction, away, bit, number};

/// One turn: a step, or a capture chain with every square it visits. Chains that visit different
/// squares are different moves, even when they take the same pieces.
///
/// A king's jumps stay among eight squares with nine jumps between them, and no jump can be made
/// twice, so nine directions of two bits hold every chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The squares of the pieces taken.
    pub(crate) captured: u32,
    /// From the lowest bit: origin (5), destination (5), jumps (4), directions (9 times 2).
    path: u32,
}

impl Move {
    /// Handing on a turn that was given to a side without a move.
    pub(crate) const PASS: Move = Move { captured: 0, path: 0 };

    /// A step from a bit index.
    #[inline]
    pub(crate) const fn step(origin: u32, direction: Direction) -> Move {
        Move { captured: 0, path: origin | away(origin, 1, direction) << 5 }
    }

    /// A first jump from a bit index.
    #[inline]
    pub(crate) const fn jump(origin: u32, direction: Direction) -> Move {
        Move { captured: 0, path: origin | origin << 5 }.then(direction)
    }

    /// The same chain with one more jump.
    #[inline]
    pub(crate) const fn then(self, direction: Direction) -> Move {
        let (at, jumps) = (self.destination(), self.jumps());
        let (over, landing) = (away(at, 1, direction), away(at, 2, direction));
        let path = self.path & !(31 << 5 | 15 << 10)
            | landing << 5
            | (jumps + 1) << 10
            | (direction as u32) << (14 + 2 * jumps);
        Move { captured: self.captured | 1 << over, path }
    }

    /// The bit index of the square it starts from.
    #[inline]
    pub(crate) const fn origin(self) -> u32 {
        self.path & 31
    }

    /// The bit index of the square it ends on.
    #[inline]
    pub(crate) const fn destination(self) -> u32 {
        self.path >> 5 & 31
    }

    /// How many pieces it takes.
    #[inline]
    pub const fn jumps(self) -> u32 {
        self.path >> 10 & 15
    }

    /// Whether it only hands on the turn; such a move exists only after a turn was given away.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.path == 0
    }

    /// The number of the square it starts from.
    pub const fn from(self) -> u8 {
        number(self.origin())
    }

    /// The number of the square it ends on.
    pub const fn to(self) -> u8 {
        number(self.destination())
    }

    /// The numbers of the squares of the pieces taken, ascending.
    pub fn captures(self) -> impl Iterator<Item = u8> {
        (1..=32).filter(move |n| self.captured & bit(*n) != 0)
    }

    /// The numbers of the origin and of every landing square.
    pub fn squares(self) -> Vec<u8> {
        let mut at = self.origin();
        let mut squares = vec![number(at)];
        if self.jumps() == 0 {
            squares.push(self.to());
        }
        for jump in 0..self.jumps() {
            let direction = self.path >> (14 + 2 * jump) & 3;
            at = away(at, 2, direction as Direction);
            squares.push(number(at));
        }
        squares
    }
}

/// The canonical text: `11-15`, `1x10x19`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        let separator = if self.jumps() == 0 { "-" } else { "x" };
        let squares: Vec<String> = self.squares().iter().map(u8::to_string).collect();
        f.write_str(&squares.join(separator))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
