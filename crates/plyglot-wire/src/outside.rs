//! What all protocols do with what comes from outside: words are made plain, noise is counted.

use plyglot_core::shorten;
use plyglot_protocol::{Fault, FaultKind};

/// The most letters of a name that are kept.
pub(crate) const NAME: usize = 64;

/// How many messages of a game may mean nothing.
const MOST_NOISE: u32 = 100;

/// A text with nothing in it that a terminal would obey, and not too long.
pub(crate) fn plain(text: &str, most: usize) -> String {
    text.chars().filter(|sign| !sign.is_control()).take(most).collect()
}

/// Counts what means nothing in one game.
#[derive(Default)]
pub(crate) struct Noise(u32);

impl Noise {
    /// Passes over a line; too many of them are a fault.
    pub(crate) fn pass(&mut self, line: &str) -> Result<(), Fault> {
        self.0 += 1;
        if self.0 < MOST_NOISE {
            return Ok(());
        }
        let (count, last) = (self.0, shorten(line));
        let why = format!("wrote {count} lines that mean nothing here, the last {last:?}");
        Err(Fault::new(FaultKind::Flood, why))
    }
}
