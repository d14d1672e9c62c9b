//! Records in an SQLite file.
//!
//! Jobs and games are keyed by the job's id; storing one twice changes nothing.

mod claim;
mod file;
mod list;
#[cfg(test)]
mod tests;

pub use list::{Filter, GameLine, SeatLine};

use std::{cell::RefCell, collections::BTreeSet, path::PathBuf, sync::Arc};

use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

use self::claim::Claim;
use crate::{
    Ending, Error, GameRecord, GameResult, Job, Sink, Task, Written,
    job::hash_id,
    record::{Trace, json},
    schedule::Block,
    standings::seat_scores,
};

/// A file of records.
pub struct Store {
    connection: Connection,
    /// Where it is, unless it is in memory only.
    path: Option<PathBuf>,
    /// The run in progress.
    run: Option<RunInfo>,
    /// Its jobs so far.
    planned: i64,
    /// Those that are not in the file yet: id, text and number.
    pending: Vec<(String, String, i64)>,
    claim: Option<Claim>,
    /// What was wrong with what was read, though reading went on.
    warnings: RefCell<BTreeSet<String>>,
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

    /// The signature of the engine that plays it, if it is known.
    pub fn engine(&self) -> Option<&str> {
        self.config["engine"].as_str()
    }

    /// Whether its games were played elsewhere.
    pub fn is_import(&self) -> bool {
        self.config["kind"] == "import"
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
    /// Begins a run, to which all jobs planned from now on belong; it is noted with the first of them.
    /// Refused while another process plays it in the same file.
    pub fn begin_run(&mut self, run: &RunInfo) -> Result<(), Error> {
        self.store(&[])?;
        self.claim = None;
        if let Some(path) = &self.path {
            self.claim = Claim::take(path, &run.id)?;
        }
        (self.run, self.planned) = (Some(run.clone()), 0);
        Ok(())
    }

    /// Notes why the run in progress ended early, if it did, and leaves it to others.
    pub fn end_run(&mut self, verdict: Option<&str>) -> Result<(), Error> {
        self.store(&[])?;
        self.claim = None;
        let Some(run) = self.run.take() else { return Ok(()) };
        let update = "UPDATE runs SET verdict = ?2 WHERE id = ?1";
        let updated = self.connection.execute(update, params![run.id, verdict]);
        updated.map(|_| ()).map_err(|error| self.named(error.into()))
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
        let table = "SELECT count(*) FROM sqlite_master WHERE name = 'notes'";
        if self.connection.query_row(table, [], |row| row.get::<_, i64>(0))? == 0 {
            return Ok(None);
        }
        let mut select = self.connection.prepare("SELECT text FROM notes WHERE run = ?1")?;
        let mut rows = select.query([run])?;
        Ok(rows.next()?.map(|row| row.get(0)).transpose()?)
    }

    /// How many games of runs of a game another version of the engine played; `game` is the name alone.
    pub fn others(&self, game: &str, engine: &str) -> Result<usize, Error> {
        let runs = self.runs()?.into_iter();
        let of_game = |run: &RunInfo| run.game.split('(').next() == Some(game);
        let other = |run: &RunInfo| run.engine() != Some(engine) && !run.is_import();
        let others = runs.filter(|run| of_game(run) && other(run));
        let mut games = 0;
        for run in others {
            let filter = Filter { run: Some(run.id), ..Filter::default() };
            games += self.matching(&filter)?;
        }
        Ok(games)
    }

    /// What was damaged or missing in what was read so far, and left out.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.borrow().iter().cloned().collect()
    }

    fn warn(&self, warning: String) {
        self.warnings.borrow_mut().insert(warning);
    }

    /// An error with the name of the file.
    fn named(&self, error: Error) -> Error {
        match (&self.path, error) {
            (Some(path), Error::Store(why)) => Error::Store(format!("{}: {why}", path.display())),
            (_, error) => error,
        }
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
            "SELECT jobs.id, jobs.spec FROM run_jobs JOIN jobs ON jobs.id = run_jobs.job
             WHERE run = ?1 ORDER BY run_jobs.number",
        )?;
        let rows = select.query_map([run], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?;
        let mut blocks = Vec::new();
        for row in rows {
            let (id, spec): (_, String) = row?;
            let read = parse(&spec).and_then(|job: Job| Ok((self.results(&id, &job)?, job)));
            match read {
                Ok((games, job)) if games.len() == job.seatings.len() => {
                    blocks.push(Block { job: Arc::new(job), games });
                }
                Ok(_) => {}
                Err(error) => self.warn(format!("block {id} is left out: {error}")),
            }
        }
        Ok(blocks)
    }

    /// The finished games of the job with that id.
    fn results(&self, id: &str, job: &Job) -> Result<Vec<GameResult>, Error> {
        let mut select = self
            .connection
            .prepare_cached("SELECT id, result FROM games WHERE job = ?1 ORDER BY number")?;
        let rows =
            select.query_map([id], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
        let checked = |row: rusqlite::Result<(i64, String)>| {
            let (game, text) = row?;
            let checked =
                parse(&text).and_then(|result| list::check(job, &result).map(|()| result));
            checked.map_err(|error| Error::Store(format!("game {game}: {error}")))
        };
        rows.map(checked).collect()
    }

    /// How many games the file has.
    pub fn count(&self) -> Result<usize, Error> {
        let count = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        Ok(self.connection.query_row("SELECT count(*) FROM games", [], count)? as usize)
    }

    /// The games of a run, or all, in the order in which they ended, one by one. Damaged ones are left
    /// out with a warning.
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
            match stored_game(row) {
                Ok(game) => visit(game)?,
                Err(error) => {
                    self.warn(format!("game {} is left out: {error}", row.get::<_, i64>(0)?));
                }
            }
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

/// Made when it is first needed, so that files without notes stay as they are.
const NOTES: &str = "CREATE TABLE IF NOT EXISTS notes (
    run TEXT PRIMARY KEY,       -- the run
    text TEXT NOT NULL          -- what its kind of run keeps besides games, as JSON
) STRICT";

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
        self.pending.push((id.to_owned(), json(job), self.planned));
        self.planned += 1;
        if self.pending.len() < MOST_PENDING { Ok(()) } else { self.store(&[]) }
    }

    fn store(&mut self, games: &[(Task, Written)]) -> Result<(), Error> {
        self.store_all(games).map_err(|error| self.named(error))
    }

    fn finished(&self, id: &str, job: &Job) -> Result<Vec<GameResult>, Error> {
        self.results(id, job).map_err(|error| self.named(error))
    }
}

impl Store {
    /// Stores what is pending and some games in one transaction.
    fn store_all(&mut self, games: &[(Task, Written)]) -> Result<(), Error> {
        let change = self.connection.transaction()?;
        if let Some(run) = self.run.as_ref().filter(|_| self.pending.iter().any(|job| job.2 == 0)) {
            change.execute(
                "INSERT INTO runs (id, title, game, command, config, started)
                 VALUES (?1, ?2, ?3, ?4, ?5, strftime('%Y-%m-%d %H:%M:%S', 'now'))
                 ON CONFLICT (id) DO UPDATE SET title = excluded.title, command = excluded.command",
                params![run.id, run.title, run.game, run.command, run.config.to_string()],
            )?;
        }
        for (id, spec, number) in &self.pending {
            change
                .prepare_cached("INSERT OR IGNORE INTO jobs (id, spec) VALUES (?1, ?2)")?
                .execute(params![id, spec])?;
            if let Some(run) = &self.run {
                change
                    .prepare_cached(
                        "INSERT INTO run_jobs (run, job, number) VALUES (?1, ?2, ?3)
                         ON CONFLICT (run, job) DO UPDATE SET number = excluded.number",
                    )?
                    .execute(params![run.id, id, number])?;
            }
        }
        for (task, game) in games {
            store_game(&change, &task.job, game)?;
        }
        change.commit()?;
        self.pending.clear();
        Ok(())
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
