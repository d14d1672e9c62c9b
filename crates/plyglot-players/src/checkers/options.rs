//! Everything in the player that can be changed, declared once.

use plyglot_core::{OptionKind, OptionSpec, Options, options::option};

use super::{
    evaluation::Evaluation,
    minimax::{Cache, Leaf, Params},
    ordering::Ordering,
};

/// What program and description differ in.
struct Variant {
    leaf: &'static str,
    name: &'static str,
    last_rows: &'static str,
}

/// The options of the player as programmed.
pub(super) const PROGRAMMED: &[OptionSpec] =
    &options(Variant { leaf: "beyond", name: "as-programmed", last_rows: "4" });

/// The options of the player as described.
pub(super) const DESCRIBED: &[OptionSpec] =
    &options(Variant { leaf: "at", name: "as-described", last_rows: "3" });

const VARIANTS: OptionKind = OptionKind::Choice(&["as-programmed", "as-described"]);
const CACHES: OptionKind = OptionKind::Choice(&["as-programmed", "as-described", "sound", "off"]);

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> OptionSpec {
    option(name, OptionKind::Real { min: -1000.0, max: 1000.0 }, default, help)
}

const fn switch(name: &'static str, help: &'static str) -> OptionSpec {
    option(name, OptionKind::Flag, "", help)
}

const fn count(
    name: &'static str,
    max: i64,
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    option(name, OptionKind::Int { min: 0, max }, default, help)
}

const fn options(variant: Variant) -> [OptionSpec; 21] {
    [
        count("max_depth", 100, "8", "the limit of the depth, in plies"),
        option(
            "leaf",
            OptionKind::Choice(&["beyond", "at"]),
            variant.leaf,
            "whether leaves lie one ply beyond the limit or at it",
        ),
        option(
            "cache",
            CACHES,
            variant.name,
            "when a cached state is used again; the first two may take a bound for a value",
        ),
        option("evaluation", VARIANTS, variant.name, "what the next three are if not given"),
        switch("opponent", "whether the opponent's total is taken off"),
        switch("safe_columns", "whether pieces on the outer columns are stable"),
        switch("risk_behind", "whether enemy kings behind a piece make it risky"),
        weight("man", "4", "what a man is worth"),
        weight("king", "8", "what a king is worth"),
        weight("back_row", "1", "for a piece on its own back row"),
        weight("centre", "2", "for a piece on the middle rows, in the middle columns"),
        weight("flank", "1.5", "for a piece on the middle rows, in the outer columns"),
        weight("stability", "3", "for each stable piece, and off for each risky one"),
        option(
            "win",
            OptionKind::Real { min: 0.0, max: 1e9 },
            "200",
            "the value of a won game, near or far",
        ),
        weight("order_capture", "2", "move ordering: for each piece taken"),
        weight("order_centre", "21", "move ordering: for ending in the middle"),
        weight("order_back_row", "2", "move ordering: for ending on the own back row"),
        weight("order_last_row", "3", "move ordering: for ending on the last row"),
        weight("order_advanced", "2", "move ordering: for ending on one of the last rows"),
        count("last_rows", 8, variant.last_rows, "move ordering: how many rows are the last ones"),
        option(
            "mirrored",
            OptionKind::Flag,
            "off",
            "generate moves as on a board file that uses the squares of the other colour",
        ),
    ]
}

impl Params {
    /// The values of checked options of a player.
    pub(super) fn read(options: &Options) -> Params {
        Params {
            max_depth: options.int("max_depth").unwrap_or(0) as u32,
            leaf: if options.word("leaf") == Some("at") { Leaf::At } else { Leaf::Beyond },
            cache: match options.word("cache") {
                Some("as-described") => Cache::Described,
                Some("sound") => Cache::Sound,
                Some("off") => Cache::Off,
                _ => Cache::Programmed,
            },
            evaluation: Evaluation::read(options),
            ordering: Ordering::read(options),
            mirrored: options.flag("mirrored") == Some(true),
        }
    }
}

impl Evaluation {
    fn read(options: &Options) -> Evaluation {
        let variant = match options.word("evaluation") {
            Some("as-described") => Evaluation::DESCRIBED,
            _ => Evaluation::PROGRAMMED,
        };
        let weight = |name| options.real(name).unwrap_or(0.0);
        Evaluation {
            man: weight("man"),
            king: weight("king"),
            back_row: weight("back_row"),
            centre: weight("centre"),
            flank: weight("flank"),
            stability: weight("stability"),
            win: weight("win"),
            opponent: options.flag("opponent").unwrap_or(variant.opponent),
            safe_columns: options.flag("safe_columns").unwrap_or(variant.safe_columns),
            risk_behind: options.flag("risk_behind").unwrap_or(variant.risk_behind),
        }
    }
}

impl Ordering {
    fn read(options: &Options) -> Ordering {
        let weight = |name| options.real(name).unwrap_or(0.0);
        Ordering {
            capture: weight("order_capture"),
            centre: weight("order_centre"),
            back_row: weight("order_back_row"),
            last_row: weight("order_last_row"),
            advanced: weight("order_advanced"),
            last_rows: options.int("last_rows").unwrap_or(0) as i32,
        }
    }
}
