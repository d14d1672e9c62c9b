//! The layer between the catalogue and all front ends: the command line, the engine, the report, and
//! whatever page or package comes next.
//!
//! It has two kinds of things. *Views* are plain values that can be written as JSON and say everything a
//! front end needs without knowing a rule: [`games`] (what can be played, with which options), [`Position`]
//! with its [`Scene`], [`Answer`], [`Draft`] (a map in the making), [`Error`]. *Handles* do work: a [`Tree`] of moves with branches, an
//! [`Analysis`] that streams, holds and goes deeper, a [`Table`] at which people and agents play, an [`Editor`] of
//! positions.
//!
//! Nothing here opens a socket or a file or starts a thread: the host brings a loader for the files that
//! specifications name, a clock, and the threads that work runs on.

mod analysis;
mod answer;
mod book;
mod change;
mod draft;
mod error;
pub mod files;
pub mod games;
pub mod palette;
mod position;
pub mod review;
mod scene;
mod setup;
mod table;
mod trail;
mod tree;
mod value;

#[cfg(test)]
mod tests;

pub use analysis::{Analysis, Handle, Hold, Question, Report, State};
pub use answer::{Answer, Attribution, Line, SeatTerms, Term, attribute, explain};
pub use book::{BookMove, BookPage, book};
pub use change::Change;
pub use draft::{Action, Draft, DraftEdit, Drawing, MapNumber, Remark, Symmetry, SymmetryKind};
pub use error::{Code, Error, Place};
pub use position::{Ply, Position, ResultWords};
pub use scene::{Cell, Click, Counter, Label, Link, Mark, Material, Piece, Scene, Shape, Tint};
pub use setup::{Edit, Editor, Setup, Stamp, Stock};
pub use table::{
    ClockRules, Ending, Limits, Saved, Seat, SeatPlan, Table, Thinking, Thought, first_position,
};
pub use trail::Trail;
pub use tree::{Node, NodeId, Tree};
pub use value::{Bound, Unit, Value};

use plyglot_catalog::{AnyAgent, Catalog, Opened};
use plyglot_core::{Spec, options::Loader};

/// What front ends ask: the catalogue with what the host allows ([`plyglot_catalog::Caps`]: memory, threads
/// and time of an agent).
#[derive(Clone, Copy)]
pub struct Lab<'a> {
    /// The games and players.
    pub catalog: &'a Catalog,
    /// Reads the files that specifications name.
    pub load: Loader<'a>,
}

impl<'a> Lab<'a> {
    /// A lab over a catalogue; `load` reads the files that specifications name, or refuses to.
    pub fn new(catalog: &'a Catalog, load: Loader<'a>) -> Lab<'a> {
        Lab { catalog, load }
    }

    /// Opens a game by its specification, at its start or in a position in any form that it reads. A value
    /// `?`, which views have for what no specification can name, is left to the position.
    pub fn open(&self, game: &str, position: Option<&str>) -> Result<Opened, Error> {
        let refused = |error| Error::spec("game", &error);
        let mut spec = Spec::parse(game).map_err(refused)?;
        spec.given.retain(|(_, value)| position.is_none() || value != "?");
        let mut opened = self.catalog.open(&spec.to_string(), self.load).map_err(refused)?;
        if let Some(text) = position {
            opened.session.set_position(text).map_err(|error| Error::text("position", &error))?;
        }
        Ok(opened)
    }

    /// Makes a player of an opened game.
    pub fn agent(&self, spec: &str, opened: &Opened) -> Result<Box<dyn AnyAgent>, Error> {
        self.catalog.agent(spec, opened, self.load).map_err(|error| Error::spec("agent", &error))
    }
}
