//! The numbers of selective search: measured, printed, given to an agent.

use serde_json::json;

use crate::plyglot;

const REVERSI: &[&str] = &[
    "fit-cuts",
    "reversi(size=6)",
    "--agent",
    "alphabeta(lmr=1,tt=1)",
    "--games",
    "8",
    "--depth",
    "4",
];

#[test]
fn the_same_seed_gives_the_same_numbers_with_any_number_of_threads() {
    let with = |more: &[&str]| plyglot(&[REVERSI, more].concat()).json();
    let found = with(&["--json", "--threads", "1"]);
    assert_eq!(found, with(&["--json", "--threads", "3"]));
    assert_ne!(found["cuts"], with(&["--json", "--seed", "2"])["cuts"]);
    let agent = found["agent"].as_str().unwrap();
    assert!(agent.contains("lmr=0,") && agent.contains("depth=4,"), "{agent}");
    let depths = |row: &serde_json::Value| (row["depth"].clone(), row["check"].clone());
    let pairs: Vec<_> = found["pairs"].as_array().unwrap().iter().map(depths).collect();
    let expected = [(1, 0), (2, 0), (3, 0), (3, 1), (4, 0), (4, 2)];
    assert_eq!(pairs, expected.map(|(depth, check)| (json!(depth), json!(check))));
    let positions = found["positions"].as_u64().unwrap();
    assert!((9..=32).contains(&positions), "{positions}");
}

#[test]
fn values_are_those_of_the_evaluation_alone() {
    let args = ["fit-cuts", "checkers", "--games", "4", "--depth", "2", "--json"];
    let agent = plyglot(&args).json()["agent"].to_string();
    assert!(agent.contains("tables=0") && agent.contains("book=off"), "{agent}");
}

#[test]
fn positions_come_from_all_maps_of_a_range() {
    let args = ["--agent", "paranoid(tt=1)", "--games", "4", "--depth", "2", "--json"];
    let of = |seed: &str| {
        let game = format!("reversixt(map=generated,seed={seed},side=8)");
        plyglot(&[&["fit-cuts", &game], &args[..]].concat()).json()
    };
    let (both, first) = (of("{3..4}"), of("{3..3}"));
    assert_eq!((&both["games"], &first["games"]), (&json!(4), &json!(4)));
    assert!(both["game"].as_str().unwrap().contains("{3..4}"), "{both}");
    assert_ne!(both["cuts"], first["cuts"]);
}

#[test]
fn what_is_printed_can_be_given_to_an_agent() {
    let told = plyglot(REVERSI).ok();
    let cuts = told.lines().last().unwrap();
    assert!(cuts.starts_with("cuts=1-0:") && cuts.contains("/4-2:"), "{told}");
    let nodes = |switches: &str| {
        let agent = format!("alphabeta(depth=7{switches})");
        let told = plyglot(&["think", "reversi(size=6)", "--agent", &agent, "--json"]).json();
        told["nodes"].as_u64().unwrap()
    };
    let (cut, whole) = (nodes(&format!(",probcut=1,{cuts}")), nodes(""));
    assert!(cut < whole, "{cut} {whole}");
}

#[test]
fn what_cannot_be_measured_or_used_is_refused() {
    let told = plyglot(&["fit-cuts", "reversi", "--agent", "mcts"]).refused();
    assert!(told.contains("mcts cannot cut by numbers: expected alphabeta"), "{told}");
    // More games would not help.
    let told = plyglot(&["fit-cuts", "reversi", "--agent", "alphabeta(eval=none)"]).refused();
    assert!(told.contains("alphabeta(eval=none) has no evaluation"), "{told}");
    for plies in ["100", "1000"] {
        let told = plyglot(&["fit-cuts", "reversi", "--random-plies", plies]).refused();
        let why = format!("--random-plies: no game goes on after {plies} random plies");
        assert!(told.contains(&why), "{told}");
    }
    let think = |agent: &str| plyglot(&["think", "reversi", "--agent", agent]).refused();
    let told = think("alphabeta(probcut=1.5)");
    assert!(told.contains("probcut=1.5: expected cuts with it"), "{told}");
    let told = think("alphabeta(probcut=1.5,cuts=4-5:1:0:3)");
    assert!(told.contains("option cuts: \"4-5:1:0:3\": expected DEPTH-SHALLOWER"), "{told}");
}
