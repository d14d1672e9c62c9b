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
use plyglot_search::Search;

use crate::PlayerEntry;

pub use alphabeta::{AlphaBeta, AlphaBetaParams};
pub use check::{check_row, rows};
pub use eval::{Measure, Race, Weights, explain};
pub use greedy::{Greedy, GreedyParams};
pub use replies::{Replies, RepliesParams};
pub use single::Single;
pub use tree::{MonteCarlo, TreeParams};

/// The players, the best known first.
pub const PLAYERS: &[PlayerEntry<Halma>] = &[
    PlayerEntry {
        name: "classic",
        about: "the turn after which the own pieces are nearest, along the diagonal",
        scale: None,
        options: options::CLASSIC,
        build: build_greedy,
        explain: Some(explain_position),
    },
    PlayerEntry {
        name: "classic-nodiag",
        about: "the same before the diagonal was thought of",
        scale: None,
        options: options::NODIAG,
        build: build_greedy,
        explain: Some(explain_position),
    },
    PlayerEntry {
        name: "classic-rollout",
        about: "classic, mixed with the mean of short random continuations",
        scale: None,
        options: options::ROLLOUT,
        build: build_greedy,
        explain: Some(explain_position),
    },
    PlayerEntry {
        name: "classic-mcts",
        about: "a Monte Carlo tree of whole turns, kept from turn to turn",
        scale: None,
        options: options::MCTS,
        build: build_tree,
        explain: Some(explain_position),
    },
    PlayerEntry {
        name: "classic-ab",
        about: "alpha-beta three actions deep, everybody else an enemy",
        scale: None,
        options: options::AB,
        build: build_alphabeta,
        explain: Some(explain_position),
    },
    PlayerEntry {
        name: "classic-ab8",
        about: "eight plies deep with one reply for everybody else",
        scale: None,
        options: options::AB8,
        build: build_replies,
        explain: Some(explain_position),
    },
    PlayerEntry {
        name: "classic-greedy1",
        about: "the best single action",
        scale: None,
        options: options::GREEDY1,
        build: build_single,
        explain: Some(explain_position),
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

fn count(options: &Options, spec_name: &str) -> u32 {
    options.int(spec_name).unwrap_or(0) as u32
}

fn is_on(options: &Options, name: &str) -> bool {
    options.flag(name) == Some(true)
}

fn build_greedy(options: &Options) -> Result<Box<dyn Search<Halma>>, SpecError> {
    let params = GreedyParams {
        hops: count(options, "hops") as usize,
        depth: count(options, "depth"),
        random_ties: options.word("ties") == Some("random"),
        rollouts: i64::from(count(options, "rollouts")),
        length: count(options, "length"),
        divisor: i64::from(count(options, "divisor")),
    };
    Ok(Box::new(Greedy::new(evaluation(options), params)))
}

fn build_tree(options: &Options) -> Result<Box<dyn Search<Halma>>, SpecError> {
    let params = TreeParams {
        iterations: count(options, "iterations"),
        rollouts: count(options, "rollouts"),
        length: count(options, "length"),
        constant: options.real("constant").unwrap_or(1.0),
        reuse: is_on(options, "reuse"),
        hops: count(options, "hops") as usize,
    };
    Ok(Box::new(MonteCarlo::new(evaluation(options), params)))
}

fn build_alphabeta(options: &Options) -> Result<Box<dyn Search<Halma>>, SpecError> {
    let params = AlphaBetaParams {
        depth: count(options, "depth"),
        skip: is_on(options, "skip"),
        random_before: count(options, "random_before"),
        random_arrived: count(options, "random_arrived"),
    };
    Ok(Box::new(AlphaBeta { eval: evaluation(options), params }))
}

fn build_replies(options: &Options) -> Result<Box<dyn Search<Halma>>, SpecError> {
    let params = RepliesParams {
        depth: count(options, "depth"),
        follow: count(options, "follow"),
        random: options.word("replies") == Some("random"),
        skip: is_on(options, "skip"),
        skip_undo: is_on(options, "skip_undo"),
    };
    Ok(Box::new(Replies::new(evaluation(options), params)))
}

fn build_single(options: &Options) -> Result<Box<dyn Search<Halma>>, SpecError> {
    Ok(Box::new(Single { eval: evaluation(options), hops: count(options, "hops") as usize }))
}
