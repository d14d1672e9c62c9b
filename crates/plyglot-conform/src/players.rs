//! Files of recorded evaluations and decisions, whose rows only a game's own players understand.

use serde_json::Value;

use crate::{Event, FileError, Report, Tally, rows};

/// Splits a file into rows and checks each of them. A file is one JSON value, or one a line.
pub fn check_rows(
    text: &str,
    split: fn(&Value) -> Vec<Value>,
    check: fn(&Value) -> Result<(), String>,
    report: Report<'_>,
) -> Result<Tally, FileError> {
    let file = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) => Value::Array(rows::read(text)?),
    };
    let rows = split(&file);
    let mut tally = Tally::default();
    for (idx, row) in rows.iter().enumerate() {
        match check(row) {
            Ok(()) => tally.passed += 1,
            Err(why) => {
                tally.failed += 1;
                report(Event::Disagreement(format!("{}: {why}", rows::label(idx, row))));
            }
        }
        report(Event::Progress(idx as u64 + 1, rows.len() as u64));
    }
    Ok(tally)
}
