//! ReversiXT over TCP, as the course's server and its clients speak it.

mod client;
pub mod codec;
mod guest;
#[cfg(test)]
mod tests;

use plyglot_arena::Limits;

use crate::{Framing, Hello, Net, Protocol, Reception, Refusal};
use codec::Message;

/// The protocol.
pub static PROTOCOL: Protocol = Protocol {
    name: "reversixt",
    about: "ReversiXT: the course's server and clients, over TCP",
    games: &["reversixt"],
    game: "reversixt",
    show: codec::show,
    net: Some(Net {
        port: 7777,
        reception: Reception { framing: FROM_CLIENTS, hello: Some(hello), ping: None, lot: false },
        guest: guest::new,
    }),
    program: None,
    limits: || Limits { margin: 0, ..Limits::default() },
    join: client::join,
};

/// What clients send is short.
const FROM_CLIENTS: Framing = Framing::Typed { most: 16 };
/// A server sends maps.
const FROM_SERVERS: Framing = Framing::Typed { most: 1 << 20 };
/// The largest group number that servers accept.
const MOST_GROUP: u8 = 99;

fn hello(bytes: &[u8]) -> Result<Hello, Refusal> {
    match codec::decode(bytes) {
        Ok(Message::Group(group)) if group <= MOST_GROUP => {
            Ok(Hello { name: format!("group {group}"), ..Hello::default() })
        }
        _ => Err(Refusal::default()),
    }
}
