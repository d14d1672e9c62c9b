//! The options of `mcts`.

use plyglot_core::{
    OptionKind, OptionSpec, Options,
    options::{choice, flag, int, option},
};

use crate::{
    params::{EVAL, MEGABYTES},
    simple::count_of,
};

/// A real-valued option.
const fn real(
    name: &'static str,
    max: f64,
    default: &'static str,
    help: &'static str,
) -> OptionSpec {
    OptionSpec { name, kind: OptionKind::Real { min: 0.0, max }, default, help }
}

/// The options of `mcts`.
pub const MCTS_OPTIONS: &[OptionSpec] = &[
    EVAL,
    choice(
        "policy",
        &["maxn", "paranoid", "brs"],
        "maxn",
        "whom the players in the tree play for: themselves, against the root, or the same with only \
         one opponent moving between two own turns",
    ),
    int("simulations", (0, 1 << 40), "0", "most simulations per move; 0 leaves it to the limits"),
    real("exploration", 100.0, "0.7", "weight of the exploration term of UCT"),
    real("fpu", 100.0, "10", "value of a move not tried yet; above 2 all are tried once first"),
    int("expand", (1, 1_000_000), "2", "visits after which a leaf gets children"),
    real("history", 1000.0, "0", "weight of progressive history"),
    real("bias", 1000.0, "0", "weight of progressive bias by the evaluation"),
    real("implicit", 1.0, "0", "share of implicit minimax values of the evaluation in the means"),
    int(
        "playout_limit",
        (0, 1_000_000),
        "1000",
        "most decisions of a playout before it is cut off",
    ),
    choice("cutoff", &["eval", "draw"], "eval", "how a playout that was cut off is scored"),
    real("scale", 1e12, "0", "evaluation that is worth a win rate of 73 %; 0 measures it"),
    real("margin", 1.0, "0", "share of the size of the payoff in the value of a finished game"),
    real("span", 1e9, "10", "payoff that is worth 73 % in that share"),
    int("lookahead", (0, 3), "0", "decisions that guided playouts look ahead; 0 plays at random"),
    int("sample", (1, 100_000), "8", "moves that guided playouts look at"),
    real("epsilon", 1.0, "0.1", "share of random moves in guided playouts"),
    flag("solver", "on", "whether won and lost positions are proven and trusted"),
    flag("reuse", "on", "whether the tree is kept between moves"),
    option("memory", MEGABYTES, "256", "most memory for the tree, in MB"),
    option("threads", OptionKind::Threads { max: 256 }, "1", "threads that share the tree"),
    int("virtual_loss", (1, 1000), "1", "visits counted as lost while a thread is below a node"),
    choice("final", &["robust", "max"], "robust", "the move played: most visits or greatest mean"),
];

/// Whom the players in the tree play for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Everybody for their own value.
    Maxn,
    /// Everybody else against the team at the root.
    Paranoid,
    /// The same, and only one opponent moves between two turns of the root's player.
    BestReply,
}

/// What `mcts` is set to; see [`MCTS_OPTIONS`].
#[derive(Clone, Debug)]
pub struct MctsParams {
    /// Whom the players in the tree play for.
    pub policy: Policy,
    /// Most simulations per move; 0 for no limit.
    pub simulations: u64,
    /// Weight of the exploration term.
    pub exploration: f64,
    /// Value of a move not tried yet.
    pub fpu: f64,
    /// Visits after which a leaf gets children.
    pub expand: u32,
    /// Weight of progressive history.
    pub history: f64,
    /// Weight of progressive bias.
    pub bias: f64,
    /// Share of implicit minimax values.
    pub implicit: f64,
    /// Most decisions of a playout.
    pub playout_limit: u32,
    /// Whether a playout that was cut off is scored by the evaluation rather than as a draw.
    pub cutoff_by_eval: bool,
    /// Evaluation worth a win rate of 73 %; 0 to measure it.
    pub scale: f64,
    /// Share of the payoff's size in the value of a finished game.
    pub margin: f64,
    /// Payoff worth 73 % in that share.
    pub span: f64,
    /// Decisions that guided playouts look ahead.
    pub lookahead: u32,
    /// Moves that guided playouts look at.
    pub sample: usize,
    /// Share of random moves in guided playouts.
    pub epsilon: f64,
    /// Whether proven positions are trusted.
    pub solver: bool,
    /// Whether the tree is kept between moves.
    pub reuse: bool,
    /// Most memory for the tree, in MB.
    pub memory: usize,
    /// Threads that share the tree.
    pub threads: usize,
    /// Visits counted as lost while a thread is below a node.
    pub virtual_loss: u32,
    /// Whether the move of the greatest mean is played rather than the most visited one.
    pub play_max: bool,
}

impl MctsParams {
    /// The settings of checked options.
    pub fn new(options: &Options) -> Self {
        let real = |name| options.real(name).unwrap_or_default();
        let flag = |name| options.flag(name).unwrap_or_default();
        MctsParams {
            policy: match options.word("policy") {
                Some("paranoid") => Policy::Paranoid,
                Some("brs") => Policy::BestReply,
                _ => Policy::Maxn,
            },
            simulations: count_of(options, "simulations"),
            exploration: real("exploration"),
            fpu: real("fpu"),
            expand: count_of(options, "expand") as u32,
            history: real("history"),
            bias: real("bias"),
            implicit: real("implicit"),
            playout_limit: count_of(options, "playout_limit") as u32,
            cutoff_by_eval: options.word("cutoff") == Some("eval"),
            scale: real("scale"),
            margin: real("margin"),
            span: real("span"),
            lookahead: count_of(options, "lookahead") as u32,
            sample: count_of(options, "sample") as usize,
            epsilon: real("epsilon"),
            solver: flag("solver"),
            reuse: flag("reuse"),
            memory: count_of(options, "memory") as usize,
            threads: count_of(options, "threads") as usize,
            virtual_loss: count_of(options, "virtual_loss") as u32,
            play_max: options.word("final") == Some("max"),
        }
    }

    /// Whether nodes carry the value of the evaluation.
    pub(crate) fn evaluates_nodes(&self) -> bool {
        self.bias > 0.0 || self.implicit > 0.0
    }
}

impl Default for MctsParams {
    fn default() -> Self {
        MctsParams::new(&Options::defaults(MCTS_OPTIONS))
    }
}
