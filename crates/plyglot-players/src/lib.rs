//! Classic players of the games, each faithful to its description: the same evaluation, the same
//! move and, where it was recorded, the same number of nodes.
//!
//! One module a game. Each lists its players ([`PlayerEntry`]) and checks rows of recorded decisions.

pub mod checkers;
pub mod chexers;
pub mod dala;
pub mod halma;
pub mod reversixt;

use plyglot_checkers::Checkers;
use plyglot_chexers::Chexers;
use plyglot_core::{Game, Listed, OptionSpec, Options, Player, Scale, SpecError};
use plyglot_dala::Dala;
use plyglot_halma::Halma;
use plyglot_reversixt::ReversiXt;
use plyglot_search::Search;
use serde_json::Value;

/// A named player of a game.
pub struct PlayerEntry<G: Game> {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// How the points it tells translate into expected scores, measured; none if it tells none.
    pub scale: Option<Scale>,
    /// Everything in it that can be changed.
    pub options: &'static [OptionSpec],
    /// The player under checked options.
    pub build: Build<G>,
    /// Its evaluation term by term, if it evaluates positions.
    pub explain: Option<Explain<G>>,
    /// Its parameters as the file that programs of its kind read, if there is such a file.
    pub own_file: Option<OwnFile>,
}

/// Makes a player from checked options.
pub type Build<G> = fn(&Options) -> Result<Box<dyn Search<G>>, SpecError>;

/// Under checked options, the named terms that add up to what a position is worth to a seat.
pub type Explain<G> =
    fn(&Options, &G, &<G as Game>::State, Player) -> Result<Vec<(String, f64)>, SpecError>;

/// Writes the parameters of checked options as a file.
pub type OwnFile = fn(&Options) -> Result<String, SpecError>;

/// How recorded evaluations and decisions of a game's players are checked.
#[derive(Clone, Copy)]
pub struct Records {
    /// The rows of a file.
    pub rows: fn(&Value) -> Vec<Value>,
    /// Compares a row with what the players do; the error names the difference.
    pub check: fn(&Value) -> Result<(), String>,
}

/// A game with classic players.
pub trait Classics: Listed {
    /// The players, the best known first.
    const CLASSICS: &'static [PlayerEntry<Self>];
    /// How recorded decisions are checked.
    const RECORDS: Records;
}

impl Classics for Dala {
    const CLASSICS: &'static [PlayerEntry<Self>] = dala::PLAYERS;
    const RECORDS: Records = Records { rows: dala::rows, check: dala::check_row };
}

impl Classics for Chexers {
    const CLASSICS: &'static [PlayerEntry<Self>] = chexers::PLAYERS;
    const RECORDS: Records = Records { rows: chexers::rows, check: chexers::check_row };
}

impl Classics for ReversiXt {
    const CLASSICS: &'static [PlayerEntry<Self>] = reversixt::PLAYERS;
    const RECORDS: Records = Records { rows: reversixt::rows, check: reversixt::check_row };
}

impl Classics for Checkers {
    const CLASSICS: &'static [PlayerEntry<Self>] = checkers::PLAYERS;
    const RECORDS: Records = Records { rows: checkers::rows, check: checkers::check_row };
}

impl Classics for Halma {
    const CLASSICS: &'static [PlayerEntry<Self>] = halma::PLAYERS;
    const RECORDS: Records = Records { rows: halma::rows, check: halma::check_row };
}
