//! The runs of a file: lists, what is kept with them, their blocks as they come, and how they go.

use std::{collections::BTreeSet, sync::Arc};

use rusqlite::{Transaction, TransactionBehavior, params};

use super::{Claim, RunInfo, Store, parse};
use crate::{Error, Job, schedule::Block};

/// Made when it is first needed, so that files without notes stay as they are.
const NOTES: &str = "CREATE TABLE IF NOT EXISTS notes (
    run TEXT PRIMARY KEY,       -- the run
    text TEXT NOT NULL          -- what its kind of run keeps besides games, as JSON
) STRICT";

/// Made when it is first needed, too.
const SOURCES: &str = "CREATE TABLE IF NOT EXISTS sources (
    run TEXT PRIMARY KEY,       -- the run
    text TEXT NOT NULL          -- TOML: the file that asks for it
) STRICT";

/// The jobs that no other run has.
const OWN_JOBS: &str = "CREATE TEMP TABLE own_jobs AS
    SELECT job FROM run_jobs WHERE run = ?1
    EXCEPT SELECT job FROM run_jobs WHERE run <> ?1";

const DELETE: [&str; 3] = [
    "DELETE FROM seats WHERE game IN
        (SELECT id FROM games WHERE job IN (SELECT job FROM own_jobs))",
    "DELETE FROM games WHERE job IN (SELECT job FROM own_jobs)",
    "DELETE FROM jobs WHERE id IN (SELECT job FROM own_jobs)",
];

/// Keeps the file that asks for a run.
pub(super) fn store_source(change: &Transaction<'_>, run: &RunInfo) -> Result<(), Error> {
    let Some(text) = &run.source else { return Ok(()) };
    change.execute_batch(SOURCES)?;
    let insert = "INSERT OR REPLACE INTO sources (run, text) VALUES (?1, ?2)";
    change.execute(insert, params![run.id, text])?;
    Ok(())
}

impl Store {
    /// All runs, the oldest first.
    pub fn runs(&self) -> Result<Vec<RunInfo>, Error> {
        let source = match self.has_table("sources")? {
            true => "(SELECT text FROM sources WHERE run = id)",
            false => "NULL",
        };
        let mut select = self.connection.prepare(&format!(
            "SELECT id, title, game, command, config, started, verdict, {source} FROM runs
             ORDER BY started, id"
        ))?;
        let rows = select.query_map([], |row| {
            Ok(RunInfo {
                id: row.get(0)?,
                title: row.get(1)?,
                game: row.get(2)?,
                command: row.get(3)?,
                config: serde_json::from_str(&row.get::<_, String>(4)?).unwrap_or_default(),
                started: row.get(5)?,
                verdict: row.get(6)?,
                source: row.get(7)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Keeps a text with a run, instead of any that was kept before.
    pub fn annotate(&mut self, run: &str, text: &str) -> Result<(), Error> {
        let noted = self.connection.execute_batch(NOTES).and_then(|()| {
            let insert = "INSERT OR REPLACE INTO notes (run, text) VALUES (?1, ?2)";
            self.connection.execute(insert, params![run, text])
        });
        noted.map(|_| ()).map_err(|error| self.named(error.into()))
    }

    /// The text that is kept with a run, if there is one.
    pub fn annotation(&self, run: &str) -> Result<Option<String>, Error> {
        if !self.has_table("notes")? {
            return Ok(None);
        }
        let mut select = self.connection.prepare("SELECT text FROM notes WHERE run = ?1")?;
        let mut rows = select.query([run])?;
        Ok(rows.next()?.map(|row| row.get(0)).transpose()?)
    }

    fn has_table(&self, name: &str) -> Result<bool, Error> {
        let select = "SELECT count(*) FROM sqlite_master WHERE name = ?1";
        Ok(self.connection.query_row(select, [name], |row| row.get::<_, i64>(0))? > 0)
    }

    /// The finished blocks of a run, in the order of its schedule.
    pub fn blocks(&self, run: &str) -> Result<Vec<Block>, Error> {
        Follow::new(run).rest(self)
    }

    /// A number that changes whenever somebody else writes to the file.
    pub fn changes(&self) -> Result<i64, Error> {
        Ok(self.connection.pragma_query_value(None, "data_version", |row| row.get(0))?)
    }

    /// Whether somebody plays a run of the file now: this process or another.
    pub fn is_played(&self, run: &str) -> bool {
        self.path.as_ref().is_some_and(|path| Claim::is_taken(path, run))
    }

    /// How many games of a run the file has, and how many it gets in a second, by its newest games since
    /// somebody plays it.
    pub fn pace(&self, run: &str) -> Result<(usize, Option<f64>), Error> {
        let own = "job IN (SELECT job FROM run_jobs WHERE run = ?1)";
        let count = format!("SELECT count(*) FROM games WHERE {own}");
        let games = self.connection.query_row(&count, [run], |row| row.get::<_, i64>(0))?;
        let newest = format!(
            "SELECT count(*), (julianday('now') - julianday(min(ended))) * 86400.0 FROM
             (SELECT ended FROM games WHERE {own} ORDER BY id DESC LIMIT 50)
             WHERE ended >= strftime('%Y-%m-%d %H:%M:%f', 'now', ?2)"
        );
        let age = self.path.as_ref().and_then(|path| Claim::age(path, run)).unwrap_or_default();
        let since = format!("-{:.3} seconds", age.as_secs_f64());
        let (newest, seconds) = self.connection.query_row(&newest, [run, &since], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Option<f64>>(1)?))
        })?;
        let seconds = seconds.filter(|own| *own > 0.0 && newest > 1);
        Ok((games as usize, seconds.map(|seconds| (newest - 1) as f64 / seconds)))
    }

    /// Deletes a run with its games, but for those that another run has, too. Refused while somebody
    /// plays it. Tells whether there was such a run.
    pub fn delete_run(&mut self, run: &str) -> Result<bool, Error> {
        let _claim = match &self.path {
            Some(path) => Claim::take(path, run)?,
            None => None,
        };
        self.delete(run).map_err(|error| self.named(error))
    }

    fn delete(&mut self, run: &str) -> Result<bool, Error> {
        let kept = [("notes", self.has_table("notes")?), ("sources", self.has_table("sources")?)];
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        change.execute(OWN_JOBS, [run])?;
        change.execute("DELETE FROM run_jobs WHERE run = ?1", [run])?;
        for delete in DELETE {
            change.execute(delete, [])?;
        }
        change.execute_batch("DROP TABLE own_jobs")?;
        for (table, _) in kept.iter().filter(|(_, is_there)| *is_there) {
            change.execute(&format!("DELETE FROM {table} WHERE run = ?1"), [run])?;
        }
        let deleted = change.execute("DELETE FROM runs WHERE id = ?1", [run])?;
        change.commit()?;
        Ok(deleted > 0)
    }
}

/// Reads the blocks of a run as they are finished, whoever plays it.
pub struct Follow {
    run: String,
    /// The blocks before this number have been read.
    next: i64,
    /// Blocks after it that have been read.
    later: BTreeSet<i64>,
}

impl Follow {
    /// Follows a run from its beginning.
    pub fn new(run: &str) -> Follow {
        Follow { run: run.to_owned(), next: 0, later: BTreeSet::new() }
    }

    /// The next blocks in the order of the schedule, up to one that is not finished. Damaged ones are left
    /// out with a warning.
    pub fn next(&mut self, store: &Store) -> Result<Vec<Block>, Error> {
        self.read(store, false)
    }

    /// All blocks that are finished and were not read before: those that a run left behind.
    pub fn rest(&mut self, store: &Store) -> Result<Vec<Block>, Error> {
        self.read(store, true)
    }

    fn read(&mut self, store: &Store, all: bool) -> Result<Vec<Block>, Error> {
        let mut select = store.connection.prepare_cached(
            "SELECT run_jobs.number, jobs.id, jobs.spec
             FROM run_jobs JOIN jobs ON jobs.id = run_jobs.job
             WHERE run = ?1 AND run_jobs.number >= ?2 ORDER BY run_jobs.number",
        )?;
        let mut rows = select.query(params![self.run, self.next])?;
        let mut blocks = Vec::new();
        while let Some(row) = rows.next()? {
            let (number, id): (i64, String) = (row.get(0)?, row.get(1)?);
            if self.later.contains(&number) {
                continue;
            }
            let read = parse(&row.get::<_, String>(2)?);
            match read.and_then(|job: Job| Ok((store.results(&id, &job)?, job))) {
                Ok((games, job)) if games.len() == job.seatings.len() => {
                    blocks.push(Block { job: Arc::new(job), games });
                }
                Ok(_) if all => continue,
                Ok(_) => break,
                Err(error) => store.warn(format!("block {id} is left out: {error}")),
            }
            self.later.insert(number);
        }
        while self.later.remove(&self.next) {
            self.next += 1;
        }
        Ok(blocks)
    }
}
