//! Board editing: a position in parts, changed one by one and judged by the game's own reader.

use plyglot_catalog::Opened;
use plyglot_core::{self as core, AnySession, Player};
use serde::{Deserialize, Serialize};

use crate::{Code, Counter, Error, Position};

/// A position in parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Setup {
    /// What can stand on a cell; the first is the empty cell.
    pub palette: Vec<Stamp>,
    /// The label of what stands on each cell of the scene; a blank where nothing can.
    pub cells: Vec<char>,
    /// Stocks and counters.
    pub counters: Vec<Stock>,
    /// Whose turn it is; nobody's where the board decides that.
    pub turn: Option<u8>,
    /// The parts of a game, where the position tells in which it is.
    pub stages: Vec<String>,
    /// Which of them it is in.
    pub stage: usize,
}

/// Something that can be put on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stamp {
    /// Whose it is.
    pub owner: Option<u8>,
    /// What it is.
    pub kind: String,
    /// The letter that stands for it.
    pub label: char,
}

/// A counter and the greatest value it can have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stock {
    /// The counter.
    #[serde(flatten)]
    pub counter: Counter,
    /// Its greatest value.
    pub most: i64,
}

/// One change of a setup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "set", rename_all = "snake_case")]
pub enum Edit {
    /// What stands on a cell.
    Cell {
        /// The cell, by its place in the scene.
        cell: usize,
        /// The label of a stamp of the palette.
        label: char,
    },
    /// A counter.
    Counter {
        /// Its place in the list.
        counter: usize,
        /// Its value.
        value: i64,
    },
    /// Whose turn it is.
    Turn {
        /// The seat.
        seat: u8,
    },
    /// The part of the game.
    Stage {
        /// Its place in the list.
        stage: usize,
    },
    /// An empty board.
    Clear,
}

/// An editor of positions. A setup may be no position for a while; what is wrong with it then is what the
/// game's reader of positions says.
pub struct Editor {
    game: String,
    /// The last position that was one.
    session: Box<dyn AnySession>,
    setup: core::Setup,
}

impl Editor {
    /// An editor of the position of an opened game.
    pub fn new(opened: &Opened) -> Result<Editor, Error> {
        let none = || Error::new(Code::Rules, "position", "this position cannot be edited");
        let setup = opened.session.setup().ok_or_else(none)?;
        Ok(Editor { game: opened.spec.clone(), session: opened.session.boxed(), setup })
    }

    /// The parts as they are.
    pub fn setup(&self) -> Setup {
        Setup::from(&self.setup)
    }

    /// Changes one part. Only what no setup of the game has is refused here.
    pub fn edit(&mut self, edit: &Edit) -> Result<(), Error> {
        let mut setup = self.setup.clone();
        let missing =
            |what: &str| Error::new(Code::NotFound, "edit", format!("there is no such {what}"));
        match edit {
            Edit::Cell { cell, label } => {
                *setup.cells.get_mut(*cell).ok_or_else(|| missing("cell"))? = *label;
            }
            Edit::Counter { counter, value } => {
                let (own, most) =
                    setup.counters.get_mut(*counter).ok_or_else(|| missing("counter"))?;
                if !(0..=*most).contains(value) {
                    let message =
                        format!("{} {value}: expected a number from 0 to {most}", own.name);
                    return Err(Error::new(Code::Rules, "edit", message));
                }
                own.value = *value;
            }
            Edit::Turn { seat } => setup.turn = Some(Player(*seat)),
            Edit::Stage { stage } => setup.stage = *stage,
            Edit::Clear => {
                let empty = setup.palette[0].label;
                setup.cells.iter_mut().filter(|label| **label != ' ').for_each(|own| *own = empty);
            }
        }
        let checked = self.setup.check(&setup, self.session.players());
        checked.map_err(|error| Error::text("edit", &error))?;
        self.setup = setup;
        Ok(())
    }

    /// The position that the parts make, or why they make none.
    pub fn position(&self) -> Result<Position, Error> {
        let mut session = self.session.boxed();
        session.set_setup(&self.setup).map_err(|error| Error::text("setup", &error))?;
        Ok(Position::of(&self.game, &*session))
    }
}

impl From<&core::Stamp> for Stamp {
    fn from(stamp: &core::Stamp) -> Stamp {
        let owner = stamp.owner.map(|own| own.0);
        Stamp { owner, kind: stamp.kind.to_owned(), label: stamp.label }
    }
}

impl From<&core::Setup> for Setup {
    fn from(setup: &core::Setup) -> Setup {
        let stock =
            |(counter, most): &(core::Counter, i64)| Stock { counter: counter.into(), most: *most };
        Setup {
            palette: setup.palette.iter().map(Stamp::from).collect(),
            cells: setup.cells.clone(),
            counters: setup.counters.iter().map(stock).collect(),
            turn: setup.turn.map(|seat| seat.0),
            stages: setup.stages.iter().map(|stage| (*stage).to_owned()).collect(),
            stage: setup.stage,
        }
    }
}
