//! Whether players can still meet: what each needs of the board on his way.

use crate::{Halma, State, board::Board};

/// Rows and columns, both ends included.
#[derive(Clone, Copy)]
struct Area {
    x: (u8, u8),
    y: (u8, u8),
}

impl Area {
    /// The smallest area around some squares; there must be any.
    fn around(squares: Board) -> Self {
        let mut area = Area { x: (u8::MAX, 0), y: (u8::MAX, 0) };
        for square in squares.squares() {
            area.x = (area.x.0.min(square.x()), area.x.1.max(square.x()));
            area.y = (area.y.0.min(square.y()), area.y.1.max(square.y()));
        }
        area
    }

    fn meets(&self, other: &Area) -> bool {
        let overlap = |a: (u8, u8), b: (u8, u8)| a.0 <= b.1 && b.0 <= a.1;
        overlap(self.x, other.x) && overlap(self.y, other.y)
    }
}

/// Whether nobody can help or hinder the player to move on his way to his target, who has not arrived: all of his
/// pieces have passed all others, and nobody else needs anything of what lies between. Since homes are targets
/// of others, nobody is alone who still has pieces in one.
pub(super) fn is_alone(game: &Halma, state: &State) -> bool {
    let player = usize::from(state.status.turn & 3);
    if game.is_complete(state, state.status.turn) {
        return false;
    }
    let way = |player: usize| Area::around(state.pieces[player] | game.tables.target[player]);
    let mine = way(player);
    let players = usize::from(game.rules.variant.players);
    (0..players).filter(|other| *other != player).all(|other| !mine.meets(&way(other)))
}
