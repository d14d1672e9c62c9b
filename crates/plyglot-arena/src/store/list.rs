//! Looking through a file of records: lists of games without their moves, and games to replay.

use plyglot_catalog::{Catalog, Opened};
use plyglot_core::AnySession;
use rusqlite::{params, types::ToSql};
use serde::Serialize;

use super::{Store, StoredGame, parse};
use crate::{Error, GameResult, Job, standings};

/// Which games are wanted; what is not given matches all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Those of this run.
    pub run: Option<String>,
    /// Those in which an agent of this name took part.
    pub agent: Option<String>,
    /// Those that ended so: `rules`, `forfeit`, `adjudicated`.
    pub ending: Option<String>,
    /// So many of the newest are left out of lists.
    pub skip: usize,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameLine {
    /// Its number in the file.
    pub id: i64,
    /// The signature of the engine that played it, if it is known.
    pub engine: Option<String>,
    /// The full specification of the game.
    pub game: String,
    /// The name of its opening.
    pub opening: String,
    /// When it ended, in UTC.
    pub ended: String,
    /// How it ended: `rules`, `forfeit`, `adjudicated`.
    pub ending: String,
    /// The result in words.
    pub reason: String,
    /// Plies in all.
    pub plies: u32,
    /// Who sat where.
    pub seats: Vec<SeatLine>,
}

/// A seat of a game in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatLine {
    /// The name of its agent.
    pub agent: String,
    /// Its rank.
    pub rank: u8,
    /// The share of the other sides that it was ahead of.
    pub score: f64,
    /// The kind of its fault, if it lost by one.
    pub fault: Option<String>,
}

const WHERE: &str = "
    WHERE (?1 IS NULL OR games.job IN (SELECT job FROM run_jobs WHERE run = ?1))
      AND (?2 IS NULL OR EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND agent = ?2))
      AND (?3 IS NULL OR ending = ?3)";

impl Store {
    /// How many games match.
    pub fn matching(&self, filter: &Filter) -> Result<usize, Error> {
        let select = format!("SELECT count(*) FROM games {WHERE}");
        let Filter { run, agent, ending, .. } = filter;
        let count = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
        Ok(self.connection.query_row(&select, params![run, agent, ending], count)? as usize)
    }

    /// The matching games that ended last, at most `limit`, the newest first. Damaged ones are left out
    /// with a warning.
    pub fn list(&self, filter: &Filter, limit: usize) -> Result<Vec<GameLine>, Error> {
        let mut select = self.connection.prepare(&format!(
            "SELECT games.id, jobs.spec, ended, ending, reason, plies
             FROM games JOIN jobs ON jobs.id = games.job {WHERE} ORDER BY games.id DESC
             LIMIT ?4 OFFSET ?5"
        ))?;
        let Filter { run, agent, ending, skip } = filter;
        let [limit, skip] = [limit, *skip].map(|own| i64::try_from(own).unwrap_or(i64::MAX));
        let wanted: [&dyn ToSql; 5] = [run, agent, ending, &limit, &skip];
        let mut rows = select.query(wanted)?;
        let mut lines = Vec::new();
        while let Some(row) = rows.next()? {
            let id = row.get(0)?;
            match self.line(id, row) {
                Ok(line) => lines.push(line),
                Err(error) => self.warn(format!("game {id} is left out: {error}")),
            }
        }
        Ok(lines)
    }

    fn line(&self, id: i64, row: &rusqlite::Row<'_>) -> Result<GameLine, Error> {
        let job: Job = parse(&row.get::<_, String>(1)?)?;
        Ok(GameLine {
            id,
            engine: (!job.engine.is_empty()).then_some(job.engine),
            game: job.game,
            opening: job.opening.name,
            ended: row.get(2)?,
            ending: row.get(3)?,
            reason: row.get(4)?,
            plies: row.get(5)?,
            seats: self.seats(id)?,
        })
    }

    fn seats(&self, game: i64) -> Result<Vec<SeatLine>, Error> {
        let mut select = self.connection.prepare_cached(
            "SELECT agent, rank, score, fault FROM seats WHERE game = ?1 ORDER BY seat",
        )?;
        let rows = select.query_map([game], |row| {
            Ok(SeatLine {
                agent: row.get(0)?,
                rank: row.get(1)?,
                score: row.get(2)?,
                fault: row.get(3)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Whether a result can be one of its job: the file may have been damaged or edited.
pub(super) fn check(job: &Job, result: &GameResult) -> Result<(), Error> {
    let seating = job.seatings.get(result.index).map_or(&[][..], |own| own);
    let seats = [result.ranks.len(), result.sides.len(), result.seats.len()];
    let known = seating.iter().all(|agent| *agent < job.agents.len());
    let sides = result.sides.iter().all(|side| *side < seating.len());
    match !seating.is_empty() && known && sides && seats == [seating.len(); 3] {
        true => Ok(()),
        false => Err(Error::Store(format!(
            "a damaged record: game {} of job {} does not fit its job",
            result.index,
            job.id()
        ))),
    }
}

impl StoredGame {
    /// All plies, those of the opening included.
    pub fn plies(&self) -> Vec<&str> {
        let opening = self.job.opening.moves.iter().map(String::as_str);
        opening.chain(self.record.moves.iter().map(|mv| mv.ply.as_str())).collect()
    }

    /// The name of the agent in every seat.
    pub fn names(&self) -> Vec<&str> {
        standings::names(&self.job, &self.record.result)
    }
}

impl Job {
    /// The game of the job under its rules, with the files that came along.
    pub fn open(&self, catalog: &Catalog) -> Result<Opened, Error> {
        let missing = |path: &str| format!("{path} did not come with the job");
        let load = |path: &str| self.files.get(path).cloned().ok_or_else(|| missing(path));
        Ok(catalog.open(&self.game, &load)?)
    }

    /// The game of the job where its opening begins, before the plies of the opening.
    pub fn start(&self, catalog: &Catalog) -> Result<Box<dyn AnySession>, Error> {
        let mut session = self.open(catalog)?.session;
        if let Some(text) = &self.opening.position {
            let set = session.set_position(text);
            set.map_err(|error| Error::Input(format!("opening {}: {error}", self.opening.name)))?;
        }
        Ok(session)
    }
}
