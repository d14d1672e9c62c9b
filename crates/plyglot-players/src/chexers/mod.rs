//! The classic players of Chexers: a best-reply search to depth 5, a greedy player as programmed and
//! as meant, a random one, and the searches that best-reply search was compared with.
//!
//! - `board`: pieces and exits in the program's own order of hexes
//! - `evaluation`: how good a board is; `best_reply`, `greedy`: the players
//! - `compared`: max^n and paranoid search with the same evaluation
//! - `rows`: recorded evaluations and decisions

mod best_reply;
mod board;
mod compared;
mod evaluation;
mod greedy;
mod rows;

#[cfg(test)]
mod tests;

pub use best_reply::{BestReply, BestReplyParams, Found};
pub use board::{Action, Board, HEX_ORDER, HEXES};
pub use compared::AsProgrammed;
pub use evaluation::{Classic, Distance, Weights, explain};
pub use greedy::{Greedy, GreedyParams};
pub use rows::{check_row, rows};

use plyglot_chexers::{Chexers, State};
use plyglot_core::{Options, Player, Scale, SpecError};
use plyglot_search::Random;

use crate::PlayerEntry;

/// What the points of the evaluation that all players share are worth, measured on games of `classic`.
const SCALE: Option<Scale> = Some(Scale { unit: 52_500.0, even: -3200.0 });

/// The players, the best known first.
pub const PLAYERS: &[PlayerEntry<Chexers>] = &[
    PlayerEntry {
        name: "classic",
        about: "best-reply search to depth 5: exits, pieces, way gone, pieces side by side",
        scale: SCALE,
        options: &BestReplyParams::OPTIONS,
        build: |options| Ok(Box::new(BestReply::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-greedy",
        about: "the best action at once, but only once it is ahead: else the first one generated",
        scale: SCALE,
        options: &GreedyParams::OPTIONS,
        build: |options| Ok(Box::new(Greedy::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-greedy-fixed",
        about: "the best action at once, as the greedy player was meant",
        scale: SCALE,
        options: &greedy::GREEDY_FIXED_OPTIONS,
        build: |options| Ok(Box::new(Greedy::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-random",
        about: "any action, all with equal chances",
        scale: None,
        options: &[],
        build: |_| Ok(Box::new(Random)),
        explain: None,
        own_file: None,
    },
    PlayerEntry {
        name: "classic-maxn",
        about: "max^n with the evaluation of classic: everybody looks after their own value",
        scale: SCALE,
        options: &compared::MAXN,
        build: |options| Ok(compared::maxn(options)),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-paranoid",
        about: "paranoid search with the evaluation of classic: both others as one enemy",
        scale: SCALE,
        options: &compared::PARANOID,
        build: compared::paranoid,
        explain: Some(explain_position),
        own_file: None,
    },
];

fn explain_position(
    options: &Options,
    game: &Chexers,
    state: &State,
    pov: Player,
) -> Result<Vec<(String, f64)>, SpecError> {
    Ok(explain(game, state, pov, &Classic::new(Weights::read(options))))
}
