//! Matches and tournaments between agents of any kind, in games of two to eight players.
//!
//! Work flows one way. A [`schedule::Schedule`] tells from the blocks finished so far the next [`Job`]; a
//! job is a value that holds everything needed to play it, anywhere; the [`desk`] hands its games to an
//! [`desk::Executor`], such as the [`pool`] of threads, which lets [`play`] play them, and hands every record
//! to a [`Sink`], usually the SQLite [`store`]; [`standings`] turns results into tables. Whoever plays a job
//! gets the same id, and a record stored twice is stored once, so a run that was killed goes on where it
//! stopped.

mod clock;
pub mod conditions;
mod contestant;
pub mod desk;
pub mod entrant;
pub mod fitness;
pub mod guest;
#[cfg(test)]
mod heap;
pub mod import;
pub mod job;
pub mod limits;
pub mod opening;
mod opinions;
pub mod plan;
pub mod play;
pub mod pool;
pub mod ratings;
pub mod record;
pub mod rules;
pub mod schedule;
pub mod seating;
pub mod standings;
pub mod store;
pub mod strength;
pub mod tournament;

pub use clock::{ProcessorClock, process_time};
pub use contestant::Roster;
pub use desk::Task;
pub use job::{Adjudication, Entrant, Job, Version};
pub use limits::{Clock, Limits, Per};
pub use opening::Opening;
pub use record::{Ending, GameRecord, GameResult, MoveRecord, SeatUse, Written};

/// The examples of the guide, which run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct Guide;

use std::fmt;

use rusqlite::ErrorCode;

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// What was asked for cannot be done.
    Input(String),
    /// The file of records cannot be read or written.
    Store(String),
    /// The program itself is at fault.
    Panic(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Input(message) | Error::Store(message) | Error::Panic(message) => {
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<plyglot_core::SpecError> for Error {
    fn from(error: plyglot_core::SpecError) -> Self {
        Error::Input(error.to_string())
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        Error::Store(match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => {
                "the disk is full; make room and give the same command again, \
                                          which goes on with the games that are kept"
                    .to_owned()
            }
            _ => error.to_string(),
        })
    }
}

/// Where records of games go, and where finished ones are looked up.
pub trait Sink: Send {
    /// Notes the next job of the schedule; it is kept with the games that are stored next.
    fn plan(&mut self, id: &str, job: &Job) -> Result<(), Error>;
    /// Keeps finished games, all or none. Storing one twice changes nothing.
    fn store(&mut self, games: &[(Task, Written)]) -> Result<(), Error>;
    /// The games of a job that are there already, by their number in the job.
    fn finished(&self, id: &str, job: &Job) -> Result<Vec<GameResult>, Error>;
}

/// A sink that keeps nothing.
pub struct Forget;

impl Sink for Forget {
    fn plan(&mut self, _: &str, _: &Job) -> Result<(), Error> {
        Ok(())
    }

    fn store(&mut self, _: &[(Task, Written)]) -> Result<(), Error> {
        Ok(())
    }

    fn finished(&self, _: &str, _: &Job) -> Result<Vec<GameResult>, Error> {
        Ok(Vec::new())
    }
}
