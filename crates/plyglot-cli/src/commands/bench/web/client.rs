//! As much of a browser as a measurement needs.

use std::{
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::{Value, json};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Asks on one connection, one question after the other.
pub(super) struct Caller {
    stream: BufReader<TcpStream>,
    address: SocketAddr,
    token: String,
}

impl Caller {
    pub(super) fn new(address: SocketAddr, token: &str) -> io::Result<Caller> {
        Ok(Caller { stream: connect(address)?, address, token: token.to_owned() })
    }

    pub(super) fn post(&mut self, path: &str, body: &Value) -> io::Result<Value> {
        self.ask("POST", path, &body.to_string())
    }

    pub(super) fn delete(&mut self, path: &str) -> io::Result<()> {
        self.ask("DELETE", path, "").map(|_| ())
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<Value> {
        let request = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            self.token,
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let (status, length) = head(&mut self.stream)?;
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer)?;
        if !(200..300).contains(&status) {
            let why = String::from_utf8_lossy(&answer);
            return Err(io::Error::other(format!("{method} {path}: {status} {why}")));
        }
        Ok(serde_json::from_slice(&answer).unwrap_or_default())
    }

    /// A socket that hears of a table.
    pub(super) fn listen(&self, table: &str) -> io::Result<Listener> {
        let mut stream = connect(self.address)?;
        let request = format!(
            "GET /api/v1/ws HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address
        );
        stream.get_mut().write_all(request.as_bytes())?;
        let (status, _) = head(&mut stream)?;
        if status != 101 {
            return Err(io::Error::other(format!("the socket is refused: {status}")));
        }
        let mut listener = Listener(stream);
        listener.say(&json!({ "t": "auth", "token": self.token }))?;
        listener.hear()?;
        listener.say(&json!({ "t": "sub", "ch": format!("tables/{table}") }))?;
        Ok(listener)
    }
}

fn connect(address: SocketAddr) -> io::Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(BufReader::new(stream))
}

/// The status of an answer and the length of its body.
fn head(stream: &mut BufReader<TcpStream>) -> io::Result<(u16, usize)> {
    let (mut line, mut status, mut length) = (String::new(), 0, 0);
    while stream.read_line(&mut line)? > 0 && line != "\r\n" {
        if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
            status = rest.get(..3).and_then(|status| status.parse().ok()).unwrap_or(0);
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    Ok((status, length))
}

/// The end of a socket that mostly listens.
pub(super) struct Listener(BufReader<TcpStream>);

impl Listener {
    fn say(&mut self, message: &Value) -> io::Result<()> {
        let text = message.to_string();
        let length = u8::try_from(text.len()).ok().filter(|length| *length < 126);
        let length = length.ok_or_else(|| io::Error::other("too long for one short frame"))?;
        // A text in one frame, masked with nothing.
        let mut frame = vec![0x81, 0x80 | length, 0, 0, 0, 0];
        frame.extend(text.as_bytes());
        self.0.get_mut().write_all(&frame)
    }

    /// The next message as it is.
    pub(super) fn hear(&mut self) -> io::Result<String> {
        loop {
            let [kind, length] = self.take()?;
            let length = match length & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.take()?)),
                127 => u64::from_be_bytes(self.take()?),
                short => u64::from(short),
            };
            let mut payload = vec![0; usize::try_from(length).map_err(io::Error::other)?];
            self.0.read_exact(&mut payload)?;
            match kind & 0x0f {
                1 => return String::from_utf8(payload).map_err(io::Error::other),
                8 => return Err(io::ErrorKind::ConnectionAborted.into()),
                _ => {}
            }
        }
    }

    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}
