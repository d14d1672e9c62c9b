//! Laws of searches, on random trees.

mod alphabeta;
mod games;
mod maxn;
mod maze;
mod plain;
mod tree;
mod players;
mod mcts;
mod best_first;
mod solve;
mod endings;
