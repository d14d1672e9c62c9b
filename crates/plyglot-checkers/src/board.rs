//! The board: 32 squares as bits of a word, laid out so that every diagonal step is a rotation.
//!
//! A step up-right turns a mask left by one, a step up-left by seven, wherever it starts; the steps
//! down turn it right again. Going round the edge is kept out by masks of possible origins.
//!
//! ```text
//!    . 11  .  5  . 31  . 25
//!   10  .  4  . 30  . 24  .
//!    .  3  . 29  . 23  . 17
//!    2  . 28  . 22  . 16  .
//!    . 27  . 21  . 15  .  9
//!   26  . 20  . 14  .  8  .
//!    . 19  . 13  .  7  .  1
//!   18  . 12  .  6  .  0  .
//! ```

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Side {
    /// Starts on 1 to 12 and moves down; red or dark in the draughts world.
    Black = 0,
    /// Starts on 21 to 32 and moves up; red in CSC384.
    White = 1,
}

impl Side {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }

    /// The letter of position texts.
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'B',
            Side::White => 'W',
        }
    }

    /// The name in results: `black`, `white`.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::White => "white",
        }
    }
}

/// A position: who stands where, whose turn it is, and how long nothing has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) black: u32,
    pub(crate) white: u32,
    /// The kings of both sides.
    pub(crate) kings: u32,
    /// Plies without progress.
    pub(crate) quiet: u16,
    pub(crate) side: Side,
    /// The turn was given to a side that has no move: it passes instead of losing.
    pub(crate) must_pass: bool,
}

impl Position {
    /// The start position with `first` to move.
    pub(crate) fn start(first: Side) -> Self {
        let men = |numbers: std::ops::RangeInclusive<u8>| numbers.fold(0, |set, n| set | bit(n));
        Position {
            black: men(1..=12),
            white: men(21..=32),
            kings: 0,
            quiet: 0,
            side: first,
            must_pass: false,
        }
    }

    /// Whose turn it is.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Plies since the last progress, as far as known: position texts do not carry them.
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// The owner of the piece on square `number` (1 to 32) and whether it is a king.
    pub fn piece(&self, number: u8) -> Option<(Side, bool)> {
        let here = bit(number);
        let king = self.kings & here != 0;
        if self.black & here != 0 {
            Some((Side::Black, king))
        } else {
            (self.white & here != 0).then_some((Side::White, king))
        }
    }

    /// How many men and how many kings a side has.
    pub fn count(&self, side: Side) -> (u32, u32) {
        let own = self.pieces(side);
        ((own & !self.kings).count_ones(), (own & self.kings).count_ones())
    }

    pub(crate) const fn pieces(&self, side: Side) -> u32 {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// The board turned half a circle with the colours exchanged: the same position for the other
    /// side. Square n becomes 33 - n.
    pub(crate) fn turned(&self) -> Self {
        Position {
            black: turn(self.white),
            white: turn(self.black),
            kings: turn(self.kings),
            side: self.side.other(),
            ..*self
        }
    }
}

fn turn(mask: u32) -> u32 {
    mask.reverse_bits().rotate_left(12)
}

/// A direction, as an index: 0 up-left, 1 up-right, 2 down-left, 3 down-right.
pub(crate) type Direction = usize;

/// By how much a step turns a mask to the left. Twice as much for a jump.
pub(crate) const TURN: [u32; 4] = [7, 1, 31, 25];

/// The bit index so many steps away; they must stay on the board.
#[inline(always)]
pub(crate) const fn away(index: u32, steps: u32, direction: Direction) -> u32 {
    (index + steps * TURN[direction & 3]) & 31
}

/// The directions in which a side's men move, two in a row.
pub(crate) const fn forward(white: bool) -> [Direction; 2] {
    if white { [0, 1] } else { [2, 3] }
}

/// Squares with a neighbour in each direction.
pub(crate) const STEP_FROM: [u32; 4] = origins(1);

/// Squares from which a jump in each direction stays on the board.
pub(crate) const JUMP_FROM: [u32; 4] = origins(2);

/// The row where a side's men become kings.
pub(crate) const fn crown_row(side: Side) -> u32 {
    match side {
        Side::Black => bit(29) | bit(30) | bit(31) | bit(32),
        Side::White => bit(1) | bit(2) | bit(3) | bit(4),
    }
}

const fn origins(distance: i32) -> [u32; 4] {
    const STEPS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
    let mut masks = [0; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut number = 1;
        while number <= 32 {
            let (row, col) = place(number);
            let row = row as i32 + distance * STEPS[direction].0;
            let col = col as i32 + distance * STEPS[direction].1;
            if row >= 0 && row < 8 && col >= 0 && col < 8 {
                masks[direction] |= bit(number);
            }
            number += 1;
        }
        direction += 1;
    }
    masks
}

/// Row and column, from the top left, of square `number`.
pub(crate) const fn place(number: u8) -> (u8, u8) {
    let row = (number - 1) / 4;
    (row, 2 * ((number - 1) % 4) + (row + 1) % 2)
}

/// The number of the dark square at a row and column.
pub(crate) const fn number_at(row: u8, col: u8) -> u8 {
    4 * row + col / 2 + 1
}

/// The bit index of square `number`, which must be 1 to 32.
pub(crate) const fn index(number: u8) -> u32 {
    INDEX[number as usize - 1] as u32
}

/// The mask of square `number`.
pub(crate) const fn bit(number: u8) -> u32 {
    1 << index(number)
}

/// The number of the square at a bit index.
pub(crate) const fn number(index: u32) -> u8 {
    NUMBER[index as usize % 32]
}

const INDEX: [u8; 32] = {
    let mut indices = [0; 32];
    let mut number = 1;
    while number <= 32 {
        let (row, col) = place(number);
        // From square 29 with index 18: so many steps up-right, so many up-left.
        let right = (7 - row as i32 + col as i32) / 2;
        let left = (7 - row as i32 - col as i32) / 2;
        indices[number as usize - 1] = (18 + right + 7 * left).rem_euclid(32) as u8;
        number += 1;
    }
    indices
};

const NUMBER: [u8; 32] = {
    let mut numbers = [0; 32];
    let mut number = 1;
    while number <= 32 {
        numbers[INDEX[number as usize - 1] as usize] = number;
        number += 1;
    }
    numbers
};
