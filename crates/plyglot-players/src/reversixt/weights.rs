//! The weights of the evaluation and the options that set them.

use plyglot_core::Options;

/// What counts while stones are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildingWeights {
    /// For a stone fixed along 0 to 4 axes, times its influence.
    pub fixed: [i64; 5],
    /// Against a stone beside a tile that lies at the end of 1 to 4 lines, times its influence.
    pub beside_better: [i64; 4],
    /// Against a stone beside a free tile, times its influence.
    pub frontier: i64,
    /// Against a stone beside a bonus tile, times the worth of an override stone.
    pub beside_bonus: i64,
    /// For an override stone, times the mean influence.
    pub override_stone: i64,
    /// For a bomb, times the mean number of neighbours to the power of the radius.
    pub bomb: i64,
    /// Against every player with a higher rating.
    pub better: i64,
}

/// What counts while bombs are thrown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BombingWeights {
    /// Whether the older formula is used.
    pub old: bool,
    /// What nobody ahead is worth.
    pub lead: i64,
    /// Whether that is multiplied by the number of players.
    pub lead_times_players: bool,
    /// The exponents of the older formula: of stones, enemy bombs and radius.
    pub powers: [f64; 3],
}

impl BuildingWeights {
    pub(super) fn read(options: &Options) -> Self {
        let weight = |name: &str| options.int(name).unwrap_or(0);
        BuildingWeights {
            fixed: ["fixed0", "fixed1", "fixed2", "fixed3", "fixed4"].map(weight),
            beside_better: ["beside1", "beside2", "beside3", "beside4"].map(weight),
            frontier: weight("frontier"),
            beside_bonus: weight("beside_bonus"),
            override_stone: weight("override"),
            bomb: weight("bomb"),
            better: weight("better"),
        }
    }
}

impl BombingWeights {
    pub(super) fn read(options: &Options) -> Self {
        let power = |name: &str| options.real(name).unwrap_or(1.0);
        BombingWeights {
            old: options.word("formula") == Some("old"),
            lead: options.int("lead").unwrap_or(0),
            lead_times_players: options.flag("lead_times_players") == Some(true),
            powers: ["stones_power", "bombs_power", "radius_power"].map(power),
        }
    }
}
