//! The board for drawing.

use plyglot_core::{Cell, Click, Counter, Draw, Game, Material, Piece, Player, Scene, Tint};

use crate::{
    Halma, Level,
    board::Square,
    position::{letter, square_name},
    state::{Ending, Move, State},
    tables::all_squares,
};

impl Draw for Halma {
    fn scene(&self, state: &State) -> Scene {
        let size = usize::from(self.rules.variant.size);
        let mut scene = Scene { material: Material::Paper, ..Scene::default() };
        for square in all_squares(self.rules.variant) {
            let (x, y) = (usize::from(square.x()), usize::from(square.y()));
            let home = self.tables.home.iter().position(|home| home.has(square));
            let tint = home.map_or(Tint::Plain, |player| Tint::Base(Player(player as u8)));
            let cell = self.cell(square);
            let mark = state.chain().any(|visited| visited == square).then_some('·');
            scene.cells.push(Cell { tint, mark, ..Cell::square(self.name(square), x, y) });
            if let Some(player) = state.owner(square) {
                scene.pieces.push(Piece::new(cell, Player(player), "piece", letter(player)));
            }
        }
        match self.rules.level {
            Level::Action => scene.label_numbers(size, size),
            Level::Turn => scene.label_grid(size, size, |y| y + 1),
        }
        scene.counters = self.counters(state);
        scene.phase = self.phase(state);
        scene
    }

    fn clicks(&self, state: &State, mv: Move) -> Vec<Click> {
        let to = Click::Cell(self.cell(mv.to));
        match (self.rules.level, mv.is_end()) {
            (Level::Action, true) => vec![Click::Choice("end".to_owned())],
            (Level::Turn, true) => vec![Click::Choice("pass".to_owned())],
            (_, false) if state.status.chain_len > 0 => vec![to],
            (_, false) => vec![Click::Cell(self.cell(mv.from)), to],
        }
    }

    /// Everybody's home comes to the lower right.
    fn orientation(&self, seat: Player) -> u16 {
        let last = self.rules.variant.size - 1;
        let corners = [(last, last), (last, 0), (0, 0), (0, last)].map(|(x, y)| Square::new(x, y));
        let home = self.tables.home[seat.idx() % 4];
        let turns = corners.iter().position(|corner| home.has(*corner));
        90 * turns.unwrap_or(0) as u16
    }

    fn route(&self, state: &State, mv: Move) -> Vec<usize> {
        let squares = match self.rules.level {
            _ if mv.is_end() => Vec::new(),
            Level::Action => vec![mv.from, mv.to],
            Level::Turn => self.path(state, mv),
        };
        squares.into_iter().map(|square| self.cell(square)).collect()
    }
}

impl Halma {
    /// The name of a square as moves write it: actions as on the wire, turns with letters.
    fn name(&self, square: Square) -> String {
        match self.rules.level {
            Level::Action => format!("({},{})", square.x(), square.y()),
            Level::Turn => square_name(square),
        }
    }

    /// The index of a square's cell.
    pub(crate) fn cell(&self, square: Square) -> usize {
        usize::from(square.y()) * usize::from(self.rules.variant.size) + usize::from(square.x())
    }

    fn counters(&self, state: &State) -> Vec<Counter> {
        let count = |name, value: u32| Counter { owner: None, name, value: i64::from(value) };
        let mut counters = vec![count("round", state.status.round)];
        if let Some(eviction) = self.rules.eviction {
            counters.push(count("eviction from round", eviction.round));
        }
        if self.rules.draw_after > 0 {
            counters.push(count("draw after round", self.rules.draw_after));
        }
        for player in 0..self.players() {
            let pieces = state.pieces[usize::from(player)];
            let within = |name, base| {
                let value = i64::from((pieces & base).len());
                Counter { owner: Some(Player(player)), name, value }
            };
            counters.push(within("in target", self.tables.target[usize::from(player)]));
            counters.push(within("at home", self.tables.home[usize::from(player)]));
        }
        counters
    }

    fn phase(&self, state: &State) -> Option<String> {
        if state.status.ending != Ending::Open {
            return None;
        }
        if let Some(square) = state.hopping() {
            let square = self.name(square);
            return Some(format!("the piece on {square} may hop on or end the turn"));
        }
        self.evicting(state.status.round).then(|| "eviction in force".to_owned())
    }
}
