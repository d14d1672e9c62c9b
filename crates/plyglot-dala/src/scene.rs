//! The board for drawing.

use plyglot_core::{Cell, Click, Counter, Draw, Material, Piece, Player, Scene, Tint};

use crate::{Dala, Move, Square, State, board::squares};

impl Draw for Dala {
    fn scene(&self, state: &State) -> Scene {
        let size = usize::from(self.board.size);
        let mut scene = Scene {
            cells: squares(self.board.squares).map(|square| self.cell(square)).collect(),
            counters: self.counters(state),
            phase: Some(phase(state).to_owned()),
            material: Material::Sand,
            ..Scene::default()
        };
        for (player, label) in [(Player(0), 'x'), (Player(1), 'o')] {
            scene.pieces.extend(squares(state.pieces(player)).map(|square| Piece {
                cell: self.board.number(square),
                owner: Some(player),
                kind: "piece",
                label,
            }));
        }
        scene.label_grid(size, size, |y| size - y);
        scene
    }

    fn clicks(&self, _state: &State, mv: Move) -> Vec<Click> {
        let click = |square: Square| Click::Cell(self.board.number(square));
        match mv {
            Move::Drop(square) | Move::Take(square) => vec![click(square)],
            Move::Step { from, to } => vec![click(from), click(to)],
            Move::Pass => vec![Click::Choice("pass".to_owned())],
        }
    }

    fn orientation(&self, seat: Player) -> u16 {
        180 * u16::from(seat.0)
    }
}

impl Dala {
    fn cell(&self, square: Square) -> Cell {
        let row = self.board.size - 1 - square.rank();
        let mut cell = Cell::square(square.to_string(), square.file().into(), row.into());
        if self.board.centre & square.bit() != 0 {
            cell.tint = Tint::Special;
        }
        cell
    }

    fn counters(&self, state: &State) -> Vec<Counter> {
        let mut counters = Vec::new();
        for player in [Player(0), Player(1)] {
            let lost = self.pieces.saturating_sub(state.total(player));
            let [reserve, lost] = [state.reserve(player), lost].map(i64::from);
            counters.push(Counter { owner: Some(player), name: "in hand", value: reserve });
            counters.push(Counter { owner: Some(player), name: "lost", value: lost });
        }
        if state.owed > 0 {
            let owner = Some(Player(state.side));
            counters.push(Counter { owner, name: "to capture", value: state.owed.into() });
        }
        counters.push(Counter { owner: None, name: "quiet", value: state.quiet.into() });
        counters.push(Counter { owner: None, name: "ply", value: state.ply.into() });
        counters
    }
}

fn phase(state: &State) -> &'static str {
    if state.owed > 0 {
        "capture"
    } else if state.reserve[state.seats().0] > 0 {
        "drop"
    } else {
        "step"
    }
}
