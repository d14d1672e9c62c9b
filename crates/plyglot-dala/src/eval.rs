//! How good a position is: by counting pieces, or by everything a player looks at.

mod terms;
mod weights;

use plyglot_core::{EvalEntry, Evaluate, Player, Scale};

use crate::{Dala, State};

pub(crate) use terms::{Terms, inner};

use weights::{FULL, Weights};

/// The evaluations by name.
pub(crate) const EVALUATIONS: &[EvalEntry<Dala>] = &[
    EvalEntry {
        name: "default",
        about: "pieces, threats, lines, freedom, squares and the turn, by pieces in hand",
        scale: Scale::new(142.0),
        weights: weights::WEIGHTS,
        build: |options| Box::new(Positional { weights: Weights::read(options) }),
    },
    EvalEntry {
        name: "material",
        about: "own pieces less the opponent's, on the board and in hand",
        scale: Scale::new(1.4),
        weights: &[],
        build: |_| Box::new(Material),
    },
];

/// Own pieces less the opponent's.
struct Material;

impl Evaluate<Dala> for Material {
    type Score = i64;

    fn score(&self, _game: &Dala, state: &State, pov: Player) -> i64 {
        for_seat(i64::from(state.total(Player(0))) - i64::from(state.total(Player(1))), pov)
    }
}

/// Everything a player looks at, with weights that slide from the dropping to the stepping.
struct Positional {
    weights: Weights,
}

impl Evaluate<Dala> for Positional {
    type Score = i64;

    fn score(&self, game: &Dala, state: &State, pov: Player) -> i64 {
        let [first, second] = [0, 1].map(|seat| Terms::of(game, state, seat));
        let ahead = first.zip(&second, |own, other| own - other);
        let weights = self.weights.at(usize::from(state.reserve[0] + state.reserve[1]));
        let left = (first.piece + second.piece).max(1);
        let lead = self.weights.lead * ahead.piece * FULL as i32 / left;
        for_seat((ahead.zip(weights, |count, weight| count * weight).sum() + lead).into(), pov)
    }
}

/// A score of the first player's as a seat sees it.
fn for_seat(first: i64, pov: Player) -> i64 {
    if pov == Player(0) { first } else { -first }
}
