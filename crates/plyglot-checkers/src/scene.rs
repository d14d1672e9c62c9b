//! The board as drawings see it.

use plyglot_core::{Cell, Click, Counter, Draw, Piece, Player, Scene, Tint};

use crate::{
    Checkers, Move, Position,
    board::{Side, number_at, place},
    generate,
};

impl Draw for Checkers {
    fn scene(&self, state: &Position) -> Scene {
        let mut scene = Scene { cells: cells(), pieces: pieces(state), ..Scene::default() };
        scene.label_grid(8, 8, |row| 8 - row);
        for side in [Side::Black, Side::White] {
            let (men, kings) = state.count(side);
            for (name, value) in [("men", men), ("kings", kings)] {
                scene.counters.push(Counter {
                    owner: Some(side.player()),
                    name,
                    value: value.into(),
                });
            }
        }
        let quiet = state.quiet_plies().into();
        scene.counters.push(Counter { owner: None, name: "plies without progress", value: quiet });
        if self.draws.quiet_limit > 0 {
            let value = self.draws.quiet_limit.into();
            scene.counters.push(Counter { owner: None, name: "drawn at", value });
        }
        let capture = generate::must_capture(state);
        scene.phase = capture.then(|| "a capture is compulsory".to_owned());
        scene
    }

    fn clicks(&self, _state: &Position, mv: Move) -> Vec<Click> {
        if mv.is_pass() {
            return vec![Click::Choice("pass".to_owned())];
        }
        mv.squares().into_iter().map(|number| Click::Cell(cell(number))).collect()
    }

    /// Black's men begin on top.
    fn orientation(&self, seat: Player) -> u16 {
        if seat == Side::Black.player() { 180 } else { 0 }
    }
}

/// All 64 squares: the dark ones under their numbers, the light ones under file and rank.
fn cells() -> Vec<Cell> {
    let cell = |idx: u8| {
        let (row, col) = (idx / 8, idx % 8);
        let dark = (row + col) % 2 == 1;
        let name = if dark {
            number_at(row, col).to_string()
        } else {
            format!("{}{}", char::from(b'a' + col), 8 - row)
        };
        let tint = if dark { Tint::Dark } else { Tint::Plain };
        Cell { tint, ..Cell::square(name, col.into(), row.into()) }
    };
    (0..64).map(cell).collect()
}

fn pieces(state: &Position) -> Vec<Piece> {
    let piece = |number| {
        let (side, king) = state.piece(number)?;
        let (kind, label) = match (side, king) {
            (Side::Black, false) => ("man", 'b'),
            (Side::Black, true) => ("king", 'B'),
            (Side::White, false) => ("man", 'w'),
            (Side::White, true) => ("king", 'W'),
        };
        Some(Piece::new(cell(number), side.player(), kind, label))
    };
    (1..=32).filter_map(piece).collect()
}

fn cell(number: u8) -> usize {
    let (row, col) = place(number);
    usize::from(8 * row + col)
}
