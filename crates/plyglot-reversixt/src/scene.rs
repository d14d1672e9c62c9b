//! The board for drawing, and the clicks that enter a move.

use plyglot_core::{Cell, Click, Counter, Draw, Game, Link, Piece, Player, Scene, Tint};

use crate::{
    Move, ReversiXt, State,
    map::{BONUS, CHOICE, Content, EXPANSION, HOLE, INVERSION, STONE},
    moves::TAKE_BOMB,
    reader::content_char,
    setup::phase_name,
};

/// What tiles with a mark do to whoever places a stone on them.
const LEGEND: [(Content, &str); 4] = [
    (BONUS, "bonus: a bomb or an override stone"),
    (CHOICE, "choice: exchange stones with a player"),
    (INVERSION, "inversion: all stones go to the next player"),
    (EXPANSION, "expansion: takes an override stone, captures or not"),
];

impl Draw for ReversiXt {
    fn scene(&self, state: &State) -> Scene {
        let mut scene = Scene::default();
        for square in 0..self.map().squares() {
            let content = state.board.content(square);
            let (x, y) = self.map().place(square);
            scene.cells.push(cell(x, y, content));
            scene.pieces.extend(piece(square, content));
        }
        self.add_links(state, &mut scene);
        scene.label_numbers(self.map().width, self.map().height);
        self.add_counters(state, &mut scene);
        scene.phase = Some(phase_name(state.phase).to_owned());
        scene.legend = legend();
        scene
    }

    fn clicks(&self, state: &State, mv: Move) -> Vec<Click> {
        let choice = |name: &str| Click::Choice(name.to_owned());
        match mv {
            Move::Place { square, choice: number } => {
                let mut clicks = vec![Click::Cell(square as usize)];
                match state.board.content(square as usize) {
                    BONUS if number == TAKE_BOMB => clicks.push(choice("bomb")),
                    BONUS => clicks.push(choice("override")),
                    CHOICE => clicks.push(Click::Choice(format!("player {number}"))),
                    _ => {}
                }
                clicks
            }
            Move::Bomb { square } => vec![Click::Cell(square as usize)],
            Move::Pass => vec![choice("pass")],
            Move::Disqualify(player) => {
                vec![Click::Choice(format!("disqualify player {}", player.0 + 1))]
            }
        }
    }
}

/// What the marks on tiles mean.
pub(crate) fn legend() -> Vec<(char, &'static str)> {
    LEGEND.map(|(tile, words)| (content_char(tile), words)).to_vec()
}

pub(crate) fn piece(square: usize, content: Content) -> Option<Piece> {
    let (owner, kind) = match content {
        EXPANSION => (None, "expansion"),
        STONE.. => (Some(Player(content - STONE)), "stone"),
        _ => return None,
    };
    Some(Piece { cell: square, owner, kind, label: content_char(content) })
}

pub(crate) fn cell(x: usize, y: usize, content: Content) -> Cell {
    let mut cell = Cell::square(format!("{x},{y}"), x, y);
    match content {
        HOLE => cell.tint = Tint::Blocked,
        BONUS | CHOICE | INVERSION => {
            cell.tint = Tint::Special;
            cell.mark = Some(content_char(content));
        }
        _ => {}
    }
    cell
}

impl ReversiXt {
    fn add_links(&self, state: &State, scene: &mut Scene) {
        for transition in &self.map().transitions {
            let [from, to] = [transition.from, transition.to]
                .map(|end| (self.map().square(end), 45 * end.direction as u16));
            if state.board.content(from.0) != HOLE && state.board.content(to.0) != HOLE {
                scene.links.push(Link { from, to });
            }
        }
    }

    fn add_counters(&self, state: &State, scene: &mut Scene) {
        for seat in 0..self.players() {
            let mut add = |name: &'static str, value: u32| {
                let owner = Some(Player(seat));
                scene.counters.push(Counter { owner, name, value: i64::from(value) });
            };
            add("stones", state.stones(seat));
            add("overrides", state.overrides(seat));
            add("bombs", state.bombs(seat));
            if state.is_out(seat) {
                add("disqualified", 1);
            }
        }
        let radius = i64::from(self.map().radius);
        scene.counters.push(Counter { owner: None, name: "radius", value: radius });
    }
}
