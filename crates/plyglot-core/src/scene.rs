//! A board described for drawing, the same for every game, and how a ply is clicked together.
//!
//! Terminal and browser draw a [`Scene`] and match clicks against the click paths of the legal
//! plies; they know no rule.

use crate::{Game, Player};

/// Games that can be drawn and played by clicking.
pub trait Draw: Game {
    /// The board as it stands.
    fn scene(&self, state: &Self::State) -> Scene;

    /// What is clicked, in order, to enter this decision. Plies of several decisions are entered by
    /// the clicks of their decisions one after the other. No ply's path may equal another's.
    fn clicks(&self, state: &Self::State, mv: Self::Move) -> Vec<Click>;

    /// The cells that a piece goes along in this decision, from where it stands to where it ends;
    /// anything where no piece goes from one cell to another. By default the cells clicked.
    fn route(&self, state: &Self::State, mv: Self::Move) -> Vec<usize> {
        self.clicks(state, mv).iter().filter_map(Click::cell).collect()
    }

    /// By how many degrees the drawing is turned clockwise to show the board as a seat sees it.
    fn orientation(&self, _seat: Player) -> u16 {
        0
    }
}

/// Everything a drawing shows. Distances are in cells; x grows to the right, y downwards.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    /// The places, in a fixed order: clicks and pieces name them by their index.
    pub cells: Vec<Cell>,
    /// The pieces on them, at most one a cell.
    pub pieces: Vec<Piece>,
    /// Connections between cells that the plain geometry does not show.
    pub links: Vec<Link>,
    /// Texts beside the board, such as the letters of files: parts of the names of cells. A board
    /// without any shows the names on the cells themselves.
    pub labels: Vec<Label>,
    /// Numbers beside the board: reserves, exits, stocks, clocks of the rules.
    pub counters: Vec<Counter>,
    /// The part of the game or of the turn, where there are several.
    pub phase: Option<String>,
    /// What the marks on cells mean.
    pub legend: Vec<(char, &'static str)>,
    /// What the board is made of.
    pub material: Material,
}

/// What a board is made of, which decides its colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Material {
    /// Light cloth: of every game that does not say.
    #[default]
    Linen,
    /// Lines drawn in sand.
    Sand,
    /// Grey stone.
    Slate,
    /// Green cloth.
    Felt,
    /// Light and dark squares.
    Wood,
    /// A printed sheet.
    Paper,
}

/// One place on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The game's name for it: `d3`, `(0,-2)`.
    pub name: String,
    /// Its outline.
    pub shape: Shape,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
    /// How it is coloured.
    pub tint: Tint,
    /// A sign on the empty cell, such as the kind of a bonus tile.
    pub mark: Option<char>,
}

/// The outline of a cell; neighbours are one unit apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A unit square.
    Square,
    /// A hexagon with a corner on top.
    Hex,
    /// A circle, as in a rack.
    Round,
}

/// The ground colour of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// An ordinary cell.
    Plain,
    /// The darker cells of a chequered board.
    Dark,
    /// A cell with a meaning of its own.
    Special,
    /// A home, goal or exit of a player.
    Base(Player),
    /// A cell that cannot be used.
    Blocked,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Index of its cell.
    pub cell: usize,
    /// Whose it is; nobody's for neutral ones.
    pub owner: Option<Player>,
    /// What it is: `man`, `king`, `stone`.
    pub kind: &'static str,
    /// The letter that stands for it in text.
    pub label: char,
}

impl Piece {
    /// Whether it is drawn with a crown.
    pub fn is_crowned(&self) -> bool {
        is_crowned(self.kind)
    }
}

/// Whether pieces of a kind are drawn with a crown.
pub fn is_crowned(kind: &str) -> bool {
    kind == "king"
}

/// A connection between two cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Index of one end and the direction in which it is left, in degrees clockwise from up.
    pub from: (usize, u16),
    /// The other end, likewise.
    pub to: (usize, u16),
}

/// A text beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
    /// What it says.
    pub text: String,
}

/// A number beside the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Counter {
    /// Whose it is, or everybody's.
    pub owner: Option<Player>,
    /// What is counted.
    pub name: &'static str,
    /// How many.
    pub value: i64,
}

/// One step of entering a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Click {
    /// A cell, by index.
    Cell(usize),
    /// A choice offered by name, such as `bomb`, `pass`, `end`.
    Choice(String),
}

impl Click {
    /// The cell clicked, if it was one.
    pub fn cell(&self) -> Option<usize> {
        match self {
            Click::Cell(cell) => Some(*cell),
            Click::Choice(_) => None,
        }
    }
}

impl Cell {
    /// A square of a grid whose cell in column `x`, row `y` has that centre.
    pub fn square(name: impl Into<String>, x: usize, y: usize) -> Self {
        let (x, y) = (x as f32, y as f32);
        Cell { name: name.into(), shape: Shape::Square, x, y, tint: Tint::Plain, mark: None }
    }
}

impl Piece {
    /// A player's piece.
    pub fn new(cell: usize, owner: Player, kind: &'static str, label: char) -> Self {
        Piece { cell, owner: Some(owner), kind, label }
    }
}

/// Grids with more lines than this have a label at every fifth, or labels would run together.
const LABEL_ALL: usize = 20;

/// The lines of a grid that are labelled.
fn labelled(lines: usize) -> impl Iterator<Item = usize> {
    (0..lines).step_by(if lines > LABEL_ALL { 5 } else { 1 })
}

impl Scene {
    /// Numbers from zero above the columns and left of the rows of a grid.
    pub fn label_numbers(&mut self, width: usize, height: usize) {
        let label = |x: f32, y: f32, number: usize| Label { x, y, text: number.to_string() };
        self.labels.extend(labelled(width).map(|x| label(x as f32, -1.0, x)));
        self.labels.extend(labelled(height).map(|y| label(-1.0, y as f32, y)));
    }

    /// Letters under the columns and numbers left of the rows of a grid. `rank_of` names row `y`.
    pub fn label_grid(&mut self, width: usize, height: usize, rank_of: impl Fn(usize) -> usize) {
        for x in 0..width {
            let letter = char::from(b'a' + (x % 26) as u8).to_string();
            self.labels.push(Label { x: x as f32, y: height as f32, text: letter });
        }
        for y in 0..height {
            let text = rank_of(y).to_string();
            self.labels.push(Label { x: -1.0, y: y as f32, text });
        }
    }
}

/// The clicks of all decisions of a ply, one after the other.
pub(crate) fn clicks_of<G: Draw>(game: &G, state: &G::State, ply: &[G::Move]) -> Vec<Click> {
    let mut state = state.clone();
    let mut clicks = Vec::new();
    for mv in ply {
        clicks.extend(game.clicks(&state, *mv));
        game.make(&mut state, *mv);
    }
    clicks
}
