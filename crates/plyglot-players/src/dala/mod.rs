//! The classic player of Dala: plain alpha-beta with captures as nodes of their own, five factors,
//! and parameters for either seat.
//!
//! - [`seats`]: the parameters and their file
//! - [`eval`]: the evaluation and its terms
//! - [`options`]: everything that can be changed
//! - [`player`]: the search and the choice among equals
//! - [`tracker`]: positions rebuilt from raw boards
//! - [`vectors`]: recorded evaluations, decisions and games

pub mod eval;
pub mod options;
pub mod player;
pub mod seats;
pub mod tracker;
pub mod vectors;

#[cfg(test)]
mod tests;

pub use eval::{ClassicEval, explain, total_distance};
pub use player::{Classic, Conduct};
pub use seats::Seat;
pub use tracker::{Seen, Tracker};
pub use vectors::{check_row, rows};

use plyglot_core::Scale;
use plyglot_dala::Dala;

use crate::PlayerEntry;

/// The players, the best known first.
pub const PLAYERS: &[PlayerEntry<Dala>] = &[PlayerEntry {
    name: "classic",
    about: "alpha-beta to depth 4 as first and 3 as second player, five factors, own parameters a seat",
    scale: Some(Scale::new(13_400_000.0)),
    options: &options::OPTIONS,
    build: |given| Ok(Box::new(options::read(given)?)),
    explain: Some(|given, game, state, pov| {
        Ok(explain(game, state, pov, &options::read(given)?.eval))
    }),
    own_file: Some(|given| Ok(seats::write_seats(&options::read(given)?.eval.seats))),
}];
