//! Checks a game against files of perft counts and played games, whoever made them.
//!
//! A file is a JSON array, or one JSON object a line. A key of a row that is also the name of one of
//! the game's options (`rules`, `level`) sets that option for the row.

mod games;
mod perft;
mod players;
mod rows;

pub use games::{check_games, result_value};
pub use perft::check_perft;
pub use players::check_rows;
pub use rows::{FileError, Subject};

/// How many rows agreed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Rows in full agreement.
    pub passed: u64,
    /// Rows with at least one disagreement.
    pub failed: u64,
    /// Rows left out because they ask for more than the caller wants to spend.
    pub skipped: u64,
}

impl Tally {
    /// Both tallies together.
    pub fn plus(self, other: Tally) -> Tally {
        Tally {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }
}

/// What a check tells while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// This many of this many parts of the work are done.
    Progress(u64, u64),
    /// A row disagrees, and how.
    Disagreement(String),
}

/// Fails unless every row of at most `max_nodes` agrees; for tests of a game.
///
/// # Panics
/// With the disagreements.
pub fn assert_perft(entry: plyglot_core::GameEntry, text: &str, max_nodes: u64) -> Tally {
    assert_all(|report| check_perft(&Subject::new(entry), text, max_nodes, report))
}

/// Fails unless every game agrees; for tests of a game.
///
/// # Panics
/// With the disagreements.
pub fn assert_games(entry: plyglot_core::GameEntry, text: &str) -> Tally {
    assert_all(|report| check_games(&Subject::new(entry), text, report))
}

type Report<'a> = &'a mut dyn FnMut(Event);

fn assert_all(run: impl FnOnce(Report<'_>) -> Result<Tally, FileError>) -> Tally {
    let mut found = Vec::new();
    let tally = run(&mut |event| {
        if let Event::Disagreement(line) = event {
            found.push(line);
        }
    });
    let tally = tally.unwrap_or_else(|error| panic!("{error}"));
    assert!(found.is_empty(), "{} disagreements:\n{}", found.len(), found.join("\n"));
    assert!(tally.passed > 0, "no row was checked");
    tally
}
