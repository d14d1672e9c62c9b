//! The line protocol of an English draughts engine and its match tool, over standard input and output.

mod client;
pub mod codec;
mod guest;
#[cfg(test)]
mod tests;

use plyglot_arena::Limits;

use crate::{Program, Protocol, show_text};

/// The protocol.
pub static PROTOCOL: Protocol = Protocol {
    name: "checkers-line",
    about: "English draughts engines over standard input and output, as a match tool drives them",
    games: &["checkers"],
    game: "checkers",
    show: show_text,
    net: None,
    program: Some(Program { guest: guest::new }),
    limits: || Limits { time: Some(1000), ..Limits::default() },
    join: client::join,
};
