//! Laws of searches, on random trees.

mod tree;
