//! Every protocol by its name.

use plyglot_arena::{Limits, guest::Guest};
use plyglot_protocol::BotSpec;

use crate::{
    Error, Join, Joined, NetSeat, Reception, chexers, dala, dxp, halma, line, nboard, reversixt,
    usc16,
};

/// A protocol.
pub struct Protocol {
    /// Its name in commands and specifications.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// The names of the games that it is for.
    pub games: &'static [&'static str],
    /// The game that is usually played.
    pub game: &'static str,
    /// How a message is shown to people.
    pub show: fn(&[u8]) -> String,
    /// Its host's side over TCP, if it has one.
    pub net: Option<Net>,
    /// Its host's side for programs that are started, if it has one.
    pub program: Option<Program>,
    /// What moves usually cost under a host.
    pub limits: fn() -> Limits,
    /// Our agent's side.
    pub join: fn(&mut Join<'_>) -> Result<Joined, Error>,
}

/// A host's side over TCP.
pub struct Net {
    /// The usual port.
    pub port: u16,
    /// How clients are received.
    pub reception: Reception,
    /// A seat for one of them.
    pub guest: fn(NetSeat) -> Box<dyn Guest>,
}

/// A host's side for programs, `exec(cmd=…,protocol=…)`.
pub struct Program {
    /// A seat for one of them in a game of that specification.
    pub guest: fn(BotSpec, &str) -> Box<dyn Guest>,
}

/// All protocols, in the order of lists.
pub static PROTOCOLS: [&Protocol; 8] = [
    &reversixt::PROTOCOL,
    &halma::PROTOCOL,
    &chexers::PROTOCOL,
    &dxp::PROTOCOL,
    &line::PROTOCOL,
    &nboard::PROTOCOL,
    &usc16::PROTOCOL,
    &dala::PROTOCOL,
];

/// The protocol of that name.
pub fn protocol(name: &str) -> Option<&'static Protocol> {
    PROTOCOLS.into_iter().find(|own| own.name == name)
}
