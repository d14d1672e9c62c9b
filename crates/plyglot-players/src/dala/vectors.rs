//! Rows of recorded evaluations, decisions and games, compared with what the player does.

use std::{fmt, sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{Control, Evaluate, Game, History, NoClock, Notation, Player, ResultWords};
use plyglot_dala::{Dala, Move, State};
use plyglot_search::{Search, Task, Thought};
use serde_json::Value;

use super::{Classic, ClassicEval, total_distance};

/// Compares a row with what the player does. A row with `factors_x` is an evaluation, one with
/// `limit` a decision, one with `moves` and `values` a whole game.
pub fn check_row(row: &Value) -> Result<(), String> {
    let check = if row.get("factors_x").is_some() {
        check_eval
    } else if row.get("limit").is_some() {
        check_choice
    } else if row.get("moves").is_some() && row.get("values").is_some() {
        check_game
    } else {
        return Err("neither an evaluation, a decision nor a game with values".to_owned());
    };
    let place = || row.get("position").and_then(Value::as_str).unwrap_or("no position");
    check(row).map_err(|why| format!("{}: {why}", place()))
}

/// The rows of a file: the elements of a list, or the one object it is.
pub fn rows(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_else(|| vec![value.clone()])
}

fn check_eval(row: &Value) -> Result<(), String> {
    let (game, state) = read_position(row)?;
    let eval = ClassicEval::default();
    for (seat, name) in [(Player(0), "x"), (Player(1), "o")] {
        let factors = eval.factors(&game, &state, seat).to_vec();
        same(
            &format!("factors_{name}"),
            &read_numbers(row, &format!("factors_{name}"))?,
            &factors,
        )?;
        let spread = total_distance(state.pieces(seat));
        same_if_stated(row, &format!("spread_{name}"), spread)?;
        let key = format!("value_seat_{name}");
        let value = row.get(&key).ok_or_else(|| format!("{key} is missing"))?;
        let other = Player(1 - seat.0);
        let within = |why| format!("{key}: {why}");
        let value_of = |player| eval.value(&game, &state, player, seat);
        same_if_stated(value, "own", value_of(seat)).map_err(within)?;
        same_if_stated(value, "enemy", value_of(other)).map_err(within)?;
        same_if_stated(value, "total", total(&game, &state, seat, &eval)).map_err(within)?;
    }
    Ok(())
}

/// The value of a position, finished games included and draw rules left aside.
fn total(game: &Dala, state: &State, seat: Player, eval: &ClassicEval) -> i64 {
    match game.perft_rules().outcome(state) {
        Some(payoffs) => eval.terminal(game, state, &payoffs, seat),
        None => eval.score(game, state, seat),
    }
}

fn check_choice(row: &Value) -> Result<(), String> {
    let (game, state) = read_position(row)?;
    let mut player = Classic::default();
    match &row["limit"] {
        Value::String(word) if word == "preset" => {}
        limit => {
            let depth = limit.as_u64().ok_or("limit is neither a number nor \"preset\"")?;
            player.eval.seats.iter_mut().for_each(|seat| seat.depth = depth as u32);
            player.conduct.relax_step = 0;
        }
    }
    let thought = decide(&mut player, &game, &state)?;
    let (ply, _) = play(&game, &state, &thought)?;
    same("move", &row["move"], &Value::from(ply))?;
    same_if_stated(row, "value", thought.lines[0].value as i64)
}

fn check_game(row: &Value) -> Result<(), String> {
    let (game, mut state) = read_position(row)?;
    let moves = row["moves"].as_array().ok_or("moves is not a list")?;
    let values = read_numbers(row, "values")?;
    same("number of values", &values.len(), &moves.len())?;
    let (mut player, mut history) = (Classic::default(), History::default());
    let mut repeated = history.visit(game.hash(&state)) >= game.repetition().max(1);
    repeated &= game.repetition() > 0;
    for (number, (mv, value)) in moves.iter().zip(&values).enumerate() {
        let at = |why: String| format!("move {}: {why}", number + 1);
        if repeated || game.outcome(&state).is_some() {
            return Err(at("the game is over".to_owned()));
        }
        let thought = decide(&mut player, &game, &state).map_err(at)?;
        let (ply, after) = play(&game, &state, &thought).map_err(at)?;
        same("move", mv, &Value::from(ply)).map_err(at)?;
        same("value", value, &(thought.lines[0].value as i64)).map_err(at)?;
        state = after;
        repeated = history.visit(game.hash(&state)) >= game.repetition() && game.repetition() > 0;
    }
    check_end(row, &game, &state, repeated)
}

fn check_end(row: &Value, game: &Dala, state: &State, repeated: bool) -> Result<(), String> {
    if let Some(text) = row.get("final") {
        same("final", text, &Value::from(game.write_state(state)))?;
    }
    let verdict = game.verdict(state, repeated);
    if let Some(result) = row.get("result").filter(|result| !result.is_null()) {
        let verdict = verdict.as_ref().ok_or("the game is not over")?;
        let ResultWords::Word(word) = &verdict.result else { return Err("no word".to_owned()) };
        same("result", result, &Value::from(word.as_str()))?;
    }
    if let Some(reason) = row.get("reason").filter(|reason| !reason.is_null()) {
        same("reason", reason, &Value::from(verdict.and_then(|verdict| verdict.reason)))?;
    }
    Ok(())
}

/// The decision of the player without limits.
fn decide(player: &mut Classic, game: &Dala, state: &State) -> Result<Thought<Move>, String> {
    if game.perft_rules().outcome(state).is_some() {
        return Err("the game is over".to_owned());
    }
    let (stop, history) = (AtomicBool::new(false), History::default());
    let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history: &history, only: &[], lines: 1, seed: 0 };
    Ok(player.think(&task, &mut control, &mut |_| {}))
}

/// The text of the turn that a thought begins with, and the position after it.
fn play(game: &Dala, state: &State, thought: &Thought<Move>) -> Result<(String, State), String> {
    let (mut after, mut turn) = (*state, Vec::new());
    for mv in &thought.lines[0].moves {
        turn.push(*mv);
        game.make(&mut after, *mv);
        if !game.mid_turn(&after) {
            return Ok((game.write_ply(state, &turn), after));
        }
    }
    Err("the player left its turn unfinished".to_owned())
}

fn read_position(row: &Value) -> Result<(Dala, State), String> {
    let text = row["position"].as_str().ok_or("the position is missing")?;
    Dala::default().parse_state(text).map_err(|error| error.to_string())
}

fn read_numbers(row: &Value, key: &str) -> Result<Vec<i64>, String> {
    let list = row[key].as_array().ok_or_else(|| format!("{key} is not a list"))?;
    let numbers = list.iter().map(Value::as_i64).collect::<Option<Vec<_>>>();
    numbers.ok_or_else(|| format!("{key} is not a list of numbers"))
}

fn same_if_stated(row: &Value, key: &str, found: i64) -> Result<(), String> {
    row.get(key).map_or(Ok(()), |stated| same(key, stated, &Value::from(found)))
}

fn same<T: PartialEq + fmt::Debug>(what: &str, stated: &T, found: &T) -> Result<(), String> {
    if stated == found {
        Ok(())
    } else {
        Err(format!("{what}: {stated:?} is recorded, the player has {found:?}"))
    }
}
