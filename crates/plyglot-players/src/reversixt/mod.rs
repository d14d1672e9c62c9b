//! The classic players of ReversiXT: paranoid search with moves sorted at the root and windows around
//! the last value, and an evaluation for each phase.
//!
//! - `ground`: what is known of a map; `building` and `bombing`: the evaluation of the two phases
//! - `weights`, `eval`: the evaluation as a whole
//! - `reach`: who and what can be reached
//! - `options`: what can be changed; `search`: the root; `tree`: what is below
//! - `recorded`: rows of recorded values

mod bombing;
mod building;
mod eval;
mod ground;
mod options;
mod reach;
mod recorded;
mod search;
mod tree;
mod weights;

#[cfg(test)]
mod tests;

use plyglot_core::{Options, Player, Scale, SpecError};
use plyglot_reversixt::{ReversiXt, State};

use crate::PlayerEntry;
use search::Classic;

pub use bombing::MOST;
pub use eval::{ClassicEval, explain};
pub use options::{CLASSIC_OPTIONS, FINAL_OPTIONS};
pub use reach::{explosion, within_reach};
pub use recorded::{check_row, rows};
pub use weights::{BombingWeights, BuildingWeights, Formula};

/// The players, the best known first.
pub const PLAYERS: &[PlayerEntry<ReversiXt>] = &[
    PlayerEntry {
        name: "classic",
        about: "paranoid alpha-beta, sorted at the root; rank and stones in the bombing phase",
        scale: Some(Scale { unit: 19_100_000.0, even: -4_800_000.0 }),
        options: CLASSIC_OPTIONS,
        build: |options| Ok(Box::new(Classic::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-final",
        about: "the same as it was in the end: fully sorted, override stones last, near players only",
        scale: Some(Scale { unit: 11_300_000.0, even: -5_000_000.0 }),
        options: FINAL_OPTIONS,
        build: |options| Ok(Box::new(Classic::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
];

fn explain_position(
    options: &Options,
    game: &ReversiXt,
    state: &State,
    pov: Player,
) -> Result<Vec<(String, f64)>, SpecError> {
    Ok(explain(game, state, pov, &ClassicEval::read(options)))
}
