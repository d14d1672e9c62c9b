//! The command line of Plyglot.
