//! The server as its users meet it.

mod api;
mod common;
mod hostile;
mod runs;
mod wire;
