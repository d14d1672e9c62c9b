//! Games that were played elsewhere.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::{plyglot, scratch, testdata};

/// Five games: won by agreement, won by the rules though the file denies it, illegal, without a result, drawn.
const CLUB: &str = r#"[Event "Club"]
[Black "Ada L."]
[White "Alan T."]
[Result "1-0"]
1. 11-15 23-18 2. 8-11 27-23 1-0

[Event "Club"]
[Black "Ada L."]
[White "?"]
[SetUp "1"]
[FEN "B:W18:B14,15"]
[Result "0-1"]
1. 15x22 0-1

[Event "Club"]
[Result "1-0"]
1. 11-15 23-18 2. 8-12 27-23 3. 4-8 1-0

[Event "Club"]
1. 11-15 *

[Event "Club"]
[Black "Alan T."]
[White "Ada L."]
[Result "1/2-1/2"]
1. 11-15 23-18 1/2-1/2
"#;

fn club(name: &str) -> String {
    let path = scratch(name);
    fs::write(&path, CLUB).unwrap();
    path
}

#[test]
fn a_file_of_an_older_encoding_is_read() {
    let (file, db) = (scratch("latin.pdn"), scratch("import-latin.db"));
    fs::write(&file, b"[Black \"Ren\xe9\"]\n[White \"b\"]\n1. 11-15 1-0\n").unwrap();
    plyglot(&["import", "checkers", &file, "--db", &db]).ok();
    let listed = plyglot(&["games-db", "list", &db]).ok();
    assert!(listed.contains("René"), "{listed}");
}

#[test]
fn games_are_judged_and_kept_once() {
    let (file, db) = (club("club-1.pdn"), scratch("import-1.db"));
    let ran = plyglot(&["import", "checkers", &file, "--db", &db]);
    let err = ran.err.clone();
    assert!(ran.ok().contains("5 games, 3 new, 2 left out, 1 with another result by the rules"));
    assert!(err.contains("club-1.pdn: game 3 is left out: ply 3, line 17"), "{err}");
    assert!(err.contains("game 4 is left out: it is not finished, and has no result"), "{err}");
    assert!(err.contains("game 2: by the rules it is black (no-moves), which the file denies"));
    let before = fs::read(&db).unwrap();
    let again = plyglot(&["import", "checkers", &file, "--db", &db, "--json"]).json();
    assert_eq!([&again[0]["added"], &again[0]["known"]], [0, 3]);
    assert_eq!(again[0]["left_out"][0]["ply"], 3);
    assert_eq!(fs::read(&db).unwrap(), before, "nothing changes");
    let list = plyglot(&["games-db", "list", &db, "--json"]).json();
    let told = |at: usize, key: &str| list[at][key].as_str().unwrap().to_owned();
    assert_eq!(
        ["ending", "reason"].map(|key| told(2, key)),
        ["adjudicated", "black wins, as the file states"]
    );
    assert_eq!(["ending", "reason"].map(|key| told(1, key)), ["rules", "black (no-moves)"]);
    assert_eq!(list[0]["seats"][0]["agent"], "Alan T.");
    assert_eq!(list[1]["seats"][1]["agent"], "unknown");
}

#[test]
fn imported_games_are_shown_reported_and_exported() {
    let (file, db) = (club("club-2.pdn"), scratch("import-2.db"));
    plyglot(&["import", "checkers", &file, "--db", &db]).ok();
    let shown = plyglot(&["games-db", "show", &db, "1"]).ok();
    assert!(shown.contains("game 1 of checkers\n  black: Ada L., rank 1\n"), "{shown}");
    assert!(shown.contains("Event    Club\n  4 plies, played elsewhere; imported"), "{shown}");
    let list = plyglot(&["games-db", "list", &db]).ok();
    assert!(!list.contains("another version"), "{list}");
    let report = plyglot(&["report", &db, "--json"]).json();
    assert_eq!(report["runs"].as_array().map(Vec::len), Some(1));
    for format in ["jsonl", "pdn"] {
        let copy = scratch(&format!("copy-2.{format}"));
        plyglot(&["games-db", "export", &db, "--format", format, "-o", &copy]).ok();
        let again = plyglot(&["import", "checkers", &copy, "--db", &db, "--json"]).json();
        assert_eq!([&again[0]["added"], &again[0]["known"]], [0, 3], "{format}");
    }
    let refused = plyglot(&["match", "checkers", "--agents", "recorded", "random"]).refused();
    assert!(refused.contains("can be shown, but not asked"), "{refused}");
}

#[test]
fn a_corpus_of_real_games_is_taken_whole() {
    let (file, db) = (testdata("checkers/corpus.pdn"), scratch("import-3.db"));
    let told = plyglot(&["import", "checkers(draws=none)", &file, "--db", &db, "--json"]).json();
    assert_eq!([&told[0]["games"], &told[0]["added"]], [723, 723]);
    let told = plyglot(&["import", "checkers", &file, "--db", &db, "--json"]).json();
    assert_eq!(told[0]["added"], 719);
    let refused = told[0]["left_out"].as_array().unwrap();
    assert!(refused.iter().all(|own| own["why"].as_str().unwrap().contains("repetition")));
}

#[test]
fn exports_into_a_closed_pipe_end_quietly() {
    let (file, db) = (testdata("checkers/corpus.pdn"), scratch("import-pipe.db"));
    plyglot(&["import", "checkers", &file, "--db", &db]).ok();
    for format in ["csv", "jsonl", "pdn"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
        command.args(["games-db", "export", &db, "--format", format]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let done = child.wait_with_output().unwrap();
        assert_eq!((done.status.code(), &done.stderr[..]), (Some(0), &b""[..]), "{format}");
    }
}

#[test]
fn every_game_reads_its_own_records() {
    let games =
        ["dala", "chexers", "reversixt(map=cross3)", "reversi(size=6)", "halma(variant=duel8)"];
    for (at, game) in games.iter().enumerate() {
        let [first, second] = [1, 2].map(|part| scratch(&format!("own-{at}-{part}.db")));
        let file = scratch(&format!("own-{at}.jsonl"));
        let seats = ["a=random", "b=random"];
        let mut words = vec!["match", game, "--games", "1", "--db", &first, "--agents"];
        words.extend(seats);
        plyglot(&words).ok();
        plyglot(&["games-db", "export", &first, "-o", &file]).ok();
        let name = game.split('(').next().unwrap();
        let told = plyglot(&["import", name, &file, "--db", &second, "--json"]).json();
        assert_eq!(told[0]["added"], told[0]["games"], "{game}: {told}");
        let of = |db: &str| -> Value {
            let list = plyglot(&["games-db", "list", db, "--json"]).json();
            list.as_array().unwrap().iter().map(|own| own["reason"].clone()).collect()
        };
        assert_eq!(of(&first), of(&second), "{game}");
    }
}

#[test]
fn a_game_of_a_file_is_taken_up_anywhere() {
    let file = club("club-4.pdn");
    let moves = format!("@{file}#2");
    let shown = plyglot(&["show", "checkers", "--moves", &moves, "--json"]).json();
    assert_eq!(shown["position"], "W:W:B14,22");
    let thought = plyglot(&["think", "checkers", "--moves", &format!("@{file}"), "--nodes", "100"]);
    assert!(thought.ok().contains("paranoid plays checkers, seed 1"));
    let far = plyglot(&["show", "checkers", "--moves", &format!("@{file}#9")]).refused();
    assert!(far.contains("there is no game 9; it has 5 games"), "{far}");
    let illegal = plyglot(&["show", "checkers", "--moves", &format!("@{file}#3")]).refused();
    assert!(illegal.contains("game 3: ply 3: line 17"), "{illegal}");
    let both =
        plyglot(&["show", "checkers", "--moves", &moves, "--position", "startpos"]).refused();
    assert!(both.contains("leave out --position"), "{both}");
}

#[test]
fn games_of_a_file_are_openings() {
    let (file, db) = (club("club-5.pdn"), scratch("import-5.db"));
    let base = ["match", "checkers", "--games", "4", "--db", &db, "--openings", &file];
    let agents = ["--agents", "a=random", "b=random"];
    let cut = plyglot(&[&base[..], &["--opening-plies", "2"], &agents[..]].concat());
    assert!(cut.err.contains("game 3 is left out: ply 3"), "{}", cut.err);
    let told = cut.ok();
    assert!(told.contains("--opening-plies 2"), "{told}");
    let whole = plyglot(&[&base[..], &agents[..]].concat());
    assert!(whole.err.contains("game 1 is left out: it has a result; --opening-plies N"));
    whole.ok();
    let list = plyglot(&["games-db", "list", &db, "--json"]).json();
    assert!(list.as_array().unwrap().iter().any(|own| own["opening"] == "game 4"), "{list}");
    let text = scratch("openings-5.txt");
    fs::write(&text, "11-15\n").unwrap();
    let words = ["match", "checkers", "--openings", &text, "--opening-plies", "2", "--no-db"];
    let refused = plyglot(&[&words[..], &agents[..]].concat()).refused();
    assert!(refused.contains("is a list of openings"), "{refused}");
}

#[test]
fn what_cannot_be_read_is_told_before_anything_is_written() {
    let (file, db) = (club("club-6.txt"), scratch("import-6.db"));
    let refused = plyglot(&["import", "checkers", &file, "--db", &db]).refused();
    assert!(refused.contains("which are: pdn, pdn3, trl, jsonl; --format says which"), "{refused}");
    let refused = plyglot(&["import", "dala", &file, "--format", "pdn", "--db", &db]).refused();
    assert!(refused.contains("dala has no files of the format \"pdn\""), "{refused}");
    let missing = plyglot(&["import", "checkers", &club("club-6.pdn"), "nowhere.pdn", "--db", &db]);
    assert!(missing.refused().contains("cannot read nowhere.pdn"));
    assert!(!Path::new(&db).exists());
    let taken = plyglot(&["import", "checkers", &file, "--format", "pdn", "--db", &db]);
    assert!(taken.ok().contains("3 new"));
    let formats = plyglot(&["games", "checkers"]).ok();
    assert!(formats.contains("  pdn: Portable Draughts Notation"), "{formats}");
}

/// A game of some rules, imported from one format, exported in another and known when it comes back.
#[test]
fn formats_of_games_are_imported_and_exported() {
    let cases = [
        ("reversi", vec!["ggf", "transcript", "trl"]),
        ("dala(rules=ludii)", vec!["trl"]),
        ("checkers", vec!["pdn", "pdn3", "trl"]),
        ("chexers", vec!["log"]),
        ("halma(variant=team8)", vec!["log"]),
    ];
    for (game, formats) in cases {
        let name = game.split('(').next().unwrap();
        let (first, db) = (scratch(&format!("{name}.jsonl")), scratch(&format!("{name}.db")));
        let played = plyglot(&["random", game, "--games", "1", "--seed", "3", "--json"]).ok();
        fs::write(&first, &played).unwrap();
        plyglot(&["import", game, &first, "--db", &db]).ok();
        for format in formats {
            let copy = scratch(&format!("{name}-copy.{format}"));
            plyglot(&["games-db", "export", &db, "--format", format, "-o", &copy]).ok();
            let again = scratch(&format!("{name}-{format}.db"));
            let told = plyglot(&["import", game, &copy, "--db", &again, "--json"]).json();
            // A transcript tells no result, and these games are played to their end.
            assert_eq!(
                [&told[0]["games"], &told[0]["added"]],
                [1, 1],
                "{game} as {format}: {told}"
            );
            let plies = |db: &str| -> Value {
                let text = plyglot(&["games-db", "export", db]).ok();
                let row: Value = serde_json::from_str(&text).unwrap();
                row["plies"].clone()
            };
            assert_eq!(plies(&again), plies(&db), "{game} as {format}");
        }
    }
}

#[test]
fn a_database_is_read_with_the_names_beside_it() {
    let vectors = fs::read_to_string(testdata("reversi/wthor.json")).unwrap();
    let vectors: Value = serde_json::from_str(&vectors).unwrap();
    let bytes = |case: &Value| -> Vec<u8> {
        let hex = case["hex"].as_str().unwrap();
        let byte = |at: usize| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap();
        (0..hex.len() / 2).map(byte).collect()
    };
    let folder = scratch("wthor");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| format!("{folder}/{name}");
    fs::write(path("WTH_2026.wtb"), bytes(&vectors["files"][1])).unwrap();
    fs::write(path("WTHOR.JOU"), bytes(&vectors["names"][0])).unwrap();
    let (file, db) = (path("WTH_2026.wtb"), path("games.db"));
    let said = plyglot(&["import", "reversi", &file, "--db", &db]).ok();
    assert!(said.contains("2 games, 2 new"), "{said}");
    let listed = plyglot(&["games-db", "list", &db]).ok();
    assert!(listed.contains("René") && listed.contains("player 3"), "{listed}");
    let shown = plyglot(&["show", "reversi", "--moves", &format!("@{file}#2")]).ok();
    assert!(shown.contains("black"), "{shown}");
    let agents = ["--agents", "a=random", "b=random", "--games", "2", "--db", &db];
    let openings = ["match", "reversi", "--openings", &file, "--opening-plies", "6"];
    plyglot(&[&openings[..], &agents[..]].concat()).ok();
    let refused = plyglot(&["games-db", "export", &db, "--format", "wtb"]).refused();
    assert!(refused.contains("games are not written as \"wtb\""), "{refused}");
}
