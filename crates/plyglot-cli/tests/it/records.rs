//! Records know what made them: runs, engines, repetitions, files of older versions and damaged ones.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use rusqlite::Connection;
use serde_json::Value;

use super::{games_db::Folder, plyglot, testdata};

const MAP: &str = "2\n1\n0 1\n6 6\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 1 2 0 0\n0 0 2 1 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n";

/// Job, number and plies of every game, in an order that does not depend on which ended first.
fn games(db: &str) -> Vec<(String, u64, Value)> {
    let out = plyglot(&["games-db", "export", db]).ok();
    let lines = out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let game = |line: Value| {
        let job = line["job"].as_str().unwrap().to_owned();
        (job, line["number"].as_u64().unwrap(), line["plies"].clone())
    };
    let mut games: Vec<_> = lines.map(game).collect();
    games.sort_by_key(|(job, number, _)| (job.clone(), *number));
    games
}

/// How many runs a file has, and how many of its games belong to none.
fn runs_and_orphans(db: &str) -> (i64, i64) {
    let connection = Connection::open(db).unwrap();
    let count = |what: &str| connection.query_row(what, [], |row| row.get(0)).unwrap();
    let orphans = "SELECT count(*) FROM games WHERE job NOT IN (SELECT job FROM run_jobs)";
    (count("SELECT count(*) FROM runs"), count(orphans))
}

#[test]
fn the_printed_command_repeats_every_game() {
    let folder = Folder::new();
    let (map, list) = (folder.file("own.map"), folder.file("openings.txt"));
    fs::write(&map, MAP).unwrap();
    fs::write(&list, "d3 c3\nc4;c3;d3\n").unwrap();
    let on_map = format!("reversixt(map={map})");
    let cases: [&[&str]; 7] = [
        &["dala", "--games", "4", "--agents", "paranoid( depth=2, tt=16 )", "random"],
        &["dala", "--games", "4", "--agents", "p=paranoid(depth=2)", "\"q (x=1)\"=random"],
        &["reversi", "--games", "4", "--agents", "best(depth=2)", "random", "greedy"],
        &["chexers", "--games", "6", "--agents", "random", "greedy", "greedy"],
        &[&on_map, "--games", "4", "--seatings", "all", "--agents", "paranoid(depth=1)", "random"],
        &["reversi", "--games", "4", "--openings", &list, "--agents", "random", "greedy"],
        &[
            "checkers",
            "--games",
            "4",
            "--depth",
            "2",
            "--patience",
            "5",
            "--margin",
            "0.5",
            "--seed",
            "9",
            "--agents",
            "alphabeta",
            "random(  )",
        ],
    ];
    for (at, case) in cases.into_iter().enumerate() {
        let [first, again] = ["first", "again"].map(|name| folder.file(&format!("{name}-{at}.db")));
        let told = plyglot(&[&["match", "--json", "--db", &first], case].concat()).json();
        let command = told["command"].as_str().unwrap().replace(&first, &again);
        assert!(command.contains(&again), "the file of records is named: {command}");
        let words = shlex::split(&command).unwrap();
        let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        plyglot(&words).ok();
        assert_eq!(games(&first), games(&again), "{command}");
        if case.contains(&"--patience") {
            assert!(command.contains("--patience 5 "), "{command}");
        }
    }
}

#[test]
fn other_conditions_are_another_run() {
    let folder = Folder::new();
    let (db, map) = (folder.file("games.db"), folder.file("own.map"));
    fs::write(&map, MAP).unwrap();
    let on_map = format!("reversixt(map={map})");
    let chexers = ["match", "chexers", "--db", &db, "--agents", "a=random", "b=random", "c=greedy"];
    let reversi = ["match", &on_map, "--db", &db, "--games", "8", "--agents", "random", "greedy"];
    let with = |args: &[&str], more: &[&str]| {
        plyglot(&[&args[..2], more, &args[2..]].concat()).ok();
    };
    with(&chexers, &["--games", "12"]);
    with(&chexers, &["--games", "12", "--seatings", "all"]);
    assert_eq!(runs_and_orphans(&db), (2, 0));
    with(&reversi, &[]);
    fs::write(&map, MAP.replacen("0 0 0", "0 - 0", 1)).unwrap();
    with(&reversi, &[]);
    assert_eq!(runs_and_orphans(&db), (4, 0));
    // More games of a match are the same run.
    with(&chexers, &["--games", "24"]);
    assert_eq!(runs_and_orphans(&db), (4, 0));
}

#[test]
fn a_refused_match_leaves_no_run() {
    let folder = Folder::new();
    let (db, map) = (folder.file("games.db"), folder.file("tiny.map"));
    // After one move nobody has another, so that there is no opening.
    fs::write(&map, "2\n0\n0 1\n3 3\n1 2 0\n- - -\n- - -\n").unwrap();
    let game = format!("reversixt(map={map})");
    let args = ["match", &game, "--db", &db, "--agents", "random", "greedy"];
    assert!(plyglot(&args).refused().contains("openings"));
    assert_eq!(runs_and_orphans(&db), (0, 0));
}

#[test]
fn what_was_found_is_said() {
    let folder = Folder::new();
    let db = folder.records("reversi", &["a=random", "b=random"], "4");
    let args =
        ["match", "reversi", "--games", "4", "--db", &db, "--agents", "a=random", "b=random"];
    let again = plyglot(&args).ok();
    assert!(again.contains("all 4 games were found there; nothing was played"), "{again}");
}

#[test]
fn games_of_another_engine_are_not_found() {
    let folder = Folder::new();
    let agents = ["a=random", "b=random"];
    let db = folder.records("reversi", &agents, "4");
    let first = games(&db);
    let connection = Connection::open(&db).unwrap();
    connection
        .execute_batch(
            "PRAGMA foreign_keys = OFF;
             UPDATE runs SET id = 'old' || id, config = json_set(config, '$.engine', 'old');
             UPDATE jobs SET id = 'old' || id, spec = json_set(spec, '$.engine', 'old');
             UPDATE run_jobs SET run = 'old' || run, job = 'old' || job;
             UPDATE games SET job = 'old' || job;",
        )
        .unwrap();
    drop(connection);
    let args =
        ["match", "reversi", "--games", "4", "--db", &db, "--agents", "a=random", "b=random"];
    let told = plyglot(&args).ok();
    assert!(told.contains("4 games new, 0 found there"), "{told}");
    let others = "4 games of another version of the engine are in this file";
    assert!(told.contains(&format!("{others}; they are not counted")), "{told}");
    assert!(plyglot(&["games-db", "list", &db]).ok().contains(others));
    let html = folder.file("page.html");
    assert!(plyglot(&["report", &db, "-o", &html]).ok().contains(others));
    assert!(fs::read_to_string(&html).unwrap().contains("another version than the one that made"));
    let shown = |game: &str| plyglot(&["games-db", "show", &db, game]).ok();
    assert!(shown("1").contains("old, another version than this one"), "{}", shown("1"));
    // The newer games are those that this engine always plays.
    let newer: Vec<_> =
        games(&db).into_iter().filter(|(job, ..)| !job.starts_with("old")).collect();
    assert_eq!(newer, first);
    let version = plyglot(&["--version"]).ok();
    let line = plyglot(&["games-db", "show", &db, "5", "--json"]).json();
    let engine = line["engine"].as_str().unwrap();
    assert!(version.contains(&format!("(engine {engine})")), "{version}");
    assert!(shown("5").contains(engine));
}

#[test]
fn files_of_the_first_version_can_be_used() {
    let folder = Folder::new();
    let db = folder.file("old.db");
    fs::copy(testdata("records/version1.sqlite"), &db).unwrap();
    assert!(plyglot(&["games-db", "list", &db]).ok().contains("2 games\n"));
    let shown = plyglot(&["games-db", "show", &db, "1"]).ok();
    assert!(shown.contains("of unknown unit") && shown.contains("engine   not known"), "{shown}");
    assert_eq!(games(&db).len(), 2);
    let html = folder.file("page.html");
    plyglot(&["report", &db, "-o", &html]).ok();
    assert!(fs::read_to_string(&html).unwrap().contains("not known; another version"));
    let args = ["match", "reversi", "--games", "2", "--seed", "3", "--time", "0.1", "--db", &db];
    let told = plyglot(&[&args[..], &["--agents", "alphabeta(depth=2)", "b=greedy"]].concat()).ok();
    assert!(told.contains("2 games new, 0 found there"), "{told}");
    assert!(told.contains("2 games of another version of the engine"), "{told}");
    assert_eq!(runs_and_orphans(&db), (2, 0));
}

#[test]
fn a_damaged_record_is_named_and_the_rest_is_there() {
    let folder = Folder::new();
    let db = folder.records("reversi", &["a=random", "b=random"], "4");
    let connection = Connection::open(&db).unwrap();
    connection.execute("UPDATE games SET moves = '[', result = '' WHERE id = 2", []).unwrap();
    connection
        .execute("UPDATE jobs SET spec = '{' WHERE id = (SELECT job FROM games WHERE id = 4)", [])
        .unwrap();
    drop(connection);
    let (html, lines) = (folder.file("page.html"), folder.file("games.jsonl"));
    for (args, left_out) in [
        (&["games-db", "list", &db][..], 4),
        (&["games-db", "export", &db], 2),
        (&["games-db", "export", &db, "--format", "csv", "-o", &lines], 2),
        (&["report", &db, "-o", &html], 2),
    ] {
        let ran = plyglot(args);
        let warning = format!("games.db: game {left_out} is left out: a damaged record");
        assert!(ran.code == 0 && ran.err.contains(&warning), "{args:?}: {}{}", ran.out, ran.err);
    }
    assert!(fs::read_to_string(html).unwrap().contains("game 2 is left out"));
    assert!(plyglot(&["games-db", "show", &db, "2"]).refused().contains("damaged"));
}

#[test]
fn what_cannot_be_written_can_be_read() {
    let folder = Folder::new();
    let db = folder.records("reversi", &["a=random", "b=random"], "2");
    let path = Path::new(&db);
    let read_only = |path: &Path, on: bool| {
        let mut permissions = fs::metadata(path).unwrap().permissions();
        permissions.set_readonly(on);
        fs::set_permissions(path, permissions).unwrap();
    };
    read_only(path, true);
    read_only(path.parent().unwrap(), true);
    let listed = plyglot(&["games-db", "list", &db]);
    let shown = plyglot(&["games-db", "show", &db, "1"]);
    let reported = plyglot(&["report", &db, "--json"]);
    read_only(path.parent().unwrap(), false);
    read_only(path, false);
    assert!(listed.ok().contains("2 games"));
    assert!(shown.ok().contains("game over"));
    assert_eq!(reported.json()["games_stored"], 2);
}

#[test]
fn a_second_process_is_told_who_plays() {
    let folder = Folder::new();
    let db = folder.file("games.db");
    let args = ["match", "dala", "--games", "100000", "--db", &db, "--agents", "random", "greedy"];
    let mut first = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let directory = Path::new(&db).parent().unwrap().to_owned();
    let played = || {
        Connection::open(&db).and_then(|own| {
            own.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))
        })
    };
    while played().unwrap_or(0) == 0 {
        assert!(first.try_wait().unwrap().is_none(), "the match ended");
        thread::sleep(Duration::from_millis(5));
    }
    let refused = plyglot(&args).refused();
    let wanted = format!("process {} is playing the same in {db} already", first.id());
    assert!(refused.contains(&wanted), "{refused}");
    // Another match in the same file is nobody's business, and a killed process stops nobody.
    let mut other = args;
    (other[3], other[7]) = ("2", "a=random");
    plyglot(&other).ok();
    first.kill().unwrap();
    first.wait().unwrap();
    other[7] = args[7];
    plyglot(&other).ok();
    let left = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().ends_with(".lock")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_match_without_records_promises_nothing() {
    let args = ["match", "dala", "--games", "100000", "--no-db", "--agents", "random", "greedy"];
    let child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    let catches = || {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
        u64::from_str_radix(caught, 16).unwrap() & 2 != 0
    };
    while !catches() {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let done = child.wait_with_output().unwrap();
    let told = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(130), "{told}");
    assert!(told.contains("interrupted; without records nothing of it is kept"), "{told}");
    assert!(told.contains(" --no-db "), "{told}");
}
