//! The board as drawings see it.

use plyglot_core::{Cell, Click, Counter, Draw, Material, Piece, Player, Scene, Tint};

use crate::{
    Checkers, Move, Position,
    board::{Side, number_at, place},
    generate,
};

/// The counter of plies without a capture or a man's move.
pub(crate) const QUIET: &str = "plies without progress";

impl Draw for Checkers {
    fn scene(&self, state: &Position) -> Scene {
        let (cells, pieces, material) = (cells(), pieces(state), Material::Wood);
        let mut scene = Scene { cells, pieces, material, ..Scene::default() };
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
        scene.counters.push(Counter { owner: None, name: QUIET, value: quiet });
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

/// All 64 squares: the dark ones under their numbers, the light ones, which no move knows, nameless.
fn cells() -> Vec<Cell> {
    let cell = |idx: u8| {
        let (row, col) = (idx / 8, idx % 8);
        let dark = (row + col) % 2 == 1;
        let name = if dark { number_at(row, col).to_string() } else { String::new() };
        let tint = if dark { Tint::Dark } else { Tint::Plain };
        Cell { tint, ..Cell::square(name, col.into(), row.into()) }
    };
    (0..64).map(cell).collect()
}

/// Side, kingship, kind and letter of every piece there is.
pub(crate) const LOOKS: [(Side, bool, &str, char); 4] = [
    (Side::Black, false, "man", 'b'),
    (Side::Black, true, "king", 'B'),
    (Side::White, false, "man", 'w'),
    (Side::White, true, "king", 'W'),
];

fn pieces(state: &Position) -> Vec<Piece> {
    let piece = |number| {
        let found = state.piece(number)?;
        let look = LOOKS.iter().find(|(side, king, ..)| (*side, *king) == found);
        look.map(|(side, _, kind, label)| Piece::new(cell(number), side.player(), kind, *label))
    };
    (1..=32).filter_map(piece).collect()
}

/// The index of a dark square's cell.
pub(crate) fn cell(number: u8) -> usize {
    let (row, col) = place(number);
    usize::from(8 * row + col)
}
