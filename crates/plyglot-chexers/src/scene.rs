//! The board for drawing.

use plyglot_core::{Cell, Click, Counter, Draw, Game, Material, Piece, Player, Scene, Shape, Tint};

use crate::{
    Chexers, Hex, Kind, Mode, Move, State,
    board::{BOARD, EXIT, hexes},
    notation::occupant,
};

/// The distance of two rows of hexes whose neighbours are one unit apart.
const ROW_HEIGHT: f32 = 0.866_025_4;

impl Draw for Chexers {
    /// Exit edges carry their colour; no hex is the exit of two.
    fn scene(&self, state: &State) -> Scene {
        let pieces = hexes(state.occupied()).map(|hex| piece(state, hex));
        Scene {
            cells: hexes(BOARD).map(|hex| cell(state, hex)).collect(),
            pieces: pieces.collect(),
            counters: self.counters(state),
            phase: (self.mode == Mode::Warmup).then(|| "warm-up".to_owned()),
            material: Material::Slate,
            ..Scene::default()
        }
    }

    fn clicks(&self, _state: &State, mv: Move) -> Vec<Click> {
        let cell = |hex| Click::Cell(cell_index(hex));
        match mv.kind() {
            Kind::Move | Kind::Jump => vec![cell(mv.origin()), cell(mv.target())],
            Kind::Exit => vec![cell(mv.origin()), Click::Choice("exit".to_owned())],
            Kind::Pass => vec![Click::Choice("pass".to_owned())],
        }
    }

    /// Everybody begins where red does in the drawing that is not turned.
    fn orientation(&self, seat: Player) -> u16 {
        [0, 240, 120][seat.idx() % 3]
    }
}

impl Chexers {
    fn counters(&self, state: &State) -> Vec<Counter> {
        let mut counters = Vec::new();
        for player in (0..3).map(Player) {
            let mut add = |name, value| counters.push(Counter { owner: Some(player), name, value });
            add("exits", i64::from(state.exits(player)));
            add("pieces", i64::from(state.piece_count(player)));
        }
        let left = i64::from(self.horizon(state));
        counters.push(Counter { owner: None, name: "turns left", value: left });
        counters
    }
}

/// The index of a hex among the cells of the scene.
pub(crate) fn cell_index(hex: Hex) -> usize {
    (BOARD & (hex.bit() - 1)).count_ones() as usize
}

/// Where a hex has its centre.
fn place(q: i8, r: i8) -> (f32, f32) {
    let (q, r) = (f32::from(q), f32::from(r));
    (q + r / 2.0 + 3.0, (r + 3.0) * ROW_HEIGHT)
}

fn cell(state: &State, hex: Hex) -> Cell {
    let exit_of = (0..3).find(|seat| EXIT[*seat as usize] & hex.bit() != 0);
    let tint = match exit_of {
        _ if state.blocks() & hex.bit() != 0 => Tint::Blocked,
        Some(seat) => Tint::Base(Player(seat)),
        None => Tint::Plain,
    };
    let (x, y) = place(hex.q(), hex.r());
    Cell { name: hex.to_string(), shape: Shape::Hex, x, y, tint, mark: None }
}

fn piece(state: &State, hex: Hex) -> Piece {
    let owner = state.owner(hex);
    let kind = if owner.is_some() { "piece" } else { "block" };
    Piece { cell: cell_index(hex), owner, kind, label: occupant(state, hex).unwrap_or('?') }
}
