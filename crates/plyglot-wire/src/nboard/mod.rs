//! NBoard, the protocol of Othello engines, over standard input and output.

mod client;
pub mod codec;
mod guest;
mod record;
#[cfg(test)]
mod tests;

use plyglot_arena::Limits;

use crate::{Program, Protocol, show_text};

/// The protocol.
pub static PROTOCOL: Protocol = Protocol {
    name: "nboard",
    about: "NBoard: Othello engines over standard input and output",
    games: &["reversi"],
    game: "reversi",
    show: show_text,
    net: None,
    program: Some(Program { guest: guest::new }),
    limits: || Limits { time: Some(5000), margin: 500, ..Limits::default() },
    join: client::join,
};
