//! The mirrorings and turnings of the board that the rules do not notice.

use plyglot_core::Game;

use crate::{
    Halma,
    board::{Board, Square},
    state::{Ending, Move, State},
};

/// A mirroring or turning of the board.
#[derive(Clone, Copy)]
struct Image {
    transpose: bool,
    /// Bit 0 mirrors columns, bit 1 rows, after the transposition.
    mirror: u8,
    size: u8,
}

impl Image {
    fn square(self, square: Square) -> Square {
        let (x, y) = (square.x(), square.y());
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        let mirrored = |at: u8, bit: u8| {
            if self.mirror & bit == 0 { at } else { self.size - 1 - at }
        };
        Square::new(mirrored(x, 1), mirrored(y, 2))
    }

    fn board(self, board: Board) -> Board {
        board.squares().map(|square| self.square(square)).collect()
    }
}

impl Halma {
    /// The images of a position that are worth as much as it is.
    ///
    /// An image moves players to other corners and must keep their order of play. If it moves
    /// anybody, the round ends after a different number of turns: then it only counts while no limit
    /// on rounds is ahead.
    pub(crate) fn images(&self, state: &State) -> Vec<State> {
        let size = self.rules.variant.size;
        let unlimited = self.horizon(state) == u32::MAX;
        let all = (1..8).map(|k| Image { transpose: k & 4 != 0, mirror: k & 3, size });
        let kept = all.filter_map(|image| {
            let seats = self.seats(image)?;
            let nobody_moves = seats == [0, 1, 2, 3];
            (nobody_moves || unlimited).then(|| self.image_of(state, image, seats))
        });
        kept.collect()
    }

    /// Where an image takes every player, if it keeps corners in use and the order of play.
    fn seats(&self, image: Image) -> Option<[u8; 4]> {
        let players = 0..self.rules.variant.players;
        let mut seats = [0, 1, 2, 3];
        for player in players.clone() {
            let home = image.board(self.tables.home[usize::from(player)]);
            let seat = self.tables.home.iter().position(|other| *other == home)?;
            seats[usize::from(player)] = seat as u8;
        }
        let next = |player: u8| self.tables.next[usize::from(player)];
        let seat = |player: u8| seats[usize::from(player)];
        players.into_iter().all(|p| next(seat(p)) == seat(next(p))).then_some(seats)
    }

    fn image_of(&self, state: &State, image: Image, seats: [u8; 4]) -> State {
        let seat = |player: u8| seats[usize::from(player)];
        let mut pieces = [Board::EMPTY; 4];
        for (player, own) in state.pieces.iter().enumerate() {
            pieces[usize::from(seats[player])] = image.board(*own);
        }
        let ending = match state.status.ending {
            Ending::Won(team) => Ending::Won(self.team_of(seat(team))),
            other => other,
        };
        let status = &state.status;
        let mut found = self.assemble(pieces, seat(status.turn), status.round, ending);
        let chain: Vec<Square> = state.chain().map(|at| image.square(at)).collect();
        for leg in chain.windows(2) {
            found.extend_chain(Move { from: leg[0], to: leg[1] }, self.rules.revisit);
        }
        found.status.due = seat(status.due);
        found.status.hash = found.full_hash(self.evicting(status.round));
        found
    }
}
