//! The server as its users meet it.

mod api;
mod common;
mod hostile;
mod maps;
mod runs;
mod wire;
