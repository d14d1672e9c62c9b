//! Every search by name.

use plyglot_core::{
    Eval, Handover, OptionSpec, Options, Oracle, Order, OwnPlanner, OwnSolver, SpecError,
};

use crate::{
    Search,
    deepen::{build_brs, build_brs_plus, build_paranoid},
    hops::{HopsParams, build_hops},
    maxn::build_maxn,
    mcts::{MctsParams, build_mcts},
    mixed::{MixedParams, build_mixed},
    onward::Onward,
    params::{ALPHABETA_OPTIONS, BRS_OPTIONS, BRS_PLUS_OPTIONS, MAXN_OPTIONS},
    rollout::{RolloutParams, build_rollout},
    simple::{GreedyParams, build_greedy, build_random},
    solve::{SolveConfig, build_solve},
    ubfm::{UbfmParams, build_ubfm},
};

/// A search ready for use, or why its options cannot be had.
pub type Built<G> = Result<Box<dyn Search<G>>, SpecError>;

/// A search that can be named in a specification.
#[derive(Clone, Copy)]
pub struct SearchEntry {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Whether it needs exactly two sides: two players or two teams.
    pub two_sides: bool,
    /// Whether it thinks as long as it may, unless an option ends it.
    pub open_ended: bool,
}

/// Everything a search of a game is made of.
pub struct Parts<G: Handover> {
    /// The evaluation.
    pub eval: Eval<G>,
    /// The game's own move ordering, if one is wanted.
    pub order: Option<Box<dyn Order<G>>>,
    /// The game's own solver, if it has one.
    pub solver: Option<OwnSolver<G>>,
    /// What is known of endings, if tables are to be asked.
    pub oracle: Option<Box<dyn Oracle<G>>>,
    /// The game's own planner, if it has one.
    pub planner: Option<OwnPlanner<G>>,
}

/// A search for any number of sides that thinks as long as it may.
const OPEN: SearchEntry =
    SearchEntry { name: "", about: "", options: &[], two_sides: false, open_ended: true };
/// The same for two sides.
const FOR_TWO: SearchEntry = SearchEntry { two_sides: true, ..OPEN };
/// A search whose work is of a fixed size.
const FIXED: SearchEntry = SearchEntry { open_ended: false, ..OPEN };

/// Lists the searches by name: builder, options, and what each does. A builder is generic over the game,
/// which no constant can hold.
macro_rules! searches {
    ($($name:literal: $build:ident, $options:expr, $shape:ident, $about:literal;)+) => {
        /// The searches, the simple ones first.
        pub const SEARCHES: &[SearchEntry] = &[$(SearchEntry {
            name: $name,
            about: $about,
            options: &$options,
            ..$shape
        }),+];

        /// Makes a search of [`SEARCHES`] from its checked options.
        pub fn build<G: Handover>(
            name: &str,
            options: &Options,
            parts: Parts<G>,
        ) -> Built<G> {
            let search = match name {
                $($name => $build(options, parts),)+
                _ => Err(SpecError(format!("there is no search {name:?}"))),
            };
            Ok(Box::new(Onward::new(search?)))
        }
    };
}

searches! {
    "random": build_random, [], FIXED,
        "any legal move";
    "greedy": build_greedy, GreedyParams::OPTIONS, FIXED,
        "the turn after which the evaluation is best";
    "hops": build_hops, HopsParams::OPTIONS, FIXED,
        "the best place to stop in a turn of many decisions";
    "rollout": build_rollout, RolloutParams::OPTIONS, FIXED,
        "greedy, mixed with the mean of short random games";
    "alphabeta": build_paranoid, ALPHABETA_OPTIONS, FOR_TWO,
        "minimax with alpha-beta between two sides";
    "paranoid": build_paranoid, ALPHABETA_OPTIONS, OPEN,
        "alpha-beta with everybody else as one enemy";
    "brs": build_brs, BRS_OPTIONS, OPEN,
        "best-reply search: one enemy answers, the others skip";
    "brs+": build_brs_plus, BRS_PLUS_OPTIONS, OPEN,
        "one enemy answers, the others play what looks best without a search";
    "maxn": build_maxn, MAXN_OPTIONS, OPEN,
        "max^n: everybody looks after their own value";
    "mixed": build_mixed, MixedParams::OPTIONS, FIXED,
        "own gain, harm to the leader or paranoia, by the standing";
    "mcts": build_mcts, MctsParams::OPTIONS, OPEN,
        "Monte Carlo tree search";
    "ubfm": build_ubfm, UbfmParams::OPTIONS, OPEN,
        "unbounded best-first minimax: grows the tree where it is best";
    "solve": build_solve, SolveConfig::OPTIONS, OPEN,
        "the proven result, if it can be found in time";
}
