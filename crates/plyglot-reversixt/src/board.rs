//! The position: contents of the board in one of two representations, stocks, phase and turn.

use plyglot_core::{MAX_PLAYERS, hash_key, mix};

use crate::{
    large::{Large, Mark},
    map::{Content, Map, STONE},
    small::Small,
};

/// The part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Stones are placed.
    Building,
    /// Bombs are thrown.
    Bombing,
    /// Nothing happens any more.
    Over,
}

/// A position.
#[derive(Debug, PartialEq)]
pub struct State {
    pub(crate) phase: Phase,
    /// The seat to move; 0 once the game is over.
    pub(crate) turn: u8,
    /// A bit per disqualified seat.
    pub(crate) out: u8,
    pub(crate) stocks: Stocks,
    pub(crate) board: Board,
}

/// What the players hold, with a hash of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stocks {
    overrides: [u32; MAX_PLAYERS],
    bombs: [u32; MAX_PLAYERS],
    key: u64,
}

/// The contents of the board.
#[derive(Debug, PartialEq)]
pub(crate) enum Board {
    Small(Small),
    Large(Box<Large>),
}

/// What takes back the change of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BoardUndo {
    Small(Small),
    Large(Mark),
}

impl Clone for State {
    fn clone(&self) -> Self {
        State { board: self.board.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        (self.phase, self.turn, self.out) = (other.phase, other.turn, other.out);
        self.stocks = other.stocks;
        self.board.clone_from(&other.board);
    }
}

impl Clone for Board {
    fn clone(&self) -> Self {
        match self {
            Board::Small(board) => Board::Small(*board),
            Board::Large(board) => Board::Large(board.clone()),
        }
    }

    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Board::Large(own), Board::Large(other)) => own.as_mut().clone_from(other),
            (own, other) => *own = other.clone(),
        }
    }
}

impl State {
    /// The part of the game.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The override stones of a seat.
    pub fn overrides(&self, seat: u8) -> u32 {
        self.stocks.overrides(seat)
    }

    /// The bombs of a seat.
    pub fn bombs(&self, seat: u8) -> u32 {
        self.stocks.bombs(seat)
    }

    /// Whether a seat is disqualified.
    #[inline]
    pub fn is_out(&self, seat: u8) -> bool {
        self.out >> seat & 1 != 0
    }

    /// The stones of a seat on the board.
    pub fn stones(&self, seat: u8) -> u32 {
        self.board.count(STONE + seat)
    }

    /// Identity of the position.
    pub(crate) fn hash(&self) -> u64 {
        let turn = u64::from(self.turn) | u64::from(self.out) << 8 | (self.phase as u64) << 16;
        let head = mix(self.stocks.key ^ hash_key(TURN_KEYS + turn));
        match &self.board {
            Board::Small(board) => {
                board.planes().iter().fold(head, |hash, plane| mix(hash ^ plane).rotate_left(32))
            }
            Board::Large(board) => head ^ board.cells().hash(),
        }
    }
}

const TURN_KEYS: u64 = 1 << 32;
const STOCK_KEYS: u64 = 1 << 40;

impl Stocks {
    pub(crate) fn new(overrides: [u32; MAX_PLAYERS], bombs: [u32; MAX_PLAYERS]) -> Stocks {
        let mut key = 0;
        for seat in 0..MAX_PLAYERS {
            key ^= stock_key(seat, overrides[seat]) ^ stock_key(MAX_PLAYERS + seat, bombs[seat]);
        }
        Stocks { overrides, bombs, key }
    }

    #[inline]
    pub(crate) fn overrides(&self, seat: u8) -> u32 {
        self.overrides[usize::from(seat)]
    }

    #[inline]
    pub(crate) fn bombs(&self, seat: u8) -> u32 {
        self.bombs[usize::from(seat)]
    }

    pub(crate) fn set_overrides(&mut self, seat: u8, count: u32) {
        let seat = usize::from(seat);
        self.key ^= stock_key(seat, self.overrides[seat]) ^ stock_key(seat, count);
        self.overrides[seat] = count;
    }

    pub(crate) fn set_bombs(&mut self, seat: u8, count: u32) {
        let (seat, kind) = (usize::from(seat), MAX_PLAYERS + usize::from(seat));
        self.key ^= stock_key(kind, self.bombs[seat]) ^ stock_key(kind, count);
        self.bombs[seat] = count;
    }
}

fn stock_key(kind: usize, count: u32) -> u64 {
    hash_key(STOCK_KEYS + ((kind as u64) << 32) + u64::from(count))
}

impl Board {
    /// A board with a content for each square of the map.
    pub(crate) fn new(map: &Map, cells: &[Content]) -> Board {
        match map.lanes {
            Some(_) => Board::Small(Small::new(cells)),
            None => Board::Large(Box::new(Large::new(map, cells))),
        }
    }

    #[inline]
    pub(crate) fn content(&self, square: usize) -> Content {
        match self {
            Board::Small(board) => board.content(square),
            Board::Large(board) => board.cells().get(square),
        }
    }

    /// How many squares have a content.
    pub(crate) fn count(&self, content: Content) -> u32 {
        match self {
            Board::Small(board) => (board.squares_of(content)).count_ones(),
            Board::Large(board) => board.cells().count(content),
        }
    }

    /// How many squares are no holes.
    #[inline]
    pub(crate) fn tiles(&self) -> u32 {
        match self {
            Board::Small(board) => board.tiles().count_ones(),
            Board::Large(board) => board.cells().tiles(),
        }
    }

    /// Whether `seat` can place a stone anywhere. Small boards note where.
    #[inline]
    pub(crate) fn can_move(&mut self, map: &Map, seat: u8, overrides: bool) -> bool {
        match self {
            Board::Small(board) => {
                board.targets = board.placements(map, seat, overrides);
                board.targets != 0
            }
            Board::Large(board) => board.can_move(map, seat, overrides),
        }
    }

    /// Whether `seat` can place a stone on `square`.
    pub(crate) fn can_place(&self, map: &Map, seat: u8, overrides: bool, square: usize) -> bool {
        match self {
            Board::Small(board) => board.placements(map, seat, overrides) >> square & 1 != 0,
            Board::Large(board) => board.can_place(map, seat, overrides, square),
        }
    }

    #[inline]
    pub(crate) fn place(&mut self, map: &Map, seat: u8, square: usize, choice: u8) {
        match self {
            Board::Small(board) => board.place(map, seat, square, choice),
            Board::Large(board) => board.place(map, seat, square, choice),
        }
    }

    pub(crate) fn explode(&mut self, map: &Map, square: usize) {
        match self {
            Board::Small(board) => board.explode(map, square),
            Board::Large(board) => board.explode(map, square),
        }
    }

    /// What [`Board::undo`] needs to come back here.
    #[inline]
    pub(crate) fn mark(&self) -> BoardUndo {
        match self {
            Board::Small(board) => BoardUndo::Small(*board),
            Board::Large(board) => BoardUndo::Large(board.mark()),
        }
    }

    /// Takes back what `seat` did since the mark was made; `choice` as it was for [`Board::place`].
    #[inline]
    pub(crate) fn undo(&mut self, map: &Map, seat: u8, choice: u8, undo: BoardUndo) {
        match (self, undo) {
            (Board::Small(board), BoardUndo::Small(before)) => *board = before,
            (Board::Large(board), BoardUndo::Large(mark)) => board.undo(map, seat, choice, mark),
            _ => debug_assert!(false, "an undo belongs to the board it came from"),
        }
    }
}
