//! Maps in the making: a text, what is drawn on it, and what comes of it.

use plyglot_core::{self as core, DraftError, GameEntry};
use serde::{Deserialize, Serialize};

use crate::{Code, Error, Lab, Scene, Stamp};

/// A map in the making, with all that an editor shows of it; see [`core::Draft`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Draft {
    /// Its text.
    pub text: String,
    /// Columns of its grid. The cells of the scene go row by row.
    pub width: usize,
    /// Rows of its grid.
    pub height: usize,
    /// The greatest width and height.
    pub largest: usize,
    /// How many players it has.
    pub players: u8,
    /// The names of all seats that a map can have, in the game's own words.
    pub seats: Vec<String>,
    /// What can be painted; the first is the empty cell.
    pub palette: Vec<Stamp>,
    /// Numbers that can be set.
    pub numbers: Vec<MapNumber>,
    /// What can be done to the whole map at once.
    pub actions: Vec<Action>,
    /// The symmetries that a grid of this size can have.
    pub symmetries: Vec<SymmetryKind>,
    /// Where the images of a place `(x, y)` are under the symmetry that was asked for: for each image the
    /// numbers of `(a x + b y + c, d x + e y + f)`.
    pub images: Vec<[i64; 6]>,
    /// The board as it is, with all that is wrong on it.
    pub scene: Scene,
    /// Sides at which a link can end: a cell, and a direction in degrees clockwise from up.
    pub free: Vec<(usize, u16)>,
    /// Why the reader of maps refuses it; empty if it does not.
    pub problems: Vec<Remark>,
    /// What the reader accepts, though it is hardly meant.
    pub warnings: Vec<Remark>,
    /// Whether a game on it has a first move.
    pub playable: bool,
}

/// A number of a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MapNumber {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: u32,
    /// The least that it can be set to.
    pub least: u32,
    /// The most that it can be set to.
    pub most: u32,
}

/// Something that can be done to the whole map at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Action {
    /// Its name.
    pub name: String,
    /// One line on what it does.
    pub about: String,
}

/// Something to say about a map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Remark {
    /// The cells that it is about; none if it is about the whole map.
    pub cells: Vec<usize>,
    /// What is to be said.
    pub what: String,
}

/// What is drawn, and how it is repeated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Drawing {
    /// Every edit is repeated at the images under it.
    #[serde(default)]
    pub symmetry: Symmetry,
    /// The edits, made one after the other, all of them or none.
    #[serde(default)]
    pub edits: Vec<DraftEdit>,
}

/// A symmetry of a map; see [`core::Symmetry`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Symmetry {
    /// Which images there are.
    pub kind: SymmetryKind,
    /// Whether the image of a player's stone is another player's.
    #[serde(default)]
    pub change_players: bool,
}

/// The symmetries of a grid; see [`core::SymmetryKind`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
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

/// One change of a map; see [`core::DraftEdit`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum DraftEdit {
    /// Something is put on cells. Links that it breaks are gone.
    Paint {
        /// The cells.
        cells: Vec<usize>,
        /// The label of a stamp of the palette.
        label: char,
    },
    /// Two free sides are joined: cells, and directions in degrees clockwise from up.
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
        #[serde(default)]
        left: i32,
        /// The row that the old first one becomes.
        #[serde(default)]
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

impl Lab<'_> {
    /// The game of that name, if its maps can be drawn.
    pub fn map_editor(&self, game: &str) -> Result<(&GameEntry, core::MapEditor), Error> {
        let entry = self.catalog.game(game).map_err(|error| Error::spec("game", &error))?;
        let none = || Error::new(Code::Rules, "game", format!("{game} has no maps to draw"));
        Ok((entry, entry.maps.ok_or_else(none)?))
    }

    /// The map of a text, or an empty one, after what is drawn on it. `game` is a name.
    pub fn draft(&self, game: &str, text: Option<&str>, drawing: &Drawing) -> Result<Draft, Error> {
        let symmetry = core::Symmetry::from(drawing.symmetry);
        let edits: Vec<_> = drawing.edits.iter().map(core::DraftEdit::from).collect();
        let drawn = (self.map_editor(game)?.1.draw)(text, symmetry, &edits);
        let drawn = drawn.map_err(|error| match &error {
            DraftError::Text(error) => Error::text("text", error),
            DraftError::Edit(what) => Error::new(Code::Rules, "edits", what),
        })?;
        Ok(Draft::new(&drawn, symmetry))
    }
}

impl Draft {
    fn new(draft: &core::Draft, symmetry: core::Symmetry) -> Draft {
        let (width, height) = (draft.width, draft.height);
        let images = symmetry.images(width, height, draft.players);
        let number = |own: &core::DraftNumber| MapNumber {
            name: own.name.to_owned(),
            value: own.value,
            least: own.least,
            most: own.most,
        };
        let action = |(name, about): &(&str, &str)| Action {
            name: (*name).to_owned(),
            about: (*about).to_owned(),
        };
        let fitting = core::SymmetryKind::ALL.into_iter().filter(|kind| kind.fits(width, height));
        Draft {
            text: draft.text.clone(),
            width,
            height,
            largest: draft.largest,
            players: draft.players,
            seats: draft.seats.clone(),
            palette: draft.palette.iter().map(Stamp::from).collect(),
            numbers: draft.numbers.iter().map(number).collect(),
            actions: draft.actions.iter().map(action).collect(),
            symmetries: fitting.map(SymmetryKind::from).collect(),
            images: images.iter().map(core::Image::matrix).collect(),
            scene: (&draft.scene).into(),
            free: draft.free.clone(),
            problems: draft.problems.iter().map(Remark::from).collect(),
            warnings: draft.warnings.iter().map(Remark::from).collect(),
            playable: draft.playable,
        }
    }
}

impl From<&core::Remark> for Remark {
    fn from(remark: &core::Remark) -> Remark {
        Remark { cells: remark.cells.clone(), what: remark.what.clone() }
    }
}

impl From<Symmetry> for core::Symmetry {
    fn from(symmetry: Symmetry) -> core::Symmetry {
        let kind = match symmetry.kind {
            SymmetryKind::None => core::SymmetryKind::None,
            SymmetryKind::LeftRight => core::SymmetryKind::LeftRight,
            SymmetryKind::TopBottom => core::SymmetryKind::TopBottom,
            SymmetryKind::Both => core::SymmetryKind::Both,
            SymmetryKind::HalfTurn => core::SymmetryKind::HalfTurn,
            SymmetryKind::QuarterTurn => core::SymmetryKind::QuarterTurn,
        };
        core::Symmetry { kind, change_players: symmetry.change_players }
    }
}

impl From<core::SymmetryKind> for SymmetryKind {
    fn from(kind: core::SymmetryKind) -> SymmetryKind {
        match kind {
            core::SymmetryKind::None => SymmetryKind::None,
            core::SymmetryKind::LeftRight => SymmetryKind::LeftRight,
            core::SymmetryKind::TopBottom => SymmetryKind::TopBottom,
            core::SymmetryKind::Both => SymmetryKind::Both,
            core::SymmetryKind::HalfTurn => SymmetryKind::HalfTurn,
            core::SymmetryKind::QuarterTurn => SymmetryKind::QuarterTurn,
        }
    }
}

impl From<&DraftEdit> for core::DraftEdit {
    fn from(edit: &DraftEdit) -> core::DraftEdit {
        match edit.clone() {
            DraftEdit::Paint { cells, label } => core::DraftEdit::Paint { cells, label },
            DraftEdit::Link { from, to } => core::DraftEdit::Link { from, to },
            DraftEdit::Unlink { end } => core::DraftEdit::Unlink { end },
            DraftEdit::Resize { width, height, left, top } => {
                core::DraftEdit::Resize { width, height, left, top }
            }
            DraftEdit::Number { name, value } => core::DraftEdit::Number { name, value },
            DraftEdit::Act { name } => core::DraftEdit::Act { name },
            DraftEdit::Symmetrise => core::DraftEdit::Symmetrise,
        }
    }
}
