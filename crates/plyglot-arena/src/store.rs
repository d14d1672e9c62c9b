//! Records in an SQLite file.
//!
//! Jobs and games are keyed by the job's id; storing one twice changes nothing.

mod list;
#[cfg(test)]
mod tests;

pub use list::{Filter, GameLine, SeatLine};

use std::{path::Path, sync::Arc, thread, time::Duration};

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};
use serde::{Deserialize, Serialize};

use crate::{
    Ending, Error, GameRecord, GameResult, Job, Sink, Task, Written,
    job::hash_id,
    record::{Trace, json},
    schedule::Block,
    standings::seat_scores,
};

/// Written into every file, so that a file of something else is not touched.
const APPLICATION: i64 = 0x504C_5947;
const SCHEMA_VERSION: i64 = 1;
/// How long the write-ahead log may get before it is copied into the file, while all wait.
const CHECKPOINT_PAGES: i64 = 4000;

const SCHEMA: &str = "
CREATE TABLE runs (
    id TEXT PRIMARY KEY,        -- hash of everything that decides the games
    title TEXT NOT NULL,
    game TEXT NOT NULL,
    command TEXT NOT NULL,      -- what repeats it
    config TEXT NOT NULL,       -- JSON
    started TEXT NOT NULL,      -- UTC
    verdict TEXT                -- why it ended early, if it did
) STRICT;
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    spec TEXT NOT NULL          -- JSON: everything needed to play it again
) STRICT;
CREATE TABLE run_jobs (
    run TEXT NOT NULL REFERENCES runs,
    number INTEGER NOT NULL,
    job TEXT NOT NULL REFERENCES jobs,
    PRIMARY KEY (run, number)
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
    trace TEXT NOT NULL,        -- JSON lists: seat, microseconds, depth, nodes, value of every ply
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

/// A file of records.
pub struct Store {
    connection: Connection,
    run: Option<String>,
    /// Jobs of the run so far.
    planned: i64,
    /// Those that are not in the file yet, as id, text and number in the run.
    pending: Vec<(String, String, Option<i64>)>,
}

/// What is known of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// A hash of everything that decides its games.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The full specification of the game.
    pub game: String,
    /// The command that repeats it.
    pub command: String,
    /// Its configuration.
    pub config: serde_json::Value,
    /// When it began, in UTC.
    pub started: String,
    /// Why it ended early, if it did.
    pub verdict: Option<String>,
}

impl RunInfo {
    /// A run with the id that its configuration gives.
    pub fn new(title: String, game: &str, command: &str, config: serde_json::Value) -> RunInfo {
        let id = hash_id(config.to_string().as_bytes());
        let (game, command) = (game.to_owned(), command.to_owned());
        RunInfo { id, title, game, command, config, started: String::new(), verdict: None }
    }
}

/// A game of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// Its number in the file, counted from one.
    pub id: i64,
    /// The id of its job.
    pub job_id: String,
    /// Its job.
    pub job: Job,
    /// When it ended, in UTC.
    pub ended: String,
    /// Result and moves.
    pub record: GameRecord,
}

impl Store {
    /// Opens a file of records, or makes one.
    pub fn open(path: &Path) -> Result<Store, Error> {
        let connection = Connection::open(path);
        let connection = connection.map_err(|error| refused(path, &error.to_string()))?;
        Store::prepare(connection).map_err(|error| refused(path, &error.to_string()))
    }

    /// Opens a file of records that must be there, only to read it.
    pub fn open_existing(path: &Path) -> Result<Store, Error> {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(path, flags);
        let connection = connection.map_err(|error| refused(path, &error.to_string()))?;
        let store = Store { connection, run: None, planned: 0, pending: Vec::new() };
        match store.version() {
            Ok((APPLICATION, SCHEMA_VERSION)) => Ok(store),
            Ok(_) => Err(refused(path, "it is no file of Plyglot's records")),
            Err(error) => Err(refused(path, &error.to_string())),
        }
    }

    /// Records that are kept in memory only.
    pub fn in_memory() -> Result<Store, Error> {
        Store::prepare(Connection::open_in_memory()?)
    }

    fn prepare(connection: Connection) -> Result<Store, Error> {
        connection.busy_timeout(Duration::from_secs(10))?;
        let mut store = Store { connection, run: None, planned: 0, pending: Vec::new() };
        if store.version()? == (0, 0) {
            // A game is some tens of kilobytes: large pages hold it in few pieces.
            store.connection.pragma_update(None, "page_size", 16_384)?;
            store.create()?;
        }
        match store.version()? {
            (APPLICATION, SCHEMA_VERSION) => {}
            (APPLICATION, version) => {
                return Err(Error::Store(format!("it has version {version} of another Plyglot")));
            }
            _ => return Err(Error::Store("it is no file of Plyglot's records".to_owned())),
        }
        // With a write-ahead log a commit survives the death of the process, and costs no wait.
        store.use_log()?;
        store.connection.pragma_update(None, "synchronous", "NORMAL")?;
        store.connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
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

    fn version(&self) -> Result<(i64, i64), Error> {
        let pragma = |name| self.connection.pragma_query_value(None, name, |row| row.get(0));
        Ok((pragma("application_id")?, pragma("user_version")?))
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

    /// Notes a run, to which all jobs planned from now on belong; one that is there already stays.
    pub fn begin_run(&mut self, run: &RunInfo) -> Result<(), Error> {
        self.connection.execute(
            "INSERT OR IGNORE INTO runs (id, title, game, command, config, started)
             VALUES (?1, ?2, ?3, ?4, ?5, strftime('%Y-%m-%d %H:%M:%S', 'now'))",
            params![run.id, run.title, run.game, run.command, run.config.to_string()],
        )?;
        (self.run, self.planned) = (Some(run.id.clone()), 0);
        Ok(())
    }

    /// Notes why the run in progress ended early.
    pub fn end_run(&mut self, verdict: Option<&str>) -> Result<(), Error> {
        self.store(&[])?;
        self.connection
            .execute("UPDATE runs SET verdict = ?2 WHERE id = ?1", params![self.run, verdict])?;
        Ok(())
    }

    /// All runs, the oldest first.
    pub fn runs(&self) -> Result<Vec<RunInfo>, Error> {
        let mut select = self.connection.prepare(
            "SELECT id, title, game, command, config, started, verdict FROM runs ORDER BY started, id",
        )?;
        let rows = select.query_map([], |row| {
            Ok(RunInfo {
                id: row.get(0)?,
                title: row.get(1)?,
                game: row.get(2)?,
                command: row.get(3)?,
                config: serde_json::from_str(&row.get::<_, String>(4)?).unwrap_or_default(),
                started: row.get(5)?,
                verdict: row.get(6)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The finished blocks of a run, in the order of its schedule.
    pub fn blocks(&self, run: &str) -> Result<Vec<Block>, Error> {
        let mut select = self.connection.prepare(
            "SELECT jobs.spec FROM run_jobs JOIN jobs ON jobs.id = run_jobs.job
             WHERE run = ?1 ORDER BY run_jobs.number",
        )?;
        let specs = select.query_map([run], |row| row.get::<_, String>(0))?;
        let mut blocks = Vec::new();
        for spec in specs {
            let job: Job = parse(&spec?)?;
            let games = self.finished(&job.id(), &job)?;
            if games.len() == job.seatings.len() {
                blocks.push(Block { job: Arc::new(job), games });
            }
        }
        Ok(blocks)
    }

    /// How many games the file has.
    pub fn count(&self) -> Result<usize, Error> {
        let count = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        Ok(self.connection.query_row("SELECT count(*) FROM games", [], count)? as usize)
    }

    /// The games of a run, or all, in the order in which they ended, one by one.
    pub fn each_game(
        &self,
        run: Option<&str>,
        visit: &mut dyn FnMut(StoredGame) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut select = self.connection.prepare(&format!(
            "{GAME} WHERE ?1 IS NULL OR games.job IN (SELECT job FROM run_jobs WHERE run = ?1)
             ORDER BY games.id"
        ))?;
        let mut rows = select.query(params![run])?;
        while let Some(row) = rows.next()? {
            visit(stored_game(row)?)?;
        }
        Ok(())
    }

    /// The game of that number in the file.
    pub fn game(&self, id: i64) -> Result<Option<StoredGame>, Error> {
        let mut select = self.connection.prepare(&format!("{GAME} WHERE games.id = ?1"))?;
        let mut rows = select.query([id])?;
        rows.next()?.map(stored_game).transpose()
    }
}

const GAME: &str = "SELECT games.id, games.job, jobs.spec, ended, result, moves, trace, complaints
                    FROM games JOIN jobs ON jobs.id = games.job";

fn stored_game(row: &rusqlite::Row<'_>) -> Result<StoredGame, Error> {
    let text = |at| row.get::<_, String>(at);
    let (plies, trace): (Vec<String>, Trace) = (parse(&text(5)?)?, parse(&text(6)?)?);
    let complaints = row.get::<_, Option<String>>(7)?;
    let (job, result): (Job, GameResult) = (parse(&text(2)?)?, parse(&text(4)?)?);
    list::check(&job, &result)?;
    let record = GameRecord {
        result,
        moves: trace.moves(plies)?,
        complaints: complaints.map_or(Ok(Vec::new()), |text| parse(&text))?,
    };
    Ok(StoredGame { id: row.get(0)?, job_id: text(1)?, job, ended: text(3)?, record })
}

/// How many planned jobs wait for a game at most.
const MOST_PENDING: usize = 256;

impl Sink for Store {
    fn plan(&mut self, id: &str, job: &Job) -> Result<(), Error> {
        let number = self.run.is_some().then_some(self.planned);
        self.pending.push((id.to_owned(), json(job), number));
        self.planned += 1;
        if self.pending.len() >= MOST_PENDING { self.store(&[]) } else { Ok(()) }
    }

    fn store(&mut self, games: &[(Task, Written)]) -> Result<(), Error> {
        let change = self.connection.transaction()?;
        for (id, spec, number) in &self.pending {
            change
                .prepare_cached("INSERT OR IGNORE INTO jobs (id, spec) VALUES (?1, ?2)")?
                .execute(params![id, spec])?;
            if let Some(number) = number {
                change
                    .prepare_cached(
                        "INSERT OR IGNORE INTO run_jobs (run, number, job) VALUES (?1, ?2, ?3)",
                    )?
                    .execute(params![self.run, number, id])?;
            }
        }
        for (task, game) in games {
            store_game(&change, &task.job, game)?;
        }
        change.commit()?;
        self.pending.clear();
        Ok(())
    }

    fn finished(&self, id: &str, job: &Job) -> Result<Vec<GameResult>, Error> {
        let mut select = self
            .connection
            .prepare_cached("SELECT result FROM games WHERE job = ?1 ORDER BY number")?;
        let rows = select.query_map([id], |row| row.get::<_, String>(0))?;
        let checked = |text: Result<String, rusqlite::Error>| {
            let result = parse(&text?)?;
            list::check(job, &result).map(|()| result)
        };
        rows.map(checked).collect()
    }
}

fn store_game(change: &Transaction<'_>, job: &Job, game: &Written) -> Result<(), Error> {
    let result = &game.result;
    let ending = match result.ending {
        Ending::Rules => "rules",
        Ending::Forfeit { .. } => "forfeit",
        Ending::Adjudicated { .. } => "adjudicated",
    };
    let added = change
        .prepare_cached(
            "INSERT OR IGNORE INTO games
             (job, number, ended, ending, reason, plies, result, moves, trace, complaints)
             VALUES (?1, ?2, strftime('%Y-%m-%d %H:%M:%f', 'now'), ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![
            game.job,
            result.index as i64,
            ending,
            result.verdict,
            result.plies,
            game.result_text,
            game.moves,
            game.trace,
            game.complaints
        ])?;
    if added == 1 {
        store_seats(change, change.last_insert_rowid(), job, result)?;
    }
    Ok(())
}

fn store_seats(
    change: &Transaction<'_>,
    game: i64,
    job: &Job,
    result: &GameResult,
) -> Result<(), Error> {
    let mut insert = change.prepare_cached(
        "INSERT INTO seats (game, seat, agent, spec, rank, score, moves, seconds, nodes, fault)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    let scores = seat_scores(result);
    for (seat, own) in result.seats.iter().enumerate() {
        let agent = &job.agents[job.seatings[result.index][seat]];
        let fault = match &result.ending {
            Ending::Forfeit { seat: faulty, fault } if *faulty == seat => Some(fault.kind.name()),
            _ => None,
        };
        insert.execute(params![
            game,
            seat as i64,
            agent.name,
            agent.spec,
            result.ranks[seat],
            scores[seat],
            own.moves,
            own.micros as f64 / 1e6,
            own.nodes as i64,
            fault
        ])?;
    }
    Ok(())
}

fn parse<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::Store(format!("a damaged record: {error}")))
}

fn refused(path: &Path, why: &str) -> Error {
    Error::Store(format!("cannot use {} for records: {why}", path.display()))
}
