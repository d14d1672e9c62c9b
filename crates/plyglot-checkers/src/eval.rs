//! How good a position is: by counting pieces, or by everything a player looks at.

mod counts;
mod weights;

use plyglot_core::{EvalEntry, Evaluate, OptionKind, OptionSpec, Options, Player, Scale};

use crate::{Checkers, Position, Side};

pub(crate) use counts::{Counts, View};
use weights::{Tapered, Weights};

/// The evaluations by name.
pub(crate) const EVALUATIONS: &[EvalEntry<Checkers>] = &[
    EvalEntry {
        name: "default",
        about: "material, guard, structure, passed men, safe steps and the move, by phase",
        scale: Scale::new(355.0),
        weights: weights::WEIGHTS,
        build: |options| Box::new(Positional::new(options)),
    },
    EvalEntry {
        name: "material",
        about: "own men and kings less the opponent's",
        scale: Scale::new(5.6),
        weights: MATERIAL_WEIGHTS,
        build: |options| Box::new(Material::new(options)),
    },
];

const MATERIAL_WEIGHTS: &[OptionSpec] = &[
    OptionSpec {
        name: "man",
        kind: OptionKind::Int { min: 0, max: 1000 },
        default: "1",
        help: "what a man is worth",
    },
    OptionSpec {
        name: "king",
        kind: OptionKind::Int { min: 0, max: 1000 },
        default: "2",
        help: "what a king is worth",
    },
];

/// Own men and kings less the opponent's.
struct Material {
    man: i64,
    king: i64,
}

impl Material {
    fn new(options: &Options) -> Self {
        let weight = |name| options.int(name).unwrap_or(0);
        Material { man: weight("man"), king: weight("king") }
    }
}

impl Evaluate<Checkers> for Material {
    type Score = i64;

    fn score(&self, _game: &Checkers, state: &Position, pov: Player) -> i64 {
        let worth = |side| {
            let (men, kings) = state.count(side);
            self.man * i64::from(men) + self.king * i64::from(kings)
        };
        for_seat(worth(Side::White) - worth(Side::Black), pov)
    }
}

/// Everything a player looks at, with weights that slide from the opening to the ending.
struct Positional {
    weights: Weights,
}

impl Positional {
    fn new(options: &Options) -> Self {
        Positional { weights: Weights::read(options) }
    }

    /// What the two sides' counts are worth together, from the first one's side.
    fn structure(&self, own: &Counts, other: &Counts) -> Tapered {
        let weights = &self.weights;
        weights.man * (own.men - other.men)
            + weights.king * (own.kings - other.kings)
            + weights.home * (own.home - other.home)
            + weights.bridge * (own.bridge - other.bridge)
            + weights.corner * (own.corner - other.corner)
            + weights.centre * (own.centre - other.centre)
            + weights.edge * (own.edge - other.edge)
            + weights.advance * (own.advance - other.advance)
            + weights.support * (own.support - other.support)
            + weights.runaway * (own.runaway - other.runaway)
            + weights.steps * (own.steps - other.steps)
            + weights.cramp * (own.cramp - other.cramp)
            + weights.dog_hole * (own.dog_hole - other.dog_hole)
            + weights.king_steps * (own.king_steps - other.king_steps)
            + weights.king_trapped * (own.kings_trapped - other.kings_trapped)
            + weights.king_centre * (own.kings_central - other.kings_central)
            + weights.sole_king * (own.sole_king - other.sole_king)
            + weights.refuge * (own.refuge - other.refuge)
            + weights.hunt * (own.hunters - other.hunters)
    }

    /// What being on turn is worth, with pieces under attack, and with or without the move when
    /// numbers are equal.
    fn turn(&self, mover: &View, counts: &Counts, equal: bool) -> Tapered {
        let weights = &self.weights;
        let opposition = match (equal, mover.has_the_move()) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => -1,
        };
        weights.turn + weights.threat * counts.threatened + weights.opposition * opposition
    }

    /// From White's side.
    fn white(&self, state: &Position) -> i32 {
        let white = View::of(state);
        let black = View::of(&state.turned());
        let (own, other) = (Counts::of(&white), Counts::of(&black));
        let ahead = own.pieces() - other.pieces();
        let turn = match state.side {
            Side::White => self.turn(&white, &own, ahead == 0),
            Side::Black => self.turn(&black, &other, ahead == 0) * -1,
        };
        let total = own.pieces() + other.pieces();
        let trade = self.weights.trade * ahead / total.max(1);
        (self.structure(&own, &other) + turn).at(total) + trade
    }
}

impl Evaluate<Checkers> for Positional {
    type Score = i64;

    fn score(&self, _game: &Checkers, state: &Position, pov: Player) -> i64 {
        for_seat(self.white(state).into(), pov)
    }
}

/// A score of White's as a seat sees it.
fn for_seat(white: i64, pov: Player) -> i64 {
    if pov == Side::White.player() { white } else { -white }
}
