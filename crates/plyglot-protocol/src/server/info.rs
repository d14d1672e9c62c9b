//! What an agent knows, as lines of `info`.

use plyglot_lab::{Bound, Line, Report, Unit, Value};

use crate::wire::move_word;

/// One line for each of an agent's lines, of which so many are wanted; nothing before it knows anything.
/// `pieces` turns points into pieces.
pub(super) fn info(report: &Report, wanted: usize, pieces: &dyn Fn(f64) -> Option<f64>) -> String {
    let Report { nodes, millis, .. } = report;
    let Some(answer) = &report.answer else { return String::new() };
    let (depth, table) = (answer.depth, answer.table_permille);
    let speed = (*nodes as f64 * 1000.0 / (*millis).max(1) as f64) as u64;
    let spent = format!("nodes {nodes} time {millis} nps {speed} hashfull {table}");
    let mut text = String::new();
    for (number, line) in (1..).zip(&answer.lines) {
        text += &format!("info depth {depth} {spent}");
        if wanted > 1 {
            text += &format!(" multipv {number}");
        }
        text += &found(line, pieces);
        text.push('\n');
    }
    text
}

/// What a line is worth, and its moves.
fn found(line: &Line, pieces: &dyn Fn(f64) -> Option<f64>) -> String {
    let mut text = line.value.map_or(String::new(), |value| score(&value, pieces));
    if line.expected.iter().any(Option::is_some) {
        text += " expected";
        for seat in &line.expected {
            text += &seat.map_or(" -".to_owned(), |score| format!(" {score:.4}"));
        }
    }
    if !line.pv.is_empty() {
        text += " pv";
        line.pv.iter().for_each(|ply| text += &format!(" {}", move_word(ply)));
    }
    text
}

/// A value as UGI has it: hundredths of a piece, or an end of the game with its distance.
fn score(value: &Value, pieces: &dyn Fn(f64) -> Option<f64>) -> String {
    let bound = match value.bound {
        Bound::Exact => "",
        Bound::AtLeast => " lowerbound",
        Bound::AtMost => " upperbound",
    };
    let distance = value.distance.map_or(String::new(), |plies| format!(" {plies}"));
    let amount = match (value.unit, value.amount) {
        (Unit::Points, points) => match pieces(points) {
            // No negative zero.
            Some(pieces) => format!("cp {}", (pieces * 100.0).round() + 0.0),
            // Nobody knows what these points are worth.
            None => return String::new(),
        },
        (Unit::Payoff, payoff) => format!("payoff {payoff}"),
        (Unit::End, 1.0) => format!("win{distance}"),
        (Unit::End, 0.0) => format!("loss{distance}"),
        (Unit::End, 0.5) => "draw".to_owned(),
        // The expected scores of all seats say it.
        (Unit::End | Unit::Expected | Unit::Unknown, _) => return String::new(),
    };
    format!(" score {amount}{bound}")
}
