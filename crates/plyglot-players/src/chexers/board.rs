//! The board as the program keeps it: hexes in an order of its own, and actions for any colour
//! whoever's turn it is.

use plyglot_chexers::{Chexers, Hex, Kind, Move, State};
use plyglot_core::{Game, Notation, Player};

/// The number of hexes.
pub const HEXES: usize = 37;

/// Where a direction leads that leaves the board.
const OUTSIDE: u8 = HEXES as u8;

/// What stands on an empty hex; a number below is the colour of a piece.
const EMPTY: u8 = 3;

/// What stands where nobody can go: a neutral block, or the world outside.
const BLOCK: u8 = 4;

/// The hexes in the order in which the program goes through them. It decides between equal moves and
/// the last digit of sums.
pub const HEX_ORDER: [(i8, i8); HEXES] = [
    (3, -2),
    (3, -1),
    (-3, 0),
    (-3, 3),
    (0, 2),
    (1, -3),
    (1, 0),
    (-2, -1),
    (-1, -2),
    (-1, -1),
    (-2, 1),
    (-1, 1),
    (3, -3),
    (3, 0),
    (-3, 2),
    (0, -1),
    (0, -2),
    (0, 1),
    (2, -2),
    (2, -1),
    (1, 2),
    (2, 1),
    (-2, 0),
    (-1, 0),
    (-2, 3),
    (-1, 3),
    (-2, 2),
    (0, -3),
    (-3, 1),
    (0, 0),
    (2, -3),
    (1, 1),
    (0, 3),
    (2, 0),
    (1, -2),
    (1, -1),
    (-1, 2),
];

/// The directions in the order in which the program tries them.
const DIRECTIONS: [(i8, i8); 6] = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)];

/// For every hex and direction the next hex, and the one behind it.
const NEXT: [[u8; 6]; HEXES] = neighbours(1);
const BEHIND: [[u8; 6]; HEXES] = neighbours(2);

const fn neighbours(steps: i8) -> [[u8; 6]; HEXES] {
    let mut all = [[OUTSIDE; 6]; HEXES];
    let mut at = 0;
    while at < HEXES {
        let mut way = 0;
        while way < 6 {
            let q = HEX_ORDER[at].0 + steps * DIRECTIONS[way].0;
            all[at][way] = place_of(q, HEX_ORDER[at].1 + steps * DIRECTIONS[way].1);
            way += 1;
        }
        at += 1;
    }
    all
}

/// The place of a hex in the order.
const fn place_of(q: i8, r: i8) -> u8 {
    let mut at = 0;
    while at < HEXES && (HEX_ORDER[at].0 != q || HEX_ORDER[at].1 != r) {
        at += 1;
    }
    at as u8
}

/// How far a piece of a colour on a hex has come from its home edge, 0 to 6.
pub(super) fn advance(colour: u8, place: usize) -> usize {
    let (q, r) = HEX_ORDER[place];
    let progress = match colour {
        0 => q,
        1 => r,
        _ => -q - r,
    };
    (progress + 3) as usize
}

/// An action of a colour. Places are indices into [`HEX_ORDER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// Who acts.
    pub colour: u8,
    /// What is done.
    pub kind: Kind,
    from: u8,
    over: u8,
    to: u8,
}

impl Action {
    fn new(colour: u8, kind: Kind, from: u8) -> Action {
        Action { colour, kind, from, over: OUTSIDE, to: OUTSIDE }
    }

    /// The place of the action's kind in the order of trying.
    pub fn rank(&self) -> u8 {
        rank(self.kind)
    }

    /// The legal move of the player to act that this action is, if it is one.
    pub fn to_move(self, game: &Chexers, state: &State) -> Option<Move> {
        let mut legal = Vec::new();
        if game.to_move(state) == Player(self.colour) {
            game.moves(state, &mut legal);
        }
        let ends = (hex_at(self.from), hex_at(self.to));
        legal.into_iter().find(|mv| mv.kind() == self.kind && (mv.origin(), mv.target()) == ends)
    }
}

/// The place of a kind of action in the order of trying: exits, jumps, steps, passes.
fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Exit => 0,
        Kind::Jump => 1,
        Kind::Move => 2,
        Kind::Pass => 3,
    }
}

fn hex_at(place: u8) -> Hex {
    let coordinates = HEX_ORDER.get(usize::from(place));
    coordinates.and_then(|(q, r)| Hex::at(*q, *r)).unwrap_or(Hex::NOWHERE)
}

/// How early the program tries a move: the greater the earlier.
pub(super) fn priority(mv: Move) -> i32 {
    let place = |hex: Hex| place_of(hex.q(), hex.r());
    let from = place(mv.origin());
    let way = NEXT.get(usize::from(from)).and_then(|next| {
        let near = if mv.kind() == Kind::Jump { mv.over() } else { mv.target() };
        next.iter().position(|at| *at == place(near))
    });
    -(1000 * i32::from(rank(mv.kind())) + 6 * i32::from(from) + way.unwrap_or(0) as i32)
}

/// Pieces and exits, without a turn or a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// What stands on each hex, the world outside last.
    cells: [u8; HEXES + 1],
    /// The exits of red, green and blue.
    pub exits: [u8; 3],
}

impl Board {
    /// The pieces and exits of a position, which is all that an evaluation looks at: blocks are left
    /// out.
    pub fn of(state: &State) -> Board {
        let mut cells = [BLOCK; HEXES + 1];
        for (cell, place) in cells.iter_mut().zip(0..OUTSIDE) {
            *cell = state.owner(hex_at(place)).map_or(EMPTY, |owner| owner.0);
        }
        Board { cells, exits: [0, 1, 2].map(|seat| state.exits(Player(seat))) }
    }

    /// The board of a position with its blocks, for searching.
    pub fn with_blocks(game: &Chexers, state: &State) -> Board {
        let mut board = Board::of(state);
        let text = game.write_state(state);
        let rows = text.split(' ').next().unwrap_or_default().split('/');
        for (row, r) in rows.zip(-3..=3_i8) {
            let mut q = (-3).max(-3 - r);
            for letter in row.chars() {
                if letter == 'x' {
                    board.cells[usize::from(place_of(q, r))] = BLOCK;
                }
                q += letter.to_digit(10).unwrap_or(1) as i8;
            }
        }
        board
    }

    /// The pieces, each with its place and colour, in the program's order.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, u8)> {
        let cells = self.cells.iter().copied().enumerate();
        cells.filter(|(_, cell)| *cell < EMPTY)
    }

    /// How many neighbours of a place hold a piece of a colour.
    pub fn neighbours(&self, place: usize, colour: u8) -> u32 {
        let same = |next: &&u8| self.cells[usize::from(**next)] == colour;
        NEXT[place].iter().filter(same).count() as u32
    }

    /// Appends the actions of a colour as they are generated: hex by hex, an exit first and then
    /// direction by direction; a pass if there is nothing else.
    pub fn actions(&self, colour: u8, out: &mut Vec<Action>) {
        let before = out.len();
        for (place, _) in self.pieces().filter(|(_, owner)| *owner == colour) {
            let from = place as u8;
            if advance(colour, place) == 6 {
                out.push(Action::new(colour, Kind::Exit, from));
            }
            for (&next, &behind) in NEXT[place].iter().zip(&BEHIND[place]) {
                if self.cells[usize::from(next)] == EMPTY {
                    out.push(Action { to: next, ..Action::new(colour, Kind::Move, from) });
                } else if self.cells[usize::from(behind)] == EMPTY {
                    let jump = Action::new(colour, Kind::Jump, from);
                    out.push(Action { over: next, to: behind, ..jump });
                }
            }
        }
        if out.len() == before {
            out.push(Action::new(colour, Kind::Pass, OUTSIDE));
        }
    }

    /// The board after an action.
    pub fn after(&self, action: Action) -> Board {
        let mut board = *self;
        let colour = action.colour;
        let [from, over, to] = [action.from, action.over, action.to].map(usize::from);
        match action.kind {
            Kind::Pass => return board,
            Kind::Exit => board.exits[usize::from(colour)] += 1,
            Kind::Move => board.cells[to] = colour,
            Kind::Jump => {
                board.cells[to] = colour;
                if board.cells[over] != BLOCK {
                    board.cells[over] = colour;
                }
            }
        }
        board.cells[from] = EMPTY;
        board
    }
}
