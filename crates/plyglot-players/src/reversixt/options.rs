//! Everything in the players that can be changed, written once.

use std::time::Duration;

use plyglot_core::{OptionSpec, choices, declare::with, options};

use super::weights::{BombingWeights, BuildingWeights};

options! {
    /// What a player is set to; the defaults are those of the player as described.
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Settings {
        /// 1 minimax, 2 alpha-beta, 3 and sorted moves, 4 and windows
        algorithm: u32 = "3" in 1..=4,
        /// how many moves to look ahead at most; 0 for no limit
        depth: u32 = "0" in 0..=MOST_DEPTH,
        /// moves at the root: a new best one goes to the front, or all by their last values
        pub(super) sort: Sort = "front",
        /// half the width of the window, for every tile of the map
        pub(super) window: f64 = "5" in 0.0..=1e9,
        /// the same on the failing side when searching again
        pub(super) wider: f64 = "20" in 0.0..=1e9,
        /// put one bound on the last value: the one described, or the one that an expected fall after
        /// others' moves and rise after own ones calls for
        pub(super) predict: Predict = "off",
        /// instead of window: far bounds are the last value times this
        pub(super) far: f64 = "0" in 0.0..=1e9,
        /// when override stones are considered: always, or if there is no other move
        pub(super) overrides: Overrides = "always",
        /// leave players whose stones cannot be reached out of the search
        pub(super) near_only: bool = "false",
        /// seconds for a move; 0 to use all that is given
        time: f64 = "0" in 0.0..=1e6,
        /// seconds of the time that are left unused
        reserve: f64 = "0.05" in 0.0..=1e3,
        /// how long new iterations begin: half the time, or less the more the tree grows
        pub(super) start_next: StartNext = "half",
        pub(super) bombing: BombingWeights,
        pub(super) building: BuildingWeights,
        /// seconds for a move if the depth is limited
        depth_time: f64 = "120" in 0.0..=1e6,
    }
}

/// How deep a search goes if nothing else limits it.
const MOST_DEPTH: u32 = 200;

/// The player as described.
pub const CLASSIC_OPTIONS: &[OptionSpec] = &Settings::OPTIONS;

/// The player as it was programmed in the end.
pub const FINAL_OPTIONS: &[OptionSpec] = &with(
    Settings::OPTIONS,
    &[
        ("sort", "full"),
        ("overrides", "last"),
        ("near_only", "true"),
        ("reserve", "0.15"),
        ("start_next", "growth"),
        ("lead_times_players", "true"),
    ],
);

choices! {
    /// How moves at the root are sorted.
    pub(super) enum Sort {
        /// A new best one goes to the front.
        Front = "front",
        /// All by their last values, tile by tile.
        Full = "full",
    }
}

choices! {
    /// On which side of the last value the next one is predicted.
    pub(super) enum Predict {
        Off = "off",
        Described = "described",
        Expected = "expected",
    }
}

choices! {
    /// When override stones are considered.
    pub(super) enum Overrides {
        Always = "always",
        /// If there is no other move.
        Last = "last",
    }
}

choices! {
    /// How long new iterations begin.
    pub(super) enum StartNext {
        /// Half the time.
        Half = "half",
        /// Less the more the tree grows.
        Growth = "growth",
    }
}

impl Settings {
    /// Whether branches that cannot matter are cut.
    pub(super) fn prunes(&self) -> bool {
        self.algorithm >= 2
    }

    /// Whether moves at the root are sorted.
    pub(super) fn sorts(&self) -> bool {
        self.algorithm >= 3
    }

    /// Whether windows are used.
    pub(super) fn has_windows(&self) -> bool {
        self.algorithm >= 4
    }

    /// Whether the depth is limited, and with it not when iterations begin.
    pub(super) fn limits_depth(&self) -> bool {
        self.depth > 0
    }

    /// How many moves to look ahead at most.
    pub(super) fn most_depth(&self) -> u32 {
        if self.limits_depth() { self.depth } else { MOST_DEPTH }
    }

    /// The time that can be used, if there is a limit.
    pub(super) fn usable(&self) -> Option<Duration> {
        let time = if self.limits_depth() { self.depth_time } else { self.time };
        (time > 0.0).then(|| Duration::from_secs_f64((time - self.reserve).max(0.0)))
    }
}
