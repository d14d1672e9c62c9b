//! Classic players of the games, each faithful to its description: the same evaluation, the same
//! move and, where it was recorded, the same number of nodes.
//!
//! One module a game. Each lists its players ([`PlayerEntry`]) and checks rows of recorded decisions.

pub mod checkers;
pub mod chexers;
pub mod dala;
pub mod halma;
pub mod reversixt;

use plyglot_core::{Game, OptionSpec, Options, SpecError};
use plyglot_search::Search;

/// A named player of a game.
pub struct PlayerEntry<G: Game> {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// Everything in it that can be changed.
    pub options: &'static [OptionSpec],
    /// The player under checked options.
    pub build: fn(&Options) -> Result<Box<dyn Search<G>>, SpecError>,
}
