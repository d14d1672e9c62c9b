//! Positions, moves and board sizes.

use plyglot_core::Player;

/// A position: the stones of both players, who is to move, and where that player may place.
///
/// When the game is over it is by convention black's turn, so that equal boards are equal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) own: u64,
    pub(crate) opponent: u64,
    pub(crate) mobility: u64,
    /// The seat to move, and [`OVER`] at the end. A whole word, because a copy of the state is what
    /// every move costs.
    pub(crate) turn: u64,
}

/// The bit of `State::turn` that says that the game is over.
pub(crate) const OVER: u64 = 2;

impl State {
    /// The stones of the player to move.
    #[inline]
    pub fn own(&self) -> u64 {
        self.own
    }

    /// The stones of the other player.
    #[inline]
    pub fn opponent(&self) -> u64 {
        self.opponent
    }

    /// Where the player to move may place a stone; empty when only a pass is left, or the game is
    /// over.
    #[inline]
    pub fn mobility(&self) -> u64 {
        self.mobility
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_move(&self) -> Player {
        Player((self.turn & 1) as u8)
    }

    /// Whether nobody can move any more.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.turn & OVER != 0
    }

    /// The stones of black and white.
    pub fn stones(&self) -> [u64; 2] {
        match self.to_move() {
            BLACK => [self.own, self.opponent],
            _ => [self.opponent, self.own],
        }
    }
}

/// Black moves first and is written `X`.
pub(crate) const BLACK: Player = Player(0);

/// White is written `O`.
pub(crate) const WHITE: Player = Player(1);

pub(crate) fn other(player: Player) -> Player {
    Player(player.0 ^ 1)
}

/// Placing a stone, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// Handing on the turn, for a player who cannot place a stone.
    pub const PASS: Move = Move(64);

    /// Placing a stone on a square, 0 (a1) to 63 (h8) of the 8x8 board.
    #[inline]
    pub const fn place(square: u32) -> Move {
        Move((square & 63) as u8)
    }

    /// The square of the stone, `None` for a pass.
    #[inline]
    pub const fn square(self) -> Option<u32> {
        if self.0 < 64 { Some(self.0 as u32) } else { None }
    }
}

/// The squares along a side of the board. Smaller boards are the middle of the 8x8 one, so the start
/// position and the symmetries are the same for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Size {
    /// 4x4: won by the second player, by 8.
    Four,
    /// 6x6: won by the second player, by 4.
    Six,
    /// The usual board.
    #[default]
    Eight,
}

impl Size {
    /// The size with so many squares along a side.
    pub fn of_side(side: usize) -> Option<Size> {
        match side {
            4 => Some(Size::Four),
            6 => Some(Size::Six),
            8 => Some(Size::Eight),
            _ => None,
        }
    }

    /// The number of squares along a side.
    pub const fn side(self) -> usize {
        match self {
            Size::Four => 4,
            Size::Six => 6,
            Size::Eight => 8,
        }
    }

    /// The set of the squares of this board.
    #[inline]
    pub const fn squares(self) -> u64 {
        match self {
            Size::Four => 0x0000_3C3C_3C3C_0000,
            Size::Six => 0x007E_7E7E_7E7E_7E00,
            Size::Eight => u64::MAX,
        }
    }

    /// The square in a column and row of this board, both counted from 0.
    pub const fn square(self, column: usize, row: usize) -> u32 {
        let margin = (8 - self.side()) / 2;
        ((row + margin) * 8 + column + margin) as u32
    }

    /// The column and row of a square of this board.
    pub const fn place(self, square: u32) -> (usize, usize) {
        let margin = (8 - self.side()) / 2;
        (square as usize % 8 - margin, square as usize / 8 - margin)
    }
}
