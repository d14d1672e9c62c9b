//! The boards of CSC384 files, which use all 64 squares, and the game that is played on them.
//!
//! No piece ever leaves the colour of its square, so such a board is two of ours that share their
//! turns: one on the squares that we use and one on the others, with its columns mirrored. Most boards
//! have pieces on one of them alone.

use plyglot_core::{Cursor, Game, Payoffs, Player, TextError};

use crate::{
    Checkers, CrownRowMen, DrawRules, Move,
    board::{Position, Side, number_at, place},
    diagram::{PlacedPiece, board_line, line_end, piece_at},
    generate,
    setup::Setup,
};

/// The board of a CSC384 file. Red is our White and always to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Csc384Board {
    /// What stands on our squares, row and column together odd, and on the others.
    halves: [Position; 2],
}

impl Csc384Board {
    /// Reads eight lines of eight characters.
    pub fn read(text: &str, men: CrownRowMen) -> Result<Self, TextError> {
        let mut cursor = Cursor::new(text);
        let board = Csc384Board::read_from(&mut cursor, men)?;
        if !cursor.rest().trim_start_matches([' ', '\t', '\r']).is_empty() {
            line_end(&mut cursor)?;
        }
        cursor.end()?;
        Ok(board)
    }

    /// Reads boards with empty lines between them, at least one.
    pub(crate) fn read_all(text: &str, men: CrownRowMen) -> Result<Vec<Self>, TextError> {
        let mut cursor = Cursor::new(text);
        let mut boards = vec![Csc384Board::read_from(&mut cursor, men)?];
        while !cursor.rest().trim().is_empty() {
            line_end(&mut cursor)?;
            line_end(&mut cursor).map_err(|_| cursor.error("an empty line between boards"))?;
            while cursor.peek().is_some_and(char::is_whitespace) {
                line_end(&mut cursor)?;
            }
            boards.push(Csc384Board::read_from(&mut cursor, men)?);
        }
        Ok(boards)
    }

    /// Reads eight lines, the end of the last one left where it is.
    fn read_from(cursor: &mut Cursor<'_>, men: CrownRowMen) -> Result<Self, TextError> {
        let mut pieces = Vec::new();
        for row in 0..8 {
            if row > 0 {
                line_end(cursor)?;
            }
            board_line(cursor, row, "one of . r R b B", piece_of, &mut pieces)?;
        }
        let mut halves = [Setup::default(); 2];
        for PlacedPiece { row, col, side, king } in pieces {
            let half = half_of(row, col);
            halves[half].put(side, king, number_at(row, column(half, col)))?;
        }
        let [ours, others] = halves.map(|half| half.position(Side::White, men));
        Ok(Csc384Board { halves: [ours?, others?] })
    }

    /// The position on our squares; pieces on squares of both colours are refused.
    pub fn position(&self) -> Result<Position, TextError> {
        match self.halves {
            [ours, others] if is_empty(&others) => Ok(ours),
            [ours, others] if is_empty(&ours) => Ok(others),
            _ => Err(TextError::rules(
                "pieces stand on squares of both colours: that is two games on one board",
            )),
        }
    }

    /// Eight lines, each ended by a line feed. Whose turn it is does not show.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for row in 0..8 {
            for col in 0..8 {
                let half = half_of(row, col);
                text.push(match piece_at(&self.halves[half], row, column(half, col)) {
                    None => '.',
                    Some((Side::White, false)) => 'r',
                    Some((Side::White, true)) => 'R',
                    Some((Side::Black, false)) => 'b',
                    Some((Side::Black, true)) => 'B',
                });
            }
            text.push('\n');
        }
        text
    }

    /// Whose turn it is.
    pub(crate) fn side(&self) -> Side {
        self.halves[0].side
    }

    /// The same pieces with the other side to move.
    #[cfg(test)]
    pub(crate) fn with_side(mut self, side: Side) -> Self {
        self.halves.iter_mut().for_each(|half| half.side = side);
        self
    }

    /// The men and kings of a side.
    #[cfg(test)]
    pub(crate) fn count(&self, side: Side) -> (u32, u32) {
        let [(men, kings), (more_men, more_kings)] = self.halves.map(|half| half.count(side));
        (men + more_men, kings + more_kings)
    }
}

fn is_empty(half: &Position) -> bool {
    half.black | half.white == 0
}

/// Which of the two boards a square belongs to.
fn half_of(row: u8, col: u8) -> usize {
    usize::from((row + col).is_multiple_of(2))
}

/// A column of the whole board on one of the two, or the other way round.
fn column(half: usize, col: u8) -> u8 {
    if half == 0 { col } else { 7 - col }
}

fn piece_of(letter: char) -> Option<Option<(Side, bool)>> {
    Some(match letter {
        '.' => None,
        'r' => Some((Side::White, false)),
        'R' => Some((Side::White, true)),
        'b' => Some((Side::Black, false)),
        'B' => Some((Side::Black, true)),
        _ => return None,
    })
}

/// The game on such boards: the same rules, and a capture on one of the two forbids the steps on both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Csc384;

/// A move on one of the two boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct HalfMove {
    half: usize,
    mv: Move,
}

impl HalfMove {
    /// Row and column of the origin and of every landing square.
    pub(crate) fn squares(self) -> Vec<(u8, u8)> {
        let whole = |number| {
            let (row, col) = place(number);
            (row, column(self.half, col))
        };
        self.mv.squares().into_iter().map(whole).collect()
    }

    pub(crate) fn is_capture(self) -> bool {
        self.mv.jumps() > 0
    }
}

const RULES: Checkers = Checkers {
    draws: DrawRules::NONE,
    first: Side::White,
    crown_row_men: CrownRowMen::Keep,
    driver_2021: false,
};

impl Game for Csc384 {
    type State = Csc384Board;
    type Move = HalfMove;
    type Undo = Csc384Board;

    fn players(&self) -> u8 {
        2
    }

    fn start(&self) -> Csc384Board {
        let nothing = Position { black: 0, white: 0, ..RULES.start() };
        Csc384Board { halves: [RULES.start(), nothing] }
    }

    fn to_move(&self, state: &Csc384Board) -> Player {
        state.side().player()
    }

    fn moves(&self, state: &Csc384Board, out: &mut Vec<HalfMove>) {
        let captures = state.halves.iter().any(generate::must_capture);
        for (half, position) in state.halves.iter().enumerate() {
            if !captures || generate::must_capture(position) {
                generate::each(position, &mut |mv| out.push(HalfMove { half, mv }));
            }
        }
    }

    fn make(&self, state: &mut Csc384Board, HalfMove { half, mv }: HalfMove) -> Csc384Board {
        let before = *state;
        RULES.make(&mut state.halves[half], mv);
        state.halves[1 - half].side = state.halves[half].side;
        before
    }

    fn unmake(&self, state: &mut Csc384Board, _mv: HalfMove, undo: Csc384Board) {
        *state = undo;
    }

    fn outcome(&self, state: &Csc384Board) -> Option<Payoffs> {
        let over = !state.halves.iter().any(generate::any);
        over.then(|| {
            let mut payoffs = Payoffs::default();
            payoffs[state.side().player()] = -1;
            payoffs[state.side().other().player()] = 1;
            payoffs
        })
    }

    fn hash(&self, state: &Csc384Board) -> u64 {
        let [ours, others] = state.halves.map(|half| RULES.hash(&half));
        ours ^ others.rotate_left(23)
    }

    /// The course knows no draw, but kings can go round for ever. Who wins as soon as can be repeats no
    /// position, so this changes nobody's win.
    fn repetition(&self) -> u32 {
        3
    }
}
