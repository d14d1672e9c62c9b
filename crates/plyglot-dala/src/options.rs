//! The rule sets and options of the game.

use plyglot_core::{OptionKind, OptionSpec, Options, SpecError};

use crate::{Board, runs::Arrival};

/// Every option of the game. A named rule set decides those without a default.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "rules",
        kind: OptionKind::Choice(&["standard", "per-line", "no-vacate", "three-plus", "ludii"]),
        default: "standard",
        help: "the named rule set, which the other options override",
    },
    OptionSpec {
        name: "exact_three",
        kind: OptionKind::Flag,
        default: "",
        help: "only runs of exactly three score; if not, arriving in a longer one scores too",
    },
    OptionSpec {
        name: "vacate_capture",
        kind: OptionKind::Flag,
        default: "",
        help: "leaving a longer run so that exactly three remain scores",
    },
    OptionSpec {
        name: "drop_capture",
        kind: OptionKind::Flag,
        default: "true",
        help: "drops score too",
    },
    OptionSpec {
        name: "centre_first",
        kind: OptionKind::Flag,
        default: "true",
        help: "each player's first two drops go to the centre",
    },
    OptionSpec {
        name: "captures",
        kind: OptionKind::Choice(&["one", "per_line", "ludii"]),
        default: "",
        help: "victims of a scoring action: one, one for each new run of three, or as in Ludii",
    },
    OptionSpec {
        name: "no_move",
        kind: OptionKind::Choice(&["loss", "draw", "pass"]),
        default: "loss",
        help: "what a player gets who cannot move; or he passes, as in the Ludii program",
    },
    OptionSpec {
        name: "repetition",
        kind: OptionKind::Int { min: 0, max: 1_000_000 },
        default: "3",
        help: "occurrences of a position that draw the game",
    },
    OptionSpec {
        name: "quiet_limit",
        kind: OptionKind::Int { min: 0, max: COUNTER_MAX as i64 },
        default: "100",
        help: "consecutive steps without a capture that draw the game",
    },
    OptionSpec {
        name: "ply_limit",
        kind: OptionKind::Int { min: 0, max: COUNTER_MAX as i64 },
        default: "off",
        help: "turns after which the game is drawn",
    },
    OptionSpec {
        name: "board",
        kind: OptionKind::Choice(&["6", "4"]),
        default: "6",
        help: "squares along a side of the board",
    },
    OptionSpec {
        name: "pieces",
        kind: OptionKind::Int { min: 3, max: 12 },
        default: "",
        help: "pieces of each player: 12 unless given, on the board of 4x4 at most 6 and 6",
    },
];

/// The largest value of the counters in a position, far from overflow.
pub const COUNTER_MAX: u32 = 999_999_999;

/// How many victims a scoring action takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captures {
    /// One.
    One,
    /// One for each run it created, until the enemy has two pieces left.
    PerLine,
    /// What the Ludii program asks for.
    Ludii,
}

/// What becomes of a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// He has lost.
    Loss,
    /// The game is drawn.
    Draw,
    /// He passes. The other can move then: somewhere a piece stands beside an empty square.
    Pass,
}

/// The rules as options set them; `Rules::default` is the set `standard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What arrivals score.
    pub arrival: Arrival,
    /// Whether leaving a longer run can score.
    pub vacate_capture: bool,
    /// Whether drops can score.
    pub drop_capture: bool,
    /// Whether the first two drops of each player go to the centre.
    pub centre_first: bool,
    /// How many victims there are.
    pub captures: Captures,
    /// What becomes of a player who cannot move.
    pub no_move: NoMove,
    /// Occurrences of a position that draw the game; 0 for no such rule.
    pub repetition: u32,
    /// Consecutive quiet steps that draw the game; `u32::MAX` for no such rule.
    pub quiet_limit: u32,
    /// Turns after which the game is drawn; `u32::MAX` for no such rule.
    pub ply_limit: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            arrival: Arrival::Exact,
            vacate_capture: true,
            drop_capture: true,
            centre_first: true,
            captures: Captures::One,
            no_move: NoMove::Loss,
            repetition: 3,
            quiet_limit: 100,
            ply_limit: u32::MAX,
        }
    }
}

impl Rules {
    /// The named set, with single options in its place where they are given.
    pub fn read(options: &Options) -> Result<Rules, SpecError> {
        let mut rules = Rules::named(options.word("rules").unwrap_or("standard"));
        if let Some(exact) = options.flag("exact_three") {
            rules.arrival = if exact { Arrival::Exact } else { Arrival::AtLeast };
        }
        rules.vacate_capture = options.flag("vacate_capture").unwrap_or(rules.vacate_capture);
        if rules.arrival == Arrival::AtLeast {
            rules.vacate_capture = false;
        }
        match options.word("captures") {
            Some("one") => rules.captures = Captures::One,
            Some("per_line") => rules.captures = Captures::PerLine,
            Some("ludii") => rules.captures = Captures::Ludii,
            _ => {}
        }
        rules.drop_capture = options.flag("drop_capture").unwrap_or(rules.drop_capture);
        rules.centre_first = options.flag("centre_first").unwrap_or(rules.centre_first);
        rules.no_move = match options.word("no_move") {
            Some("draw") => NoMove::Draw,
            Some("pass") => NoMove::Pass,
            _ => NoMove::Loss,
        };
        rules.repetition = options.int("repetition").unwrap_or(3) as u32;
        if rules.repetition == 1 {
            return Err(SpecError("dala: option repetition=1 would draw every game".to_owned()));
        }
        rules.quiet_limit = limit(options, "quiet_limit");
        rules.ply_limit = limit(options, "ply_limit");
        Ok(rules)
    }

    fn named(name: &str) -> Rules {
        let standard = Rules::default();
        match name {
            "per-line" => Rules { captures: Captures::PerLine, ..standard },
            "no-vacate" => Rules { vacate_capture: false, ..standard },
            "three-plus" => Rules { arrival: Arrival::AtLeast, vacate_capture: false, ..standard },
            "ludii" => Rules { captures: Captures::Ludii, ..standard },
            _ => standard,
        }
    }
}

fn limit(options: &Options, name: &str) -> u32 {
    match options.int(name) {
        None | Some(0) => u32::MAX,
        Some(limit) => limit as u32,
    }
}

/// The board and the number of pieces of each player.
pub fn read_board(options: &Options) -> Result<(Board, u8), SpecError> {
    let (board, most) = match options.word("board") {
        Some("4") => (Board::FOUR, 6),
        _ => (Board::SIX, 12),
    };
    let pieces = options.int("pieces").unwrap_or(most);
    if pieces > most {
        let text = format!("dala: option pieces={pieces}: at most {most} on this board");
        return Err(SpecError(text));
    }
    Ok((board, pieces as u8))
}
