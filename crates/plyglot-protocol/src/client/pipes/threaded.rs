//! Pipes of a system on which only a thread can wait for one.

use std::{
    io::{self, Read, Write},
    mem,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel},
    thread,
    time::Duration,
};

use super::{CHUNK, Ends};

/// How many chunks wait to be heard before the bot has to.
const WAITING: usize = 16;

/// Channels to the threads that serve the pipes. A thread ends with its pipe or its channel.
pub(in crate::client) struct Pipes {
    input: Option<Sender<Vec<u8>>>,
    output: Option<Receiver<Vec<u8>>>,
    errors: Option<Receiver<Vec<u8>>>,
    /// What came during a wait.
    came: Vec<u8>,
}

impl Pipes {
    pub(in crate::client) fn new((mut input, output, errors): Ends) -> io::Result<Pipes> {
        let (sender, commands) = channel::<Vec<u8>>();
        let write = move || {
            let write = |text: Vec<u8>| input.write_all(&text).and_then(|()| input.flush());
            let _ = commands.into_iter().try_for_each(write);
        };
        thread::Builder::new().spawn(write)?;
        let (output, errors) = (Some(reader(output)?), Some(reader(errors)?));
        Ok(Pipes { input: Some(sender), output, errors, came: Vec::new() })
    }

    /// Waits until there is output to hear.
    pub(in crate::client) fn wait(&mut self, longest: Duration, _writing: bool) {
        let Some(output) = self.output.as_ref().filter(|_| self.came.is_empty()) else {
            return thread::sleep(longest.min(Duration::from_millis(1)));
        };
        match output.recv_timeout(longest) {
            Ok(chunk) => self.came = chunk,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.output = None,
        }
    }

    /// Hands everything over; a bot that does not read lets it wait.
    pub(in crate::client) fn send(&mut self, unsent: &mut Vec<u8>) {
        let text = mem::take(unsent);
        if let Some(input) = self.input.as_ref().filter(|_| !text.is_empty()) {
            // Nobody reads any more: the end of the output will tell why.
            let _ = input.send(text);
        }
    }

    /// Appends what the bot has written, if it has.
    pub(in crate::client) fn hear(&mut self, heard: &mut Vec<u8>) {
        if self.came.is_empty() {
            take(&mut self.output, heard);
        }
        heard.append(&mut self.came);
    }

    /// The same of its standard error.
    pub(in crate::client) fn hear_errors(&mut self, heard: &mut Vec<u8>) {
        take(&mut self.errors, heard);
    }

    /// Whether more output can come.
    pub(in crate::client) fn has_output(&self) -> bool {
        self.output.is_some() || !self.came.is_empty()
    }

    /// Whether more can come from the standard error.
    pub(in crate::client) fn has_errors(&self) -> bool {
        self.errors.is_some()
    }

    pub(in crate::client) fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes input and output.
    pub(in crate::client) fn close(&mut self) {
        (self.input, self.output) = (None, None);
    }
}

/// What a thread reads from a pipe.
fn reader(mut from: impl Read + Send + 'static) -> io::Result<Receiver<Vec<u8>>> {
    let (sender, chunks) = sync_channel(WAITING);
    let read = move || {
        let mut buffer = [0; CHUNK];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().spawn(read)?;
    Ok(chunks)
}

fn take(from: &mut Option<Receiver<Vec<u8>>>, heard: &mut Vec<u8>) {
    match from.as_ref().map(Receiver::try_recv) {
        Some(Ok(chunk)) => heard.extend(chunk),
        Some(Err(TryRecvError::Disconnected)) => *from = None,
        Some(Err(TryRecvError::Empty)) | None => {}
    }
}
