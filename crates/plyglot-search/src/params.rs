//! The switches of the alpha-beta family, each declared once.

use std::time::Duration;

use plyglot_core::{
    OptionKind, OptionSpec, OptionValue, Options,
    options::{flag, option},
};

/// The evaluation of the leaves, named from the game's list.
pub(crate) const EVAL: OptionSpec =
    option("eval", OptionKind::Spec, "", "evaluation of the leaves; the game's first if not given");
/// The move ordering, named from the game's list.
pub(crate) const ORDER: OptionSpec = option(
    "order",
    OptionKind::Spec,
    "",
    "the game's own move ordering, or off; the game's first if not given",
);
/// Memory that a search cannot do without.
pub(crate) const MEGABYTES: OptionKind = OptionKind::Megabytes { min: 1, max: 1 << 20 };
const DEPTH: OptionSpec =
    option("depth", OptionKind::Int { min: 1, max: 200 }, "64", "how deep to search at most");
const COUNT: OptionSpec = option(
    "count",
    OptionKind::Choice(&["turn", "decision"]),
    "turn",
    "the unit of depth; by turn, decisions inside a turn are free",
);
const PLAN: OptionSpec = flag(
    "plan",
    "off",
    "where the game can be played in whole turns too, look ahead by turns and then play the chosen \
     one as planned, decision by decision",
);
const DEEPEN: OptionSpec =
    flag("deepen", "on", "search to depth 1, 2, 3, ... instead of to the full depth at once");
const TT: OptionSpec = option(
    "tt",
    OptionKind::Megabytes { min: 0, max: 65536 },
    "16",
    "megabytes of the transposition table, which also remembers the best move",
);
const TT_EXACT: OptionSpec = flag(
    "tt_exact",
    "off",
    "use values of the table only if found with the same depth, not also with a greater one",
);
const KILLERS: OptionSpec =
    flag("killers", "on", "try first what refuted another move at the same distance from the root");
const HISTORY: OptionSpec =
    flag("history", "on", "order moves by how often they have refuted anything");
const COUNTER: OptionSpec =
    flag("counter", "off", "try early what refuted the same previous move elsewhere");
const PVS: OptionSpec =
    flag("pvs", "on", "principal variation search: probe later moves with an empty window");
const ASPIRATION: OptionSpec = option(
    "aspiration",
    OptionKind::Choice(&["off", "fixed", "tiles"]),
    "off",
    "search around the last value: fixed = plus and minus the window, widened fourfold once; \
     tiles = window times cells, widened once to 20 times cells; then without bounds",
);
const WINDOW: OptionSpec = option(
    "window",
    OptionKind::Real { min: 0.0, max: 1e12 },
    "5",
    "half the width of the aspiration window",
);
const CELLS: OptionSpec = option(
    "cells",
    OptionKind::Int { min: 1, max: 65536 },
    "64",
    "cells of the board, by which aspiration=tiles multiplies the window",
);
const QUIESCENCE: OptionSpec = option(
    "quiescence",
    OptionKind::Int { min: 0, max: 100 },
    "0",
    "most noisy moves (captures and the like) to follow beyond the depth",
);
const EXTEND: OptionSpec = option(
    "extend",
    OptionKind::Choice(&["off", "single", "noisy", "both"]),
    "off",
    "moves that cost no depth: only replies, noisy moves, or both",
);
const LMR: OptionSpec = option(
    "lmr",
    OptionKind::Int { min: 0, max: 4 },
    "0",
    "late-move reductions: search quiet moves late in the order this much less deep first",
);
const NULL: OptionSpec = option(
    "null",
    OptionKind::Int { min: 0, max: 4 },
    "0",
    "null move: give up where even passing, searched this much less deep, is too good",
);
const EARLY_EXIT: OptionSpec =
    flag("early_exit", "on", "play a winning move at once and stop once a win is found");
const FASTEST: OptionSpec = flag("fastest", "on", "prefer nearer wins and later losses");
const REPETITION: OptionSpec = option(
    "repetition",
    OptionKind::Choice(&["off", "rule", "once"]),
    "rule",
    "draws by repetition in the tree: by the rule, or already at the first recurrence",
);
const CONTEMPT: OptionSpec = option(
    "contempt",
    OptionKind::Real { min: -1e9, max: 1e9 },
    "0",
    "how much less than nothing a draw is worth to the player at the root",
);
const RANDOM_TIES: OptionSpec =
    flag("random_ties", "off", "choose at random among equally good moves");
const THREADS: OptionSpec =
    option("threads", OptionKind::Threads { max: 256 }, "1", "threads that search together");
const SOFT: OptionSpec = option(
    "soft",
    OptionKind::Real { min: 0.0, max: 1e6 },
    "0",
    "seconds after which nothing is searched deeper than 2, what is under way included; 0 for never",
);
const HARD: OptionSpec = option(
    "hard",
    OptionKind::Real { min: 0.0, max: 1e6 },
    "0",
    "seconds after which every position is evaluated as it stands; 0 for never",
);
const TIES: OptionSpec = option(
    "ties",
    OptionKind::Choice(&["first", "last", "worst", "best", "random"]),
    "worst",
    "which of the moves that are equal for their player counts: the first or last generated, the \
     worst or best for the player at the root, or a random one",
);

/// The options of `alphabeta`, `paranoid` and `brs`.
pub const ALPHABETA_OPTIONS: &[OptionSpec] = &[
    EVAL,
    ORDER,
    DEPTH,
    COUNT,
    PLAN,
    DEEPEN,
    TT,
    TT_EXACT,
    KILLERS,
    HISTORY,
    COUNTER,
    PVS,
    ASPIRATION,
    WINDOW,
    CELLS,
    QUIESCENCE,
    EXTEND,
    LMR,
    EARLY_EXIT,
    FASTEST,
    REPETITION,
    CONTEMPT,
    RANDOM_TIES,
    SOFT,
    HARD,
    THREADS,
    NULL,
];

/// The options of `brs+`, whose positions stay legal: all but the last, the null move.
pub const BRS_PLUS_OPTIONS: &[OptionSpec] =
    ALPHABETA_OPTIONS.split_at(ALPHABETA_OPTIONS.len() - 1).0;

/// The options of `maxn`, which has no window and so nothing that works on one.
pub const MAXN_OPTIONS: &[OptionSpec] =
    &[EVAL, ORDER, DEPTH, COUNT, DEEPEN, EARLY_EXIT, FASTEST, REPETITION, TIES];

/// The switches of the alpha-beta family as plain values.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// How deep to search at most.
    pub depth: u32,
    /// The unit of depth.
    pub count: Count,
    /// Whether turns are planned as a whole.
    pub plan: bool,
    /// Whether to deepen step by step.
    pub deepen: bool,
    /// Megabytes of the transposition table; 0 for none.
    pub tt: usize,
    /// Whether table values of a greater depth are left alone.
    pub tt_exact: bool,
    /// Whether moves are ordered by killers.
    pub killers: bool,
    /// Whether moves are ordered by history.
    pub history: bool,
    /// Whether moves are ordered by countermoves.
    pub counter: bool,
    /// Whether later moves are probed with an empty window.
    pub pvs: bool,
    /// How windows are set around the last value.
    pub aspiration: Aspiration,
    /// Half the width of the aspiration window.
    pub window: f64,
    /// Cells of the board.
    pub cells: u32,
    /// Most plies of quiescence search; 0 for none.
    pub quiescence: u32,
    /// Whether an only reply costs no depth.
    pub extend_single: bool,
    /// Whether a noisy move costs no depth.
    pub extend_noisy: bool,
    /// Late-move reduction; 0 for none.
    pub lmr: u32,
    /// Reduction after a null move; 0 for none.
    pub null: u32,
    /// Whether a win found ends the search.
    pub early_exit: bool,
    /// Whether nearer wins and later losses are preferred.
    pub fastest: bool,
    /// Draws by repetition in the tree.
    pub repetition: Repetition,
    /// How much less than nothing a draw is worth to the player at the root.
    pub contempt: f64,
    /// Whether equally good moves are chosen from at random.
    pub random_ties: bool,
    /// When the depth is cut to 2; zero for never.
    pub soft: Duration,
    /// When every position is evaluated as it stands; zero for never.
    pub hard: Duration,
    /// Threads that search together.
    pub threads: usize,
    /// Which of equal moves counts in max^n.
    pub ties: Ties,
}

/// The unit of depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Whole turns: a decision inside one is free.
    Turn,
    /// Single decisions.
    Decision,
}

/// How windows are set around the last value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspiration {
    /// Not at all.
    Off,
    /// Plus and minus the window, widened fourfold once on the failing side, then without bounds.
    Fixed,
    /// Window times cells, widened once to twenty times cells, then without bounds.
    Tiles,
}

/// Draws by repetition in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Unknown to the search.
    Off,
    /// As the rules of the game count.
    Rule,
    /// At the first recurrence of a position.
    Once,
}

/// Which of the moves that are equal for their player counts in max^n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first generated.
    First,
    /// The last generated.
    Last,
    /// The worst for the player at the root, then the first generated.
    Worst,
    /// The best for the player at the root, then the first generated.
    Best,
    /// One that the task's seed decides.
    Random,
}

impl Default for Params {
    /// Everything off: plain alpha-beta to depth 1, counted by turn.
    fn default() -> Self {
        Params {
            depth: 1,
            count: Count::Turn,
            plan: false,
            deepen: false,
            tt: 0,
            tt_exact: false,
            killers: false,
            history: false,
            counter: false,
            pvs: false,
            aspiration: Aspiration::Off,
            window: 0.0,
            cells: 1,
            quiescence: 0,
            extend_single: false,
            extend_noisy: false,
            lmr: 0,
            null: 0,
            early_exit: false,
            fastest: false,
            repetition: Repetition::Off,
            contempt: 0.0,
            random_ties: false,
            soft: Duration::ZERO,
            hard: Duration::ZERO,
            threads: 1,
            ties: Ties::First,
        }
    }
}

impl Params {
    /// The values of checked options; what a list does not declare stays off.
    pub fn read(declared: &[OptionSpec], options: &Options) -> Params {
        let get = |name: &str| {
            let known = declared.iter().any(|spec| spec.name == name);
            known.then(|| options.get(name)).flatten()
        };
        let on = |name: &str| matches!(get(name), Some(OptionValue::Flag(true)));
        let int = |name: &str, absent: i64| match get(name) {
            Some(OptionValue::Int(number)) => *number,
            _ => absent,
        };
        let word = |name: &str| match get(name) {
            Some(OptionValue::Word(word)) => *word,
            _ => "",
        };
        let real = |name: &str| match get(name) {
            Some(OptionValue::Real(number)) => *number,
            _ => 0.0,
        };
        let extend = word("extend");
        Params {
            depth: int("depth", 1) as u32,
            count: if word("count") == "decision" { Count::Decision } else { Count::Turn },
            plan: on("plan"),
            deepen: on("deepen"),
            tt: int("tt", 0) as usize,
            tt_exact: on("tt_exact"),
            killers: on("killers"),
            history: on("history"),
            counter: on("counter"),
            pvs: on("pvs"),
            aspiration: aspiration(word("aspiration")),
            window: real("window"),
            cells: int("cells", 1) as u32,
            quiescence: int("quiescence", 0) as u32,
            extend_single: matches!(extend, "single" | "both"),
            extend_noisy: matches!(extend, "noisy" | "both"),
            lmr: int("lmr", 0) as u32,
            null: int("null", 0) as u32,
            early_exit: on("early_exit"),
            fastest: on("fastest"),
            repetition: repetition(word("repetition")),
            contempt: real("contempt"),
            random_ties: on("random_ties"),
            soft: Duration::from_secs_f64(real("soft")),
            hard: Duration::from_secs_f64(real("hard")),
            threads: int("threads", 1) as usize,
            ties: ties(word("ties")),
        }
    }
}

fn aspiration(word: &str) -> Aspiration {
    match word {
        "fixed" => Aspiration::Fixed,
        "tiles" => Aspiration::Tiles,
        _ => Aspiration::Off,
    }
}

fn repetition(word: &str) -> Repetition {
    match word {
        "rule" => Repetition::Rule,
        "once" => Repetition::Once,
        _ => Repetition::Off,
    }
}

fn ties(word: &str) -> Ties {
    match word {
        "last" => Ties::Last,
        "worst" => Ties::Worst,
        "best" => Ties::Best,
        "random" => Ties::Random,
        _ => Ties::First,
    }
}
