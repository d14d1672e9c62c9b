//! The options of the players: what is a player's own, then each weight of its evaluation.

use plyglot_core::{OptionSpec, declare::with};

use super::{
    alphabeta::AlphaBetaParams,
    eval::{EARLIEST, EARLY, SIMPLE},
    greedy::GreedyParams,
    replies::RepliesParams,
    single::SingleParams,
    tree::TreeParams,
};

/// Of `classic`.
pub(super) const CLASSIC: &[OptionSpec] = &GreedyParams::OPTIONS;
/// Of `classic-nodiag`.
pub(super) const NODIAG: &[OptionSpec] = &with(GreedyParams::OPTIONS, SIMPLE);
/// Of `classic-rollout`.
pub(super) const ROLLOUT: &[OptionSpec] = &with(GreedyParams::OPTIONS, &[("rollouts", "5")]);
/// Of `classic-mcts`.
pub(super) const MCTS: &[OptionSpec] = &TreeParams::OPTIONS;
/// Of `classic-ab`.
pub(super) const AB: &[OptionSpec] = &with(AlphaBetaParams::OPTIONS, EARLY);
/// Of `classic-ab8`.
pub(super) const AB8: &[OptionSpec] = &with(RepliesParams::OPTIONS, SIMPLE);
/// Of `classic-greedy1`.
pub(super) const GREEDY1: &[OptionSpec] = &with(SingleParams::OPTIONS, EARLIEST);
