//! Files of perft counts: `{name, position, depth, nodes}`.

use plyglot_core::perft::PerftConfig;
use serde_json::Value;

use crate::{Event, FileError, Report, Subject, Tally, rows};

/// Counts every row of at most `max_nodes` nodes and compares.
pub fn check_perft(
    subject: &Subject<'_>,
    text: &str,
    max_nodes: u64,
    report: Report<'_>,
) -> Result<Tally, FileError> {
    let rows = rows::read(text)?;
    let cost = |row: &Value| row.get("nodes").and_then(Value::as_u64).unwrap_or(0) + 1000;
    let chosen = |row: &&Value| cost(row) <= max_nodes.saturating_add(1000);
    let total = rows.iter().filter(chosen).map(cost).sum();
    let (mut tally, mut spent) = (Tally::default(), 0);
    for (idx, row) in rows.iter().enumerate() {
        if !chosen(&row) {
            tally.skipped += 1;
            continue;
        }
        match check_row(subject, row) {
            Ok(()) => tally.passed += 1,
            Err(why) => {
                tally.failed += 1;
                report(Event::Disagreement(format!("{}: {why}", rows::label(idx, row))));
            }
        }
        spent += cost(row);
        report(Event::Progress(spent, total));
    }
    Ok(tally)
}

fn check_row(subject: &Subject<'_>, row: &Value) -> Result<(), String> {
    let depth = rows::number(row, "depth")?;
    let wanted = rows::number(row, "nodes")?;
    let depth = u32::try_from(depth).map_err(|_| format!("depth {depth} is too large"))?;
    let session = subject.set_up(row)?;
    let counts = session.divide(&PerftConfig::new(depth), &|_, _| {});
    let nodes: u64 = counts.iter().map(|(_, nodes)| nodes).sum();
    if nodes == wanted {
        return Ok(());
    }
    Err(format!("depth {depth}: counted {nodes}, the file says {wanted}"))
}
