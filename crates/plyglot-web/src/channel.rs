//! Channels: somebody publishes how a thing stands, any number of sockets hear of it.
//!
//! A message is the whole truth about its thing, so only the latest counts: whoever is slow misses states in
//! between and never holds anybody up, and whoever comes back needs nothing but the next one.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::watch;

/// Where states of one thing are published.
pub(crate) struct Channel {
    name: String,
    sender: watch::Sender<Utf8Bytes>,
}

impl Channel {
    /// A channel of that name that has nothing to tell yet.
    pub(crate) fn new(name: impl Into<String>) -> Channel {
        Channel { name: name.into(), sender: watch::Sender::new(Utf8Bytes::default()) }
    }

    /// Tells everybody how it stands; written down once for all.
    pub(crate) fn publish(&self, state: &impl Serialize) {
        let message = State { t: "state", ch: &self.name, d: state };
        let text = serde_json::to_string(&message).unwrap_or_default();
        self.sender.send_replace(text.into());
    }

    /// Somebody who hears of it from now on, the latest state first.
    pub(crate) fn subscribe(&self) -> Subscription {
        let mut receiver = self.sender.subscribe();
        receiver.mark_changed();
        receiver
    }

    /// How many hear of it.
    pub(crate) fn listeners(&self) -> usize {
        self.sender.receiver_count()
    }
}

/// The ear of one socket: what it gets are whole messages, empty ones to be left out.
pub(crate) type Subscription = watch::Receiver<Utf8Bytes>;

#[derive(Serialize)]
struct State<'a, T> {
    t: &'static str,
    ch: &'a str,
    d: &'a T,
}
