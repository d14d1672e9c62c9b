//! The file itself: its tables, how it is opened, and what becomes of older ones.

use std::{
    cell::RefCell,
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::Store;
use crate::Error;

/// Written into every file, so that a file of something else is not touched.
const APPLICATION: i64 = 0x504C_5947;
const SCHEMA_VERSION: i64 = 2;
/// How long the write-ahead log may get before it is copied into the file, while all wait.
const CHECKPOINT_PAGES: i64 = 1000;
/// What is left of the log after that, in bytes.
const LOG_BYTES: i64 = 1 << 20;

const SCHEMA: &str = "
CREATE TABLE runs (
    id TEXT PRIMARY KEY,        -- hash of everything that decides the games
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    command TEXT NOT NULL,      -- what repeats it
    config TEXT NOT NULL,       -- JSON: everything that decides the games
    started TEXT NOT NULL,      -- UTC
    verdict TEXT                -- why it ended early, if it did
) STRICT;
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    spec TEXT NOT NULL          -- JSON: everything needed to play it again
) STRICT;
CREATE TABLE run_jobs (
    run TEXT NOT NULL REFERENCES runs,
    job TEXT NOT NULL REFERENCES jobs,
    number INTEGER NOT NULL,    -- of the job in the schedule
    PRIMARY KEY (run, job)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_jobs_by_job ON run_jobs (job);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,     -- in the order in which games ended
    job TEXT NOT NULL REFERENCES jobs,
    number INTEGER NOT NULL,    -- of the game in its job
    ended TEXT NOT NULL,        -- UTC
    ending TEXT NOT NULL,       -- rules, forfeit, adjudicated
    reason TEXT NOT NULL,       -- the result in words
    plies INTEGER NOT NULL,
    result TEXT NOT NULL,       -- JSON: ranks, ending, what every seat spent
    moves TEXT NOT NULL,        -- JSON list of plies after the opening
    trace TEXT NOT NULL,        -- JSON lists: seat, microseconds, depth, nodes, value, expected score
    complaints TEXT,            -- JSON: standard error of bots in a game that ended in a fault
    UNIQUE (job, number)
) STRICT;
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    agent TEXT NOT NULL,
    spec TEXT NOT NULL,
    rank INTEGER NOT NULL,
    score REAL NOT NULL,        -- share of the other sides that it was ahead of
    moves INTEGER NOT NULL,
    seconds REAL NOT NULL,
    nodes INTEGER NOT NULL,
    fault TEXT,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
";

/// The first version knew jobs of a run by their number. Its games stay as they are: what engine played
/// them is not known, so that no new job is one of theirs.
const FROM_FIRST: &str = "
ALTER TABLE run_jobs RENAME TO run_jobs_1;
DROP INDEX run_jobs_by_job;
CREATE TABLE run_jobs (
    run TEXT NOT NULL REFERENCES runs,
    job TEXT NOT NULL REFERENCES jobs,
    number INTEGER NOT NULL,    -- of the job in the schedule
    PRIMARY KEY (run, job)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_jobs_by_job ON run_jobs (job);
INSERT OR IGNORE INTO run_jobs (run, job, number) SELECT run, job, number FROM run_jobs_1;
DROP TABLE run_jobs_1;
";

impl Store {
    /// Opens a file of records to write to it, or makes one. A file of an older version becomes one of
    /// this.
    pub fn open(path: &Path) -> Result<Store, Error> {
        let opened = Connection::open(path).map_err(Error::from);
        let prepared = opened.and_then(|connection| Store::prepare(connection, Some(path)));
        prepared.map_err(|error| refused(path, &error))
    }

    /// Opens a file of records that must be there, of this version or an older one, only to read it.
    pub fn open_existing(path: &Path) -> Result<Store, Error> {
        Store::read(path).map_err(|error| refused(path, &error))
    }

    /// Records that are kept in memory only.
    pub fn in_memory() -> Result<Store, Error> {
        Store::prepare(Connection::open_in_memory()?, None)
    }

    fn new(connection: Connection, path: Option<&Path>) -> Store {
        let path = path.map(Path::to_owned);
        let warnings = RefCell::new(BTreeSet::new());
        let pending = Vec::new();
        Store { connection, path, run: None, planned: 0, pending, claim: None, warnings }
    }

    fn read(path: &Path) -> Result<Store, Error> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let mut store = Store::new(Connection::open_with_flags(path, flags)?, Some(path));
        let closed = |error: rusqlite::Error| {
            matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
        };
        // Even who only reads a log writes beside it; what nobody can write is read as it stands.
        if store.version().is_err_and(closed) {
            let flags = flags | OpenFlags::SQLITE_OPEN_URI;
            store.connection = Connection::open_with_flags(unchanging(path), flags)?;
            let log = beside(path, "-wal");
            if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
                let log = log.display();
                store
                    .warn(format!("{log} cannot be used, so that the newest games may be missing"));
            }
        }
        store.check_version()?;
        Ok(store)
    }

    fn prepare(connection: Connection, path: Option<&Path>) -> Result<Store, Error> {
        connection.busy_timeout(Duration::from_secs(10))?;
        let mut store = Store::new(connection, path);
        if store.version()? == (0, 0) {
            // A game is some tens of kilobytes: large pages hold it in few pieces.
            store.connection.pragma_update(None, "page_size", 16_384)?;
            store.create()?;
        }
        store.check_version()?;
        // With a write-ahead log a commit survives the death of the process, and costs no wait.
        store.use_log()?;
        store.connection.pragma_update(None, "synchronous", "NORMAL")?;
        store.connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        store.connection.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
        store.migrate()?;
        Ok(store)
    }

    /// The change to a write-ahead log does not wait for others that are opening the file.
    fn use_log(&self) -> Result<(), Error> {
        const TRIES: u32 = 100;
        for _ in 0..TRIES {
            match self.connection.pragma_update(None, "journal_mode", "WAL") {
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                    thread::sleep(Duration::from_millis(20));
                }
                done => return Ok(done?),
            }
        }
        Err(Error::Store("others keep it locked".to_owned()))
    }

    fn version(&self) -> rusqlite::Result<(i64, i64)> {
        let pragma = |name| self.connection.pragma_query_value(None, name, |row| row.get(0));
        Ok((pragma("application_id")?, pragma("user_version")?))
    }

    fn check_version(&self) -> Result<(), Error> {
        match self.version()? {
            (APPLICATION, 1..=SCHEMA_VERSION) => Ok(()),
            (APPLICATION, version) => Err(Error::Store(format!(
                "a newer Plyglot wrote it, in version {version}; this one knows versions 1 to {SCHEMA_VERSION}"
            ))),
            _ => Err(Error::Store("it is no file of Plyglot's records".to_owned())),
        }
    }

    /// Makes the tables in an empty file, unless somebody else was faster.
    fn create(&mut self) -> Result<(), Error> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let count = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        if change.query_row("SELECT count(*) FROM sqlite_master", [], count)? == 0 {
            change.execute_batch(SCHEMA)?;
            change.pragma_update(None, "application_id", APPLICATION)?;
            change.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        }
        Ok(change.commit()?)
    }

    /// Brings a file of the first version up to date, unless somebody else was faster.
    fn migrate(&mut self) -> Result<(), Error> {
        if self.version()?.1 == SCHEMA_VERSION {
            return Ok(());
        }
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version: i64 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if version == 1 {
            change.execute_batch(FROM_FIRST)?;
            change.pragma_update(None, "user_version", SCHEMA_VERSION)?;
        }
        Ok(change.commit()?)
    }
}

/// The address of a file that SQLite takes for one that nobody changes.
fn unchanging(path: &Path) -> String {
    let path = path.to_string_lossy();
    let escaped = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{escaped}?immutable=1")
}

/// A file of that ending beside another.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(ending);
    PathBuf::from(name)
}

fn refused(path: &Path, why: &Error) -> Error {
    Error::Store(format!("cannot use {} for records: {why}", path.display()))
}
