//! Laws of searches, on random trees.

mod alphabeta;
mod maxn;
mod plain;
mod tree;
mod players;
mod mcts;
