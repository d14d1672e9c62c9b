//! External bots in whole matches: each wrong loses its games and nothing else.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{plyglot, scratch};

/// The command line of the test bot.
fn bot(mode: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_plyglot")).with_file_name("examples/test_bot");
    format!("{} {mode}", program.display())
}

fn spec(name: &str, mode: &str) -> String {
    format!("{name}=exec(cmd=\"{}\",start=3,memory=200)", bot(mode))
}

/// Processes whose command line has these words.
fn running(words: &str) -> usize {
    let of_process = |entry: &fs::DirEntry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).replace('\0', " ").trim_end().ends_with(words)
    };
    fs::read_dir("/proc").unwrap().flatten().filter(|entry| of_process(entry)).count()
}

/// Waits until nothing of a bot runs; says what was left otherwise.
#[track_caller]
fn gone(words: &str) {
    let began = Instant::now();
    while running(words) > 0 {
        assert!(began.elapsed() < Duration::from_secs(20), "{words} still runs");
        thread::sleep(Duration::from_millis(20));
    }
}

fn faults<'a>(told: &'a Value, name: &str) -> &'a Value {
    let agents = told["standings"]["agents"].as_array().unwrap();
    &agents.iter().find(|line| line["name"] == name).unwrap()["faults"]
}

#[test]
fn every_wrong_has_its_name() {
    let wrongs = [
        ("crash-at-start 31", "start"),
        ("hang-at-start 31", "start"),
        ("crash 3", "crash"),
        ("abort 3", "crash"),
        ("hang 3", "late"),
        ("late 3", "late"),
        ("flood 3", "flood"),
        ("flood-line 3", "flood"),
        ("illegal 3", "illegal"),
        ("close 3", "closed"),
        ("half-line 3", "garbage"),
        ("binary 3", "garbage"),
        ("memory 3", "memory"),
    ];
    for (mode, kind) in wrongs {
        let db = scratch("wrongs");
        let (bad, time) = (spec("bad", mode), if kind == "memory" { "5" } else { "1" });
        let args = ["match", "reversi", "--agents", &bad, "good=random", "--games", "2"];
        let told = plyglot(&[&args[..], &["--time", time, "--db", &db, "--json"]].concat()).json();
        assert_eq!(faults(&told, "bad")[kind], 2, "{mode}: {told}");
        assert_eq!(told["standings"]["endings"], serde_json::json!([0, 2, 0]), "{mode}");
        gone(&bot(mode));
    }
}

#[test]
fn the_rest_of_a_match_goes_on() {
    let db = scratch("rest");
    let (bad, good) = (spec("bad", "crash 2"), spec("good", "answer"));
    // Its children live on from move to move and need room.
    let forks = spec("forks", "fork 27").replace("memory=200", "memory=8000");
    let args = ["match", "reversi", "--agents", &bad, &good, &forks, "calm=random"];
    let more = ["--games", "24", "--time", "1", "--db", &db, "--concurrency", "2", "--json"];
    let told = plyglot(&[&args[..], &more].concat()).json();
    assert_eq!(told["standings"]["games"], 24, "{told}");
    for name in ["good", "forks", "calm"] {
        assert_eq!(faults(&told, name), &serde_json::json!({}), "{name}: {told}");
    }
    assert_eq!(faults(&told, "bad"), &serde_json::json!({"crash": 12}), "{told}");
    gone(&bot("fork 27"));
    gone(&bot("answer"));
}

#[test]
fn nothing_is_left_behind_however_the_match_ends() {
    for (signal, mode) in [("INT", "hang 77"), ("TERM", "hang 78"), ("KILL", "hang 79")] {
        let db = scratch("signals");
        let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"))
            .args(["match", "reversi", "--games", "200", "--nodes", "10", "--db", &db, "--agents"])
            .args([&spec("hangs", mode), "random"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while running(&bot(mode)) == 0 && began.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(20));
        }
        assert!(running(&bot(mode)) > 0, "the bot of {signal} never ran");
        let pid = program.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
        program.wait().unwrap();
        gone(&bot(mode));
    }
}

#[test]
fn our_own_engine_plays_as_a_bot() {
    let engine = format!("{} engine dala --agent paranoid(depth=2)", env!("CARGO_BIN_EXE_plyglot"));
    let (db, engine) = (scratch("engine"), format!("engine=exec(cmd=\"{engine}\")"));
    let args = ["match", "dala", "--games", "4", "--clock", "20+0.1", "--db", &db, "--json"];
    let told = plyglot(&[&args[..], &["--agents", &engine, "random"]].concat()).json();
    assert_eq!(told["standings"]["endings"][1], 0, "{told}");
    let agents = told["standings"]["agents"].as_array().unwrap();
    let engine = agents.iter().find(|line| line["name"] == "engine").unwrap();
    assert!(engine["depth"].as_f64().unwrap() > 1.0, "{told}");
    assert_eq!(engine["wins"], 4, "{told}");
}
