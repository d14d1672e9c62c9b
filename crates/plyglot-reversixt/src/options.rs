//! Options and the maps that come with the game.

use plyglot_core::{OptionKind, OptionSpec, OptionValue, Options, SpecError};

use crate::{
    ReversiXt,
    generate::{LEAST_SIDE, MOST_SIDE, Recipe, generated_map},
};

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

/// The map that a seed makes up.
const GENERATED: &str = "generated";

const MAP_NAMES: [&str; MAPS.len() + 1] = {
    let mut names = [GENERATED; MAPS.len() + 1];
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
        help: "the map to play on: a map file, a position, a built-in map, or one made up by a seed",
    },
    OptionSpec {
        name: "seed",
        kind: OptionKind::Int { min: 0, max: 1_000_000_000 },
        default: "1",
        help: "which of the made-up maps, with map=generated",
    },
    OptionSpec {
        name: "players",
        kind: OptionKind::Int { min: 2, max: 8 },
        default: "2",
        help: "how many players a made-up map is for",
    },
    OptionSpec {
        name: "side",
        kind: OptionKind::Int { min: 0, max: MOST_SIDE as i64 },
        default: "0",
        help: "how long the sides of a made-up map are at most, from 6 on; 0 leaves it to the seed",
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
    let made_up;
    let (name, text) = match options.get("map") {
        Some(OptionValue::File(name, Some(text))) => (name.as_str(), text.as_str()),
        Some(OptionValue::File(name, None)) if name == GENERATED => {
            made_up = made_up_by(options)?;
            (GENERATED, made_up.as_str())
        }
        Some(OptionValue::File(name, None)) => (name.as_str(), builtin(name)),
        _ => ("plain8", builtin("plain8")),
    };
    ReversiXt::new(text, settings).map_err(|error| SpecError(format!("map {name}: {error}")))
}

/// The text of the map that a seed and the wishes beside it stand for.
fn made_up_by(options: &Options) -> Result<String, SpecError> {
    let number = |name: &str, usual: i64| options.int(name).unwrap_or(usual);
    let (seed, players, side) = (number("seed", 1), number("players", 2), number("side", 0));
    let recipe = Recipe { seed: seed as u64, players: players as u8, side: side as usize };
    generated_map(recipe).ok_or_else(|| {
        SpecError(format!(
            "map {GENERATED}: no map for {players} players with sides of {side}, expected sides from \
             {LEAST_SIDE} to {MOST_SIDE}, or 0"
        ))
    })
}

/// The file of a built-in map.
pub fn builtin_map(name: &str) -> Option<&'static str> {
    MAPS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The text of a built-in map; empty if there is none of that name.
pub(crate) fn builtin(name: &str) -> &'static str {
    builtin_map(name).unwrap_or("")
}
