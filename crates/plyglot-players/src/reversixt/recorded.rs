//! Rows of recorded values, compared with what the players find.

use plyglot_core::{Game, Options, Player};
use plyglot_reversixt::{ReversiXt, Settings, State};
use serde_json::Value;

use super::{CLASSIC_OPTIONS, ClassicEval, bombing};

/// The rows of a file, which is a list of them.
pub fn rows(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(rows) => rows.clone(),
        row => vec![row.clone()],
    }
}

/// Compares a row with what the players do. Known are rows with a `position`, everybody's `stones`
/// and the `values` of the bombing formula.
pub fn check_row(row: &Value) -> Result<(), String> {
    let position = row["position"].as_str().ok_or("the row has no position")?;
    let game = ReversiXt::new(position, Settings::default()).map_err(|error| error.to_string())?;
    let state = game.start();
    if row.get("stones").is_none() && row.get("values").is_none() {
        return Err("rows of this kind are not known".to_owned());
    }
    let eval = ClassicEval::read(&Options::defaults(CLASSIC_OPTIONS));
    if let Some(stones) = row.get("stones") {
        compare("stones", stones, &game, &|seat| f64::from(state.stones(seat.0)))?;
    }
    if let Some(values) = row.get("values") {
        compare("value", values, &game, &|seat| bombing_value(&eval, &game, &state, seat))?;
    }
    Ok(())
}

/// The value of the bombing formula, whatever the phase.
fn bombing_value(eval: &ClassicEval, game: &ReversiXt, state: &State, seat: Player) -> f64 {
    bombing::terms(&eval.bombing, game, state, seat).into_iter().map(|(_, term)| term).sum()
}

/// Compares a list with one number for each player.
fn compare(
    what: &str,
    listed: &Value,
    game: &ReversiXt,
    found: &dyn Fn(Player) -> f64,
) -> Result<(), String> {
    let listed = listed.as_array().ok_or_else(|| format!("{what}: expected a list"))?;
    if listed.len() != usize::from(game.players()) {
        return Err(format!("{what}: {} listed for {} players", listed.len(), game.players()));
    }
    for (seat, expected) in (0..).map(Player).zip(listed) {
        let (expected, found) = (expected.as_f64(), found(seat));
        if expected != Some(found) {
            let player = seat.0 + 1;
            return Err(format!("{what} of player {player}: expected {expected:?}, found {found}"));
        }
    }
    Ok(())
}
