//! Options and the maps that come with the game.

use plyglot_core::{OptionKind, OptionSpec, OptionValue, Options, SpecError};

use crate::ReversiXt;

/// The rules that are no part of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How players with equally many stones are ranked.
    pub rank_ties: RankTies,
    /// The largest height or width of a map.
    pub map_limit: u32,
    /// What happens to stocks above 255 in the head of a map.
    pub stock_range: StockRange,
    /// Whether a disqualified player may be named on a choice tile.
    pub disqualified_in_choice: bool,
}

/// How players with equally many stones are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankTies {
    /// They share a rank.
    Shared,
    /// The lower player number comes first.
    LowerFirst,
}

/// What happens to stocks above 255 in the head of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockRange {
    /// The map is refused.
    Reject,
    /// They are taken modulo 256.
    Wrap,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            rank_ties: RankTies::Shared,
            map_limit: 1000,
            stock_range: StockRange::Reject,
            disqualified_in_choice: true,
        }
    }
}

/// The maps that come with the game.
pub(crate) const MAPS: [(&str, &str); 20] = [
    ("plain8", include_str!("../maps/plain8.map")),
    ("arena50", include_str!("../maps/arena50.map")),
    ("armed8", include_str!("../maps/armed8.map")),
    ("bombs4", include_str!("../maps/bombs4.map")),
    ("cross3", include_str!("../maps/cross3.map")),
    ("expand6", include_str!("../maps/expand6.map")),
    ("full_override", include_str!("../maps/full_override.map")),
    ("islands4", include_str!("../maps/islands4.map")),
    ("maze", include_str!("../maps/maze.map")),
    ("mirror", include_str!("../maps/mirror.map")),
    ("octet8", include_str!("../maps/octet8.map")),
    ("plain10", include_str!("../maps/plain10.map")),
    ("plain4", include_str!("../maps/plain4.map")),
    ("plain6", include_str!("../maps/plain6.map")),
    ("ring12", include_str!("../maps/ring12.map")),
    ("second_starts", include_str!("../maps/second_starts.map")),
    ("spin5", include_str!("../maps/spin5.map")),
    ("swap7", include_str!("../maps/swap7.map")),
    ("torus6", include_str!("../maps/torus6.map")),
    ("twist8x5", include_str!("../maps/twist8x5.map")),
];

const MAP_NAMES: [&str; MAPS.len()] = {
    let mut names = [""; MAPS.len()];
    let mut idx = 0;
    while idx < MAPS.len() {
        names[idx] = MAPS[idx].0;
        idx += 1;
    }
    names
};

pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "map",
        kind: OptionKind::File(&MAP_NAMES),
        default: "plain8",
        help: "the map to play on: a map file, a position, or a built-in map",
    },
    OptionSpec {
        name: "rank_ties",
        kind: OptionKind::Choice(&["shared", "lower_first"]),
        default: "shared",
        help: "rank of players with equally many stones: shared, or the lower number first",
    },
    OptionSpec {
        name: "map_limit",
        kind: OptionKind::Int { min: 1, max: 1000 },
        default: "1000",
        help: "largest height or width of a map; the course documents say 50",
    },
    OptionSpec {
        name: "stock_range",
        kind: OptionKind::Choice(&["reject", "wrap"]),
        default: "reject",
        help: "override stones, bombs or radius above 255 in a map: refused, or taken modulo 256",
    },
    OptionSpec {
        name: "disqualified_in_choice",
        kind: OptionKind::Choice(&["allowed", "forbidden"]),
        default: "allowed",
        help: "whether a disqualified player may be named on a choice tile",
    },
];

/// The rules under checked options.
pub(crate) fn build(options: &Options) -> Result<ReversiXt, SpecError> {
    let lower_first = options.word("rank_ties") == Some("lower_first");
    let wrap = options.word("stock_range") == Some("wrap");
    let settings = Settings {
        rank_ties: if lower_first { RankTies::LowerFirst } else { RankTies::Shared },
        map_limit: options.int("map_limit").map_or(1000, |limit| limit as u32),
        stock_range: if wrap { StockRange::Wrap } else { StockRange::Reject },
        disqualified_in_choice: options.word("disqualified_in_choice") != Some("forbidden"),
    };
    let (name, text) = match options.get("map") {
        Some(OptionValue::File(name, Some(text))) => (name.as_str(), text.as_str()),
        Some(OptionValue::File(name, None)) => (name.as_str(), builtin(name)),
        _ => ("plain8", builtin("plain8")),
    };
    ReversiXt::new(text, settings).map_err(|error| SpecError(format!("map {name}: {error}")))
}

/// The file of a built-in map.
pub fn builtin_map(name: &str) -> Option<&'static str> {
    MAPS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The text of a built-in map; empty if there is none of that name.
pub(crate) fn builtin(name: &str) -> &'static str {
    builtin_map(name).unwrap_or("")
}
