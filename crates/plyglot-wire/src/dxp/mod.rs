//! DXP, the DamExchange protocol of draughts programs, over TCP, for English draughts.
//!
//! Two programs talk as equals: the initiator asks for games, the follower takes them. A host of ours listens
//! and asks; a client of ours connects and follows, or asks if it is told to.

mod board;
mod client;
pub mod codec;
mod guest;
mod peer;
#[cfg(test)]
mod tests;

use plyglot_arena::{Clock, Limits};

use crate::{Framing, Net, Protocol, Reception};

/// The protocol.
pub static PROTOCOL: Protocol = Protocol {
    name: "dxp",
    about: "DXP: draughts programs as equals over TCP, for English draughts",
    games: &["checkers"],
    game: "checkers",
    show: codec::show,
    net: Some(Net {
        port: 27531,
        reception: Reception { framing: FRAMING, hello: None, ping: None, lot: false },
        guest: guest::new,
    }),
    program: None,
    limits: || {
        let clock = Some(Clock { base: 300_000, increment: 0 });
        Limits { clock, margin: 1000, ..Limits::default() }
    },
    join: client::join,
};

const FRAMING: Framing = Framing::Zeros { most: codec::MOST_BYTES };
