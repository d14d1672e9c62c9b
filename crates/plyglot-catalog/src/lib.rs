//! The one list of games, with typed options.
