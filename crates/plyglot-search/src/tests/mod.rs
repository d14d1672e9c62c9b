//! Laws of searches, on random trees.

mod alone;
mod alphabeta;
mod best_first;
mod circles;
mod crossroads;
mod cut;
mod endings;
mod finish;
mod games;
mod maxn;
mod maze;
mod mcts;
mod paths;
mod plain;
mod players;
mod probe;
mod solve;
pub(crate) mod tree;
