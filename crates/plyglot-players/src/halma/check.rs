//! Recorded evaluations and choices, compared with what the players do.

use std::{collections::BTreeSet, sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{Control, History, NoClock, Notation, Options, Score, seats};
use plyglot_core::{Evaluate, Game};
use plyglot_halma::{Halma, Level, Move, State, square_name};
use plyglot_search::{Line, Task};
use serde_json::Value;

use super::{PLAYERS, Race, Weights, eval::SIMPLE};

/// More turns than any position has.
const ALL: usize = 1 << 16;

/// The rows of a file of recorded evaluations: a list as it is, anything else as its only row.
pub fn rows(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_else(|| vec![value.clone()])
}

/// Compares a row of recorded evaluations or decisions with what the players do: `final`, `simple`
/// and `complex` hold an evaluation of every seat, `final_best_score` and `final_best` the best score
/// of `classic` and all turns that reach it, `simple_best…` the same of `classic-nodiag`. Numbers of
/// candidates are not compared: they count paths.
pub fn check_row(row: &Value) -> Result<(), String> {
    let text = row["position"].as_str().ok_or("the row has no position")?;
    let rules = Halma::named("team16").ok_or("team16 is unknown")?;
    let (game, state) = rules.parse_state(text).map_err(|error| error.to_string())?;
    let game = game.at_level(Level::Action).unwrap_or(game);
    let known = ["final", "simple", "complex"];
    let weights = [Weights::default(), Weights::with(SIMPLE), Weights::complex()];
    let mut compared = false;
    for (name, weights) in known.iter().zip(weights) {
        if let Some(recorded) = row.get(name) {
            compared = true;
            check_scores(&game, &state, name, &Race { weights }, recorded)?;
        }
    }
    for (prefix, player) in [("final", "classic"), ("simple", "classic-nodiag")] {
        let (score, best) =
            (row.get(format!("{prefix}_best_score")), row.get(format!("{prefix}_best")));
        if score.or(best).is_some() {
            compared = true;
            check_best(&game, &state, player, score, best)?;
        }
    }
    if compared { Ok(()) } else { Err("rows of this kind are not known".to_owned()) }
}

fn check_scores(
    game: &Halma,
    state: &State,
    name: &str,
    eval: &Race,
    recorded: &Value,
) -> Result<(), String> {
    let recorded = recorded.as_array().ok_or_else(|| format!("{name} is not a list"))?;
    if recorded.len() != usize::from(game.players()) {
        return Err(format!("{name} has {} values for {} players", recorded.len(), game.players()));
    }
    for seat in seats(game.players()) {
        // Evaluations are recorded of the pieces, whether or not the game is over.
        let (value, wanted) = (eval.score(game, state, seat), &recorded[seat.idx()]);
        if wanted.as_f64() != Some(value as f64) {
            return Err(format!("{name} of player {}: {value}, recorded {wanted}", seat.0));
        }
    }
    Ok(())
}

fn check_best(
    game: &Halma,
    state: &State,
    player: &str,
    score: Option<&Value>,
    best: Option<&Value>,
) -> Result<(), String> {
    let lines = best_lines(game, state, player)?;
    if let Some(wanted) = score {
        check_best_score(game, state, player, &lines[0], wanted)?;
    }
    let Some(wanted) = best else { return Ok(()) };
    let wanted =
        wanted.as_array().ok_or_else(|| format!("the turns of {player} are not a list"))?;
    let wanted: BTreeSet<_> =
        wanted.iter().map(|turn| turn.as_str().unwrap_or("?").to_owned()).collect();
    let found: BTreeSet<_> = lines.iter().map(|line| turn_name(state, &line.moves)).collect();
    if found == wanted {
        Ok(())
    } else {
        Err(format!("best turns of {player}: {found:?}, recorded {wanted:?}"))
    }
}

/// All turns of a player that are as good as its best.
fn best_lines(game: &Halma, state: &State, player: &str) -> Result<Vec<Line<Move>>, String> {
    if game.outcome(state).is_some() {
        return Err("the game is over".to_owned());
    }
    let entry = PLAYERS.iter().find(|entry| entry.name == player).ok_or("an unknown player")?;
    let mut search =
        (entry.build)(&Options::defaults(entry.options)).map_err(|error| error.to_string())?;
    let (stop, history) = (AtomicBool::new(false), History::default());
    let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history: &history, only: &[], lines: ALL, seed: 0 };
    let mut lines = search.think(&task, &mut control, &mut |_| {}).lines;
    let best = lines[0].value;
    lines.retain(|line| line.value == best);
    Ok(lines)
}

/// A win is worth more than anything, which a file may write as a word, as a huge number or, where
/// the program overlooked it, as the plain sum.
fn check_best_score(
    game: &Halma,
    state: &State,
    player: &str,
    line: &Line<Move>,
    wanted: &Value,
) -> Result<(), String> {
    let agrees = if line.value >= i64::WIN.real() {
        let mut after = state.clone();
        for mv in &line.moves {
            game.make(&mut after, *mv);
        }
        let weights = Weights::with(if player == "classic" { &[] } else { SIMPLE });
        let plain = Race { weights }.score(game, &after, game.to_move(state)) as f64;
        wanted.as_f64().is_none_or(|wanted| wanted == plain || wanted > 1e6)
    } else {
        wanted.as_f64() == Some(line.value)
    };
    let found = line.value;
    if agrees { Ok(()) } else { Err(format!("best score of {player}: {found}, recorded {wanted}")) }
}

/// The short form of a turn: where it starts and where it ends.
fn turn_name(state: &State, moves: &[Move]) -> String {
    let ends: Vec<_> = moves.iter().filter(|mv| !mv.is_end()).collect();
    match (ends.first(), ends.last()) {
        (Some(first), Some(last)) => {
            let start = state.chain().next().unwrap_or(first.from);
            format!("{}-{}", square_name(start), square_name(last.to))
        }
        _ => "pass".to_owned(),
    }
}
