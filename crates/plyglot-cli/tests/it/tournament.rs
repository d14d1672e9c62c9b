//! Tournaments from files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::plyglot;

/// An empty directory in the build directory.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tournament").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

/// A copy of an example, so that its records stay out of the sources.
fn example(name: &str, scratch: &Path) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tournaments");
    let copy = scratch.join(name);
    fs::copy(examples.join(name), &copy).unwrap();
    copy.display().to_string()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn every_example_is_played() {
    let directory = scratch("examples");
    for (name, games, agents) in [
        ("round-robin.toml", 6 * 10 * 2, 4),
        ("sample.toml", 5 * 6, 5),
        ("gauntlet.toml", 2 * 3 * 2, 3),
        ("swiss.toml", 4 * 3 * 2, 7),
        ("knockout.toml", 4 * 2, 5),
        ("contest.toml", 6 * 2 + 2, 6),
        ("match.toml", 2, 2),
    ] {
        let file = example(name, &directory);
        let done = plyglot(&["tournament", &file, "--json"]).json();
        let standings = &done["standings"];
        let played = standings["games"].as_u64().unwrap();
        // Knockouts play ties off, and contests end sooner when one is the best on both sides.
        assert!(played >= games, "{name}: {played} games");
        // A test that is sure leaves the block in play unfinished, and its games out of the table.
        let all = done["played"].as_u64().unwrap();
        assert!(all == played || name == "match.toml" && all > played, "{name}: {all} played");
        assert_eq!(standings["agents"].as_array().unwrap().len(), agents, "{name}");
        assert_eq!(done["strength"]["ratings"]["agents"].as_array().unwrap().len(), agents);
        assert_eq!(standings["endings"][1], 0, "{name}: faults");
        assert!(Path::new(&file).with_extension("db").exists());
    }
}

#[test]
fn a_match_of_a_file_is_the_match_of_the_command_line() {
    let directory = scratch("match");
    let file = example("match.toml", &directory);
    let done = plyglot(&["tournament", &file, "--json"]).json();
    assert!(done["verdict"].as_str().unwrap().starts_with("accepted"), "{}", done["verdict"]);
    let db = Path::new(&file).with_extension("db");
    let sprt = "elo0=0,elo1=100,alpha=0.05,beta=0.05";
    let agents = ["three plies=alphabeta(depth=3)", "two plies=alphabeta(depth=2)"];
    let mut words =
        vec!["match", "reversi(size=6)", "--seed", "7", "--games", "400", "--sprt", sprt];
    words.extend(["--db", text(&db), "--json", "--agents"]);
    words.extend(agents);
    let again = plyglot(&words).json();
    assert_eq!((&again["played"], &again["sprt"]), (&0.into(), &done["sprt"]));
    let out = plyglot(&["tournament", &file]).ok();
    assert!(out.contains("test      accepted: Elo"), "{out}");
}

#[test]
fn tables_tell_everything() {
    let directory = scratch("tables");
    let file = example("round-robin.toml", &directory);
    let out = plyglot(&["tournament", &file]).ok();
    for words in [
        "Depths of search on 6x6",
        "round robin in reversi(",
        "against",
        "strength",
        "alpha-rank",
        "Nash share",
        "Elo by score",
        "rating",
        "seats, rating",
        "plies",
        "endings",
        "120 in 60 blocks",
        "120 games new, 0 found there",
        "To repeat it:\nplyglot tournament ",
    ] {
        assert!(out.contains(words), "{words} is not in\n{out}");
    }
    assert!(out.lines().all(|line| line.chars().count() <= 100 || line.contains('/')), "{out}");
    // The random player is the weakest and stands last in the table of strength.
    let strength: Vec<&str> =
        out.lines().skip_while(|line| !line.starts_with("strength")).collect();
    assert!(strength[4].starts_with("random"), "{out}");
    let sample = example("sample.toml", &directory);
    let out = plyglot(&["tournament", &sample]).ok();
    assert!(out.contains("points") && !out.contains("Nash"), "{out}");
}

#[test]
fn a_tournament_and_its_report_agree() {
    let directory = scratch("agree");
    for name in ["round-robin.toml", "knockout.toml", "swiss.toml", "sample.toml"] {
        let file = example(name, &directory);
        let done = plyglot(&["tournament", &file, "--json"]).json();
        let text = plyglot(&["tournament", &file]).ok();
        let db = Path::new(&file).with_extension("db");
        let report = plyglot(&["report", self::text(&db), "--json"]).json();
        let run = &report["runs"][0];
        assert_eq!(done["standings"]["agents"], run["standings"]["agents"], "{name}");
        let ratings = done["strength"]["ratings"]["agents"].as_array().unwrap();
        for (own, other) in ratings.iter().zip(run["ratings"].as_array().unwrap()) {
            assert_eq!(own["name"], other["name"], "{name}");
            assert_eq!(own["elo"]["value"], other["elo"]["value"], "{name}");
            for end in ["value", "low", "high"] {
                assert!(own["elo"][end].as_f64().is_none_or(|elo| elo.abs() <= 1000.0), "{own}");
            }
            let (low, high) = (own["elo"]["low"].as_f64(), own["elo"]["high"].as_f64());
            assert!(low.is_none() || low < high || high.is_none(), "{own}");
        }
        for line in done["standings"]["agents"].as_array().unwrap() {
            let elo = line["elo"]["value"].as_f64();
            let shown = elo.map(|elo| format!("  {:+.0} [", elo.round() + 0.0));
            assert!(shown.is_none_or(|shown| text.contains(&shown)), "{name}: {line}\n{text}");
        }
    }
}

#[test]
fn schedules_say_who_came_where() {
    let directory = scratch("places");
    let swiss = plyglot(&["tournament", &example("swiss.toml", &directory), "--json"]).json();
    let places = swiss["outcome"]["places"].as_array().unwrap();
    assert_eq!((places.len(), &places[0]["place"]), (7, &Value::from(1)));
    assert!(places[0]["about"].as_str().unwrap().contains("points"));
    let out = plyglot(&["tournament", &example("knockout.toml", &directory)]).ok();
    assert!(out.contains("won all rounds") && out.contains("out in round 1"), "{out}");
    let contest = plyglot(&["tournament", &example("contest.toml", &directory), "--json"]).json();
    assert_eq!(contest["outcome"]["places"].as_array().unwrap().len(), 2);
    assert_eq!(contest["outcome"]["places"][1]["about"], "best on side 2");
}

#[test]
fn the_same_command_goes_on_and_repeats() {
    let directory = scratch("resume");
    let file = example("swiss.toml", &directory);
    let first = plyglot(&["tournament", &file, "--json"]).json();
    let again = plyglot(&["tournament", &file, "--json"]).json();
    assert_eq!(again["played"], 0, "everything is there already");
    // Another file of records means another run, which comes to the same with more threads.
    let other = directory.join("other.db");
    let other = ["tournament", &file, "--db", text(&other), "--concurrency", "2", "--json"];
    let other = plyglot(&other).json();
    assert_eq!(other["played"], first["played"]);
    for done in [&again, &other] {
        assert_eq!(done["outcome"], first["outcome"]);
        assert_eq!(done["standings"]["cross"], first["standings"]["cross"]);
        assert_eq!(done["strength"], first["strength"]);
    }
}

#[test]
fn a_dry_run_only_tells() {
    let directory = scratch("dry");
    let file = example("gauntlet.toml", &directory);
    let out = plyglot(&["tournament", &file, "--dry-run"]).ok();
    assert!(out.contains("12 games; the first 6 blocks:"), "{out}");
    assert!(out.contains("alpha-beta – monte carlo: 2 games, opening book "), "{out}");
    let plan = plyglot(&["tournament", &file, "--dry-run", "--json"]).json();
    assert_eq!(plan["games"], 12);
    assert_eq!(plan["first_round"].as_array().unwrap().len(), 6);
    assert!(!Path::new(&file).with_extension("db").exists());
}

#[test]
fn paths_are_relative_to_the_file() {
    let directory = scratch("paths");
    fs::write(directory.join("openings.txt"), "d3 c3\nc4 c5\n").unwrap();
    let file = directory.join("cup.toml");
    let head = "game = \"reversi\"\nschedule = \"round-robin\"\nblocks = 2\n";
    let agents = "[[agents]]\nspec = \"random\"\n[[agents]]\nspec = \"greedy\"\n";
    let openings = "openings = { file = \"openings.txt\" }\nlimits = { nodes = 10 }\n";
    fs::write(&file, format!("{head}{openings}{agents}")).unwrap();
    let done = plyglot(&["tournament", text(&file), "--json"]).json();
    assert_eq!(done["config"]["openings"]["list"].as_array().unwrap().len(), 2);
    assert_eq!(done["played"], 4);
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let directory = scratch("bad");
    let good = fs::read_to_string(example("swiss.toml", &directory)).unwrap();
    let file = directory.join("bad.toml");
    for (from, to, message) in [
        (
            "game = \"dala\"",
            "game = \"chess\"",
            "line 3, column 8: there is no game \"chess\"; there are: dala",
        ),
        (
            "\"swiss\"",
            "\"league\"",
            "line 4, column 12: unknown variant `league`, expected one of `round-robin`",
        ),
        ("rounds = 4", "rounds = 0", "line 6, column 10: rounds = 0: expected a number from 1"),
        ("rounds = 4", "round = 4", "line 6, column 1: unknown field `round`, expected one of"),
        (
            "\"greedy\"",
            "\"random\"",
            "two agents are called \"random\"; give each a name of its own",
        ),
        ("spec = \"ubfm\"", "spec = \"ubfn\"", "line 26, column 8: there is no search \"ubfn\""),
        ("nodes = 200", "nodes = \"200\"", "line 10, column 9: invalid type: string \"200\""),
        ("seed = 11", "seed = ", "line 5, column"),
    ] {
        assert!(good.contains(from), "{from}");
        fs::write(&file, good.replace(from, to)).unwrap();
        let refused = plyglot(&["tournament", text(&file)]).refused();
        assert!(refused.contains(&format!("{}: ", file.display())), "{refused}");
        assert!(refused.contains(message), "{to}: {refused}");
    }
    assert!(
        plyglot(&["tournament", "no-such.toml"]).refused().contains("cannot read no-such.toml")
    );
    fs::write(&file, &good).unwrap();
    let other = directory.join("other.db");
    fs::write(&other, "not a database, but long enough to look like something else").unwrap();
    let refused = plyglot(&["tournament", text(&file), "--db", text(&other)]).refused();
    assert!(refused.contains("for records"), "{refused}");
}

#[test]
fn a_broken_bot_loses_and_the_rest_goes_on() {
    let directory = scratch("broken");
    let file = directory.join("cup.toml");
    let head = "game = \"reversi(size=4)\"\nschedule = \"round-robin\"\n";
    let agents = "[[agents]]\nspec = \"random\"\n[[agents]]\nspec = \"greedy\"\n";
    let broken = "[[agents]]\nname = \"broken\"\nspec = 'exec(cmd=\"./no-such-bot\")'\n";
    fs::write(&file, format!("{head}limits = {{ nodes = 10 }}\n{agents}{broken}")).unwrap();
    let done = plyglot(&["tournament", text(&file), "--json"]).json();
    assert_eq!(done["standings"]["endings"], serde_json::json!([2, 4, 0]));
    let agents = done["standings"]["agents"].as_array().unwrap();
    let broken = agents.iter().find(|agent| agent["name"] == "broken").unwrap();
    assert_eq!(broken["faults"]["start"], 4);
    let out = plyglot(&["tournament", text(&file)]).ok();
    assert!(out.contains("start 4") && out.contains("all 6 games were found there"), "{out}");
}
