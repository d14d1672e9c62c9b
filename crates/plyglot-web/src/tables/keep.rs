//! The file of all tables.

use std::{collections::HashSet, path::Path};

use plyglot_lab::Saved;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};

use super::live::Brief;
use crate::{
    problem::{Answered, Code, Problem},
    view::Board,
};

/// A table as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    /// Game, seats and clocks.
    pub(super) saved: Saved,
    /// Grows with every change.
    pub(super) version: u64,
    /// The hashes of the tokens of those who have joined, by seat.
    pub(super) guests: Vec<Option<String>>,
    /// The join codes that nobody has used, by seat.
    pub(super) codes: Vec<Option<String>>,
    /// Whether agents wait.
    pub(super) paused: bool,
    /// Milliseconds between two plies of agents at least.
    pub(super) pace: u64,
    /// The expected scores that agents told with their plies.
    pub(super) expected: Vec<Vec<Option<f64>>>,
    /// The table of the rematch.
    pub(super) next: Option<String>,
    /// What seats want to play when their turn comes.
    pub(super) premoves: Vec<Option<String>>,
    /// The seat that asks to take back.
    pub(super) undo_asked: Option<u8>,
}

impl Kept {
    pub(super) fn new(saved: Saved, pace: u64) -> Kept {
        let seats = saved.plan.seats.len();
        Kept {
            saved,
            version: 0,
            guests: vec![None; seats],
            codes: vec![None; seats],
            paused: false,
            pace,
            expected: Vec::new(),
            next: None,
            premoves: vec![None; seats],
            undo_asked: None,
        }
    }

    pub(super) fn is_guest(&self, hash: &str) -> bool {
        self.guests.iter().flatten().any(|own| crate::gate::same(own, hash))
    }
}

/// The file.
pub(super) struct Keep {
    file: Connection,
    /// The boards that are known to be in it: they are large, and a table has the same one all the time.
    boards: HashSet<String>,
}

/// How many tables a list has.
const LISTED: usize = 60;

impl Keep {
    pub(super) fn open(path: &Path) -> Answered<Keep> {
        let refuse =
            |error: rusqlite::Error| Problem::internal(format!("{}: {error}", path.display()));
        let connection = Connection::open(path).map_err(refuse)?;
        let prepared = connection.execute_batch(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = NORMAL;
             PRAGMA busy_timeout = 5000;
             CREATE TABLE IF NOT EXISTS tables (
                 id TEXT PRIMARY KEY,
                 updated INTEGER NOT NULL,   -- milliseconds since 1970
                 over INTEGER NOT NULL,      -- whether the game has ended
                 kept TEXT NOT NULL,         -- everything, as JSON
                 brief TEXT NOT NULL         -- what lists show of it, as JSON
             ) STRICT;
             CREATE INDEX IF NOT EXISTS tables_by_time ON tables (updated);
             CREATE TABLE IF NOT EXISTS boards (
                 id TEXT PRIMARY KEY,
                 board TEXT NOT NULL         -- as JSON
             ) STRICT;",
        );
        prepared.map_err(refuse)?;
        Ok(Keep { file: connection, boards: HashSet::new() })
    }

    pub(super) fn load(&self, id: &str) -> Answered<Option<Kept>> {
        let select = "SELECT kept FROM tables WHERE id = ?1";
        let found = self.file.query_row(select, [id], |row| row.get::<_, String>(0)).optional();
        let Some(text) = found.map_err(Problem::internal)? else { return Ok(None) };
        serde_json::from_str(&text).map(Some).map_err(Problem::internal)
    }

    pub(super) fn save(
        &mut self,
        id: &str,
        kept: &Kept,
        brief: &Brief,
        over: bool,
        board: &Board,
    ) -> Answered<()> {
        let write = |value: Result<String, serde_json::Error>| value.map_err(Problem::internal);
        let (kept, brief) =
            (write(serde_json::to_string(kept))?, write(serde_json::to_string(brief))?);
        let board = match self.boards.contains(&board.id) {
            true => None,
            false => Some((board.id.clone(), write(serde_json::to_string(board))?)),
        };
        let stored = (|| {
            let change = self.file.transaction()?;
            if let Some((id, text)) = &board {
                change
                    .prepare_cached("INSERT OR IGNORE INTO boards (id, board) VALUES (?1, ?2)")?
                    .execute(params![id, text])?;
            }
            change
                .prepare_cached(
                    "INSERT OR REPLACE INTO tables (id, updated, over, kept, brief)
                     VALUES (?1, CAST(unixepoch('subsec') * 1000 AS INTEGER), ?2, ?3, ?4)",
                )?
                .execute(params![id, over, kept, brief])?;
            change.commit()
        })();
        stored.map_err(|error: rusqlite::Error| Problem::internal(error))?;
        self.boards.extend(board.map(|(id, _)| id));
        Ok(())
    }

    pub(super) fn board(&self, id: &str) -> Answered<Option<String>> {
        let select = "SELECT board FROM boards WHERE id = ?1";
        self.file.query_row(select, [id], |row| row.get(0)).optional().map_err(Problem::internal)
    }

    /// What lists show, the newest first.
    pub(super) fn list(&self) -> Answered<Vec<serde_json::Value>> {
        let select = "SELECT id, updated, brief FROM tables ORDER BY updated DESC LIMIT ?1";
        let listed = (|| {
            let mut select = self.file.prepare_cached(select)?;
            let rows = select.query_map([LISTED as i64], |row| {
                let (id, updated) = (row.get::<_, String>(0)?, row.get::<_, i64>(1)?);
                let mut brief: serde_json::Value =
                    serde_json::from_str(&row.get::<_, String>(2)?).unwrap_or_default();
                brief["id"] = id.into();
                brief["updated"] = updated.into();
                Ok(brief)
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        })();
        listed.map_err(Problem::internal)
    }

    /// The join codes that nobody has used, with their table and seat.
    pub(super) fn codes(&self) -> Answered<Vec<(String, (String, u8))>> {
        let select = "SELECT id, kept FROM tables WHERE over = 0";
        let rows = (|| {
            let mut select = self.file.prepare(select)?;
            let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<Vec<(String, String)>>>()
        })();
        let mut codes = Vec::new();
        for (id, text) in rows.map_err(Problem::internal)? {
            let kept: Kept = serde_json::from_str(&text).map_err(Problem::internal)?;
            let open = (0..).zip(kept.codes).filter_map(|(seat, code)| Some((code?, seat)));
            codes.extend(open.map(|(code, seat)| (code, (id.clone(), seat))));
        }
        Ok(codes)
    }

    /// Makes room for one more: the oldest finished tables go.
    pub(super) fn make_room(&mut self, most: usize) -> Answered<()> {
        let count = |connection: &Connection| {
            connection.query_row("SELECT count(*) FROM tables", [], |row| row.get::<_, i64>(0))
        };
        let made = (|| {
            let over = count(&self.file)? - most as i64 + 1;
            if over > 0 {
                self.file.execute(
                    "DELETE FROM tables WHERE id IN
                     (SELECT id FROM tables WHERE over = 1 ORDER BY updated LIMIT ?1)",
                    [over],
                )?;
            }
            count(&self.file)
        })();
        if made.map_err(Problem::internal)? >= most as i64 {
            let why = format!("there are {most} unfinished games: delete some first");
            return Err(Problem::new(Code::Limit, "tables", why));
        }
        Ok(())
    }

    pub(super) fn remove(&mut self, id: &str) -> Answered<()> {
        self.file.execute("DELETE FROM tables WHERE id = ?1", [id]).map_err(Problem::internal)?;
        Ok(())
    }
}
