//! The board for drawing.

use plyglot_core::{Cell, Click, Counter, Draw, Material, Piece, Player, Scene};

use crate::{
    Move, Reversi, State, bitboard,
    board::{BLACK, WHITE},
    notation::{PASS, square_name},
};

impl Draw for Reversi {
    fn scene(&self, state: &State) -> Scene {
        let mut scene = Scene { material: Material::Felt, ..Scene::default() };
        let side = self.size.side();
        scene.label_grid(side, side, |row| row + 1);
        for (column, row) in (0..side).flat_map(|row| (0..side).map(move |column| (column, row))) {
            let name = square_name(self.size, self.size.square(column, row));
            scene.cells.push(Cell::square(name, column, row));
        }
        let sides = [(BLACK, 'X'), (WHITE, 'O')];
        for ((owner, label), stones) in sides.into_iter().zip(state.stones()) {
            let owner = Some(owner);
            scene.pieces.extend(bitboard::squares(stones).map(|square| Piece {
                cell: self.cell(square),
                owner,
                kind: "stone",
                label,
            }));
            let value = i64::from(stones.count_ones());
            scene.counters.push(Counter { owner, name: "stones", value });
        }
        let empty = (side * side) as i64 - scene.pieces.len() as i64;
        scene.counters.push(Counter { owner: None, name: "empty squares", value: empty });
        let must_pass = state.mobility() == 0 && !state.is_over();
        scene.phase = must_pass.then(|| PASS.to_owned());
        scene
    }

    fn clicks(&self, _state: &State, mv: Move) -> Vec<Click> {
        match mv.square() {
            Some(square) => vec![Click::Cell(self.cell(square))],
            None => vec![Click::Choice(PASS.to_owned())],
        }
    }

    fn orientation(&self, seat: Player) -> u16 {
        180 * u16::from(seat.0)
    }
}

impl Reversi {
    /// The index of a square among the cells of the scene.
    fn cell(&self, square: u32) -> usize {
        let (column, row) = self.size.place(square);
        row * self.size.side() + column
    }
}
