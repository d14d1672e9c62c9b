//! Adversarial searches for two to eight players, generic over the game.
//!
//! A search takes a [`Task`], spends a [`Control`](plyglot_core::Control) and gives a [`Thought`]. It never prints, reads no
//! clock but the one in its control, and draws random numbers only from the task's seed. What can be
//! switched is declared once in [`SEARCHES`], and [`build`] makes a search of checked options.

#![forbid(unsafe_code)]

mod best_reply;
mod best_reply_plus;
mod deepen;
mod hops;
mod lookup;
mod maxn;
mod mcts;
mod mixed;
mod node;
mod order;
mod outlook;
mod params;
mod past;
mod planned;
mod quiet;
mod registry;
mod rollout;
mod root;
mod simple;
mod solve;
mod table;
mod task;
mod turns;
mod ubfm;
mod view;

#[cfg(test)]
mod tests;

pub use deepen::{build_brs, build_brs_plus, build_paranoid, paranoid};
pub use hops::{HOPS_OPTIONS, Hops, build_hops};
pub use maxn::{build_maxn, maxn};
pub use mcts::{MCTS_OPTIONS, Mcts, MctsParams, Policy, build_mcts};
pub use mixed::{MIXED_OPTIONS, Mixed, MixedParams, build_mixed};
pub use params::{
    ALPHABETA_OPTIONS, Aspiration, BRS_PLUS_OPTIONS, Count, MAXN_OPTIONS, Params, Repetition, Ties,
};
pub use registry::{Parts, SEARCHES, SearchEntry, build};
pub use rollout::{ROLLOUT_OPTIONS, Rollout, RolloutParams, build_rollout};
pub use simple::{GREEDY_OPTIONS, Greedy, RANDOM_OPTIONS, Random, build_greedy, build_random};
pub use solve::{Method, SOLVE_OPTIONS, SolveConfig, Solved, Solver, build_solve, solve};
pub use task::{Line, Search, Task, Thought};
pub use ubfm::{UBFM_OPTIONS, Ubfm, UbfmParams, build_ubfm};
