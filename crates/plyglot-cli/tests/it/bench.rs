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
