//! The classic player of Checkers, as programmed and as described.
//!
//! Alpha-beta to a fixed depth ([`search`]) with a cache of states whose rule of reuse is the player's
//! own, a heap for the order of moves ([`Ordering`]) and an evaluation of both or one side
//! ([`Evaluation`]). [`Classic`] plays with it, and [`check_row`] compares it with records.

mod board;
mod evaluation;
mod heap;
mod minimax;
mod ordering;
mod player;
mod rows;
mod squares;

#[cfg(test)]
mod tests;

use plyglot_checkers::{Checkers, Position};
use plyglot_core::{Evaluate, Game, Options, Player, Scale, SpecError};

use crate::PlayerEntry;

pub use evaluation::{Evaluation, Terms, Variant, explain};
pub use minimax::{Answer, Cache, Leaf, Params, search};
pub use ordering::Ordering;
pub use player::Classic;
pub use rows::{check_row, rows};

/// The players, the best known first.
pub const PLAYERS: &[PlayerEntry<Checkers>] = &[
    PlayerEntry {
        name: "classic",
        about: "alpha-beta to depth 9 with a state cache and a heap of moves, as programmed",
        scale: Some(Scale::new(117.0)),
        options: &Params::OPTIONS,
        build: |options| Ok(Box::new(Classic { params: Params::read(options) })),
        explain: Some(explain_position),
        own_file: None,
    },
    PlayerEntry {
        name: "classic-report",
        about: "the same to depth 8 as described, judging only its own pieces",
        scale: Some(Scale { unit: 157.0, even: 46.5 }),
        options: &minimax::DESCRIBED,
        build: |options| Ok(Box::new(Classic { params: Params::read(options) })),
        explain: Some(explain_position),
        own_file: None,
    },
];

/// The terms of the evaluation, or how the game has ended, draw rules left aside as the player does.
fn explain_position(
    options: &Options,
    game: &Checkers,
    state: &Position,
    pov: Player,
) -> Result<Vec<(String, f64)>, SpecError> {
    let evaluation = Params::read(options).evaluation;
    Ok(match board::RULES.outcome(state) {
        None => explain(game, state, pov, &evaluation),
        Some(payoffs) => {
            let value = evaluation.terminal(game, state, &payoffs, pov);
            vec![("end of the game".to_owned(), value)]
        }
    })
}
