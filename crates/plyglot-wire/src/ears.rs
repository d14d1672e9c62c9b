//! Who hears of what happens on connections: the program says so once, for all of them.

use std::sync::OnceLock;

use crate::Trace;

/// What the program wants to hear.
#[derive(Default)]
pub struct Ears {
    /// Clients come and go, and are waited for.
    pub notice: Option<fn(&str)>,
    /// Every message.
    pub trace: Option<fn(&str)>,
}

static EARS: OnceLock<Ears> = OnceLock::new();

/// Says what the program wants to hear. Only the first time counts; until then it is nothing.
pub fn listen(ears: Ears) {
    let _ = EARS.set(ears);
}

/// What the program wants to hear.
pub fn ears() -> &'static Ears {
    static NONE: Ears = Ears { notice: None, trace: None };
    EARS.get().unwrap_or(&NONE)
}

impl Ears {
    pub(crate) fn notice(&self, words: &str) {
        if let Some(hear) = self.notice {
            hear(words);
        }
    }

    /// The trace of messages that are shown like this.
    pub fn trace(&self, show: fn(&[u8]) -> String) -> Trace {
        self.trace.map_or(Trace::default(), |write| Trace::new(show, write))
    }
}
