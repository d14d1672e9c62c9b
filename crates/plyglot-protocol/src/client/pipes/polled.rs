//! Pipes of a system that tells which of them is ready.

use std::{
    io::{self, ErrorKind, Read, Write},
    os::fd::AsFd,
    process::{ChildStderr, ChildStdin, ChildStdout},
    time::Duration,
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{CHUNK, Ends};

/// The open ends of the pipes.
pub(in crate::client) struct Pipes {
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
}

impl Pipes {
    pub(in crate::client) fn new((input, output, errors): Ends) -> io::Result<Pipes> {
        for fd in [input.as_fd(), output.as_fd(), errors.as_fd()] {
            rustix::io::ioctl_fionbio(fd, true)?;
        }
        Ok(Pipes { input: Some(input), output: Some(output), errors: Some(errors) })
    }

    /// Waits until something can be read, or written if there is anything to write.
    pub(in crate::client) fn wait(&mut self, longest: Duration, writing: bool) {
        let mut fds = Vec::with_capacity(3);
        fds.extend(self.output.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
        fds.extend(self.errors.as_ref().map(|fd| PollFd::new(fd, PollFlags::IN)));
        let input = self.input.as_ref().filter(|_| writing);
        fds.extend(input.map(|fd| PollFd::new(fd, PollFlags::OUT)));
        // An interrupted wait is only a short one.
        let _ = poll(&mut fds, Timespec::try_from(longest).ok().as_ref());
    }

    /// Sends what the bot takes just now, and leaves the rest.
    pub(in crate::client) fn send(&mut self, unsent: &mut Vec<u8>) {
        while let (Some(input), false) = (&mut self.input, unsent.is_empty()) {
            match input.write(unsent) {
                Ok(sent) => drop(unsent.drain(..sent)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // Nobody reads any more: the end of the output will tell why.
                Err(_) => unsent.clear(),
            }
        }
    }

    /// Appends what the bot has written, if it has.
    pub(in crate::client) fn hear(&mut self, heard: &mut Vec<u8>) {
        read(&mut self.output, heard);
    }

    /// The same of its standard error.
    pub(in crate::client) fn hear_errors(&mut self, heard: &mut Vec<u8>) {
        read(&mut self.errors, heard);
    }

    /// Whether more output can come.
    pub(in crate::client) fn has_output(&self) -> bool {
        self.output.is_some()
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

fn read(from: &mut Option<impl Read>, heard: &mut Vec<u8>) {
    let Some(open) = from else { return };
    let mut buffer = [0; CHUNK];
    match open.read(&mut buffer) {
        Ok(0) => *from = None,
        Ok(count) => heard.extend_from_slice(&buffer[..count]),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
        Err(_) => *from = None,
    }
}
