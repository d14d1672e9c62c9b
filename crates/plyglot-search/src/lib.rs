//! Adversarial searches for two to eight players, generic over the game.
//!
//! A search takes a [`Task`], spends a [`Control`](plyglot_core::Control) and gives a [`Thought`]. It never prints, reads no
//! clock but the one in its control, and draws random numbers only from the task's seed. What can be
//! switched is declared once in [`SEARCHES`], and [`build`] makes a search of checked options.

#![forbid(unsafe_code)]

mod advised;
mod alone;
mod best_reply;
mod best_reply_plus;
mod circles;
mod costly;
mod cut;
mod deepen;
mod distance;
mod drawn;
mod finish;
mod footing;
mod hope;
mod hops;
mod lookup;
mod maxn;
mod mcts;
mod mixed;
mod node;
mod onward;
mod order;
mod outlook;
mod params;
mod past;
mod planned;
mod probe;
mod quiet;
mod registry;
mod rollout;
mod root;
mod silent;
mod simple;
mod solve;
mod table;
mod task;
mod turns;
mod ubfm;
mod view;

#[cfg(test)]
mod tests;

pub use cut::{CutSide, Fitted, Pair, Selection};
pub use deepen::paranoid;
pub use maxn::maxn;
pub use params::{Aspiration, Count, Evaluated, Extend, Ordered, Params, Repetition, Silent, Ties};
pub use registry::{Built, Parts, SEARCHES, SearchEntry, build};
pub use simple::{Draw, Equals, Random};
pub use solve::{Aim, Method, SolveConfig, Solved, solve};
pub use task::{Line, Search, Task, Thought};
