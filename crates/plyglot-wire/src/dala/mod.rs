//! Dala with clients who see nothing but the board, over TCP or pipes.

mod client;
pub mod codec;
mod guest;
#[cfg(test)]
mod tests;

use plyglot_arena::Limits;
use plyglot_core::{AnySession, Session};
use plyglot_dala::Dala;

use crate::{Framing, Net, Program, Protocol, Reception, show_text};

/// The protocol.
pub static PROTOCOL: Protocol = Protocol {
    name: "dala",
    about: "Dala with clients who see nothing but the board, over TCP or pipes",
    games: &["dala"],
    game: "dala",
    show: show_text,
    net: Some(Net {
        port: 7730,
        reception: Reception { framing: LINES, hello: None, ping: None, lot: false },
        guest: guest::of_client,
    }),
    program: Some(Program { guest: guest::of_program }),
    limits: || Limits { time: Some(30_000), margin: 0, ..Limits::default() },
    join: client::join,
};

/// What both sides send is short.
const LINES: Framing = Framing::Lines { most: 512 };

fn typed(session: &dyn AnySession) -> &Session<Dala> {
    session.as_any().downcast_ref().expect("the protocol is for this game alone")
}

/// The board as clients see it, and how many squares it has a side.
fn board(session: &dyn AnySession) -> (String, u8) {
    let own = typed(session);
    let size = own.game().board().size;
    (codec::board(own.state(), size), size)
}
