//! Our agent on somebody else's server or under somebody else's program.

use std::{
    io::{BufRead, Write},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use plyglot_core::AnySession;

use crate::{Error, Framing, Link, Message, Mind, Missing, Protocol, Wait, ears};

/// How often a server that is not there is tried.
const TRY_EVERY: Duration = Duration::from_millis(200);

/// What a client needs.
pub struct Join<'a> {
    /// The protocol.
    pub protocol: &'static Protocol,
    /// `HOST:PORT` of a server; none for protocols over standard input and output.
    pub address: Option<String>,
    /// The agent.
    pub mind: Mind<'a>,
    /// The game as it was asked for; empty for the usual one.
    pub game: String,
    /// What the client calls itself.
    pub name: String,
    /// Whom it wants to play with, where a protocol knows channels.
    pub channel: String,
    /// Its group, where a protocol knows groups.
    pub group: u8,
    /// How long to try until there is a server.
    pub retry: Duration,
    /// Raised when it is to leave.
    pub stop: &'a AtomicBool,
    /// Shown the board after every ply.
    pub show: &'a mut dyn FnMut(&dyn AnySession),
    /// Where lines come from, for protocols over standard input and output.
    pub input: Box<dyn BufRead + Send>,
    /// Where lines go to.
    pub output: Box<dyn Write + Send>,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Joined {
    /// Our seat, from 1, if we were given one.
    pub seat: Option<usize>,
    /// How it ended, in words.
    pub result: String,
    /// Plies that were played.
    pub plies: usize,
}

impl Join<'_> {
    /// Connects to the server.
    pub fn connect(&self, framing: Framing) -> Result<Link, Error> {
        let address = self.address.as_deref().ok_or_else(|| {
            Error(format!("{}: expected the server as HOST:PORT", self.protocol.name))
        })?;
        let (trace, begun) = (ears().trace(self.protocol.show), Instant::now());
        loop {
            let link = Link::connect(address, framing, &trace);
            let late = begun.elapsed() >= self.retry || self.stop.load(Ordering::Relaxed);
            if link.is_ok() || late {
                return link;
            }
            thread::sleep(TRY_EVERY);
        }
    }

    /// The next message of the server, or how it ended if there will be none.
    pub fn hear(&self, link: &mut Link) -> Result<Message, String> {
        let wait = Wait { until: None, stop: self.stop, alarm: None };
        link.receive(&wait).map_err(|missing| match missing {
            Missing::Stopped => "left".to_owned(),
            missing => format!("the game broke off: the server {}", missing.fault(Duration::ZERO)),
        })
    }
}
