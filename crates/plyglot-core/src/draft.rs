//! Maps in the making, for games whose boards can be drawn: what is there, what can be changed, and what
//! is wrong with it.
//!
//! A draft is a text. Drawing takes one text to another, so an editor needs to keep nothing but texts,
//! and it knows no rule: what can be painted, linked and counted is part of the draft.

use std::fmt;

use crate::{MAX_PLAYERS, Scene, Stamp, TextError};

/// How the maps of a game are drawn.
#[derive(Clone, Copy, Debug)]
pub struct MapEditor {
    /// The option of the game that takes a map.
    pub option: &'static str,
    /// The names of built-in maps, and their texts.
    pub builtin: &'static [(&'static str, &'static str)],
    /// The draft of a text, or of an empty map, after the edits. Every edit is repeated at the images
    /// under the symmetry.
    pub draw: DrawMap,
}

/// Takes a text to its draft; see [`MapEditor::draw`].
pub type DrawMap = fn(Option<&str>, Symmetry, &[DraftEdit]) -> Result<Draft, DraftError>;

/// A map in the making. It may break the rules for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Its text, which the reader of maps accepts if there are no problems.
    pub text: String,
    /// Columns of its grid. The cells of the scene go row by row.
    pub width: usize,
    /// Rows of its grid.
    pub height: usize,
    /// The greatest width and height.
    pub largest: usize,
    /// How many players it has, as far as there can be so many.
    pub players: u8,
    /// The names of all seats that a map can have, in the game's own words.
    pub seats: Vec<String>,
    /// What can be painted; the first is the empty cell. No two have the same label.
    pub palette: Vec<Stamp>,
    /// Numbers that can be set.
    pub numbers: Vec<DraftNumber>,
    /// What can be done to the whole map at once: a name, and a line on what it does.
    pub actions: &'static [(&'static str, &'static str)],
    /// The board as it is, with all that is wrong on it.
    pub scene: Scene,
    /// Sides at which a link can end: a cell, and a direction in degrees clockwise from up.
    pub free: Vec<(usize, u16)>,
    /// Why the reader refuses the map; empty if it does not.
    pub problems: Vec<Remark>,
    /// What the reader accepts, though it is hardly meant.
    pub warnings: Vec<Remark>,
    /// Whether a game on it has a first move.
    pub playable: bool,
}

/// A number of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftNumber {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
    /// The least that it can be set to.
    pub least: u32,
    /// The most that it can be set to.
    pub most: u32,
}

/// Something to say about a map, and the cells that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The cells; none if it is about the whole map.
    pub cells: Vec<usize>,
    /// What is to be said.
    pub what: String,
}

impl Remark {
    /// A remark about some cells.
    pub fn new(cells: impl Into<Vec<usize>>, what: impl Into<String>) -> Self {
        Remark { cells: cells.into(), what: what.into() }
    }
}

/// One change of a map. Ends of links are a cell and a direction in degrees clockwise from up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftEdit {
    /// Something is put on cells. Links that it breaks are gone.
    Paint {
        /// The cells; of equal ones under a symmetry the last counts.
        cells: Vec<usize>,
        /// The label of a stamp of the palette.
        label: char,
    },
    /// Two free sides are joined.
    Link {
        /// One of them.
        from: (usize, u16),
        /// The other.
        to: (usize, u16),
    },
    /// The link at a side is taken away.
    Unlink {
        /// Either of its ends.
        end: (usize, u16),
    },
    /// The map gets another size. Of links only those that are still possible stay.
    Resize {
        /// The new number of columns.
        width: usize,
        /// The new number of rows.
        height: usize,
        /// The column that the old first one becomes.
        left: i32,
        /// The row that the old first one becomes.
        top: i32,
    },
    /// A number is set.
    Number {
        /// Its name.
        name: String,
        /// Its value.
        value: u32,
    },
    /// One of the actions of the draft.
    Act {
        /// Its name.
        name: String,
    },
    /// The map is made symmetric: of cells that are images of each other the first decides.
    Symmetrise,
}

/// Why a map cannot be drawn on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftError {
    /// Its text cannot be read at all.
    Text(TextError),
    /// An edit cannot be made.
    Edit(String),
}

impl fmt::Display for DraftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftError::Text(error) => error.fmt(f),
            DraftError::Edit(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for DraftError {}

/// What is drawn is drawn at the images, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// Which images there are.
    pub kind: SymmetryKind,
    /// Whether the image of a player's stone is another player's, so that maps are fair: half a turn
    /// goes halfway round the table, a quarter a quarter of the way, a mirror exchanges neighbours; all
    /// of it only as far as the number of players can be divided so.
    pub change_players: bool,
}

/// Symmetries of a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SymmetryKind {
    /// None.
    #[default]
    None,
    /// Left and right are mirrored.
    LeftRight,
    /// Top and bottom are mirrored.
    TopBottom,
    /// Both are.
    Both,
    /// Half a turn round the middle.
    HalfTurn,
    /// Quarters of a turn, on square grids.
    QuarterTurn,
}

impl SymmetryKind {
    /// All of them.
    pub const ALL: [SymmetryKind; 6] = [
        SymmetryKind::None,
        SymmetryKind::LeftRight,
        SymmetryKind::TopBottom,
        SymmetryKind::Both,
        SymmetryKind::HalfTurn,
        SymmetryKind::QuarterTurn,
    ];

    /// Whether a grid of that size can have it.
    pub fn fits(self, width: usize, height: usize) -> bool {
        self != SymmetryKind::QuarterTurn || width == height
    }
}

/// Where one of the images of a symmetry is: mirrored left and right or not, then turned clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    width: i64,
    height: i64,
    mirrored: bool,
    turn: u16,
    seats: [u8; MAX_PLAYERS],
}

impl Symmetry {
    /// The images on a grid; none where it does not fit.
    pub fn images(self, width: usize, height: usize, players: u8) -> Vec<Image> {
        let swap = |by: u8| {
            move |seat: u8| {
                if self.change_players && players.is_multiple_of(2) { seat ^ by } else { seat }
            }
        };
        let second = if players.is_multiple_of(4) { 2 } else { 1 };
        let round = |order: u8, times: u8| {
            let step = players / divisor(players, order) * times;
            move |seat: u8| if self.change_players { (seat + step) % players } else { seat }
        };
        let image = |mirrored: bool, turn: u16, seat_of: &dyn Fn(u8) -> u8| {
            let mut seats = [0; MAX_PLAYERS];
            for (seat, to) in (0..).zip(&mut seats) {
                *to = if seat < players { seat_of(seat) } else { seat };
            }
            Image { width: width as i64, height: height as i64, mirrored, turn, seats }
        };
        match self.kind {
            kind if !kind.fits(width, height) => Vec::new(),
            SymmetryKind::None => Vec::new(),
            SymmetryKind::LeftRight => vec![image(true, 0, &swap(1))],
            SymmetryKind::TopBottom => vec![image(true, 180, &swap(1))],
            SymmetryKind::Both => vec![
                image(true, 0, &swap(1)),
                image(true, 180, &swap(second)),
                image(false, 180, &swap(1 ^ second)),
            ],
            SymmetryKind::HalfTurn => vec![image(false, 180, &round(2, 1))],
            SymmetryKind::QuarterTurn => vec![
                image(false, 90, &round(4, 1)),
                image(false, 180, &round(4, 2)),
                image(false, 270, &round(4, 3)),
            ],
        }
    }
}

fn divisor(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { divisor(b, a % b) }
}

impl Image {
    /// Where a place goes.
    pub fn place(&self, x: i64, y: i64) -> (i64, i64) {
        let (right, bottom) = (self.width - 1, self.height - 1);
        let x = if self.mirrored { right - x } else { x };
        match self.turn {
            90 => (bottom - y, x),
            180 => (right - x, bottom - y),
            270 => (y, right - x),
            _ => (x, y),
        }
    }

    /// The cell that a cell of the grid goes to.
    pub fn cell(&self, cell: usize) -> usize {
        let (x, y) = self.place(cell as i64 % self.width, cell as i64 / self.width);
        (y * self.width + x) as usize
    }

    /// Where a direction goes, in degrees clockwise from up.
    pub fn direction(&self, degrees: u16) -> u16 {
        let degrees = degrees % 360;
        (self.turn + if self.mirrored { 360 - degrees } else { degrees }) % 360
    }

    /// Whose the image of a player's stone is.
    pub fn seat(&self, seat: u8) -> u8 {
        self.seats.get(usize::from(seat)).copied().unwrap_or(seat)
    }

    /// The place of `(x, y)` as `(a x + b y + c, d x + e y + f)`, for drawings.
    pub fn matrix(&self) -> [i64; 6] {
        let ((c, f), (x, y), (x2, y2)) = (self.place(0, 0), self.place(1, 0), self.place(0, 1));
        [x - c, x2 - c, c, y - f, y2 - f, f]
    }
}
