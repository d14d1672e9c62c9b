//! Experiments: what they say with a budget that is too small, and with one that is not.

use serde_json::Value;

use crate::{plyglot, scratch};

/// An experiment's answer in JSON, one line for each.
fn tried(words: &[&str]) -> Vec<Value> {
    let out = plyglot(&[&["experiment"], words, &["--json"]].concat()).ok();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[track_caller]
fn says_too_little(told: &Value) {
    assert_eq!(told["verdict"], "too-little", "{told}");
    for part in told["parts"].as_array().unwrap() {
        assert_eq!(part["verdict"], "too-little", "{}: {part}", told["experiment"]);
    }
}

#[test]
fn every_experiment_says_too_little_to_tell_with_a_tiny_budget() {
    let db = scratch("experiments.db");
    let tiny = ["all", "--games", "4", "--positions", "2", "--max-plies", "24", "--db", &db];
    for size in ["--quick", "--full"] {
        let told = tried(&[&tiny[..], &[size]].concat());
        let listed = tried(&[]);
        let names = |all: &[Value]| {
            all.iter().map(|own| own["experiment"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&told), names(&listed));
        for (told, listed) in told.iter().zip(&listed) {
            says_too_little(told);
            let parts = told["parts"].as_array().unwrap().len() as u64;
            assert_eq!(Some(parts), listed["parts"].as_u64(), "{}", told["experiment"]);
            assert!(parts > 0);
        }
    }
}

#[test]
fn whole_games_are_kept_found_again_and_shown() {
    let db = scratch("experiment-games.db");
    let words = ["experiment", "dala-seats", "--games", "4", "--db", &db];
    let first = plyglot(&words).ok();
    assert!(first.contains("\nverdict   too little to tell\n"), "{first}");
    assert!(first.contains("12 games new, 0 found there"), "{first}");
    let (_, repeat) = first.split_once("To repeat it:\n").unwrap();
    assert!(
        repeat.starts_with("plyglot experiment dala-seats --quick --games 4 --db "),
        "{repeat}"
    );
    assert!(plyglot(&words).ok().contains("nothing was played"));
    let report = plyglot(&["report", &db, "--json"]).ok();
    assert!(report.contains("dala-seats: own lines – exchanged"), "{report}");
}

#[test]
fn enough_positions_give_a_verdict_with_intervals_and_a_plot() {
    let told = plyglot(&["experiment", "chexers-memory", "--positions", "20"]).ok();
    assert!(told.contains("\nverdict   does not hold\n"), "{told}");
    assert!(told.contains('●') && told.contains('├') && told.contains('│'), "{told}");
    let told = &tried(&["chexers-memory", "--positions", "20"])[0];
    let table = told["parts"].as_array().unwrap().iter().find(|part| part["unit"] == "ratio");
    let found = &table.unwrap()["found"];
    assert!(found["high"].as_f64().unwrap() < 1.0, "{found}");
    assert_eq!(table.unwrap()["observations"], 20);
}

#[test]
fn an_unknown_experiment_is_refused_with_those_there_are() {
    let told = plyglot(&["experiment", "dala"]).refused();
    assert!(told.contains("no experiment \"dala\"; there are dala-depth, dala-seats, "), "{told}");
}
