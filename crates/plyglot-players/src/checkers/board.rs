//! A position together with the order in which its moves are generated.

use plyglot_checkers::{Checkers, CrownRowMen, DrawRules, Move, Position, Side};
use plyglot_core::Game;

use super::squares::place;

/// The rules as the player knows them: nothing is drawn.
pub(super) const RULES: Checkers = Checkers {
    draws: DrawRules::NONE,
    first: Side::White,
    crown_row_men: CrownRowMen::Keep,
    driver_2021: false,
};

/// A position whose pieces stand in lists: in reading order at first, and a piece that moves goes
/// to the end of its list.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) position: Position,
    /// By square, the place of its piece in the list; meaningless where there is none.
    places: [u16; 33],
    next: u16,
    /// Whether left and right are exchanged.
    mirrored: bool,
}

impl Board {
    pub(super) fn new(position: Position, mirrored: bool) -> Self {
        let mut places = [0; 33];
        for number in 1..=32 {
            let (row, col) = place(number);
            places[usize::from(number)] = (8 * row + if mirrored { 7 - col } else { col }) as u16;
        }
        Board { position, places, next: 64, mirrored }
    }

    /// The board after a move.
    pub(super) fn after(&self, mv: Move) -> Board {
        let mut board = self.clone();
        RULES.make(&mut board.position, mv);
        board.places[usize::from(mv.to())] = board.next;
        board.next += 1;
        board
    }

    /// The legal moves, piece by piece in list order and depth first for each piece.
    pub(super) fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        RULES.moves(&self.position, &mut moves);
        moves.sort_by_cached_key(|mv| match mv.jumps() {
            0 => self.key(&[mv.from(), mv.to()]),
            _ => self.key(&mv.squares()),
        });
        moves
    }

    /// Greater for what is generated later. Depth first with the same directions at every square is
    /// the order of the directions read like letters of a word.
    fn key(&self, squares: &[u8]) -> u64 {
        let place = u64::from(self.places[usize::from(squares[0])]) << 32;
        let steps = squares.windows(2).zip((0..16).rev());
        steps.fold(place, |key, (pair, at)| key | self.rank(pair[0], pair[1]) << (2 * at))
    }

    /// When a direction is tried: the two backward ones first; of the two upward ones the left first,
    /// of the two downward ones the right.
    fn rank(&self, from: u8, to: u8) -> u64 {
        let ((row, col), (to_row, to_col)) = (place(from), place(to));
        let up = to_row < row;
        let right = (to_col > col) != self.mirrored;
        let forward = up == (self.position.side() == Side::White);
        2 * u64::from(forward) + u64::from(up == right)
    }
}
