//! The server as its users meet it.

mod api;
mod common;
mod maps;
mod runs;
