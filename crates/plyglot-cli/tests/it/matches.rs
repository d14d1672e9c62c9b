//! Matches from their arguments to their tables and records.

use serde_json::Value;

use crate::{Ran, plyglot, scratch};

/// A match with records in a fresh file.
fn play(name: &str, args: &[&str]) -> Ran {
    let db = scratch(name);
    plyglot(&[&["match"], args, &["--db", &db]].concat())
}

fn agent<'a>(told: &'a Value, name: &str) -> &'a Value {
    let agents = told["standings"]["agents"].as_array().unwrap();
    agents.iter().find(|line| line["name"] == name).unwrap_or_else(|| panic!("no {name} in {told}"))
}

#[test]
fn every_seat_equally_often() {
    let cases: [(&str, &[&str], u64, u64); 5] = [
        ("reversi", &["random", "greedy"], 2, 10),
        ("chexers", &["random", "greedy"], 6, 12),
        ("chexers", &["random", "greedy", "greedy"], 3, 12),
        ("halma(variant=duel8)", &["random", "greedy"], 2, 10),
        ("reversi", &["random", "greedy", "classic-less=greedy(ties=random)"], 2, 12),
    ];
    for (at, (game, agents, block, games)) in cases.into_iter().enumerate() {
        let count = games.to_string();
        let args = [&[game, "--json", "--games", &count, "--agents"], agents].concat();
        let told = play(&format!("seats-{at}"), &args).json();
        assert_eq!(told["standings"]["games"], games, "{game} {agents:?}");
        assert_eq!(told["standings"]["blocks"], games / block, "{game} {agents:?}");
    }
}

#[test]
fn a_range_of_maps_is_one_match() {
    let game = "reversixt(map=generated,seed={3..4},players=3,side=8)";
    let args = [game, "--agents", "random", "greedy", "--games", "24", "--json"];
    let db = scratch("maps");
    let all = [&["match"], &args[..], &["--db", &db]].concat();
    let told = plyglot(&all).json();
    assert_eq!((&told["game"], &told["standings"]["blocks"]), (&game.into(), &4.into()));
    assert!(told["command"].as_str().unwrap().contains(&format!("'{game}'")), "{told}");
    let listed = plyglot(&["games-db", "export", &db, "--format", "jsonl"]).ok();
    let on = |seed: &str| listed.lines().filter(|line| line.contains(seed)).count();
    assert_eq!((on("seed=3,"), on("seed=4,")), (12, 12), "{listed}");
    assert_eq!(plyglot(&all).json()["played"], 0, "it is found again");
    let page = format!("{db}.html");
    plyglot(&["report", &db, "-o", &page]).ok();
    assert!(std::fs::read_to_string(&page).unwrap().contains("seed={3..4}"));
}

#[test]
fn a_finished_match_is_not_played_again() {
    let args = ["reversi", "--agents", "greedy", "random", "--games", "8", "--json"];
    let db = scratch("again");
    let all = [&["match"], &args[..], &["--db", &db]].concat();
    let first = plyglot(&all).json();
    let again = plyglot(&all).json();
    assert_eq!((&first["played"], &again["played"]), (&8.into(), &0.into()));
    assert_eq!(first["standings"]["agents"], again["standings"]["agents"]);
    // More games of the same match go on from there.
    let more = plyglot(&[&all[..], &["--games", "12"]].concat());
    assert!(more.err.contains("--games"), "{}", more.err);
    let mut all: Vec<&str> = all;
    let at = all.iter().position(|word| *word == "8").unwrap();
    all[at] = "12";
    assert_eq!(plyglot(&all).json()["played"], 4);
}

#[test]
fn results_do_not_depend_on_concurrency() {
    let args = ["checkers", "--agents", "alphabeta(depth=2)", "random", "--games", "12", "--json"];
    let one = play("threads-1", &args).json();
    let two = play("threads-2", &[&args[..], &["--concurrency", "3"]].concat()).json();
    assert_eq!(one["first"], two["first"]);
    assert_eq!(one["standings"]["lengths"], two["standings"]["lengths"]);
}

#[test]
fn a_depth_reaches_classic_players_too() {
    let args =
        ["dala", "--agents", "alphabeta", "classic", "--games", "2", "--depth", "2", "--json"];
    let told = play("depths", &args).json();
    for name in ["alphabeta(depth=2)", "classic(depth=2)"] {
        let spec = agent(&told, name)["spec"].as_str().unwrap();
        assert!(spec.contains("depth=2,"), "{spec}");
    }
}

#[test]
fn checkers_begins_with_different_ballots() {
    let args = ["checkers", "--agents", "a=random", "b=greedy", "--games", "40", "--json"];
    let told = play("ballots", &args).json();
    assert_eq!(told["standings"]["distinct"], 40);
    assert!(!told["command"].as_str().unwrap().contains("random-plies"));
}

#[test]
fn a_test_that_is_sure_stops_the_match() {
    let args = ["reversi", "--agents", "greedy", "random", "--games", "2000", "--sprt"];
    let test = "elo0=0,elo1=100,alpha=0.05,beta=0.05";
    let told = play("sprt", &[&args[..], &[test, "--json", "--concurrency", "2"]].concat()).json();
    assert!(told["verdict"].as_str().unwrap().contains("accepted"), "{told}");
    assert!(told["standings"]["games"].as_u64().unwrap() < 1000, "{told}");
    let shown = play("sprt-text", &[&args[..], &[test]].concat()).ok();
    assert!(shown.contains("LLR"), "{shown}");
}

#[test]
fn one_block_is_too_little_to_tell() {
    let args =
        ["reversi", "--agents", "greedy", "random", "--games", "2", "--sprt", "elo0=0,elo1=10"];
    let text = play("one-block", &args).ok();
    assert!(text.contains("by its score: too few games to tell\n"), "{text}");
    assert!(text.contains("corrected for its stop: too few games to tell\n"), "{text}");
    assert!(!text.contains("[0.0, 100.0]") && !text.contains("superior"), "{text}");
    let told = play("one-block-json", &[&args[..], &["--json"]].concat()).json();
    let unknown = serde_json::json!({ "value": null, "low": null, "high": null });
    for part in [&told["first"]["summary"]["elo"], &told["sprt"]["corrected"]] {
        assert_eq!(part, &unknown, "{told}");
    }
    assert!(told["first"]["summary"]["superiority"].is_null(), "{told}");
}

#[test]
fn agreement_cuts_games_short() {
    let args = ["checkers", "--agents", "alphabeta(depth=2)", "alphabeta(depth=3)", "--games", "4"];
    let draw = ["--draw", "after=10,moves=1,score=0.5", "--json"];
    let told = play("draws", &[&args[..], &draw].concat()).json();
    assert_eq!(told["standings"]["endings"], serde_json::json!([0, 0, 4]));
    let told = play("long", &[&args[..], &["--max-plies", "12", "--json"]].concat()).json();
    assert_eq!(told["standings"]["lengths"]["longest"], 12);
    let resign = ["--resign", "moves=1,score=0.5", "--json"];
    let told = play("resign", &[&args[..], &resign].concat()).json();
    assert_eq!(told["standings"]["endings"][2], 4);
    // A number without a unit meant points of one agent and a share of another.
    let old = ["--draw", "after=40,moves=8,value=10"];
    assert!(play("points", &[&args[..], &old].concat()).refused().contains("score="));
}

#[test]
fn openings_come_from_files() {
    let list = scratch("openings.txt");
    std::fs::write(&list, "d3 c3 # one\n\nposition 8\n").unwrap();
    let args = ["reversi", "--agents", "greedy", "random", "--games", "4", "--openings", &list];
    assert!(play("bad-openings", &args).refused().contains("line 3"));
    std::fs::write(&list, "d3 c3 # one\nc4;c3;d3\n").unwrap();
    let told = play("openings", &[&args[..], &["--json"]].concat()).json();
    assert_eq!(told["standings"]["games"], 4);
}

#[test]
fn limits_know_processor_time_and_turns() {
    let args = ["halma(variant=duel6)", "--agents", "greedy", "random", "--games", "2", "--json"];
    let limits = ["--cpu-time", "0.05", "--per", "turn"];
    let told = play("processor", &[&args[..], &limits].concat()).json();
    assert_eq!((&told["limits"]["cpu_time"], &told["limits"]["per"]), (&50.into(), &"turn".into()));
    let command = told["command"].as_str().unwrap();
    assert!(command.contains("--cpu-time 0.05 --per turn"), "{command}");
    assert_eq!(told["standings"]["endings"][1], 0, "{told}");
}

#[test]
fn bad_input_is_refused_by_name() {
    let cases: [(&[&str], &str); 14] = [
        (&["reversi(size={8..6})", "--agents", "random", "greedy"], "expected {1..24}"),
        (
            &["reversixt(map=generated,players={2..3})", "--agents", "random", "greedy"],
            "players=3): expected as many players and sides as in",
        ),
        (&["reversi", "--agents", "random"], "two different agents"),
        (&["reversi", "--agents", "random", "random"], "a=random b=random"),
        (&["reversi", "--agents", "random", "nobody"], "nobody"),
        (&["reversi", "--agents", "x=random", "x=greedy"], "two different agents are called \"x\""),
        (&["reversi", "--agents", "random", "greedy", "--time", "0"], "--time 0"),
        (
            &["reversi", "--agents", "random", "greedy", "--clock", "abc"],
            "--clock \"abc\": expected seconds a game",
        ),
        (
            &["reversi", "--agents", "random", "greedy", "--time=-1"],
            "--time -1: expected seconds from 0.001",
        ),
        (&["reversi", "--agents", "random", "greedy", "--time", "1e300"], "to 1000000"),
        (&["reversi", "--agents", "random", "greedy", "--cpu-time", "soon"], "--cpu-time soon"),
        (&["reversi", "--agents", "random", "greedy", "--sprt", "elo0=5,elo1=0"], "--sprt"),
        (&["reversi", "--agents", "random", "greedy", "--draw", "moves=2"], "after=N"),
        (&["reversi", "--agents", "random", "exec()"], "cmd"),
    ];
    for (at, (args, wanted)) in cases.into_iter().enumerate() {
        let refused = play(&format!("bad-{at}"), args).refused();
        assert!(refused.contains(wanted), "{args:?}: {refused}");
    }
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let other = scratch("other.db");
    std::fs::write(&other, "this is somebody's diary, not a file of records\n").unwrap();
    let args = ["match", "reversi", "--agents", "random", "greedy", "--games", "2", "--db", &other];
    assert!(plyglot(&args).refused().contains("other.db"));
    assert!(std::fs::read_to_string(&other).unwrap().starts_with("this is somebody's diary"));
}
