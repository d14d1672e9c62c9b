//! Pieces put on a board one by one, before anybody knows whether they make a position.

use plyglot_core::TextError;

use crate::{
    CrownRowMen,
    board::{Position, Side, bit, crown_row, number},
};

/// A board being set up.
#[derive(Clone, Copy, Default)]
pub(crate) struct Setup {
    black: u32,
    white: u32,
    kings: u32,
}

impl Setup {
    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, side: Side, king: bool, number: u8) -> Result<(), TextError> {
        let here = bit(number);
        if (self.black | self.white) & here != 0 {
            return Err(TextError::rules(format!("square {number} is taken twice")));
        }
        match side {
            Side::Black => self.black |= here,
            Side::White => self.white |= here,
        }
        self.kings |= if king { here } else { 0 };
        Ok(())
    }

    /// The position with `side` to move.
    pub(crate) fn position(mut self, side: Side, men: CrownRowMen) -> Result<Position, TextError> {
        for (owner, pieces) in [(Side::Black, self.black), (Side::White, self.white)] {
            let uncrowned = pieces & crown_row(owner) & !self.kings;
            if uncrowned != 0 && men == CrownRowMen::Refuse {
                let (word, number) = (owner.word(), number(uncrowned.trailing_zeros()));
                return Err(TextError::rules(format!(
                    "the {word} man on {number} stands on its crown row and must be a king"
                )));
            }
            if men == CrownRowMen::Crown {
                self.kings |= uncrowned;
            }
        }
        let Setup { black, white, kings } = self;
        Ok(Position { black, white, kings, quiet: 0, side, must_pass: false })
    }
}
