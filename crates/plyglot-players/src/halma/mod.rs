//! The classic players of Halma: greedy ones that look for the best turn of their own, with and
//! without random continuations, two of alpha-beta's kin, and a Monte Carlo tree.
//!
//! They were made for team Halma played action by action. Elsewhere the same rules apply: distances
//! follow the board, what depends on the number of pieces is in proportion, and where a decision is a
//! whole turn a chain of hops is one decision that nothing need follow.

mod alphabeta;
mod check;
mod eval;
mod greedy;
mod options;
mod replies;
mod single;
mod tree;
mod turns;

#[cfg(test)]
mod tests;

use plyglot_core::{Options, Player, SpecError};
use plyglot_halma::{Halma, State};

use crate::PlayerEntry;

pub use alphabeta::{AlphaBeta, AlphaBetaParams};
pub use check::{check_row, rows};
pub use eval::{Measure, Race, Weights, explain};
pub use greedy::{Greedy, GreedyParams};
pub use replies::{Replies, RepliesParams, Reply};
pub use single::{Single, SingleParams};
pub use tree::{MonteCarlo, TreeParams};
pub use turns::{Chain, Length};

/// The players, the best known first.
pub const PLAYERS: &[PlayerEntry<Halma>] = &[
    PlayerEntry {
        name: "classic",
        about: "the turn after which the own pieces are nearest, along the diagonal",
        scale: None,
        options: options::CLASSIC,
        build: |options| Ok(Box::new(Greedy::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-nodiag",
        about: "the same before the diagonal was thought of",
        scale: None,
        options: options::NODIAG,
        build: |options| Ok(Box::new(Greedy::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-rollout",
        about: "classic, mixed with the mean of short random continuations",
        scale: None,
        options: options::ROLLOUT,
        build: |options| Ok(Box::new(Greedy::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-mcts",
        about: "a Monte Carlo tree of whole turns, kept from turn to turn",
        scale: None,
        options: options::MCTS,
        build: |options| Ok(Box::new(MonteCarlo::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-ab",
        about: "alpha-beta three actions deep, everybody else an enemy",
        scale: None,
        options: options::AB,
        build: |options| Ok(Box::new(AlphaBeta::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-ab8",
        about: "eight plies deep with one reply for everybody else",
        scale: None,
        options: options::AB8,
        build: |options| Ok(Box::new(Replies::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-greedy1",
        about: "the best single action",
        scale: None,
        options: options::GREEDY1,
        build: |options| Ok(Box::new(Single::read(options))),
        explain: Some(explain_position),
        own_file: None,
    },
];

/// The evaluation of a player under its checked options.
pub fn evaluation(options: &Options) -> Race {
    Race { weights: Weights::read(options) }
}

fn explain_position(
    options: &Options,
    game: &Halma,
    state: &State,
    pov: Player,
) -> Result<Vec<(String, f64)>, SpecError> {
    Ok(explain(game, state, pov, &evaluation(options)))
}
