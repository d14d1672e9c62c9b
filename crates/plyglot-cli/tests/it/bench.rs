//! The signature of the searches: node counts that only a change of behaviour changes.

use std::{env, fs, path::Path};

use serde_json::{Value, json};

use crate::plyglot;

#[test]
fn node_counts_are_those_of_the_snapshot() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench_snapshot.json");
    let measured = plyglot(&["bench", "--part", "search", "--json"]).json();
    let row = |run: &Value| json!([run["game"], run["agent"], run["nodes"]]);
    let rows: Vec<_> = measured["search"].as_array().unwrap().iter().map(row).collect();
    if env::var_os("PLYGLOT_UPDATE_SNAPSHOT").is_some() {
        let lines: Vec<_> = rows.iter().map(|row| format!("  {row}")).collect();
        fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    let snapshot: Vec<Value> = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(rows, snapshot, "run with PLYGLOT_UPDATE_SNAPSHOT=1 if the change is meant");
}

#[test]
fn it_tells_beforehand_what_is_measured_and_how_long_that_takes() {
    let ran = plyglot(&["bench", "dala", "--part", "rules", "--seconds", "0.01"]);
    assert_eq!(ran.err, "measuring rules: 3 figures, about 1 s\n");
    assert_eq!(ran.ok().lines().filter(|line| line.starts_with("  dala ")).count(), 3);
    let ran = plyglot(&["bench", "halma", "--part", "search", "--json"]);
    assert_eq!(ran.err, "measuring searches: 3 agents, about 1 s\n");
    assert_eq!(ran.json()["search"].as_array().unwrap().len(), 3);
    let ran = plyglot(&["bench", "dala", "--part", "overrun"]);
    assert!(ran.err.starts_with("measuring overruns: "), "{}", ran.err);
}
