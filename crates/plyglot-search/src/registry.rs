//! Every search by name.

use plyglot_core::{Eval, Handover, OptionSpec, Options, Order, SpecError};

use crate::{
    ALPHABETA_OPTIONS, BRS_PLUS_OPTIONS, GREEDY_OPTIONS, HOPS_OPTIONS, MAXN_OPTIONS, MCTS_OPTIONS,
    MIXED_OPTIONS, RANDOM_OPTIONS, ROLLOUT_OPTIONS, SOLVE_OPTIONS, Search, UBFM_OPTIONS, build_brs,
    build_brs_plus, build_greedy, build_hops, build_maxn, build_mcts, build_mixed, build_paranoid,
    build_random, build_rollout, build_solve, build_ubfm,
};

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
}

const fn entry(
    name: &'static str,
    options: &'static [OptionSpec],
    about: &'static str,
) -> SearchEntry {
    SearchEntry { name, about, options, two_sides: false, open_ended: true }
}

const fn fixed(
    name: &'static str,
    options: &'static [OptionSpec],
    about: &'static str,
) -> SearchEntry {
    SearchEntry { open_ended: false, ..entry(name, options, about) }
}

/// The searches, the simple ones first.
pub const SEARCHES: &[SearchEntry] = &[
    fixed("random", RANDOM_OPTIONS, "any legal move"),
    fixed("greedy", GREEDY_OPTIONS, "the turn after which the evaluation is best"),
    fixed("hops", HOPS_OPTIONS, "the best place to stop in a turn of many decisions"),
    fixed("rollout", ROLLOUT_OPTIONS, "greedy, mixed with the mean of short random games"),
    SearchEntry {
        two_sides: true,
        ..entry("alphabeta", ALPHABETA_OPTIONS, "minimax with alpha-beta between two sides")
    },
    entry("paranoid", ALPHABETA_OPTIONS, "alpha-beta with everybody else as one enemy"),
    entry("brs", ALPHABETA_OPTIONS, "best-reply search: one enemy answers, the others skip"),
    entry("brs+", BRS_PLUS_OPTIONS, "one enemy answers, the others play their first-ordered move"),
    entry("maxn", MAXN_OPTIONS, "max^n: everybody looks after their own value"),
    fixed("mixed", MIXED_OPTIONS, "own gain, harm to the leader or paranoia, by the standing"),
    entry("mcts", MCTS_OPTIONS, "Monte Carlo tree search"),
    entry("ubfm", UBFM_OPTIONS, "unbounded best-first minimax: grows the tree where it is best"),
    entry("solve", SOLVE_OPTIONS, "the proven result, if it can be found in time"),
];

/// Makes a search of [`SEARCHES`] from its checked options.
pub fn build<G: Handover>(
    name: &str,
    options: &Options,
    parts: Parts<G>,
) -> Result<Box<dyn Search<G>>, SpecError> {
    Ok(match name {
        "random" => build_random(options, parts),
        "greedy" => build_greedy(options, parts),
        "hops" => build_hops(options, parts),
        "rollout" => build_rollout(options, parts),
        "alphabeta" | "paranoid" => build_paranoid(options, parts),
        "brs" => build_brs(options, parts),
        "brs+" => build_brs_plus(options, parts),
        "maxn" => build_maxn(options, parts),
        "mixed" => build_mixed(options, parts),
        "mcts" => build_mcts(options, parts),
        "ubfm" => build_ubfm(options, parts),
        "solve" => build_solve(options, parts),
        _ => return Err(SpecError(format!("there is no search {name:?}"))),
    })
}
