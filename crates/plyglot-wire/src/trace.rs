//! Every message as a line for people.

use std::{fmt, sync::Arc, time::Instant};

/// Where the lines go, and how bytes are shown. Nothing is traced by default.
#[derive(Clone, Default)]
pub struct Trace(Option<Arc<Tracer>>);

struct Tracer {
    begun: Instant,
    show: fn(&[u8]) -> String,
    write: Box<dyn Fn(&str) + Send + Sync>,
}

impl Trace {
    /// Writes a line for every message, with the seconds since now.
    pub fn new(show: fn(&[u8]) -> String, write: impl Fn(&str) + Send + Sync + 'static) -> Trace {
        Trace(Some(Arc::new(Tracer { begun: Instant::now(), show, write: Box::new(write) })))
    }

    /// A message to somebody.
    pub fn sent(&self, whom: &dyn fmt::Display, bytes: &[u8]) {
        self.line("->", whom, bytes);
    }

    /// A message from somebody.
    pub fn received(&self, whom: &dyn fmt::Display, bytes: &[u8]) {
        self.line("<-", whom, bytes);
    }

    fn line(&self, arrow: &str, whom: &dyn fmt::Display, bytes: &[u8]) {
        if let Some(own) = &self.0 {
            let seconds = own.begun.elapsed().as_secs_f64();
            (own.write)(&format!("{seconds:9.3} {arrow} {whom} {}", (own.show)(bytes)));
        }
    }
}

/// Bytes that are text, on one line and without anything a terminal would obey.
pub fn show_text(bytes: &[u8]) -> String {
    const MOST: usize = 400;
    let text = String::from_utf8_lossy(bytes);
    let mut shown: String = text.trim_end_matches(['\n', '\r']).escape_debug().take(MOST).collect();
    if text.len() > MOST {
        shown += &format!("… ({} bytes)", bytes.len());
    }
    shown.replace("\\\"", "\"").replace("\\'", "'")
}
