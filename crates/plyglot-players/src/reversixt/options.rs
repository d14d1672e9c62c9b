//! Everything in the players that can be changed, declared once.

use std::time::Duration;

use plyglot_core::{
    OptionKind, OptionSpec, Options,
    options::{choice, option},
};

/// The player as described.
pub const CLASSIC_OPTIONS: &[OptionSpec] = &options(false);
/// The player as it was programmed in the end.
pub const FINAL_OPTIONS: &[OptionSpec] = &options(true);

const COUNT: usize = 33;

const fn options(last: bool) -> [OptionSpec; COUNT] {
    [
        int("algorithm", 1, 4, "3", "1 minimax, 2 alpha-beta, 3 and sorted moves, 4 and windows"),
        int("depth", 0, MOST_DEPTH, "0", "how many moves to look ahead at most; 0 for no limit"),
        choice(
            "sort",
            &["front", "full"],
            if last { "full" } else { "front" },
            "moves at the root: a new best one goes to the front, or all by their last values",
        ),
        real("window", 1e9, "5", "half the width of the window, for every tile of the map"),
        real("wider", 1e9, "20", "the same on the failing side when searching again"),
        choice(
            "predict",
            &["off", "described", "expected"],
            "off",
            "put one bound on the last value: the one described, or the one that an expected fall \
             after others' moves and rise after own ones calls for",
        ),
        real("far", 1e9, "0", "instead of window: far bounds are the last value times this"),
        choice(
            "overrides",
            &["always", "last"],
            if last { "last" } else { "always" },
            "when override stones are considered: always, or if there is no other move",
        ),
        flag("near_only", last, "leave players whose stones cannot be reached out of the search"),
        real("time", 1e6, "0", "seconds for a move; 0 to use all that is given"),
        real(
            "reserve",
            1e3,
            if last { "0.15" } else { "0.05" },
            "seconds of the time that are left unused",
        ),
        choice(
            "start_next",
            &["half", "growth"],
            if last { "growth" } else { "half" },
            "how long new iterations begin: half the time, or less the more the tree grows",
        ),
        choice("formula", &["new", "old"], "new", "the formula of the bombing phase"),
        weight("lead", "2500", "for nobody being ahead in the bombing phase"),
        flag("lead_times_players", last, "multiply lead by the number of players"),
        real("stones_power", 100.0, "1", "exponent of own stones in the older formula"),
        real("bombs_power", 100.0, "1", "exponent of enemy bombs in the older formula"),
        real("radius_power", 100.0, "1", "exponent of the radius in the older formula"),
        weight("fixed0", "15", "for a stone that is nowhere fixed, times its influence"),
        weight("fixed1", "25", "the same fixed along one axis"),
        weight("fixed2", "60", "along two axes"),
        weight("fixed3", "120", "along three axes"),
        weight("fixed4", "400", "along all four"),
        weight("beside1", "25", "against a stone beside an end of one line, times its influence"),
        weight("beside2", "60", "the same beside an end of two lines"),
        weight("beside3", "120", "of three lines"),
        weight("beside4", "400", "of four lines"),
        weight("frontier", "8", "against a stone beside a free tile, times its influence"),
        weight("beside_bonus", "400", "against a stone beside a bonus tile, in override stones"),
        weight("override", "200", "for an override stone, times the mean influence"),
        weight("bomb", "200", "for a bomb, times the mean number of neighbours to the radius"),
        weight("better", "10000000", "against every player with a higher rating"),
        real("depth_time", 1e6, "120", "seconds for a move if the depth is limited"),
    ]
}

/// How deep a search goes if nothing else limits it.
const MOST_DEPTH: i64 = 200;
/// The largest weight.
const MOST_WEIGHT: i64 = 1_000_000_000;

const fn int(
    name: &'static str,
    min: i64,
    max: i64,
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    option(name, OptionKind::Int { min, max }, default, help)
}

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    int(name, -MOST_WEIGHT, MOST_WEIGHT, default, help)
}

const fn real(
    name: &'static str,
    max: f64,
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    option(name, OptionKind::Real { min: 0.0, max }, default, help)
}

const fn flag(name: &'static str, on: bool, help: &'static str) -> OptionSpec {
    option(name, OptionKind::Flag, if on { "true" } else { "false" }, help)
}

/// On which side of the last value the next one is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predict {
    Off,
    Described,
    Expected,
}

/// How the search goes about it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    /// Whether branches that cannot matter are cut.
    pub(super) prune: bool,
    /// Whether moves at the root are sorted.
    pub(super) sort: bool,
    /// Whether they are sorted by value, tile by tile.
    pub(super) sort_full: bool,
    /// Whether windows are used.
    pub(super) windows: bool,
    pub(super) window: f64,
    pub(super) wider: f64,
    pub(super) predict: Predict,
    /// The factor of far bounds; 0 for none.
    pub(super) far: f64,
    pub(super) overrides_last: bool,
    pub(super) near_only: bool,
    pub(super) depth: u32,
    /// The time that can be used, if there is a limit.
    pub(super) usable: Option<Duration>,
    /// Whether the beginning of iterations is limited too.
    pub(super) start_limited: bool,
    pub(super) growth: bool,
}

impl Settings {
    pub(super) fn read(options: &Options) -> Settings {
        let algorithm = options.int("algorithm").unwrap_or(3);
        let real = |name: &str| options.real(name).unwrap_or(0.0);
        let is = |name: &str, word: &str| options.word(name) == Some(word);
        let depth = options.int("depth").unwrap_or(0);
        let time = if depth > 0 { real("depth_time") } else { real("time") };
        let usable = (time > 0.0).then(|| (time - real("reserve")).max(0.0));
        Settings {
            prune: algorithm >= 2,
            sort: algorithm >= 3,
            sort_full: is("sort", "full"),
            windows: algorithm >= 4,
            window: real("window"),
            wider: real("wider"),
            predict: match options.word("predict") {
                Some("described") => Predict::Described,
                Some("expected") => Predict::Expected,
                _ => Predict::Off,
            },
            far: real("far"),
            overrides_last: is("overrides", "last"),
            near_only: options.flag("near_only") == Some(true),
            depth: if depth > 0 { depth } else { MOST_DEPTH } as u32,
            usable: usable.map(Duration::from_secs_f64),
            start_limited: depth == 0,
            growth: is("start_next", "growth"),
        }
    }
}
