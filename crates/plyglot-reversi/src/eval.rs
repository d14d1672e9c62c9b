//! How good a position is: by counting stones, or by what stones and moves promise.

mod features;
mod weights;

use plyglot_core::{EvalEntry, Evaluate, Options, Player, Scale};

use crate::{Reversi, State};

pub(crate) use features::{CORNERS, Features, neighbours};
pub(crate) use weights::Weights;

use weights::{MATERIAL_WEIGHTS, MOBILITY_WEIGHTS, WEIGHTS};

/// The evaluations by name.
pub(crate) const EVALUATIONS: &[EvalEntry<Reversi>] = &[
    EvalEntry {
        name: "default",
        about: "moves, open stones, corners and their neighbours, stable edges and parity, by phase",
        scale: Scale::new(1440.0),
        weights: WEIGHTS,
        build: |options| Box::new(Positional { weights: Weights::read(options) }),
    },
    EvalEntry {
        name: "mobility",
        about: "moves and corners only: fast",
        scale: Scale::new(150.0),
        weights: MOBILITY_WEIGHTS,
        build: |options| Box::new(Mobility::new(options)),
    },
    EvalEntry {
        name: "material",
        about: "own stones less the opponent's",
        scale: Scale::new(33.0),
        weights: MATERIAL_WEIGHTS,
        build: |options| Box::new(Material { stone: weight(options, "stone") }),
    },
];

fn weight(options: &Options, name: &str) -> i64 {
    options.int(name).unwrap_or(0)
}

/// Own stones less the opponent's.
struct Material {
    stone: i64,
}

impl Evaluate<Reversi> for Material {
    type Score = i64;

    fn score(&self, _game: &Reversi, state: &State, pov: Player) -> i64 {
        let [own, opponent] =
            [state.own(), state.opponent()].map(|set| i64::from(set.count_ones()));
        for_seat(self.stone * (own - opponent), state, pov)
    }
}

/// Moves and corners.
struct Mobility {
    mv: i64,
    corner: i64,
}

impl Mobility {
    fn new(options: &Options) -> Self {
        Mobility { mv: weight(options, "move"), corner: weight(options, "corner") }
    }
}

impl Evaluate<Reversi> for Mobility {
    type Score = i64;

    #[inline]
    fn score(&self, game: &Reversi, state: &State, pov: Player) -> i64 {
        let corners = CORNERS[game.size as usize];
        let count = |set: u64| i64::from(set.count_ones());
        let replies = game.mobility(state.opponent, state.own);
        let moves = count(state.mobility) - count(replies);
        let corners = count(state.own & corners) - count(state.opponent & corners);
        for_seat(self.mv * moves + self.corner * corners, state, pov)
    }
}

/// What stones and moves promise, in hundredths of a stone at the end.
struct Positional {
    weights: Weights,
}

impl Evaluate<Reversi> for Positional {
    type Score = i64;

    fn score(&self, game: &Reversi, state: &State, pov: Player) -> i64 {
        let replies = game.mobility(state.opponent, state.own);
        let features =
            Features::of(game.size, [state.own, state.opponent], [state.mobility, replies]);
        for_seat(self.weights.judge(&features).into(), state, pov)
    }
}

/// A score of the player to move as a seat sees it.
#[inline]
fn for_seat(score: i64, state: &State, pov: Player) -> i64 {
    if pov == state.to_move() { score } else { -score }
}
