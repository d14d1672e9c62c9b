//! A client that may do everything wrong: bytes as they are on the wire.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use serde_json::{Value, json};

use crate::common::Lab;

/// Kinds of frames.
pub(crate) const TEXT: u8 = 1;
pub(crate) const BINARY: u8 = 2;
pub(crate) const CLOSE: u8 = 8;
pub(crate) const PING: u8 = 9;
/// The bit of the last frame of a message.
const LAST: u8 = 0x80;
const MASK: [u8; 4] = [7, 77, 177, 201];

/// What came of a request that is sent as it is.
pub(crate) fn raw(lab: &Lab, request: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(lab.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // Who is refused early may find the rest unwanted.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}

/// The status of an answer.
pub(crate) fn status(answer: &[u8]) -> u16 {
    let line = String::from_utf8_lossy(&answer[..answer.len().min(32)]).into_owned();
    line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

/// What a socket heard.
#[derive(Debug, PartialEq)]
pub(crate) enum Heard {
    /// A message.
    Message(Value),
    /// The end, with its code.
    Closed(Option<u16>),
}

/// A socket.
pub(crate) struct Wire(TcpStream);

impl Wire {
    /// Opens one as a page does.
    pub(crate) fn open(lab: &Lab) -> Wire {
        let mut stream = TcpStream::connect(lab.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.write_all(handshake(lab, &format!("http://{}", lab.address)).as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        assert_eq!(status(&head), 101, "{}", String::from_utf8_lossy(&head));
        Wire(stream)
    }

    /// Opens one and says whose it is.
    pub(crate) fn greeted(lab: &Lab) -> Wire {
        let mut wire = Wire::open(lab);
        wire.say(&json!({ "t": "auth", "token": lab.token }));
        let Heard::Message(hello) = wire.hear() else { panic!("no hello") };
        assert_eq!(hello["t"], "hello");
        wire
    }

    /// Sends a message.
    pub(crate) fn say(&mut self, message: &Value) {
        self.frame(TEXT | LAST, message.to_string().as_bytes());
    }

    /// Sends one whole frame of a kind.
    pub(crate) fn send(&mut self, kind: u8, payload: &[u8]) {
        self.frame(kind | LAST, payload);
    }

    /// Sends a message in pieces, with something in between.
    pub(crate) fn pieces(&mut self, payload: &[u8], size: usize, between: impl Fn(&mut Wire)) {
        let count = payload.chunks(size).count();
        for (number, piece) in payload.chunks(size).enumerate() {
            let kind = if number == 0 { TEXT } else { 0 };
            let last = if number + 1 == count { LAST } else { 0 };
            self.frame(kind | last, piece);
            between(self);
        }
    }

    fn frame(&mut self, head: u8, payload: &[u8]) {
        let mut bytes = vec![head];
        match payload.len() {
            short @ 0..126 => bytes.push(0x80 | short as u8),
            middle @ 126..65_536 => {
                bytes.push(0x80 | 126);
                bytes.extend((middle as u16).to_be_bytes());
            }
            long => {
                bytes.push(0x80 | 127);
                bytes.extend((long as u64).to_be_bytes());
            }
        }
        bytes.extend(MASK);
        bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.bytes(&bytes);
    }

    /// Sends bytes that need not be a frame.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        // Who is thrown out need not take it.
        let _ = self.0.write_all(bytes);
    }

    /// The next message, or the end.
    pub(crate) fn hear(&mut self) -> Heard {
        loop {
            let mut head = [0; 2];
            if self.0.read_exact(&mut head).is_err() {
                return Heard::Closed(None);
            }
            let length = match head[1] & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.take())),
                127 => u64::from_be_bytes(self.take()),
                short => u64::from(short),
            };
            let mut payload = vec![0; usize::try_from(length).unwrap()];
            if self.0.read_exact(&mut payload).is_err() {
                return Heard::Closed(None);
            }
            match head[0] & 0x0f {
                TEXT => return Heard::Message(serde_json::from_slice(&payload).unwrap()),
                CLOSE => {
                    let code = payload.first_chunk().map(|code| u16::from_be_bytes(*code));
                    return Heard::Closed(code);
                }
                _ => {}
            }
        }
    }

    /// Hears until the socket is closed, and tells its code.
    pub(crate) fn end(&mut self) -> Option<u16> {
        loop {
            if let Heard::Closed(code) = self.hear() {
                return code;
            }
        }
    }

    /// Hears until a message is as wanted.
    pub(crate) fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.hear() {
                Heard::Message(message) if wanted(&message) => return message,
                Heard::Message(_) => {}
                Heard::Closed(code) => panic!("closed with {code:?}"),
            }
        }
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes).unwrap();
        bytes
    }
}

/// What opens a socket, from a page of some origin.
pub(crate) fn handshake(lab: &Lab, origin: &str) -> String {
    let origin = if origin.is_empty() { String::new() } else { format!("Origin: {origin}\r\n") };
    format!(
        "GET /api/v1/ws HTTP/1.1\r\nHost: {}\r\n{origin}Upgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        lab.address
    )
}
