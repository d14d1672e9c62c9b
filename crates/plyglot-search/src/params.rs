//! The switches of the alpha-beta family, each written once.

use std::time::Duration;

use plyglot_core::{
    Game, OptionKind, OptionSpec, Options, SpecError, choices,
    declare::{only, without},
    options,
};

use crate::cut::Selection;

options! {
    /// The switches of the alpha-beta family.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Params {
        /// The evaluation of the leaves.
        pub eval: Evaluated,
        /// The game's own move ordering.
        pub order: Ordered,
        /// how deep to search at most
        pub depth: u32 = "64" in 1..=200,
        /// the unit of depth; by turn, decisions inside a turn are free
        pub count: Count = "turn",
        /// where the game can be played in whole turns too, look ahead by turns and then play the chosen
        /// one as planned, decision by decision
        pub plan: bool = "off",
        /// search to depth 1, 2, 3, ... instead of to the full depth at once
        pub deepen: bool = "on",
        /// megabytes of the transposition table, which also remembers the best move
        pub tt: usize as Megabytes = "16" in 0..=65536,
        /// use values of the table only if found with the same depth, not also with a greater one
        pub tt_exact: bool = "off",
        /// try first what refuted another move at the same distance from the root
        pub killers: bool = "on",
        /// order moves by how often they have refuted anything
        pub history: bool = "on",
        /// try early what refuted the same previous move elsewhere
        pub counter: bool = "off",
        /// principal variation search: probe later moves with an empty window
        pub pvs: bool = "on",
        /// search around the last value: fixed = plus and minus the window, widened fourfold once;
        /// tiles = window times cells, widened once to 20 times cells; then without bounds
        pub aspiration: Aspiration = "off",
        /// half the width of the aspiration window
        pub window: f64 = "5" in 0.0..=1e12,
        /// cells of the board, by which aspiration=tiles multiplies the window
        pub cells: u32 = "64" in 1..=65536,
        /// most noisy moves (captures and the like) to follow beyond the depth
        pub quiescence: u32 = "0" in 0..=100,
        /// moves that cost no depth: only replies, noisy moves, or both
        pub extend: Extend = "off",
        /// late-move reductions: search quiet moves late in the order this much less deep first
        pub lmr: u32 = "0" in 0..=4,
        /// moves that spend what is better kept (override stones): search them this much less deep first, and
        /// not at all with no more depth left than that, while there are others
        pub costly: u32 = "0" in 0..=8,
        /// play a winning move at once and stop once a win is found
        pub early_exit: bool = "on",
        /// prefer nearer wins and later losses
        pub fastest: bool = "on",
        /// draws by repetition in the tree: by the rule, or already at the first recurrence
        pub repetition: Repetition = "rule",
        /// how much less than nothing a draw is worth to the player at the root
        pub contempt: f64 = "0" in -1e9..=1e9,
        /// choose at random among equally good moves
        pub random_ties: bool = "off",
        /// seconds after which nothing is searched deeper than 2, what is under way included; 0 for never
        pub soft: Duration = "0" in 0.0..=1e6,
        /// seconds after which every position is evaluated as it stands; 0 for never
        pub hard: Duration = "0" in 0.0..=1e6,
        /// threads that search together
        pub threads: usize as Threads = "1" in 1..=256,
        /// below the root search only so many of the root's moves, the first by the ordering; 0 for all
        pub width: u32 = "0" in 0..=10000,
        /// likewise of the moves of its opponents
        pub replies: u32 = "0" in 0..=10000,
        /// null move: give up where even passing, searched this much less deep, is too good
        pub null: u32 = "0" in 0..=4,
        /// What numbers say is hardly worth a look.
        pub selection: Selection,
        /// let the game's own solver play where it should finish in less than the time or nodes allowed; it
        /// has a table of the same size
        pub solver: bool = "off",
        /// ask tables of endings with up to so many pieces, as far as there are any; 0 for none
        pub tables: u32 = "0" in 0..=8,
        /// The opening book.
        pub book: Booked,
        /// with three sides and more: where all others together can force a loss, choose with what is left of the
        /// budget by max^n, since they may not want to
        pub hope: bool = "off",
        /// let the game's own planner play once nobody can help or hinder the player any more; needs plan=on
        pub alone: bool = "off",
        /// most positions that the planner keeps after every turn
        pub beam: u32 = "2000" in 1..=1000000,
        /// let allies move, too: after its own turn the root's team shares one turn at a time, as its opponents do
        pub allies: bool = "off",
        /// which of the moves that are equal for their player counts: the first or last generated, the
        /// worst or best for the player at the root, or a random one
        pub ties: Ties = "worst",
        /// what the opponents play that do not search: the first move of the game's ordering, or the one after
        /// which they are best off by the evaluation
        pub silent: Silent = "order",
    }
}

options! {
    /// How draws are taken, outside the alpha-beta family.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Draws {
        /// draws by repetition: by the rule, or already at the first recurrence
        pub(crate) repetition: Repetition = "rule",
        /// how much less than nothing a draw is worth to the player at the root
        pub(crate) contempt: f64 = "0" in -1e9..=1e9,
    }
}

/// The options of `alphabeta` and `paranoid`: ties at every node are a matter of max^n, players that do not search
/// one of `brs+`, and who shares a turn one of `brs`.
pub(crate) const ALPHABETA_OPTIONS: [OptionSpec; Params::OPTIONS.len() - 3] =
    without(&Params::OPTIONS, &["allies", "ties", "silent"]);

/// The options of `brs`.
pub(crate) const BRS_OPTIONS: [OptionSpec; Params::OPTIONS.len() - 2] =
    without(&Params::OPTIONS, &["ties", "silent"]);

/// The options of `brs+`, whose positions stay legal: no null move.
pub(crate) const BRS_PLUS_OPTIONS: [OptionSpec; Params::OPTIONS.len() - 3] =
    without(&Params::OPTIONS, &["null", "allies", "ties"]);

/// The options of `maxn`, which has no window and so nothing that works on one.
pub(crate) const MAXN_OPTIONS: [OptionSpec; 10] = only(
    &Params::OPTIONS,
    [
        "eval",
        "order",
        "depth",
        "count",
        "deepen",
        "early_exit",
        "fastest",
        "repetition",
        "contempt",
        "ties",
    ],
);

/// Asks for an evaluation, which whoever builds the search hands over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluated;

impl Evaluated {
    pub(crate) const OPTIONS: [OptionSpec; 1] = [OptionSpec {
        name: "eval",
        kind: OptionKind::Spec,
        default: "",
        help: "evaluation of the leaves; the game's first if not given",
    }];

    pub(crate) fn read(_options: &Options) -> Self {
        Evaluated
    }
}

/// Asks for a move ordering, which whoever builds the search hands over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ordered;

impl Ordered {
    pub(crate) const OPTIONS: [OptionSpec; 1] = [OptionSpec {
        name: "order",
        kind: OptionKind::Spec,
        default: "",
        help: "the game's own move ordering, or off; the game's first if not given",
    }];

    pub(crate) fn read(_options: &Options) -> Self {
        Ordered
    }
}

/// Asks for an opening book, which whoever builds the player asks before the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Booked;

impl Booked {
    pub(crate) const OPTIONS: [OptionSpec; 1] = [OptionSpec {
        name: "book",
        kind: OptionKind::Spec,
        default: "off",
        help: "play from an opening book: off, on for the one that comes with the game, on(file=FILE), \
               on(band=0.02) to choose among almost equal plies by the seed",
    }];

    pub(crate) fn read(_options: &Options) -> Self {
        Booked
    }
}

choices! {
    /// The unit of depth.
    pub enum Count {
        /// Whole turns: a decision inside one is free.
        Turn = "turn",
        /// Single decisions.
        Decision = "decision",
    }
}

choices! {
    /// How windows are set around the last value.
    pub enum Aspiration {
        /// Not at all.
        Off = "off",
        /// Plus and minus the window, widened fourfold once on the failing side, then without bounds.
        Fixed = "fixed",
        /// Window times cells, widened once to twenty times cells, then without bounds.
        Tiles = "tiles",
    }
}

choices! {
    /// Moves that cost no depth.
    pub enum Extend {
        /// None.
        Off = "off",
        /// Only replies.
        Single = "single",
        /// Noisy moves.
        Noisy = "noisy",
        /// Only replies and noisy moves.
        Both = "both",
    }
}

/// The error of a search that does not get the memory it was set to.
pub(crate) fn no_memory(option: &str, megabytes: usize) -> SpecError {
    SpecError(format!("option {option}={megabytes}: the machine does not give {megabytes} MB"))
}

impl Extend {
    /// Whether an only reply costs no depth.
    pub(crate) fn single(self) -> bool {
        matches!(self, Extend::Single | Extend::Both)
    }

    /// Whether a noisy move costs no depth.
    pub(crate) fn noisy(self) -> bool {
        matches!(self, Extend::Noisy | Extend::Both)
    }
}

choices! {
    /// Draws by repetition in the tree.
    pub enum Repetition {
        /// Unknown to the search.
        Off = "off",
        /// As the rules of the game count.
        Rule = "rule",
        /// At the first recurrence of a position.
        Once = "once",
    }
}

choices! {
    /// How opponents choose that do not search.
    pub enum Silent {
        /// By the game's ordering.
        Order = "order",
        /// By the evaluation, each for itself.
        Eval = "eval",
    }
}

choices! {
    /// Which of the moves that are equal for their player counts in max^n.
    pub enum Ties {
        /// The first generated.
        First = "first",
        /// The last generated.
        Last = "last",
        /// The worst for the player at the root, then the first generated.
        Worst = "worst",
        /// The best for the player at the root, then the first generated.
        Best = "best",
        /// One that the task's seed decides.
        Random = "random",
    }
}

impl Repetition {
    /// How often a position must occur in the tree to be drawn; 0 for never.
    pub(crate) fn limit<G: Game>(self, game: &G) -> u32 {
        match self {
            Repetition::Off => 0,
            Repetition::Rule => game.repetition(),
            Repetition::Once => game.repetition().min(2),
        }
    }
}

impl Params {
    /// Plain search to a depth: nothing that saves work, nothing that cuts it short.
    pub fn plain(depth: u32) -> Params {
        Params {
            depth,
            deepen: false,
            tt: 0,
            killers: false,
            history: false,
            pvs: false,
            early_exit: false,
            fastest: false,
            repetition: Repetition::Off,
            ties: Ties::First,
            ..Params::default()
        }
    }
}
