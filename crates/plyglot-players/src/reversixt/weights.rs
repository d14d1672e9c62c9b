//! The weights of the evaluation.

use std::ops::RangeInclusive;

use plyglot_core::{choices, options};

const RANGE: RangeInclusive<i64> = -1_000_000_000..=1_000_000_000;

options! {
    /// What counts while stones are placed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct BuildingWeights {
        /// for a stone that is nowhere fixed, times its influence
        pub fixed0: i64 = "15" in RANGE,
        /// the same fixed along one axis
        pub fixed1: i64 = "25" in RANGE,
        /// along two axes
        pub fixed2: i64 = "60" in RANGE,
        /// along three axes
        pub fixed3: i64 = "120" in RANGE,
        /// along all four
        pub fixed4: i64 = "400" in RANGE,
        /// against a stone beside an end of one line, times its influence
        pub beside1: i64 = "25" in RANGE,
        /// the same beside an end of two lines
        pub beside2: i64 = "60" in RANGE,
        /// of three lines
        pub beside3: i64 = "120" in RANGE,
        /// of four lines
        pub beside4: i64 = "400" in RANGE,
        /// against a stone beside a free tile, times its influence
        pub frontier: i64 = "8" in RANGE,
        /// against a stone beside a bonus tile, in override stones
        pub beside_bonus: i64 = "400" in RANGE,
        /// for an override stone, times the mean influence
        pub override_stone("override"): i64 = "200" in RANGE,
        /// for a bomb, times the mean number of neighbours to the radius
        pub bomb: i64 = "200" in RANGE,
        /// against every player with a higher rating
        pub better: i64 = "10000000" in RANGE,
    }
}

options! {
    /// What counts while bombs are thrown.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct BombingWeights {
        /// the formula of the bombing phase
        pub formula: Formula = "new",
        /// for nobody being ahead in the bombing phase
        pub lead: i64 = "2500" in RANGE,
        /// multiply lead by the number of players
        pub lead_times_players: bool = "false",
        /// exponent of own stones in the older formula
        pub stones_power: f64 = "1" in 0.0..=100.0,
        /// exponent of enemy bombs in the older formula
        pub bombs_power: f64 = "1" in 0.0..=100.0,
        /// exponent of the radius in the older formula
        pub radius_power: f64 = "1" in 0.0..=100.0,
    }
}

choices! {
    /// The formula of the bombing phase.
    pub enum Formula {
        /// Ranks and stones.
        New = "new",
        /// A quotient of powers.
        Old = "old",
    }
}

impl BuildingWeights {
    /// For a stone fixed along 0 to 4 axes.
    pub(super) fn fixed(&self, axes: usize) -> i64 {
        [self.fixed0, self.fixed1, self.fixed2, self.fixed3, self.fixed4][axes]
    }

    /// Against a stone beside a tile that lies at the end of 1 to 4 lines.
    pub(super) fn beside_better(&self, lines: usize) -> i64 {
        [self.beside1, self.beside2, self.beside3, self.beside4][lines - 1]
    }
}
