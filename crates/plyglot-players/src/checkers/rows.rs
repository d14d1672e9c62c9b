//! Recorded evaluations and decisions, compared with what the players do.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_checkers::{Checkers, Move, Position, Side};
use plyglot_core::{Control, Evaluate, Game, History, NoClock, Notation, Payoffs, Player};
use plyglot_search::{Task, paranoid};
use serde_json::Value;

use super::{
    board::{Board, RULES},
    evaluation::{Evaluation, Terms, side_of},
    minimax::{Params, search},
    squares::{number_at, place},
};

/// The rows of a file: its list, or one after another the lists that it names.
pub fn rows(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(rows) => rows.clone(),
        Value::Object(lists) if lists.values().all(Value::is_array) => {
            lists.values().flat_map(rows).collect()
        }
        row => vec![row.clone()],
    }
}

/// Compares a row of recorded evaluations or decisions with what the players do.
///
/// Its keys tell what it is about: `in_generation_order` the order of moves, `variant` a search of a
/// player, `depth` and `best` exact values of a fixed depth, `coded` and `reported` evaluations.
pub fn check_row(row: &Value) -> Result<(), String> {
    let has = |key: &str| row.get(key).is_some();
    if has("in_generation_order") {
        check_ordering(row)
    } else if has("variant") {
        check_search(row)
    } else if has("depth") && has("best") {
        check_exact(row)
    } else if has("coded") || has("reported") {
        check_evaluation(row)
    } else {
        Err("rows of this kind are not known".to_owned())
    }
}

fn check_evaluation(row: &Value) -> Result<(), String> {
    let state = position(row)?;
    let (programmed, described) = (Evaluation::default(), Evaluation::described());
    for (key, evaluation) in [("coded", &programmed), ("reported", &described)] {
        stated(row, key, evaluation.value(&state, Side::White))?;
    }
    for (key, side) in [("red", Side::White), ("black", Side::Black)] {
        let terms = programmed.terms(&state, side);
        for (name, value) in named_terms(&programmed, &terms) {
            let Some(side_row) = row.get(key) else { continue };
            stated(side_row, name, value).map_err(|why| format!("{key}: {why}"))?;
        }
    }
    Ok(())
}

/// The terms under their names in rows, men and kings taken together, as are centre and flanks.
fn named_terms(weights: &Evaluation, terms: &Terms) -> [(&'static str, f64); 5] {
    let sum = |a: f64, m: u32, b: f64, n: u32| a * f64::from(m) + b * f64::from(n);
    [
        ("material", sum(weights.man, terms.men, weights.king, terms.kings)),
        ("back_row", weights.back_row * f64::from(terms.back_row)),
        ("centre", sum(weights.centre, terms.centre, weights.flank, terms.flank)),
        ("stable", f64::from(terms.stable)),
        ("risky", f64::from(terms.risky)),
    ]
}

fn check_ordering(row: &Value) -> Result<(), String> {
    let state = position(row)?;
    let moves = Board::new(state, false).moves();
    let listed = row["in_generation_order"].as_array().ok_or("the moves are not a list")?;
    if listed.len() != moves.len() {
        return Err(format!("{} moves, and {} are listed", moves.len(), listed.len()));
    }
    for (mv, listed) in moves.into_iter().zip(listed) {
        stated_move(listed, mv)?;
        let variants = [("coded", Params::default()), ("reported", Params::described())];
        for (key, Params { ordering: order, .. }) in variants {
            stated(listed, key, order.score(state.side(), mv))
                .map_err(|why| format!("{mv}: {why}"))?;
        }
    }
    Ok(())
}

fn check_search(row: &Value) -> Result<(), String> {
    let state = position(row)?;
    let mut params = match row["variant"].as_str() {
        Some("coded") => Params::default(),
        Some("reported") => Params::described(),
        other => return Err(format!("there is no variant {other:?}")),
    };
    if let Some(depth) = row.get("max_depth") {
        params.max_depth = number(depth).ok_or("max_depth is not a number")?;
    }
    if state.side() != Side::White {
        return Err("red, that is White, is to move in searches".to_owned());
    }
    let answer = with_control(|control| search(&params, &state, control));
    stated(row, "value", answer.value)?;
    stated(row, "nodes", answer.nodes as f64)?;
    stated(row, "cache_hits", answer.cache_hits as f64)?;
    // A game that is over has a value and no move.
    if row["from"].is_null() && answer.nodes == 1 {
        return Ok(());
    }
    let &mv = answer.line.first().ok_or("there is no move")?;
    stated_move(row, mv)?;
    let mut after = state;
    RULES.make(&mut after, mv);
    let text = RULES.write_state(&after);
    match row.get("after") {
        Some(wanted) if wanted != &text => Err(format!("after {mv}: {text} instead of {wanted}")),
        _ => Ok(()),
    }
}

/// Values of a fixed depth by the general alpha-beta search, for every move at the root.
fn check_exact(row: &Value) -> Result<(), String> {
    let state = position(row)?;
    let depth: u32 = number(&row["depth"]).ok_or("depth is not a number")?;
    let (value, mut best) = exact(&state, depth)?;
    stated(row, "value", value)?;
    let listed = row["best"].as_array().ok_or("the best moves are not a list")?;
    let mut listed: Vec<&str> = listed.iter().filter_map(Value::as_str).collect();
    listed.sort_unstable();
    best.sort_unstable();
    if best == listed { Ok(()) } else { Err(format!("best are {best:?} instead of {listed:?}")) }
}

/// The value for the side to move and the moves that keep it.
fn exact(state: &Position, depth: u32) -> Result<(f64, Vec<String>), String> {
    let pov = state.side().player();
    if let Some(payoffs) = RULES.outcome(state) {
        return Ok((Material.terminal(&RULES, state, &payoffs, pov) as f64, Vec::new()));
    }
    if depth == 0 {
        return Ok((Material.score(&RULES, state, pov) as f64, Vec::new()));
    }
    let mut player = paranoid(Box::new(Material), None, plyglot_search::Params::plain(depth))
        .map_err(|error| error.to_string())?;
    let history = History::default();
    let lines = Board::new(*state, false).moves().len();
    let task = Task { game: &RULES, state, history: &history, only: &[], lines, seed: 0 };
    let lines = with_control(|control| player.think(&task, control, &mut |_| {})).lines;
    let value = lines.first().map_or(0.0, |line| line.value);
    let best = lines.iter().filter(|line| line.value == value);
    Ok((value, best.filter_map(|line| Some(line.moves.first()?.to_string())).collect()))
}

/// Men and kings, and a fixed value of a won game, near or far.
struct Material;

impl Evaluate<Checkers> for Material {
    type Score = i64;

    fn score(&self, _game: &Checkers, state: &Position, pov: Player) -> i64 {
        let worth = |(men, kings): (u32, u32)| i64::from(men) + 2 * i64::from(kings);
        let side = side_of(pov);
        worth(state.count(side)) - worth(state.count(side.other()))
    }

    fn terminal(&self, _game: &Checkers, _state: &Position, payoffs: &Payoffs, pov: Player) -> i64 {
        1000 * i64::from(payoffs[pov])
    }
}

/// Runs a search without limits.
fn with_control<T>(run: impl FnOnce(&mut Control<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    run(&mut Control::new(u64::MAX, Duration::MAX, &NoClock, &stop))
}

fn position(row: &Value) -> Result<Position, String> {
    let text = row["position"].as_str().ok_or("there is no position")?;
    RULES.parse_state(text).map(|(_, state)| state).map_err(|why| why.to_string())
}

fn number(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

/// Compares a number if the row states it.
fn stated(row: &Value, key: &str, value: f64) -> Result<(), String> {
    match row.get(key) {
        Some(wanted) if wanted.as_f64().is_none_or(|wanted| (wanted - value).abs() > 1e-9) => {
            Err(format!("{key} is {value} instead of {wanted}"))
        }
        _ => Ok(()),
    }
}

/// Compares origin, destination and captures in their order. The captures may be left out.
fn stated_move(row: &Value, mv: Move) -> Result<(), String> {
    let taken = captures(mv);
    let same = row["from"] == mv.from()
        && row["to"] == mv.to()
        && row.get("captures").is_none_or(|wanted| *wanted == Value::from(taken));
    if same { Ok(()) } else { Err(format!("{mv} instead of {row}")) }
}

/// The squares of the pieces taken, in the order of the jumps.
fn captures(mv: Move) -> Vec<u8> {
    if mv.jumps() == 0 {
        return Vec::new();
    }
    let squares = mv.squares();
    let over = squares.windows(2).filter_map(|pair| {
        let ((row, col), (to_row, to_col)) = (place(pair[0]), place(pair[1]));
        number_at((row + to_row) / 2, (col + to_col) / 2)
    });
    over.collect()
}
