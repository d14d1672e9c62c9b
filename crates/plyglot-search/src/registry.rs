//! Every search by name.

use plyglot_core::{Eval, Handover, OptionSpec, Options, Order, SpecError};

use crate::{
    ALPHABETA_OPTIONS, BRS_PLUS_OPTIONS, GREEDY_OPTIONS, HOPS_OPTIONS, MCTS_OPTIONS,
    RANDOM_OPTIONS, ROLLOUT_OPTIONS, Search, build_brs, build_brs_plus, build_greedy, build_hops,
    build_mcts, build_paranoid, build_random, build_rollout,
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
    SearchEntry { name, about, options, two_sides: false }
}

/// The searches, the simple ones first.
pub const SEARCHES: &[SearchEntry] = &[
    entry("random", RANDOM_OPTIONS, "any legal move"),
    entry("greedy", GREEDY_OPTIONS, "the turn after which the evaluation is best"),
    entry("hops", HOPS_OPTIONS, "the best place to stop in a turn of many decisions"),
    entry("rollout", ROLLOUT_OPTIONS, "greedy, mixed with the mean of short random games"),
    SearchEntry {
        two_sides: true,
        ..entry("alphabeta", ALPHABETA_OPTIONS, "minimax with alpha-beta between two sides")
    },
    entry("paranoid", ALPHABETA_OPTIONS, "alpha-beta with everybody else as one enemy"),
    entry("brs", ALPHABETA_OPTIONS, "best-reply search: one enemy answers, the others skip"),
    entry("brs+", BRS_PLUS_OPTIONS, "one enemy answers, the others play their first-ordered move"),
    entry("mcts", MCTS_OPTIONS, "Monte Carlo tree search"),
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
        "mcts" => build_mcts(options, parts),
        _ => return Err(SpecError(format!("there is no search {name:?}"))),
    })
}
