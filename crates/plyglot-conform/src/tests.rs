//! Tests on a toy game.
