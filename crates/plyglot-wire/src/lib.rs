//! The games' own protocols, on both sides: their bots play in our games, our agents on their servers.
//!
//! Each protocol has a pure `codec` (bytes to messages and back), a guest (the host's side of one seat, asked
//! and told by the arena, which plays and judges every game), and a client (our agent's side). What they share
//! stands here: [`Framing`] cuts streams into messages, a [`Link`] is a connection, a [`Hall`] is a port
//! where clients arrive, a [`NetSeat`] is a seat that they take, a [`Mind`] is an agent at a game that somebody
//! else runs, and [`host`] plays hosted games and keeps their records.

pub mod chexers;
mod console;
pub mod dala;
#[cfg(test)]
mod driving;
pub mod dxp;
mod ears;
mod framing;
mod guests;
mod hall;
pub mod halma;
pub mod host;
mod join;
pub mod line;
mod link;
mod margin;
mod mind;
pub mod nboard;
mod outside;
mod program;
mod python;
mod registry;
pub mod reversixt;
mod seat;
#[cfg(test)]
mod testing;
mod trace;
pub mod usc16;

pub use ears::{Ears, ears, listen};
pub use framing::Framing;
pub use guests::offer;
pub use hall::{Client, Furnishing, Hall, Hello, Ping, ReadHello, Reception, Refusal};
pub use join::{Join, Joined};
pub use link::{Link, Message, Missing, Wait};
pub use margin::Margin;
pub use mind::{Ask, Mind};
pub use program::ProgramSeat;
pub use python::{PYTHON, PythonSpec};
pub use registry::{Net, PROTOCOLS, Program, Protocol, protocol};
pub use seat::{DELAYS, NET, NetSeat, NetSpec};
pub use trace::{Trace, show_text};

use std::fmt;

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<plyglot_core::SpecError> for Error {
    fn from(error: plyglot_core::SpecError) -> Self {
        Error(error.to_string())
    }
}

impl From<plyglot_arena::Error> for Error {
    fn from(error: plyglot_arena::Error) -> Self {
        Error(error.to_string())
    }
}
