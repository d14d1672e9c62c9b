//! A tournament that is killed again and again ends as if nothing had happened.

use std::{
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use plyglot_core::Rng;
use rusqlite::Connection;

use crate::{plyglot, scratch};

const KILLS: usize = 20;

const FILE: &str = r#"
title = "survival"
game = "dala"
schedule = "round-robin"
blocks = 10
seed = 7
concurrency = 2

[limits]
nodes = 4000

[[agents]]
name = "paranoid"
spec = "paranoid"

[[agents]]
name = "material"
spec = "paranoid(eval=material)"

[[agents]]
name = "brs"
spec = "brs"

[[agents]]
name = "greedy"
spec = "greedy"

[[agents]]
name = "random"
spec = "random"
"#;

/// Every game of a file: its job, its number, its moves and its result.
pub(crate) fn games(db: &str) -> Vec<(String, i64, String, String)> {
    let connection = Connection::open(db).unwrap();
    let mut select = connection
        .prepare("SELECT job, number, moves, reason FROM games ORDER BY job, number")
        .unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)));
    rows.unwrap().map(Result::unwrap).collect()
}

/// The table without what depends on the clock.
fn table(file: &str, db: &str) -> serde_json::Value {
    let mut told = plyglot(&["tournament", file, "--db", db, "--json"]).json();
    for line in told["standings"]["agents"].as_array_mut().unwrap() {
        for timed in ["seconds", "slowest"] {
            line.as_object_mut().unwrap().remove(timed);
        }
    }
    told["standings"].take()
}

/// How many games a file has so far; none if it cannot be read yet.
pub(crate) fn count(db: &str) -> i64 {
    let Ok(connection) = Connection::open(db) else { return 0 };
    let count = connection.query_row("SELECT count(*) FROM games", [], |row| row.get(0));
    count.unwrap_or(0)
}

/// Runs the tournament until it has some number of games and a little longer, and kills it.
fn kill_after(games: i64, delay: Duration, file: &str, db: &str) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(["tournament", file, "--db", db])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while program.try_wait().unwrap().is_none() && count(db) < games {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(delay);
    program.kill().unwrap();
    program.wait().unwrap();
}

#[test]
fn killed_twenty_times() {
    let (file, calm, killed) = (scratch("survival.toml"), scratch("calm"), scratch("killed"));
    std::fs::write(&file, FILE).unwrap();
    let expected = table(&file, &calm);
    assert_eq!(expected["games"], 200);
    let mut rng = Rng::new(5);
    let mut moments: Vec<i64> = (0..KILLS).map(|_| rng.below(180) as i64).collect();
    moments.sort_unstable();
    let mut stages = Vec::new();
    for games in moments {
        kill_after(games, Duration::from_micros(rng.below(20_000) as u64), &file, &killed);
        stages.push(count(&killed));
    }
    assert!(stages.iter().any(|games| (1..200).contains(games)), "killed too late: {stages:?}");
    assert!(stages.is_sorted(), "games were lost: {stages:?}");
    assert_eq!(table(&file, &killed), expected);
    assert_eq!(games(&killed), games(&calm));
}
