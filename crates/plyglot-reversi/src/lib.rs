//! Plain 8x8 Reversi on bitboards.
