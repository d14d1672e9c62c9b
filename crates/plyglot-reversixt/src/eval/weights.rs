//! The weights of the default evaluation.

use plyglot_core::{OptionKind, OptionSpec, Options};

/// The weights by name; a stone on the full board is worth about a hundred.
pub(crate) const WEIGHTS: &[OptionSpec] = &[
    weight("stone", "-30", "for every stone on an empty board, of two players"),
    weight("stone_many", "20", "the same of more players, where few stones are soon lost"),
    weight("stone_late", "50", "for every stone on a full board; in between it grows as a square"),
    weight("protected1", "0", "for a stone that cannot be captured along one axis"),
    weight("protected2", "20", "along two axes"),
    weight("protected3", "50", "along three axes, as on an edge"),
    weight("safe", "800", "along all four, as in a corner"),
    weight("stable", "100", "for every stone that only override stones can capture"),
    weight("beside_safe", "-350", "for a stone beside a free corner"),
    weight("edge_beside_safe", "-80", "the same for a stone on an edge"),
    weight("mobility", "1200", "for the share of everybody's moves"),
    weight("lone", "0", "for a move that nobody else has"),
    weight("safe_move", "0", "for a move to a tile that is safe"),
    weight("bonus_move", "0", "for a move to a bonus tile"),
    weight("open", "-20", "for every free tile beside own stones"),
    weight("override", "120", "for an override stone, for every tile that a tile's lines reach"),
    weight("few", "0", "for every stone fewer than five"),
    percent("inversion", "0", "how much inversion tiles still free pass stones on, in percent"),
    percent(
        "choice",
        "0",
        "how much a choice tile still free makes stones everybody's, in percent",
    ),
    weight("bomb", "50", "for a bomb, for every tile that it destroys"),
    weight("bombing_stone", "100", "for every stone in the bombing phase"),
    weight("rank", "500", "for every player behind, in the bombing phase"),
];

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Int { min: -10_000, max: 10_000 }, default, help }
}

const fn percent(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Int { min: 0, max: 100 }, default, help }
}

/// The same as plain values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    pub(crate) stone: i64,
    pub(crate) stone_many: i64,
    pub(crate) stone_late: i64,
    pub(crate) protected: [i64; 4],
    pub(crate) stable: i64,
    pub(crate) beside_safe: [i64; 2],
    pub(crate) mobility: i64,
    /// For moves that nobody else has, moves to safe tiles, and moves to bonus tiles.
    pub(crate) moves: [i64; 3],
    pub(crate) open: i64,
    pub(crate) override_stone: i64,
    pub(crate) few: i64,
    pub(crate) inversion: i64,
    pub(crate) choice: i64,
    pub(crate) bomb: i64,
    pub(crate) bombing_stone: i64,
    pub(crate) rank: i64,
}

impl Weights {
    /// The values of checked options.
    pub(crate) fn read(options: &Options) -> Self {
        let weight = |name: &str| options.int(name).unwrap_or(0);
        Weights {
            stone: weight("stone"),
            stone_many: weight("stone_many"),
            stone_late: weight("stone_late"),
            protected: ["protected1", "protected2", "protected3", "safe"].map(weight),
            stable: weight("stable"),
            beside_safe: ["edge_beside_safe", "beside_safe"].map(weight),
            mobility: weight("mobility"),
            moves: ["lone", "safe_move", "bonus_move"].map(weight),
            open: weight("open"),
            override_stone: weight("override"),
            few: weight("few"),
            inversion: weight("inversion"),
            choice: weight("choice"),
            bomb: weight("bomb"),
            bombing_stone: weight("bombing_stone"),
            rank: weight("rank"),
        }
    }
}
