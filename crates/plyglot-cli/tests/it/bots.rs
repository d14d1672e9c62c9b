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
fn tables_say_why_games_were_lost() {
    for (mode, why) in
        [("crash-at-start 33", "start 2; the first: "), ("illegal 3", "illegal 2; the first: ")]
    {
        let db = scratch("reasons");
        let bad = spec("bad", mode);
        let args =
            ["match", "reversi", "--agents", &bad, "good=random", "--games", "2", "--db", &db];
        let text = plyglot(&args).ok();
        let reason = text.split(why).nth(1).unwrap_or_else(|| panic!("{text}")).lines().next();
        let reason = reason.filter(|reason| reason.len() > 10).unwrap_or_else(|| panic!("{text}"));
        assert!(!reason.contains("line 1"), "{reason}");
        let page = scratch("reasons.html");
        plyglot(&["report", &db, "-o", &page]).ok();
        let page = fs::read_to_string(page).unwrap().replace("&quot;", "\"").replace("&#39;", "'");
        assert!(page.contains(&format!("class=\"left wrap\">{reason}</td>")), "{reason}");
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

/// Runs a long match until something runs, and ends the program with a signal: all must be gone then.
fn end_match(signal: &str, mode: &str, words: &str) {
    let db = scratch("signals");
    let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(["match", "reversi", "--games", "2000", "--nodes", "10", "--db", &db, "--agents"])
        .args([&spec("bad", mode), "random"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while running(words) == 0 && began.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(20));
    }
    assert!(running(words) > 0, "{words} of {signal} never ran");
    let pid = program.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
    program.wait().unwrap();
    gone(words);
    gone(&bot(mode));
}

#[test]
fn nothing_is_left_behind_however_the_match_ends() {
    for (signal, mode) in [("INT", "hang 77"), ("TERM", "hang 78"), ("KILL", "hang 79")] {
        end_match(signal, mode, &bot(mode));
    }
}

#[test]
fn no_orphan_is_left_behind_however_the_match_ends() {
    // Orphans in sessions of their own and without a mark; the first two have a stopped guard.
    end_match("INT", "stop-guard 81", "sleep stop-guard-81");
    end_match("TERM", "stop-guard 82", "sleep stop-guard-82");
    end_match("KILL", "leave 83", "sleep leave-83");
}

#[test]
fn a_bot_that_attacks_its_guard_leaves_nothing() {
    for mode in ["kill-guard", "stop-guard"] {
        let (db, bad) = (scratch("attack"), spec("bad", &format!("{mode} 9")));
        let args = ["match", "reversi", "--agents", &bad, "calm=random", "--games", "2"];
        let told = plyglot(&[&args[..], &["--time", "1", "--db", &db, "--json"]].concat()).json();
        // Whether a bot outlives its guard long enough to play on is a race; what is left of it is not.
        assert_eq!(told["standings"]["games"], 2, "{mode}: {told}");
        assert_eq!(running(&format!("sleep {mode}-9")), 0);
        assert_eq!(running(&bot(&format!("{mode} 9"))), 0);
    }
}

#[test]
fn faults_tell_the_reason() {
    for (bad, reason) in [
        ("exec(cmd=./no-such-bot)".to_owned(), "cannot run ./no-such-bot: No such file"),
        (spec("bad", "illegal 1")[4..].to_owned(), "\"z99\" is no move: expected"),
    ] {
        let db = scratch("reasons");
        let args = ["match", "reversi", "--agents", &bad, "random", "--games", "1", "--nodes", "5"];
        plyglot(&[&args[..], &["--db", &db]].concat()).ok();
        let connection = rusqlite::Connection::open(&db).unwrap();
        let told: String =
            connection.query_row("SELECT reason FROM games", [], |row| row.get(0)).unwrap();
        assert!(told.contains(reason), "{told}");
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
