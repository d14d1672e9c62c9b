//! Files of played games: `{position, moves, legal, legal_counts, final, result, reason}`, all but
//! the moves optional.

use plyglot_core::{AnySession, ResultWords, shorten};
use serde_json::{Value, json};

use crate::{Event, FileError, Report, Subject, Tally, rows};

/// Replays every game and compares legal moves, final position, result and reason.
pub fn check_games(
    subject: &Subject<'_>,
    text: &str,
    report: Report<'_>,
) -> Result<Tally, FileError> {
    let rows = rows::read(text)?;
    let mut tally = Tally::default();
    for (idx, row) in rows.iter().enumerate() {
        match check_game(subject, row) {
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

fn check_game(subject: &Subject<'_>, row: &Value) -> Result<(), String> {
    let moves = row.get("moves").and_then(Value::as_array).ok_or("it has no list \"moves\"")?;
    let mut session = subject.set_up(row)?;
    for (ply, mv) in moves.iter().enumerate() {
        let mv = mv.as_str().ok_or_else(|| format!("ply {}: {mv} is not a text", ply + 1))?;
        for key in ["legal", "legal_counts"] {
            let wanted = row.get(key).and_then(|list| list.get(ply));
            wanted.map_or(Ok(()), |wanted| check_legal(&*session, wanted, ply))?;
        }
        session.play(mv).map_err(|error| format!("ply {}: {error}", ply + 1))?;
    }
    check_end(&*session, row)
}

/// Compares the legal plies with a list of them or with their number.
fn check_legal(session: &dyn AnySession, wanted: &Value, ply: usize) -> Result<(), String> {
    let found = session.legal();
    let at = format!("ply {}", ply + 1);
    match wanted {
        Value::Number(count) if count.as_u64() == Some(found.len() as u64) => Ok(()),
        Value::Number(count) => {
            Err(format!("{at}: {} legal moves, the file says {count}", found.len()))
        }
        Value::Array(list) => {
            let list: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            let missing = list.iter().find(|text| !found.iter().any(|own| own == *text));
            let extra = found.iter().find(|own| !list.contains(&own.as_str()));
            match (missing, extra) {
                (Some(text), _) => Err(format!("{at}: {text} is not generated")),
                (_, Some(text)) => Err(format!("{at}: {text} is not in the file's list")),
                _ if list.len() != found.len() => Err(format!("{at}: a move is listed twice")),
                _ => Ok(()),
            }
        }
        other => Err(format!("{at}: {other} is neither a list nor a number")),
    }
}

fn check_end(session: &dyn AnySession, row: &Value) -> Result<(), String> {
    if let Some(wanted) = row.get("final").and_then(Value::as_str) {
        let found = session.position();
        if found != wanted {
            let (found, wanted) = first_difference(&found, wanted);
            return Err(format!("final position has {found:?}, the file says {wanted:?}"));
        }
    }
    let verdict = session.verdict();
    if let Some(wanted) = row.get("result") {
        let found = verdict.as_ref().map(|verdict| result_value(&verdict.result));
        let running = matches!(wanted.as_str(), Some("*" | "none"));
        if found.as_ref() != Some(wanted) && !(running && found.is_none()) {
            let found = found.map_or("a running game".to_owned(), |found| found.to_string());
            return Err(format!("result is {found}, the file says {wanted}"));
        }
    }
    if let Some(wanted) = row.get("reason").and_then(Value::as_str) {
        let found = verdict.and_then(|verdict| verdict.reason).unwrap_or("none");
        if found != wanted {
            return Err(format!("reason is {found}, the file says {wanted}"));
        }
    }
    Ok(())
}

/// A result as files write it.
pub fn result_value(words: &ResultWords) -> Value {
    match words {
        ResultWords::Word(word) => json!(word),
        ResultWords::Table(rows) => rows.iter().map(|(name, row)| (*name, json!(row))).collect(),
    }
}

/// The parts of two texts from just before their first difference on.
fn first_difference(a: &str, b: &str) -> (String, String) {
    let same = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let tail = |text: &str| shorten(&text.chars().skip(same.saturating_sub(8)).collect::<String>());
    (tail(a), tail(b))
}
