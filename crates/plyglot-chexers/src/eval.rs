//! How good a position is: by counting pieces, or by everything a player looks at.
//!
//! Every colour has a worth of its own. A seat's score is its worth less that of the two others, the
//! stronger of whom counts for more. Scores never sum to more than nothing, so that paranoid searches
//! and max^n can both use them.

mod counts;
mod pace;
mod solo;
mod weights;

use plyglot_core::{
    EvalEntry, Evaluate, OptionKind, OptionSpec, Options, PerPlayer, Player, Scale, seats,
};

use crate::{Chexers, State};

use counts::Counts;
pub(crate) use counts::{jumpable, leaps, open_lines};
pub(crate) use pace::Pace;
#[cfg(test)]
pub(crate) use solo::SETS;
pub(crate) use solo::Solo;
use weights::Weights;

/// The evaluations by name.
pub(crate) const EVALUATIONS: &[EvalEntry<Chexers>] = &[
    EvalEntry {
        name: "default",
        about: "exits, pieces needed and spare, way to go, conversions in the air, shelter, tempo",
        scale: Scale::new(45000.0),
        weights: weights::DEFAULT,
        build: |options| Box::new(Positional { weights: Weights::read(options) }),
    },
    EvalEntry {
        name: "race",
        about: "the same, by the turns to the win if nobody interferes and who is ahead in them; tuned",
        scale: Scale::new(51000.0),
        weights: weights::RACE,
        build: |options| Box::new(Positional { weights: Weights::read(options) }),
    },
    EvalEntry {
        name: "material",
        about: "own pieces and exits less those of the others",
        scale: Scale::new(48.0),
        weights: MATERIAL_WEIGHTS,
        build: |options| Box::new(Material::new(options)),
    },
];

const MATERIAL_WEIGHTS: &[OptionSpec] = &[
    OptionSpec {
        name: "piece",
        kind: OptionKind::Int { min: 0, max: 1000 },
        default: "1",
        help: "what a piece on the board is worth",
    },
    OptionSpec {
        name: "exit",
        kind: OptionKind::Int { min: 0, max: 1000 },
        default: "1",
        help: "what a piece that has left the board is worth",
    },
];

/// Own pieces and exits less those of the others.
struct Material {
    piece: i64,
    exit: i64,
}

impl Material {
    fn new(options: &Options) -> Self {
        let weight = |name| options.int(name).unwrap_or(0);
        Material { piece: weight("piece"), exit: weight("exit") }
    }
}

impl Evaluate<Chexers> for Material {
    type Score = i64;

    fn score(&self, _game: &Chexers, state: &State, pov: Player) -> i64 {
        let worth = |seat| {
            self.piece * i64::from(state.piece_count(seat))
                + self.exit * i64::from(state.exits(seat))
        };
        let total: i64 = seats(3).map(worth).sum();
        2 * worth(pov) - total
    }
}

/// Everything a player looks at.
struct Positional {
    weights: Weights,
}

impl Positional {
    /// What the colours are worth, the player to act first; nothing without pieces on the board.
    #[inline]
    fn worths(&self, game: &Chexers, state: &State) -> [Option<i64>; 3] {
        Counts::of(game, state, self.weights.race())
            .map(|counts| counts.is_alive().then(|| self.weights.worth(&counts)))
    }

    /// The worth of the colour of `order` less that of the two others; who has no pieces left is nobody's
    /// rival any more.
    #[inline]
    fn balance(&self, worths: [Option<i64>; 3], order: usize) -> i64 {
        let leader = self.weights.leader;
        let others = match (worths[(order + 1) % 3], worths[(order + 2) % 3]) {
            (Some(one), Some(other)) => leader * one.max(other) + (100 - leader) * one.min(other),
            (one, other) => 100 * one.or(other).unwrap_or(0),
        };
        worths[order].map_or(-others.max(0), |own| 100 * own - others)
    }
}

/// How many turns after the player to act a seat has its own.
pub(crate) fn order_of(state: &State, seat: Player) -> usize {
    (seat.idx() + 3 - usize::from(state.turn)) % 3
}

impl Evaluate<Chexers> for Positional {
    type Score = i64;

    fn score(&self, game: &Chexers, state: &State, pov: Player) -> i64 {
        self.balance(self.worths(game, state), order_of(state, pov))
    }

    fn scores(&self, game: &Chexers, state: &State) -> PerPlayer<i64> {
        let worths = self.worths(game, state);
        let mut all = PerPlayer::default();
        for seat in seats(3) {
            all[seat] = self.balance(worths, order_of(state, seat));
        }
        all
    }
}
