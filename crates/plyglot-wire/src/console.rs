//! A program that drives us over standard input and output. Its lines are read while we think.

use std::{
    io::{self, BufRead, Write},
    mem,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

use crate::{Error, Framing, Join, Trace, ears};

/// How many lines may wait while we think; whoever sends more waits.
const MOST_WAITING: usize = 256;
/// The longest line, in bytes.
const LONGEST: usize = 1 << 16;
/// How often a wait looks whether it is to be stopped.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// What we hear and say.
pub(crate) struct Console<'a> {
    lines: Receiver<Line>,
    output: Box<dyn Write + Send>,
    stop: &'a AtomicBool,
    trace: Trace,
}

/// A line, without its end and the blanks around it.
pub(crate) struct Line {
    pub(crate) text: String,
    /// Raised once a line has come that ends whatever this one asked for.
    pub(crate) over: Arc<AtomicBool>,
}

/// Whom traces name.
const DRIVER: &str = "driver";

impl<'a> Console<'a> {
    /// Takes the input and the output of a client. `ends` tells of the lines that end thinking.
    pub(crate) fn open(join: &mut Join<'a>, ends: fn(&str) -> bool) -> Console<'a> {
        let input = mem::replace(&mut join.input, Box::new(io::empty()));
        let output = mem::replace(&mut join.output, Box::new(io::sink()));
        let trace = ears().trace(join.protocol.show);
        let (sender, lines) = sync_channel(MOST_WAITING);
        // It may wait for a line that never comes, so nobody waits for it.
        thread::spawn(move || read_all(input, ends, &sender));
        Console { lines, output, stop: join.stop, trace }
    }

    /// The next line; none at their end, and when we are to leave.
    pub(crate) fn next(&self) -> Option<Line> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            match self.lines.recv_timeout(STOP_CHECK) {
                Ok(line) => {
                    self.trace.received(&DRIVER, line.text.as_bytes());
                    return Some(line);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Writes a line.
    pub(crate) fn say(&mut self, line: &str) -> Result<(), Error> {
        self.trace.sent(&DRIVER, line.as_bytes());
        let whole = format!("{line}\n");
        let written = self.output.write_all(whole.as_bytes()).and_then(|()| self.output.flush());
        written.map_err(|error| Error(format!("nobody reads what we write: {error}")))
    }

    /// Whether we are to leave.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Reads until the end, an error, a line that is too long, or until nobody listens.
fn read_all(mut input: Box<dyn BufRead + Send>, ends: fn(&str) -> bool, lines: &SyncSender<Line>) {
    let framing = Framing::Lines { most: LONGEST };
    let (mut received, mut over) = (Vec::new(), Arc::<AtomicBool>::default());
    loop {
        match framing.cut(&mut received) {
            Err(why) => return ears().notice(&format!("{DRIVER} wrote {why}")),
            Ok(Some(line)) => {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if ends(&text) {
                    mem::take(&mut over).store(true, Ordering::Relaxed);
                }
                if lines.send(Line { text, over: over.clone() }).is_err() {
                    return;
                }
            }
            Ok(None) => match input.fill_buf() {
                Ok([]) | Err(_) if received.is_empty() => return,
                // The last line may lack its end.
                Ok([]) | Err(_) => received.push(b'\n'),
                Ok(part) => {
                    let count = part.len();
                    received.extend_from_slice(part);
                    input.consume(count);
                }
            },
        }
    }
}
