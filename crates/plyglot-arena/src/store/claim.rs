//! The right to play a run: one process at a time has it.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
    process, thread,
    time::Duration,
};

use super::file::beside;
use crate::Error;

/// How long somebody who only looks whether a run is claimed may be in the way.
const LOOK: Duration = Duration::from_millis(20);

/// A lock beside the file of records. It ends with the process, however that ends.
pub(super) struct Claim {
    path: PathBuf,
    _lock: File,
}

impl Claim {
    /// Claims a run of a file, unless another process has it. Where the system has no locks nobody is
    /// stopped: games that two play are stored once.
    pub(super) fn take(records: &Path, run: &str) -> Result<Option<Claim>, Error> {
        let path = Claim::path(records, run);
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let refused = |error| Error::Store(format!("cannot write {}: {error}", path.display()));
        let mut lock = opened.map_err(refused)?;
        let locked = lock.try_lock().or_else(|_| {
            thread::sleep(LOOK);
            lock.try_lock()
        });
        match locked {
            Ok(()) => {
                lock.set_len(0).and_then(|()| lock.rewind()).map_err(refused)?;
                write!(lock, "{}", process::id()).map_err(refused)?;
                Ok(Some(Claim { path, _lock: lock }))
            }
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                let known = lock.read_to_string(&mut owner).is_ok_and(|_| !owner.is_empty());
                let owner = if known { format!("process {owner}") } else { "a process".to_owned() };
                Err(Error::Store(format!(
                    "{owner} is playing the same in {} already; wait for it, or name another file",
                    records.display()
                )))
            }
            Err(TryLockError::Error(_)) => Ok(None),
        }
    }

    /// Whether somebody has claimed a run of a file.
    pub(super) fn is_taken(records: &Path, run: &str) -> bool {
        let lock = File::open(Claim::path(records, run));
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// For how long a run has been claimed.
    pub(super) fn age(records: &Path, run: &str) -> Option<Duration> {
        let lock = fs::metadata(Claim::path(records, run)).ok()?;
        lock.modified().ok()?.elapsed().ok()
    }

    fn path(records: &Path, run: &str) -> PathBuf {
        let short: String = run.chars().take(8).collect();
        beside(records, &format!("-{short}.lock"))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
