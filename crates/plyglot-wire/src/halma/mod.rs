//! Team Halma over TCP, as the course's server and its clients speak it: one line for every action.

mod client;
pub mod codec;
mod guest;
#[cfg(test)]
mod tests;

use plyglot_arena::Limits;
use plyglot_core::{AnySession, Session};
use plyglot_halma::{Halma, Level};

use crate::{Framing, Hello, Net, Protocol, Reception, Refusal, show_text};

/// The protocol.
pub static PROTOCOL: Protocol = Protocol {
    name: "halma",
    about: "team Halma: the course's server and clients, over TCP",
    games: &["halma"],
    game: "halma",
    show: show_text,
    net: Some(Net {
        port: 8123,
        reception: Reception { framing: FROM_CLIENTS, hello: Some(hello), ping: None, lot: false },
        guest: guest::new,
    }),
    program: None,
    limits: || Limits { time: Some(1000), margin: 0, ..Limits::default() },
    join: client::join,
};

/// What clients send is short.
const FROM_CLIENTS: Framing = Framing::Lines { most: 512 };
/// A server sends names and reasons.
const FROM_SERVERS: Framing = Framing::Lines { most: 4096 };
/// How many lines that mean nothing are passed over in a game.
const MOST_IGNORED: usize = 100;

fn hello(bytes: &[u8]) -> Result<Hello, Refusal> {
    let name = codec::read_hello(bytes).ok_or_else(Refusal::default)?;
    Ok(Hello { name, ..Hello::default() })
}

/// The game, if it is one that is played by single actions of four players.
fn typed(session: &dyn AnySession) -> Result<&Session<Halma>, String> {
    let own: Option<&Session<Halma>> = session.as_any().downcast_ref();
    let fits = |own: &&Session<Halma>| {
        let rules = own.game().rules();
        rules.variant.allied && rules.level == Level::Action
    };
    own.filter(fits).ok_or_else(|| {
        "the protocol halma is for team variants that are played by actions: \
         team16, team16a or team8 with level=action"
            .to_owned()
    })
}
