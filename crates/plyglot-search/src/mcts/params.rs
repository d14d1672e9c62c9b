//! The options of `mcts`.

use plyglot_core::{choices, options};

use crate::params::{Evaluated, Repetition};

options! {
    /// What `mcts` is set to.
    #[derive(Clone, Debug)]
    pub(crate) struct MctsParams {
        pub(crate) eval: Evaluated,
        /// whom the players in the tree play for: themselves, against the root, or the same with only
        /// one opponent moving between two own turns
        pub(crate) policy: Policy = "maxn",
        /// most simulations per move; 0 leaves it to the limits
        pub(crate) simulations: u64 = "0" in 0..=1i64 << 40,
        /// weight of the exploration term of UCT
        pub(crate) exploration: f64 = "0.7" in 0.0..=100.0,
        /// value of a move not tried yet; above 2 all are tried once first
        pub(crate) fpu: f64 = "10" in 0.0..=100.0,
        /// visits after which a leaf gets children
        pub(crate) expand: u32 = "2" in 1..=1_000_000,
        /// weight of progressive history
        pub(crate) history: f64 = "0" in 0.0..=1000.0,
        /// weight of progressive bias by the evaluation
        pub(crate) bias: f64 = "0" in 0.0..=1000.0,
        /// share of implicit minimax values of the evaluation in the means
        pub(crate) implicit: f64 = "0" in 0.0..=1.0,
        /// most decisions of a playout before it is cut off
        pub(crate) playout_limit: u32 = "1000" in 0..=1_000_000,
        /// where leaves are judged without a playout, score all children of a node together: each begins with a visit
        /// of its own value, and the node is worth the best of them
        pub(crate) batch: bool = "off",
        /// how a playout that was cut off is scored
        pub(crate) cutoff: Cutoff = "eval",
        /// evaluation that is worth a win rate of 73 %; 0 measures it
        pub(crate) scale: f64 = "0" in 0.0..=1e12,
        /// share of the size of the payoff in the value of a finished game
        pub(crate) margin: f64 = "0" in 0.0..=1.0,
        /// payoff that is worth 73 % in that share
        pub(crate) span: f64 = "10" in 0.0..=1e9,
        /// draws by repetition in tree and playouts: by the rule, or already at the first recurrence
        pub(crate) repetition: Repetition = "rule",
        /// how much less of the score than usual a draw is worth to the player at the root
        pub(crate) contempt: f64 = "0" in 0.0..=0.5,
        /// decisions that guided playouts look ahead; 0 plays at random
        pub(crate) lookahead: u32 = "0" in 0..=3,
        /// moves that guided playouts look at
        pub(crate) sample: usize = "8" in 1..=100_000,
        /// share of random moves in guided playouts
        pub(crate) epsilon: f64 = "0.1" in 0.0..=1.0,
        /// whether won and lost positions are proven and trusted
        pub(crate) solver: bool = "on",
        /// whether the tree is kept between moves
        pub(crate) reuse: bool = "on",
        /// most memory for the tree, in MB
        pub(crate) memory: usize as Megabytes = "256" in 1..=1 << 20,
        /// threads that share the tree
        pub(crate) threads: usize as Threads = "1" in 1..=256,
        /// visits counted as lost while a thread is below a node
        pub(crate) virtual_loss: u32 = "1" in 1..=1000,
        /// the move played: most visits or greatest mean
        pub(crate) play("final"): Play = "robust",
    }
}

choices! {
    /// Whom the players in the tree play for.
    pub(crate) enum Policy {
        /// Everybody for their own value.
        Maxn = "maxn",
        /// Everybody else against the team at the root.
        Paranoid = "paranoid",
        /// The same, and only one opponent moves between two turns of the root's player.
        BestReply = "brs",
    }
}

choices! {
    /// How a playout that was cut off is scored.
    pub(crate) enum Cutoff {
        /// By the evaluation.
        Eval = "eval",
        /// As a draw.
        Draw = "draw",
    }
}

choices! {
    /// The move played.
    pub(crate) enum Play {
        /// The one with the most visits.
        Robust = "robust",
        /// The one with the greatest mean.
        Max = "max",
    }
}

impl MctsParams {
    /// Whether nodes carry the value of the evaluation.
    pub(crate) fn evaluates_nodes(&self) -> bool {
        self.bias > 0.0 || self.implicit > 0.0 || self.scores_children()
    }

    /// Whether leaves are judged by the evaluation as they stand.
    fn judges_leaves(&self) -> bool {
        self.playout_limit == 0 && self.cutoff == Cutoff::Eval
    }

    /// Whether what a leaf will be judged by is known since its parent got children.
    pub(crate) fn judges_ahead(&self) -> bool {
        self.evaluates_nodes() && self.judges_leaves()
    }

    /// Whether children begin with the values of the evaluation.
    pub(crate) fn scores_children(&self) -> bool {
        self.batch && self.judges_leaves()
    }

    /// Whether anything is proven. Between two turns of a best-reply search moves are left out: nothing follows
    /// from what is known there.
    pub(crate) fn proves(&self) -> bool {
        self.solver && self.policy != Policy::BestReply
    }
}
