//! The Python package: our agents for the courses' programs, and a course's player for us.

use std::{
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::{Ran, documents::root, run_to_end};

fn scripts() -> PathBuf {
    root().join("crates/plyglot-cli/tests/bridge")
}

/// Python with the package and the scripts where it finds them, and an agent that looks ahead so little that its
/// time does not matter.
fn python(args: &[&str]) -> Command {
    let mut command = Command::new("python3");
    let path = std::env::join_paths([root().join("python"), scripts()]).unwrap();
    command.args(args).env("PYTHONPATH", path).env("PYTHONDONTWRITEBYTECODE", "1");
    command.env("PLYGLOT", env!("CARGO_BIN_EXE_plyglot"));
    command.env("PLYGLOT_AGENT", "hand(depth=2)").env("PLYGLOT_TIME", "60");
    command
}

fn script(name: &str, args: &[&str]) -> Ran {
    let script = scripts().join(name).display().to_string();
    run_to_end(&mut python(&[&[script.as_str()], args].concat()))
}

#[test]
fn agents_play_on_a_referee_of_chexers() {
    let ours = "plyglot_bridge.chexers";
    let named = "plyglot_bridge.chexers:Player";
    for seats in [
        [ours, ours, ours],
        [ours, "course_player", "course_player"],
        ["course_player", named, "course_player"],
    ] {
        let told = script("referee.py", &seats).ok();
        assert!(told.contains(" after "), "{told}");
        if seats.contains(&"course_player") {
            let winner = if seats[0] == ours { "p1win" } else { "p2win" };
            assert!(told.contains(winner), "an agent beats those who play at random: {told}");
        }
    }
}

#[test]
fn course_players_are_served() {
    let served = "served:course_player";
    let told =
        script("referee.py", &[served, "course_player", "served:course_player.py:Player"]).ok();
    assert!(told.contains(" after "), "{told}");
    // Both ways at once: our agent, asked by us through the shim.
    let told = script("referee.py", &["served:plyglot_bridge.chexers", served, served]).ok();
    assert!(told.contains("p1win after "), "{told}");
}

#[test]
fn agents_play_in_the_driver_of_checkers() {
    for squares in ["even", "odd"] {
        let told = script("driver.py", &[squares]).ok();
        let words: Vec<&str> = told.split_whitespace().collect();
        let number = |at: usize| words[at].parse::<usize>().unwrap();
        assert!(told.starts_with("over after "), "{told}");
        assert!(number(2) > 20 && number(4) > 20, "the past is known: {told}");
    }
}

/// What serve.py answers to lines, and what it and its player say beside.
fn serve(player: &str, lines: &[&str]) -> (Vec<Value>, String) {
    let program = root().join("python/plyglot_bridge/serve.py").display().to_string();
    let folder = scripts().display().to_string();
    let mut command = python(&[&program, player, &folder]);
    command
        .env_remove("PYTHONPATH")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let answers = lines.iter().map(|line| {
        writeln!(input, "{line}").unwrap();
        serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap()
    });
    let answers = answers.collect();
    drop(input);
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success());
    (answers, String::from_utf8(done.stderr).unwrap())
}

#[test]
fn the_shim_tells_what_goes_wrong() {
    let orders = [
        r#"{"action": true}"#,
        r#"{"init": "green"}"#,
        r#"{"action": true}"#,
        r#"{"update": ["red", ["PASS", null]]}"#,
        r#"{"update": ["green", ["PASS", null]]}"#,
        r#"{"dance": 1}"#,
        "nonsense",
        "[]",
    ];
    let (answers, _) = serve("course_player:Broken", &orders);
    let error = |at: usize| answers[at]["error"].as_str().unwrap();
    assert!(error(0).contains("there is no player before init"));
    assert_eq!(answers[1]["ok"], true);
    let divided = error(2);
    assert!(
        divided.starts_with("ZeroDivisionError: ") && divided.contains("(course_player.py, line "),
        "{divided}"
    );
    assert!(error(3).starts_with("SystemExit: no more (course_player.py"), "{}", error(3));
    assert_eq!(answers[4]["ok"], true);
    let memory = answers[4]["memory"].as_f64();
    assert!(memory.is_none_or(|used| used > 25.0 && used < 100.0), "{memory:?}");
    assert!(answers[4]["cpu"].as_f64().unwrap() >= answers[1]["cpu"].as_f64().unwrap());
    assert!((5..8).all(|at| answers[at]["error"].is_string()), "{answers:?}");
    let (answers, _) = serve("no_such_module", &[r#"{"init": "red"}"#]);
    assert_eq!(answers[0]["error"], "ModuleNotFoundError: No module named 'no_such_module'");
    let (answers, err) = serve("course_player", &[r#"{"init": "red"}"#, r#"{"action": true}"#]);
    assert_eq!(answers[1]["action"][0], json!("MOVE"));
    assert!(err.contains("hello from red") && err.contains("PASS"), "{err}");
}

#[test]
fn an_engine_ends_with_its_player_and_with_the_interpreter() {
    let make = "import os, plyglot_bridge.chexers as own\nplayer = own.Player('red')\n\
        process = player._engine._process\n";
    let dropped = format!("{make}assert process.poll() is None\ndel player\nprint(process.poll())");
    assert_eq!(run_to_end(&mut python(&["-c", &dropped])).ok(), "0\n");
    let leaving = format!("{make}print(process.pid)\nraise SystemExit");
    let killed = format!("{make}print(process.pid, flush=True)\nos.kill(os.getpid(), 9)");
    for code in [leaving, killed] {
        // The engine writes its errors to the same pipe, which is read until nobody has it any more.
        let ran = python(&["-c", &code]).output().unwrap();
        assert!(String::from_utf8(ran.stdout).unwrap().trim().parse::<u32>().is_ok());
    }
}

#[test]
fn wrong_settings_are_told() {
    let refused = |name: &str, value: &str| {
        let make = "import plyglot_bridge.chexers as own; own.Player('red')";
        let ran = run_to_end(python(&["-c", make]).env(name, value));
        assert_eq!(ran.code, 1);
        ran.err.trim_end().lines().last().unwrap().to_owned()
    };
    let told = refused("PLYGLOT", "/nowhere/plyglot");
    assert!(
        told.contains("cannot run '/nowhere/plyglot'") && told.contains("PLYGLOT is the path"),
        "{told}"
    );
    assert!(refused("PLYGLOT_TIME", "soon").contains("PLYGLOT_TIME is 'soon'; it must be seconds"));
    assert!(refused("PLYGLOT_AGENT", "nobody").contains("ended with status 2"));
}
