//! The check against files, of good ones and of bad ones.

use std::{env, fs, process};

use crate::{plyglot, testdata};

#[test]
fn testdata_agrees() {
    for game in ["dala", "chexers", "reversixt", "checkers", "halma"] {
        let perft = testdata(&format!("{game}/perft.json"));
        let playouts = testdata(&format!("{game}/playouts.jsonl"));
        let args = ["conform", game, "--perft", &perft, "--playouts", &playouts];
        let out = plyglot(&[&args[..], &["--max-nodes", "100000"]].concat()).ok();
        assert!(out.contains(" passed, 0 failed, "), "{game}: {out}");
    }
    for (game, file) in [("reversixt", "disqualified"), ("chexers", "real_games")] {
        let path = testdata(&format!("{game}/{file}.jsonl"));
        assert!(
            plyglot(&["conform", game, "--playouts", &path]).ok().ends_with(" passed, 0 failed\n")
        );
    }
}

/// Runs `conform checkers` on a file with this text.
fn conform(kind: &str, text: &str) -> crate::Ran {
    let mixed = text.bytes().fold(0u64, |hash, byte| hash * 31 % 1_000_003 + u64::from(byte));
    let path = env::temp_dir().join(format!("plyglot-it-{}-{mixed}", process::id()));
    fs::write(&path, text).unwrap();
    let ran = plyglot(&["conform", "checkers", kind, path.to_str().unwrap()]);
    fs::remove_file(&path).unwrap();
    ran
}

#[test]
fn disagreements_are_told_one_a_line() {
    let rows = r#"[{"name": "good", "depth": 2, "nodes": 49}, {"name": "bad", "depth": 2, "nodes": 50},
        {"name": "odd", "depth": 2}, {"position": "B:W1", "depth": 1, "nodes": 1}]"#;
    let ran = conform("--perft", rows);
    assert_eq!(ran.code, 1);
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].ends_with("row 2 bad: depth 2: counted 49, the file says 50"), "{lines:?}");
    assert!(lines[1].ends_with("row 3 odd: it has no \"nodes\""), "{lines:?}");
    assert!(lines[2].contains("row 4") && lines[2].contains("column"), "{lines:?}");
    assert_eq!(lines[3], "1 passed, 3 failed");
}

#[test]
fn games_are_compared_in_every_part() {
    let start = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13";
    let good = format!(r#"{{"moves":["9-13"],"legal":[7],"final":"{start}"}}"#);
    assert!(conform("--playouts", &good).ok().ends_with("1 passed, 0 failed\n"));
    for (bad, what) in [
        (r#"{"moves":["9-12"]}"#, "ply 1"),
        (r#"{"moves":["9-13"],"legal":[8]}"#, "7 legal moves, the file says 8"),
        (r#"{"moves":["9-13"],"legal":[["9-13"]]}"#, "9-14 is not in the file's list"),
        (r#"{"moves":["9-13"],"legal_counts":["x"]}"#, "neither a list nor a number"),
        (r#"{"moves":["9-13"],"final":"W:W1:B2"}"#, "final position has"),
        (r#"{"moves":["9-13"],"result":"white"}"#, "a running game, the file says \"white\""),
        (r#"{"moves":["9-13"],"reason":"agreed"}"#, "reason is none"),
        (r#"{"move":["9-13"]}"#, "no list \"moves\""),
    ] {
        let ran = conform("--playouts", bad);
        assert_eq!(ran.code, 1, "{bad}");
        assert!(ran.out.contains(what) && ran.out.ends_with("0 passed, 1 failed\n"), "{}", ran.out);
    }
}

#[test]
fn unusable_files_are_refused() {
    assert!(conform("--perft", "[1, 2").refused().contains("not JSON"));
    assert!(conform("--perft", "[1, 2]").refused().contains("row 1 is not a JSON object"));
    assert!(conform("--playouts", "{}\n{").refused().contains("line 2: not JSON"));
    assert!(
        plyglot(&["conform", "dala", "--perft", "no such file"]).refused().contains("no such file")
    );
}

#[test]
fn laws_hold_for_every_game() {
    for game in ["dala", "chexers", "reversixt", "reversi", "checkers", "halma"] {
        let out = plyglot(&["conform", game, "--games", "2"]).ok();
        assert!(out.ends_with(" passed, 0 failed\n"), "{out}");
    }
}

#[test]
fn recorded_decisions_of_the_classic_players_agree() {
    for (game, file) in [
        ("dala", "eval.json"),
        ("chexers", "classic.jsonl"),
        ("reversixt", "classic_bombing.json"),
        ("checkers", "classic_player.json"),
        ("halma", "classic_eval.jsonl"),
    ] {
        let path = testdata(&format!("{game}/{file}"));
        let out = plyglot(&["conform", game, "--players", &path]).ok();
        assert!(out.ends_with(" passed, 0 failed\n"), "{game}: {out}");
    }
    let path = testdata("chexers/classic.jsonl");
    let refused = plyglot(&["conform", "reversi", "--players", &path]).refused();
    assert!(refused.contains("no players whose records are known"), "{refused}");
}

#[test]
fn checks_are_told_as_json() {
    let laws = plyglot(&["conform", "reversi", "--games", "1", "--json"]).json();
    assert_eq!((&laws["laws"]["games"], &laws["failed"]), (&1.into(), &0.into()), "{laws}");
    assert!(laws["passed"].as_u64().unwrap() > 0, "{laws}");
    let path = crate::scratch("conform.json");
    fs::write(&path, r#"[{"depth": 1, "nodes": 7}, {"depth": 1, "nodes": 8}]"#).unwrap();
    let ran = plyglot(&["conform", "checkers", "--perft", &path, "--json"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&told["passed"], &told["failed"]), (&1.into(), &1.into()), "{told}");
    assert_eq!(told["files"][0], path.as_str());
    assert_eq!(told["disagreements"][0]["file"], path.as_str());
    let what = told["disagreements"][0]["what"].as_str().unwrap();
    assert!(what.ends_with("counted 7, the file says 8"), "{told}");
}
