//! A board for drawing, as data.

use plyglot_core as core;
use serde::{Deserialize, Serialize};

/// Everything a drawing shows; see [`core::Scene`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The places: clicks and pieces name them by their index.
    pub cells: Vec<Cell>,
    /// The pieces on them.
    pub pieces: Vec<Piece>,
    /// Connections that the plain geometry does not show.
    pub links: Vec<Link>,
    /// Texts beside the board.
    pub labels: Vec<Label>,
    /// Numbers beside the board.
    pub counters: Vec<Counter>,
    /// What marks on cells mean.
    pub legend: Vec<Mark>,
    /// The part of the game or of the turn, where there are several.
    pub phase: Option<String>,
    /// What the board is made of, which decides its colours ([`crate::palette`]).
    pub material: Material,
}

/// What a board is made of; see [`core::Material`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Material {
    /// Light cloth.
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

/// What a mark on a cell means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mark {
    /// The mark.
    pub mark: char,
    /// Its meaning.
    pub means: String,
}

/// One place on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Cell {
    /// The game's name for it.
    pub name: String,
    /// Its outline.
    pub shape: Shape,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
    /// Its ground.
    pub tint: Tint,
    /// Whose base it is.
    pub base: Option<u8>,
    /// A sign on the empty cell.
    pub mark: Option<char>,
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A unit square.
    Square,
    /// A hexagon with a corner on top.
    Hex,
    /// A circle.
    Round,
}

/// The ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tint {
    /// An ordinary cell.
    Plain,
    /// The darker cells of a chequered board.
    Dark,
    /// A cell with a meaning of its own.
    Special,
    /// A home, goal or exit of a player.
    Base,
    /// A cell that cannot be used.
    Blocked,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// Index of its cell.
    pub cell: usize,
    /// Whose it is.
    pub owner: Option<u8>,
    /// What it is.
    pub kind: String,
    /// The letter that stands for it in text.
    pub label: char,
    /// Whether it wears a crown.
    #[serde(default, skip_serializing_if = "is_bare")]
    pub crown: bool,
}

fn is_bare(crown: &bool) -> bool {
    !crown
}

/// A connection between two cells: cell and direction of either end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Link {
    /// One end.
    pub from: (usize, u16),
    /// The other.
    pub to: (usize, u16),
}

/// A text beside the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Label {
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
    /// What it says.
    pub text: String,
}

/// A number beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Counter {
    /// Whose it is.
    pub owner: Option<u8>,
    /// What is counted.
    pub name: String,
    /// How many.
    pub value: i64,
}

/// One step of entering a ply: the index of a cell, or a choice by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Click {
    /// A cell, by index.
    Cell(usize),
    /// A choice.
    Choice(String),
}

impl From<&core::Scene> for Scene {
    fn from(scene: &core::Scene) -> Scene {
        Scene {
            cells: scene.cells.iter().map(Cell::from).collect(),
            pieces: scene.pieces.iter().map(Piece::from).collect(),
            links: scene.links.iter().map(Link::from).collect(),
            labels: scene.labels.iter().map(Label::from).collect(),
            counters: scene.counters.iter().map(Counter::from).collect(),
            legend: scene.legend.iter().map(Mark::from).collect(),
            phase: scene.phase.clone(),
            material: scene.material.into(),
        }
    }
}

impl From<core::Material> for Material {
    fn from(material: core::Material) -> Material {
        match material {
            core::Material::Linen => Material::Linen,
            core::Material::Sand => Material::Sand,
            core::Material::Slate => Material::Slate,
            core::Material::Felt => Material::Felt,
            core::Material::Wood => Material::Wood,
            core::Material::Paper => Material::Paper,
        }
    }
}

impl From<&core::Link> for Link {
    fn from(link: &core::Link) -> Link {
        Link { from: link.from, to: link.to }
    }
}

/// The ground of a cell, and whose base it is.
pub(crate) fn ground(tint: core::Tint) -> (Tint, Option<u8>) {
    match tint {
        core::Tint::Plain => (Tint::Plain, None),
        core::Tint::Dark => (Tint::Dark, None),
        core::Tint::Special => (Tint::Special, None),
        core::Tint::Base(player) => (Tint::Base, Some(player.0)),
        core::Tint::Blocked => (Tint::Blocked, None),
    }
}

impl From<&core::Cell> for Cell {
    fn from(cell: &core::Cell) -> Cell {
        let (tint, base) = ground(cell.tint);
        let shape = match cell.shape {
            core::Shape::Square => Shape::Square,
            core::Shape::Hex => Shape::Hex,
            core::Shape::Round => Shape::Round,
        };
        let (name, mark) = (cell.name.clone(), cell.mark);
        Cell { name, shape, x: cell.x, y: cell.y, tint, base, mark }
    }
}

impl From<&core::Piece> for Piece {
    fn from(piece: &core::Piece) -> Piece {
        let (owner, kind) = (piece.owner.map(|own| own.0), piece.kind.to_owned());
        Piece { cell: piece.cell, owner, kind, label: piece.label, crown: piece.is_crowned() }
    }
}

impl From<&(char, &'static str)> for Mark {
    fn from((mark, means): &(char, &'static str)) -> Mark {
        Mark { mark: *mark, means: (*means).to_owned() }
    }
}

impl From<&core::Label> for Label {
    fn from(label: &core::Label) -> Label {
        Label { x: label.x, y: label.y, text: label.text.clone() }
    }
}

impl From<&core::Counter> for Counter {
    fn from(own: &core::Counter) -> Counter {
        let owner = own.owner.map(|seat| seat.0);
        Counter { owner, name: own.name.to_owned(), value: own.value }
    }
}

impl From<&core::Click> for Click {
    fn from(click: &core::Click) -> Click {
        match click {
            core::Click::Cell(cell) => Click::Cell(*cell),
            core::Click::Choice(name) => Click::Choice(name.clone()),
        }
    }
}
