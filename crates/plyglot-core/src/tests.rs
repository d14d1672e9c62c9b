//! Tests of the core on toy games.
