//! Tests of the player: recorded rows, definitions taken literally, options, play, tracking.

mod factors;
mod minimax;
mod options;
mod play;
mod tracking;

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, History, Listed, NoClock, Notation, OptionSpec, Options, Spec, SpecError,
};
use plyglot_dala::{Dala, Move, State};
use plyglot_search::{Search, Task, Thought};
use serde_json::{Value, json};

use super::{Classic, check_row, options as declared, rows};

const EVALUATIONS: &str = include_str!("../../../../testdata/dala/eval.json");
const CHOICES: &str = include_str!("../../../../testdata/dala/classic_choice.json");
const GAMES: &str = include_str!("../../../../testdata/dala/classic_games.jsonl");

fn list(text: &str) -> Vec<Value> {
    rows(&serde_json::from_str(text).unwrap())
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn assert_rows(rows: &[Value]) {
    let wrong: Vec<_> = rows.iter().filter_map(|row| check_row(row).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn checked(specs: &[OptionSpec], text: &str) -> Result<Options, SpecError> {
    let spec = Spec::parse(text)?;
    let load =
        |path: &str| if path == "none" { Err("no such file".into()) } else { Ok(path.into()) };
    Options::check(&spec.name, specs, &spec.given, &load)
}

/// The game of a specification.
fn game(text: &str) -> Dala {
    Dala::build(&checked(Dala::OPTIONS, text).unwrap()).unwrap()
}

/// The player of a specification; a file's path is its contents.
fn player(text: &str) -> Result<Classic, SpecError> {
    let options = checked(&declared::OPTIONS, text)?;
    declared::read(&options)
}

fn state(game: &Dala, text: &str) -> State {
    game.parse_state(text).unwrap().1
}

/// What the player answers within a number of nodes.
fn think(player: &mut Classic, game: &Dala, state: &State, nodes: u64) -> Thought<Move> {
    let (stop, history) = (AtomicBool::new(false), History::default());
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history: &history, only: &[], lines: 1, seed: 7 };
    player.think(&task, &mut control, &mut |_| {})
}

#[test]
fn recorded_evaluations_agree() {
    assert_rows(&list(EVALUATIONS));
}

#[test]
fn recorded_decisions_agree() {
    assert_rows(&list(CHOICES));
}

#[test]
fn recorded_games_agree() {
    assert_rows(&lines(GAMES));
}

#[test]
fn differences_are_named() {
    let mut row = list(EVALUATIONS).remove(0);
    row["factors_x"][1] = json!(3);
    assert!(check_row(&row).unwrap_err().contains("factors_x"));
    let mut row = list(EVALUATIONS).remove(0);
    row["value_seat_o"]["enemy"] = json!(1);
    assert!(check_row(&row).unwrap_err().contains("value_seat_o: enemy"));
    let mut row = list(CHOICES).remove(0);
    row["move"] = json!("b2");
    assert!(check_row(&row).unwrap_err().contains("move: String(\"b2\") is recorded"));
    let mut row = list(CHOICES).remove(0);
    row["value"] = json!(5);
    assert!(check_row(&row).unwrap_err().contains("value"));
    let mut row = lines(GAMES).remove(4);
    row["values"][2] = json!(5);
    assert!(check_row(&row).unwrap_err().contains("move 3: value"));
    let mut row = lines(GAMES).remove(4);
    row["reason"] = json!("stuck");
    assert!(check_row(&row).unwrap_err().contains("reason"));
}

#[test]
fn unusable_rows_are_refused() {
    for row in [
        json!({}),
        json!(3),
        json!({"limit": 2}),
        json!({"position": "x", "limit": 2}),
        json!({"position": "xx..../....../....../....../....../ooo... o 0 0 0 9", "limit": 1}),
        json!({"position": "....../....../....../....../....../...... x 12 12 0 0", "limit": "x"}),
        json!({"position": "....../....../....../....../....../...... x 12 12 0 0", "moves": 1,
            "values": []}),
    ] {
        assert!(check_row(&row).is_err(), "{row}");
    }
}
