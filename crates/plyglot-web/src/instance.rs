//! One server for a data folder: the second start finds the first.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::gate;

/// A server that runs already.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    /// Where it listens on this machine.
    pub address: SocketAddr,
    /// Names that run of the server.
    pub instance: String,
}

/// Files of the data folder that say which server runs.
#[derive(Clone, Debug)]
pub struct Running {
    file: PathBuf,
    token: PathBuf,
}

impl Running {
    /// Those of a data folder, which is made if it is not there.
    pub fn of(data: &Path) -> io::Result<Running> {
        fs::create_dir_all(data)?;
        Ok(Running { file: data.join("server.json"), token: data.join("token") })
    }

    /// The token of the folder, the same for all servers on it, readable by its owner alone.
    pub fn token(&self) -> io::Result<String> {
        if let Ok(token) = fs::read_to_string(&self.token)
            && token.trim().len() >= 40
        {
            return Ok(token.trim().to_owned());
        }
        let token = gate::secret();
        write_private(&self.token, &token)?;
        Ok(token)
    }

    /// The server of the folder, if it answers.
    pub fn find(&self) -> Option<Found> {
        let text = fs::read_to_string(&self.file).ok()?;
        let found: Found = serde_json::from_str(&text).ok()?;
        let answer = ask_health(found.address).ok()?;
        answer.contains(&format!("\"instance\":\"{}\"", found.instance)).then_some(found)
    }

    /// Notes that this server runs.
    pub fn note(&self, found: &Found) -> io::Result<()> {
        write_private(&self.file, &serde_json::to_string(found).unwrap_or_default())
    }

    /// Notes that it does not any more.
    pub fn forget(&self, instance: &str) {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        let own: Option<Found> = serde_json::from_str(&text).ok();
        if own.is_some_and(|own| own.instance == instance) {
            let _ = fs::remove_file(&self.file);
        }
    }
}

/// Asks a server who it is; one that is none of ours answers something else, or nothing.
fn ask_health(address: SocketAddr) -> io::Result<String> {
    let wait = Duration::from_millis(700);
    let mut stream = TcpStream::connect_timeout(&address, wait)?;
    stream.set_read_timeout(Some(wait))?;
    write!(stream, "GET /api/v1/health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(1 << 16).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Writes a file that its owner alone may read.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)?.write_all(text.as_bytes())
}
