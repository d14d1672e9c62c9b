//! Checks implementations against files of perft counts and games.
