//! The weights of the evaluation, in hundredths of a man.

use std::ops::{Add, Mul};

use plyglot_core::{OptionKind, OptionSpec, Options};

/// A weight that slides from one value with 24 pieces on the board to another with none.
#[derive(Clone, Copy)]
pub(super) struct Tapered {
    early: i32,
    late: i32,
}

impl Tapered {
    /// The value with so many pieces on the board.
    #[inline]
    pub(super) fn at(self, pieces: i32) -> i32 {
        let pieces = pieces.min(FULL);
        (self.early * pieces + self.late * (FULL - pieces)) / FULL
    }
}

const FULL: i32 = 24;

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered { early: self.early + other.early, late: self.late + other.late }
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        Tapered { early: self.early * times, late: self.late * times }
    }
}

/// The weights, named as their options; those with `_late` are the second half of a pair.
pub(super) struct Weights {
    pub man: Tapered,
    pub king: Tapered,
    pub home: Tapered,
    pub bridge: Tapered,
    pub corner: Tapered,
    pub centre: Tapered,
    pub edge: Tapered,
    pub advance: Tapered,
    pub support: Tapered,
    pub runaway: Tapered,
    pub steps: Tapered,
    pub cramp: Tapered,
    pub dog_hole: Tapered,
    pub king_steps: Tapered,
    pub king_trapped: Tapered,
    pub king_centre: Tapered,
    pub sole_king: Tapered,
    pub refuge: Tapered,
    pub hunt: Tapered,
    pub turn: Tapered,
    pub threat: Tapered,
    pub opposition: Tapered,
    pub trade: i32,
}

impl Weights {
    pub(super) fn read(options: &Options) -> Self {
        let int = |name: &str| options.int(name).unwrap_or(0) as i32;
        let of = |name: &str| Tapered { early: int(name), late: int(&format!("{name}_late")) };
        Weights {
            man: of("man"),
            king: of("king"),
            home: of("home"),
            bridge: of("bridge"),
            corner: of("corner"),
            centre: of("centre"),
            edge: of("edge"),
            advance: of("advance"),
            support: of("support"),
            runaway: of("runaway"),
            steps: of("steps"),
            cramp: of("cramp"),
            dog_hole: of("dog_hole"),
            king_steps: of("king_steps"),
            king_trapped: of("king_trapped"),
            king_centre: of("king_centre"),
            sole_king: of("sole_king"),
            refuge: of("refuge"),
            hunt: of("hunt"),
            turn: of("turn"),
            threat: of("threat"),
            opposition: of("opposition"),
            trade: int("trade"),
        }
    }
}

/// The options behind the weights: with 24 pieces on the board, then with hardly any.
pub(super) const WEIGHTS: &[OptionSpec] = &[
    weight("man", "100", "a man"),
    weight("man_late", "100", LATE),
    weight("king", "134", "a king"),
    weight("king_late", "146", LATE),
    weight("home", "21", "a man on the home row"),
    weight("home_late", "13", LATE),
    weight("bridge", "17", "men on both bridge squares, 30 and 32 (1 and 3)"),
    weight("bridge_late", "15", LATE),
    weight("corner", "8", "an intact double corner"),
    weight("corner_late", "4", LATE),
    weight("centre", "4", "a man among the middle eight squares"),
    weight("centre_late", "-9", LATE),
    weight("edge", "3", "a man at the left or right edge"),
    weight("edge_late", "11", LATE),
    weight("advance", "-10", "a row that a man has advanced"),
    weight("advance_late", "3", LATE),
    weight("support", "12", "a piece diagonally behind a man"),
    weight("support_late", "-2", LATE),
    weight("runaway", "8", "a row that a man has advanced whom nobody can stop"),
    weight("runaway_late", "0", LATE),
    weight("steps", "15", "a step of a man that loses nothing at once"),
    weight("steps_late", "11", LATE),
    weight("cramp", "9", "a man on 13 (20) that holds the one on 9 (24)"),
    weight("cramp_late", "3", LATE),
    weight("dog_hole", "-6", "a man on 5 (28) held by the one on 1 (32)"),
    weight("dog_hole_late", "-5", LATE),
    weight("king_steps", "6", "a step of a king that loses nothing at once"),
    weight("king_steps_late", "0", LATE),
    weight("king_trapped", "-15", "a king without such a step"),
    weight("king_trapped_late", "-17", LATE),
    weight("king_centre", "5", "a king among the middle eight squares"),
    weight("king_centre_late", "0", LATE),
    weight("sole_king", "10", "having kings when the opponent has none"),
    weight("sole_king_late", "10", LATE),
    weight("refuge", "0", "a king in a double corner, for the side with fewer pieces"),
    weight("refuge_late", "22", LATE),
    weight("hunt", "0", "a king near a king of the side with fewer pieces"),
    weight("hunt_late", "8", LATE),
    weight("turn", "-1", "being on turn"),
    weight("turn_late", "1", LATE),
    weight("threat", "-5", "a piece under attack, for the side on turn"),
    weight("threat_late", "-5", LATE),
    weight("opposition", "-4", "having the move when numbers are equal"),
    weight("opposition_late", "7", LATE),
    weight("trade", "250", "a piece ahead, divided by the pieces on the board"),
];

const LATE: &str = "the same with hardly any piece on the board";

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Int { min: -1000, max: 1000 }, default, help }
}
