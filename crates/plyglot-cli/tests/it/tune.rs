//! `plyglot tune`: every method from its file to what it writes, and runs that are killed.

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use plyglot_core::Rng;
use serde_json::Value;

use crate::{
    plyglot, scratch,
    survival::{count, games},
};

const SPSA: &str = r#"
game = "dala"
agent = "paranoid"
method = "spsa"
games = 120
probe = 4
validate = 20
seed = 3
concurrency = 2

[limits]
nodes = 300

[[parameters]]
name = "eval.lead"

[[parameters]]
name = "eval.gap_*"
"#;

/// A file of that name in a folder of its own.
fn file(name: &str, text: &str) -> String {
    let folder = scratch(&format!("tune-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = format!("{folder}/{name}.toml");
    fs::write(&path, text).unwrap();
    path
}

fn tune(file: &str) -> Value {
    plyglot(&["tune", file, "--json"]).json()
}

#[test]
fn a_killed_run_ends_like_an_undisturbed_one() {
    let (calm, killed) = (file("calm", SPSA), file("killed", SPSA));
    let expected = tune(&calm);
    assert!(expected["played"].as_u64().unwrap() >= 140);
    let db = killed.replace(".toml", ".db");
    let mut rng = Rng::new(11);
    let mut moments: Vec<i64> = (0..10).map(|_| rng.below(140) as i64).collect();
    moments.sort_unstable();
    let mut stages = Vec::new();
    for games in moments {
        let mut program = Command::new(env!("CARGO_BIN_EXE_plyglot"))
            .args(["tune", &killed])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while program.try_wait().unwrap().is_none() && count(&db) < games {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_micros(rng.below(20_000) as u64));
        program.kill().unwrap();
        program.wait().unwrap();
        stages.push(count(&db));
    }
    assert!(stages.iter().any(|games| (1..140).contains(games)), "killed too late: {stages:?}");
    let found = tune(&killed);
    for part in ["course", "result", "values", "validation"] {
        assert_eq!(found[part], expected[part], "{part}");
    }
    assert_eq!(games(&db), games(&calm.replace(".toml", ".db")));
    // Nothing is left to do, and the same is told again.
    let again = plyglot(&["tune", &killed]).ok();
    assert!(again.contains("nothing was played"), "{again}");
}

#[test]
fn what_is_found_is_an_agent_of_every_command() {
    let text = SPSA.replace("games = 120", "games = 40").replace("= 20", "= 2");
    let file = file("agent", &format!("{text}[spsa]\nrate = 1.0\n"));
    let told = plyglot(&["tune", &file]).ok();
    assert!(told.contains("against   start:") && told.contains("eval.lead"), "{told}");
    let dotted = file.replace("agent.toml", "v1.2");
    plyglot(&["tune", &file, "-o", &dotted]).ok();
    let agent = format!("@{dotted}.agent");
    let text = fs::read_to_string(&agent[1..]).unwrap();
    assert!(text.starts_with("# ") && text.contains("paranoid(eval=default("), "{text}");
    let again = plyglot(&["think", "dala", "--agent", &agent, "--nodes", "100"]).ok();
    assert!(!again.is_empty());
    let told = plyglot(&[
        "match", "dala", "--agents", &agent, "random", "--games", "2", "--nodes", "20", "--no-db",
    ]);
    assert!(told.ok().contains("agent "));
}

#[test]
fn a_pool_is_generated_and_contested() {
    let parameters = "
[[parameters]]
name = \"first_two\"
high = 1000000
start = 251283
seat = 1
[[parameters]]
name = \"second_two\"
high = 1000000
start = 75813
seat = 2
";
    let head = "game = \"dala\"\nagent = \"classic(depth=1)\"\nvalidate = 2\nprobe = 0\n";
    let generate = format!("{head}method = \"generate\"\ngames = 40\n{parameters}");
    let file = file("pool", &format!("{generate}[generate]\npatience = 3\n"));
    let found = tune(&file);
    let pool = found["course"]["pool"].as_array().unwrap();
    assert!(pool.len() > 3 && pool.iter().filter(|own| own["parent"].is_null()).count() > 1);
    let lines = fs::read_to_string(file.replace(".toml", ".pool")).unwrap();
    assert_eq!(lines.lines().filter(|line| line.starts_with("classic(")).count(), pool.len());
    let contest = file.replace("pool.toml", "contest.toml");
    let table = "[contest]\npool = \"pool.pool\"\ngroup = 3\n";
    fs::write(&contest, format!("{head}method = \"contest\"\n{parameters}{table}")).unwrap();
    let found = tune(&contest);
    assert!(found["course"]["ladder"].as_array().unwrap().len() > 1, "{found}");
    let params = contest.replace(".toml", ".params");
    assert_eq!(fs::read_to_string(&params).unwrap().lines().count(), 3);
    let agent = format!("classic(params={params},depth=1)");
    plyglot(&["think", "dala", "--agent", &agent]).ok();
    let page = format!("{contest}.html");
    plyglot(&["report", &contest.replace(".toml", ".db"), "-o", &page]).ok();
    assert!(fs::read_to_string(&page).unwrap().contains("Ladder"));
    let page = format!("{file}.html");
    plyglot(&["report", &file.replace(".toml", ".db"), "-o", &page]).ok();
    let text = fs::read_to_string(&page).unwrap();
    assert!(text.contains("Family tree") && text.contains("Parameters over time"));
}

#[test]
fn weights_are_fitted_to_games() {
    let text = "game = \"reversi\"\nagent = \"alphabeta\"\nmethod = \"texel\"\ngames = 60\n\
        validate = 2\n[limits]\nnodes = 100\n[texel]\npasses = 50\n\
        [[parameters]]\nname = \"eval.corners\"\n[[parameters]]\nname = \"eval.moves\"\n";
    let file = file("texel", text);
    let found = tune(&file);
    let losses = found["course"]["losses"].as_array().unwrap();
    assert!(losses.len() > 2, "{found}");
    assert_eq!(found["values"][0].as_array().unwrap().len(), 2);
    let db = file.replace(".toml", ".db");
    let page = format!("{file}.html");
    plyglot(&["report", &db, "-o", &page]).ok();
    assert!(fs::read_to_string(&page).unwrap().contains("Fit to results"));
    // The same games again, now as records from elsewhere.
    let other = file.replace("texel.toml", "records.toml");
    fs::write(&other, text.replace("[texel]", "[texel]\nrecords = \"texel.db\"")).unwrap();
    assert!(tune(&other)["course"]["losses"].as_array().unwrap().len() > 2);
}

#[test]
fn parts_are_taken_out_one_by_one() {
    let text = "game = \"dala\"\nagent = \"paranoid(depth=1)\"\nmethod = \"ablate\"\n\
        [ablate]\ngames = 4\n[[parameters]]\nname = \"eval.lead\"\n[[parameters]]\nname = \"tt\"\n";
    let file = file("ablate", text);
    let told = plyglot(&["tune", &file, "--dry-run"]).ok();
    assert!(told.contains("without eval.lead") && !told.contains("against the start"), "{told}");
    let told = plyglot(&["tune", &file]).ok();
    assert!(told.contains("eval.lead") && told.contains("too little to tell"), "{told}");
    let page = format!("{file}.html");
    plyglot(&["report", &file.replace(".toml", ".db"), "-o", &page]).ok();
    assert!(fs::read_to_string(&page).unwrap().contains("What each part is worth"));
}

#[test]
fn what_would_be_looked_for_is_told_and_wrong_files_are_refused() {
    let file = file("plan", SPSA);
    let told = plyglot(&["tune", &file, "--dry-run"]).ok();
    assert!(told.contains("eval.lead  69 in") && told.contains("120 games"), "{told}");
    fs::write(&file, SPSA.replace("eval.lead", "eval.laed")).unwrap();
    let told = plyglot(&["tune", &file]).refused();
    assert!(told.contains("line 15") && told.contains("did you mean"), "{told}");
}
