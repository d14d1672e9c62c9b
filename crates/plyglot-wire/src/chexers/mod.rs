//! C-hex: networked games of Chexers, as the course's server and its clients speak it.

mod client;
pub mod codec;
mod guest;
#[cfg(test)]
mod tests;

use plyglot_arena::Limits;

use crate::{
    Framing, Hello, Net, Ping, Protocol, Reception, Refusal,
    outside::{NAME, plain},
    show_text,
};
use codec::Message;

/// The protocol.
pub static PROTOCOL: Protocol = Protocol {
    name: "chexers",
    about: "Chexers: C-hex, the course's networked games, over TCP",
    games: &["chexers"],
    game: "chexers",
    show: show_text,
    net: Some(Net {
        port: 6666,
        reception: Reception {
            framing: FRAMING,
            hello: Some(hello),
            ping: Some(Ping {
                bytes: b"{\"mtype\":\"OKAY\"}\n",
                is_answer: |line| codec::decode(line) == Ok(Message::Okay),
            }),
            lot: true,
        },
        guest: guest::new,
    }),
    program: None,
    limits: || Limits { patience: PATIENCE, ..Limits::default() },
    join: client::join,
};

/// Nothing that either side has to say is nearly as long.
const FRAMING: Framing = Framing::Lines { most: 1 << 16 };
/// The protocol knows no limits of time, and a player of the course has a minute of processor time for a whole
/// game; in milliseconds.
const PATIENCE: u64 = 300_000;
const MOST_CHANNEL: usize = 256;

fn hello(line: &[u8]) -> Result<Hello, Refusal> {
    let refuse = |reason: String| Refusal { reply: Some(Message::Error(reason).encode()) };
    match codec::decode(line) {
        Ok(Message::Play { channel, .. }) if channel.len() > MOST_CHANNEL => {
            Err(refuse(format!("a channel has at most {MOST_CHANNEL} bytes")))
        }
        Ok(Message::Play { name, channel }) => {
            let name = plain(&name, NAME);
            Ok(Hello { name, channel, reply: Some(Message::Okay.encode()) })
        }
        Ok(_) => Err(refuse("expected PLAY, found another message".to_owned())),
        Err(why) => Err(refuse(format!("expected PLAY, found {why}"))),
    }
}
