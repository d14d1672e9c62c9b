//! Records in an SQLite file.
//!
//! Jobs and games are keyed by the job's id; storing one twice changes nothing.

mod claim;
mod file;
mod list;
mod runs;
#[cfg(test)]
mod tests;

pub use list::{Filter, GameLine, SeatLine};
pub use runs::Follow;

use std::{cell::RefCell, collections::BTreeSet, path::PathBuf};

use rusqlite::{Connection, Transaction, params};
use serde::{Deserialize, Serialize};

use self::claim::Claim;
use crate::{
    Ending, Error, GameRecord, GameResult, Job, Sink, Task, Written,
    job::hash_id,
    record::{Trace, json},
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
    /// The file that asks for it, if it is known: whoever has it can go on with the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl RunInfo {
    /// A run with the id that its configuration gives.
    pub fn new(title: String, game: &str, command: &str, config: serde_json::Value) -> RunInfo {
        let id = hash_id(config.to_string().as_bytes());
        let (game, command, started) = (game.to_owned(), command.to_owned(), String::new());
        RunInfo { id, title, game, command, config, started, verdict: None, source: None }
    }

    /// The same with the text of the file that asks for it, if there is one.
    pub fn with_source(self, source: Option<String>) -> RunInfo {
        RunInfo { source, ..self }
    }

    /// What kind of run it is: `match`, a kind of tournament, `tune`, `import` or `hosted`.
    pub fn kind(&self) -> &str {
        let schedule = self.config["schedule"]["kind"].as_str();
        schedule.or(self.config["kind"].as_str()).unwrap_or("match")
    }

    /// The signature of the engine that plays it, if it is known.
    pub fn engine(&self) -> Option<&str> {
        self.config["engine"].as_str()
    }

    /// Whether its games are those of others, which no run of ours can play again.
    pub fn is_import(&self) -> bool {
        matches!(self.kind(), "import" | "hosted")
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
        self.visit(select.query(params![run])?, visit)
    }

    /// The games of a run in the order of its schedule, which is the same whoever played them.
    pub fn each_scheduled(
        &self,
        run: &str,
        visit: &mut dyn FnMut(StoredGame) -> Result<(), Error>,
    ) -> Result<(), Error> {
        // Their numbers first: sorting whole games would copy all of them.
        let mut numbers = self.connection.prepare(
            "SELECT games.id FROM games JOIN run_jobs ON run_jobs.job = games.job
             WHERE run_jobs.run = ?1 ORDER BY run_jobs.number, games.number",
        )?;
        let numbers: Vec<i64> =
            numbers.query_map([run], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let mut select = self.connection.prepare(&format!("{GAME} WHERE games.id = ?1"))?;
        numbers.into_iter().try_for_each(|id| self.visit(select.query([id])?, visit))
    }

    fn visit(
        &self,
        mut rows: rusqlite::Rows<'_>,
        visit: &mut dyn FnMut(StoredGame) -> Result<(), Error>,
    ) -> Result<(), Error> {
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

    /// The same, if it is a game of that run.
    pub fn game_of(&self, run: &str, id: i64) -> Result<Option<StoredGame>, Error> {
        let own = "SELECT 1 FROM games JOIN run_jobs ON run_jobs.job = games.job
                   WHERE games.id = ?1 AND run = ?2";
        match self.connection.prepare_cached(own)?.exists(params![id, run])? {
            true => self.game(id),
            false => Ok(None),
        }
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
                 ON CONFLICT (id) DO UPDATE
                 SET title = excluded.title, command = excluded.command, verdict = NULL",
                params![run.id, run.title, run.game, run.command, run.config.to_string()],
            )?;
            runs::store_source(&change, run)?;
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
        let fault = result.fault(seat).map(|fault| fault.kind.name());
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
