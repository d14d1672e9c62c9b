//! What both sides of a conversation do alike: they do not speak too fast, and they sort what they hear.

use std::{
    thread,
    time::{Duration, Instant},
};

use plyglot_protocol::{Fault, FaultKind};

use super::codec::{self, Bad, End, Message, Played, Request};
use crate::{Link, Missing, ears};

/// Some programs take all that one read brings for one message: two are never sent at once.
const PAUSE: Duration = Duration::from_millis(100);
/// How long an answer to anything but a move may take.
pub(super) const ANSWER_TIME: Duration = Duration::from_secs(10);
/// How many messages of a game may be passed over, and how many may be chat.
const MOST_IGNORED: u32 = 100;
const MOST_CHATS: u32 = 1000;

/// One side of a conversation.
pub(super) struct Peer {
    /// What it calls itself.
    pub(super) name: String,
    /// When it spoke, unless the other side has spoken since.
    spoke: Option<Instant>,
    ignored: u32,
    chats: u32,
}

/// What must be decided upon.
pub(super) enum Heard {
    Request(Request),
    Accept { name: String, code: u8 },
    Move(Played),
    End(End),
}

impl Peer {
    pub(super) fn new(name: String) -> Peer {
        Peer { name, spoke: None, ignored: 0, chats: 0 }
    }

    /// Another game begins, and counting with it.
    pub(super) fn begin(&mut self) {
        (self.ignored, self.chats) = (0, 0);
    }

    pub(super) fn send(&mut self, link: &Link, message: &Message) -> Result<(), Fault> {
        if let Some(spoke) = self.spoke {
            thread::sleep(PAUSE.saturating_sub(spoke.elapsed()));
        }
        self.spoke = Some(Instant::now());
        link.send(message.encode()).map_err(|missing: Missing| missing.fault(Duration::ZERO))
    }

    /// Answers a request for a game.
    pub(super) fn answer(&mut self, link: &Link, code: u8) -> Result<(), Fault> {
        let name = self.name.clone();
        self.send(link, &Message::Accept { name, code })
    }

    /// Reads a message. What changes nothing is dealt with at once, and gives none; requests do so unless they
    /// are `welcome`.
    pub(super) fn read(
        &mut self,
        link: &Link,
        bytes: &[u8],
        welcome: bool,
    ) -> Result<Option<Heard>, Fault> {
        self.spoke = None;
        match codec::decode(bytes) {
            Ok(Message::Accept { name, code }) => return Ok(Some(Heard::Accept { name, code })),
            Ok(Message::Move(played)) => return Ok(Some(Heard::Move(played))),
            Ok(Message::End(end)) => return Ok(Some(Heard::End(end))),
            Ok(Message::Request(request)) if welcome => return Ok(Some(Heard::Request(request))),
            Ok(Message::Chat(_)) => {
                self.chats += 1;
                ears().notice(&format!("{} says: {}", link.peer, codec::show(&bytes[1..])));
                return match self.chats {
                    MOST_CHATS.. => Err(flood("chats", self.chats)),
                    _ => Ok(None),
                };
            }
            Ok(Message::Request(_)) => self.answer(link, 2)?,
            Ok(Message::Back { .. }) => self.send(link, &Message::BackAnswer(1))?,
            Ok(Message::BackAnswer(_)) | Err(Bad::Noise(_)) => {}
            Err(Bad::Request { code, .. }) => self.answer(link, if welcome { code } else { 2 })?,
            Err(Bad::Move(why)) => {
                return Err(Fault::new(FaultKind::Garbage, format!("sent a move {why}")));
            }
        }
        self.ignore()
    }

    /// Passes over a message; too many of them are a fault.
    pub(super) fn ignore(&mut self) -> Result<Option<Heard>, Fault> {
        self.ignored += 1;
        match self.ignored {
            MOST_IGNORED.. => Err(flood("messages that mean nothing here", self.ignored)),
            _ => Ok(None),
        }
    }
}

fn flood(what: &str, count: u32) -> Fault {
    Fault::new(FaultKind::Flood, format!("sent {count} {what} in one game"))
}

/// What a reason at the end says of its sender.
pub(super) fn reason_words(reason: u8) -> &'static str {
    match reason {
        1 => "it loses",
        2 => "a draw",
        3 => "it wins",
        _ => "no result",
    }
}

/// The reason that somebody gives who has the first of two ranks.
pub(super) fn reason(own: u8, other: u8) -> u8 {
    match own.cmp(&other) {
        std::cmp::Ordering::Less => 3,
        std::cmp::Ordering::Equal => 2,
        std::cmp::Ordering::Greater => 1,
    }
}
