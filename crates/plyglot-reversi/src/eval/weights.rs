//! The weights of the evaluations.

use plyglot_core::{OptionKind, OptionSpec, Options};

use super::Features;

/// A weight that slides from one value on an empty board to another on a full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tapered {
    early: i32,
    late: i32,
}

/// The weights of the default evaluation, named as their options; those with `_late` are the second
/// half of a pair.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    turn: Tapered,
    parity: Tapered,
    stones: Tapered,
    moves: Tapered,
    share: Tapered,
    potential: Tapered,
    open: Tapered,
    corners: Tapered,
    corner_moves: Tapered,
    x_squares: Tapered,
    c_squares: Tapered,
    edge: Tapered,
    stable: Tapered,
}

impl Weights {
    pub(crate) fn read(options: &Options) -> Self {
        let int = |name: &str| options.int(name).unwrap_or(0) as i32;
        let of = |name: &str| Tapered { early: int(name), late: int(&format!("{name}_late")) };
        Weights {
            turn: of("turn"),
            parity: of("parity"),
            stones: of("stones"),
            moves: of("moves"),
            share: of("share"),
            potential: of("potential"),
            open: of("open"),
            corners: of("corners"),
            corner_moves: of("corner_moves"),
            x_squares: of("x_squares"),
            c_squares: of("c_squares"),
            edge: of("edge"),
            stable: of("stable"),
        }
    }

    /// The value for the player to move, in hundredths of a stone.
    #[inline]
    pub(crate) fn judge(&self, features: &Features) -> i32 {
        let terms = [
            (self.turn, 1),
            (self.parity, features.parity),
            (self.stones, features.stones),
            (self.moves, features.moves),
            (self.share, features.share),
            (self.potential, features.potential),
            (self.open, features.open),
            (self.corners, features.corners),
            (self.corner_moves, features.corner_moves),
            (self.x_squares, features.x_squares),
            (self.c_squares, features.c_squares),
            (self.edge, features.edge),
            (self.stable, features.stable),
        ];
        let early: i32 = terms.iter().map(|(weight, times)| weight.early * times).sum();
        let late: i32 = terms.iter().map(|(weight, times)| weight.late * times).sum();
        (early * features.empties + late * (64 - features.empties)) / 64
    }
}

impl Default for Weights {
    fn default() -> Self {
        Weights::read(&Options::defaults(WEIGHTS))
    }
}

/// The options behind the weights: on an empty board, then on a full one.
pub(super) const WEIGHTS: &[OptionSpec] = &[
    weight("turn", "-392", "being on turn"),
    weight("turn_late", "-119", LATE),
    weight("parity", "188", "an odd number of empty squares on one's turn"),
    weight("parity_late", "268", LATE),
    weight("stones", "-88", "a stone"),
    weight("stones_late", "59", LATE),
    weight("moves", "-80", "a move"),
    weight("moves_late", "101", LATE),
    weight("share", "39", "a 64th of both players' moves"),
    weight("share_late", "25", LATE),
    weight("potential", "84", "an empty square next to the other's stones"),
    weight("potential_late", "-71", LATE),
    weight("open", "-87", "a stone next to an empty square"),
    weight("open_late", "-127", LATE),
    weight("corners", "1577", "a corner"),
    weight("corners_late", "11", LATE),
    weight("corner_moves", "144", "a corner to be taken at once"),
    weight("corner_moves_late", "437", LATE),
    weight("x_squares", "-1478", "a stone diagonally next to an empty corner"),
    weight("x_squares_late", "233", LATE),
    weight("c_squares", "-321", "a stone beside an empty corner"),
    weight("c_squares_late", "90", LATE),
    weight("edge", "139", "another stone on the edge"),
    weight("edge_late", "-63", LATE),
    weight("stable", "227", "a stone on the edge that is safe for ever"),
    weight("stable_late", "98", LATE),
];

const LATE: &str = "the same on a full board";

/// The weights of the fast evaluation.
pub(super) const MOBILITY_WEIGHTS: &[OptionSpec] =
    &[weight("move", "10", "a move"), weight("corner", "100", "a corner")];

/// The weight of the simplest evaluation.
pub(super) const MATERIAL_WEIGHTS: &[OptionSpec] = &[weight("stone", "1", "a stone")];

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Int { min: -10_000, max: 10_000 }, default, help }
}
