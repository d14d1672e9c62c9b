//! A tournament that is killed again and again ends as if nothing had happened.

use std::{
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
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
nodes = 1500

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
fn games(db: &str) -> Vec<(String, i64, String, String)> {
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

#[test]
fn killed_twenty_times() {
    let (file, calm, killed) = (scratch("survival.toml"), scratch("calm"), scratch("killed"));
    std::fs::write(&file, FILE).unwrap();
    let began = Instant::now();
    let expected = table(&file, &calm);
    let whole = began.elapsed();
    assert_eq!(expected["games"], 200);
    let (mut rng, mut partial) = (Rng::new(5), 0);
    for _ in 0..KILLS {
        let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"))
            .args(["tournament", &file, "--db", &killed])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let span = whole.as_micros() as usize * 2 / KILLS;
        thread::sleep(Duration::from_micros(rng.below(span.max(1)) as u64));
        program.kill().unwrap();
        program.wait().unwrap();
        let so_far = if Path::new(&killed).exists() {
            Connection::open(&killed)
                .map(|db| {
                    db.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))
                        .unwrap_or(0)
                })
                .unwrap()
        } else {
            0
        };
        partial += usize::from((1..200).contains(&so_far));
    }
    assert!(partial > 0, "no kill came in the middle of the tournament");
    assert_eq!(table(&file, &killed), expected);
    assert_eq!(games(&killed), games(&calm));
}
