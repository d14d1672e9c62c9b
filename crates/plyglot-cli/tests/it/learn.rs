//! `plyglot learn`: from its file to weights, plots and a proof, and runs that are killed.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::{plyglot, scratch, survival::count};

const LESSON: &str = r#"
game = "reversi(size=4)"
start = "random"
player = "alphabeta(eval=learned,depth=2)"
seed = 3

[[generations]]
games = 150
nodes = 100
random = [1, 4]

[[generations]]
games = 100
others = { share = 0.2, agents = ["random"] }

[model]
target = "payoff"
lambda = 0.8
held_out = 0.2
keep = 0.5

[proof]
games = 200
"#;

/// A file in a folder of its own.
fn file(name: &str, text: &str) -> String {
    let folder = scratch(&format!("learn-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = format!("{folder}/lesson.toml");
    fs::write(&path, text).unwrap();
    path
}

fn beside(file: &str, ending: &str) -> String {
    fs::read_to_string(file.replace(".toml", ending)).unwrap()
}

#[test]
fn a_file_becomes_weights_that_agents_play_with() {
    let file = file("whole", LESSON);
    let plan = plyglot(&["learn", &file, "--dry-run"]).ok();
    assert!(plan.contains("generation 2: 100 games") && plan.contains("about"), "{plan}");
    assert!(!Path::new(&file.replace(".toml", ".db")).exists(), "only told");
    let told = plyglot(&["learn", &file, "--workers", "2"]).ok();
    for expected in
        ["without any", "foretold and scored", "better: ", "To repeat it:\nplyglot learn"]
    {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let picture = beside(&file, ".svg");
    assert!(picture.contains("Loss of generation 2") && picture.contains("Foretold and scored"));
    assert!(beside(&file, "-g2.model").lines().nth(1).unwrap().contains("better: "));
    let agent = format!("alphabeta(eval=learned(file={}))", file.replace(".toml", "-g2.model"));
    let board = "reversi(size=4)";
    let thought = plyglot(&["think", board, "--agent", &agent, "--nodes", "100", "--full"]).ok();
    assert!(thought.contains("digest="), "{thought}");
    // Matches keep the checksum of weights, not their megabytes.
    let db = file.replace("lesson.toml", "match.db");
    let agents = [agent.as_str(), "random"];
    let words = ["match", board, "--games", "2", "--nodes", "20", "--db", &db, "--agents"];
    plyglot(&[&words[..], &agents[..]].concat()).ok();
    let records = rusqlite::Connection::open(&db).unwrap();
    let carried = "SELECT count(*) FROM jobs WHERE spec LIKE '%plyglot model%'";
    assert_eq!(records.query_row(carried, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
    // A rerun tells the same and plays nothing.
    let again = plyglot(&["learn", &file, "--json"]).json();
    assert_eq!((again["played"].as_u64(), again["interrupted"].as_bool()), (Some(0), Some(false)));
    assert_eq!(again["course"]["proof"]["better"], true);
}

#[test]
fn nothing_is_played_for_files_that_cannot_be_written() {
    let file = file("nowhere", LESSON);
    let db = file.replace(".toml", ".db");
    let told = plyglot(&["learn", &file, "--output", "/nonexistent/x", "--db", &db]).refused();
    assert!(told.contains("cannot write /nonexistent/x.json"), "{told}");
    assert_eq!(count(&db), 0);
}

#[test]
fn weights_that_are_found_are_told() {
    for (game, told) in [
        ("reversi", "board8, which come with the program: generation 4"),
        ("reversi(size=6)", "none for these rules; board8 are for others"),
        ("dala(rules=ludii)", "standard, which come with the program"),
        ("reversixt(map=octet8)", "many, which come with the program"),
    ] {
        let out = plyglot(&["agents", game]).ok();
        let line = out.lines().find(|line| line.contains("learnt weights")).unwrap();
        assert!(line.contains(told), "{game}: {line}");
    }
    assert!(!plyglot(&["agents", "chexers"]).ok().contains("learnt weights"));
    assert!(plyglot(&["agents"]).ok().contains("learnt weights"));
    let told = plyglot(&["games", "reversi(size=6)"]).ok();
    assert!(told.contains("board8 (not for these rules): generation 4"), "{told}");
    let think = |game: &str, eval: &str| {
        let agent = format!("paranoid(eval={eval})");
        plyglot(&["think", game, "--agent", &agent, "--nodes", "9"]).refused()
    };
    let told = think("reversi", "learned(file=nosuch)");
    assert!(told.contains("expected a file (") && told.contains("comes with board8"), "{told}");
    let told = think("chexers", "learned(digest=aaaaaaa)");
    assert!(told.contains("no weights come with chexers for these rules"), "{told}");
}

#[test]
fn weights_that_are_not_better_say_so() {
    let text = LESSON.replace("start = \"random\"", "start = \"alphabeta(depth=9)\"");
    let text = text.replace("depth=2)\"", "depth=1)\"").replace("games = 200", "games = 4");
    let file = file("worse", &text);
    let ran = plyglot(&["learn", &file]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("not shown to be better: "), "{}", ran.out);
    assert!(beside(&file, "-g2.model").contains("not shown to be better: "));
}

#[test]
fn nothing_that_was_there_is_lost() {
    let text = LESSON.replace("games = 200", "games = 8");
    let file = file("kept", &text);
    let name = |ending: &str| file.replace(".toml", ending);
    fs::write(name(".json"), "{\"my\": \"own\"}").unwrap();
    fs::write(name("-g1.model"), "my notes").unwrap();
    let told = plyglot(&["learn", &file]).err;
    assert!(told.contains("what was there before is now ") && told.contains(".old1"), "{told}");
    assert_eq!(beside(&file, ".json.old1"), "{\"my\": \"own\"}");
    assert_eq!(beside(&file, "-g1.model.old1"), "my notes");
    // Weights of another plan under the same name are kept, too; the same plan goes on with its own.
    let first = beside(&file, "-g1.model");
    fs::write(&file, text.replace("seed = 3", "seed = 4")).unwrap();
    plyglot(&["learn", &file]);
    assert_eq!(beside(&file, "-g1.model.old2"), first);
    assert!(!plyglot(&["learn", &file]).err.contains("what was there before"));
}

#[test]
fn a_killed_run_ends_like_an_undisturbed_one() {
    let (calm, killed) = (file("calm", LESSON), file("killed", LESSON));
    plyglot(&["learn", &calm]).ok();
    let db = killed.replace(".toml", ".db");
    for moment in [20, 120, 170, 220] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
            .args(["learn", &killed, "--workers", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while child.try_wait().unwrap().is_none() && count(&db) < moment {
            thread::sleep(Duration::from_millis(2));
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(count(&db) > 0);
    plyglot(&["learn", &killed, "--workers", "2"]).ok();
    for ending in ["-g1.model", "-g2.model", ".json", ".svg"] {
        assert_eq!(beside(&calm, ending), beside(&killed, ending), "{ending}");
    }
}

#[test]
fn bad_files_are_refused() {
    let file = file("bad", &LESSON.replace("lambda = 0.8", "lambda = 8"));
    let told = plyglot(&["learn", &file]).refused();
    assert!(told.contains("lesson.toml: line") && told.contains("lambda"), "{told}");
}
