//! Playing at the keyboard, with the lines coming from a pipe.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{Ran, plyglot, testdata};

/// Runs `plyglot play` on typed lines.
fn play(args: &[&str], lines: &str) -> Ran {
    play_bytes(args, lines.as_bytes())
}

fn play_bytes(args: &[&str], lines: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments does not read: that is for the caller to judge.
    let _ = child.stdin.take().expect("it has an input").write_all(lines);
    let done = child.wait_with_output().expect("the program ends");
    Ran {
        code: done.status.code().expect("the program ends by itself"),
        out: String::from_utf8(done.stdout).expect("output is text"),
        err: String::from_utf8(done.stderr).expect("errors are text"),
    }
}

/// A file of its own for a test.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}.json"));
    let _ = fs::remove_file(&path);
    path
}

const AGAINST_RANDOM: [&str; 3] = ["reversi", "--seats", "human,random"];

#[test]
fn moves_are_answered_and_the_end_of_input_is_no_end_of_the_game() {
    let out = play(&AGAINST_RANDOM, "d3\n").ok();
    assert!(out.contains("black human, white random, seed 1"), "{out}");
    assert!(out.contains("white plays ") && out.contains("value "), "{out}");
    let command = out.lines().last().unwrap().trim();
    assert!(command.starts_with("plyglot play reversi --moves 'd3 "), "{out}");
    assert!(command.ends_with("' --seats human,random --time 1 --seed 1"), "{out}");
}

#[test]
fn the_same_seed_gives_the_same_answers_after_a_continuation() {
    let whole = play(&AGAINST_RANDOM, "d3\nmoves\n").ok();
    let command = whole.lines().last().unwrap();
    let moves = command.split('\'').nth(1).unwrap();
    let again = play(&[&AGAINST_RANDOM[..], &["--moves", moves]].concat(), "moves\n").ok();
    assert_eq!(again.lines().last().unwrap(), command);
    let board = |text: &str| text.split("\n\n").last().map(str::to_owned);
    assert_eq!(board(&whole), board(&again));
}

#[test]
fn games_are_played_to_the_end_by_agents_alone() {
    for game in ["dala", "chexers", "reversixt", "reversi", "checkers", "halma"] {
        let out = play(&[game, "--seats", "random", "--seed", "3"], "").ok();
        assert!(out.contains("game over: ") && out.contains(" plays "), "{game}: {out}");
        assert!(out.contains(&format!("plyglot show {game} ")), "{out}");
        // A prompt begins its line; lines of boards are indented.
        let asked = |line: &str| !line.starts_with(' ') && line.contains("> ");
        assert!(!out.lines().any(asked), "nobody is asked: {out}");
    }
}

#[test]
fn a_finished_game_can_still_be_saved_and_taken_back() {
    let file = scratch("over");
    let place = ["checkers", "--position", "B:W18:B15", "--seats", "human"];
    let out = play(&place, &format!("15x22\nd4\nsave {}\nundo\n", file.display())).ok();
    assert!(out.contains("game over: ") && out.contains("the game is over"), "{out}");
    assert!(out.contains("To continue:\n  plyglot play checkers --position B:W18:B15"), "{out}");
    let row: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(row["moves"].as_array().unwrap().len(), 1);
    assert!(row["result"].is_string(), "{row}");
    let checked = plyglot(&["conform", "checkers", "--playouts", file.to_str().unwrap()]).ok();
    assert!(checked.contains("1 passed, 0 failed"), "{checked}");
}

#[test]
fn what_cannot_be_played_is_explained() {
    let out = play(&AGAINST_RANDOM, "a1\nhello\n\n\u{1b}[A\nsave\nload\nundo\n").ok();
    assert!(out.contains("a1 is not legal here: a stone of black on a1 would turn"), "{out}");
    assert!(out.contains("expected a row from 1 to 8, found \"ello\""), "{out}");
    assert!(out.contains("expected a square such as d3"), "{out}");
    assert!(out.contains("not saved: expected the name of a file"), "{out}");
    assert!(out.contains("not loaded, this game goes on: expected the name"), "{out}");
    assert!(out.contains("there is no earlier choice"), "{out}");
    assert!(!out.contains("white plays"), "{out}");
    let noise: Vec<u8> = (0..=255).chain([b'\n', 0xff, b'\n']).collect();
    play_bytes(&AGAINST_RANDOM, &noise).ok();
}

#[test]
fn moves_are_listed_and_hinted() {
    let args = [&AGAINST_RANDOM[..], &["--nodes", "2000"]].concat();
    let out = play(&args, "?\nmoves e\nmoves x\nhint\nhint random\nhint nobody\nhelp\n").ok();
    assert!(out.contains("black> ?\n  c4  d3  e6  f5\n"), "{out}");
    assert!(out.contains("black> moves e\n  e6\n"), "{out}");
    assert!(out.contains("there is no such move"), "{out}");
    assert!(out.contains(" would play ") && out.contains("random would play "), "{out}");
    assert!(out.contains("there is no search \"nobody\""), "{out}");
    assert!(out.contains("save FILE"), "{out}");
}

#[test]
fn undo_goes_back_to_the_last_choice_at_the_keyboard() {
    let out = play(&AGAINST_RANDOM, "d3\nundo\n?\n").ok();
    assert!(out.contains("black> ?\n  c4  d3  e6  f5\n"), "{out}");
    let last = out.lines().last().unwrap().trim();
    assert_eq!(last, "plyglot play reversi --seats human,random --time 1 --seed 1");
    let both = play(&["reversi", "--seats", "human,human"], "d3\nc3\nundo\nundo\nundo\n").ok();
    assert_eq!(both.matches("there is no earlier choice").count(), 1, "{both}");
}

#[test]
fn saved_games_are_loaded_and_conform() {
    let file = scratch("saved");
    let path = file.to_str().unwrap();
    let spec = "reversi(size=6)";
    let args = [spec, "--seats", "human,random", "--seed", "5"];
    let out = play(&args, &format!("?\nsave {path}\n")).ok();
    assert!(out.contains("saved; "), "{out}");
    let list = out.split("black> ?").nth(1).expect("a list of moves");
    let first = list.split_whitespace().next().expect("a move");
    play(&args, &format!("{first}\nsave {path}\n")).ok();
    let checked = plyglot(&["conform", "reversi", "--playouts", path]).ok();
    assert!(checked.contains("1 passed, 0 failed"), "{checked}");
    let loaded = play(&["chexers"], &format!("load {path}\n")).ok();
    let last = loaded.lines().last().unwrap();
    assert!(last.contains("play 'reversi(size=6)' --moves '") && last.contains(first), "{loaded}");
    assert!(last.contains("human,random"), "{loaded}");
    assert!(last.ends_with("--seed 5"), "{loaded}");
}

#[test]
fn rows_of_other_files_of_games_are_loaded() {
    let lines = format!("load {}\n", testdata("dala/playouts.jsonl"));
    let out = play(&["dala", "--seats", "human"], &lines).ok();
    assert!(out.contains("game over: x (pieces)"), "{out}");
    assert!(out.contains("plyglot show dala --moves 'c3 c4 "), "{out}");
}

#[test]
fn failed_saves_and_loads_leave_the_game_alone() {
    let file = scratch("broken");
    fs::write(&file, "{\"game\": \"reversi\", \"moves\": [\"a1\"]}").unwrap();
    let text = scratch("text");
    fs::write(&text, "dear diary").unwrap();
    let (broken, diary) = (file.display(), text.display());
    let lines = format!(
        "d3\nload {broken}\nload {diary}\nload /nowhere/at/all\nsave /nowhere/at/all\nsave {diary}\n"
    );
    let out = play(&AGAINST_RANDOM, &lines).ok();
    assert_eq!(out.matches("not loaded, this game goes on").count(), 3, "{out}");
    assert_eq!(out.matches("not saved").count(), 2, "{out}");
    assert!(out.contains("game 1: ply 1: a1 is not legal"), "{out}");
    assert!(out.lines().last().unwrap().contains("--moves 'd3 "), "{out}");
    assert_eq!(fs::read_to_string(&text).unwrap(), "dear diary");
}

#[test]
fn passes_and_skipped_players_are_told() {
    let told = |game: &str, word: &str| {
        (1..20).any(|seed: u32| {
            let seed = seed.to_string();
            play(&[game, "--seats", "random", "--seed", &seed], "").ok().contains(word)
        })
    };
    assert!(told("reversi(size=4)", "cannot move and is skipped"));
    assert!(told("reversi(size=4,pass=move)", "cannot move and must pass"));
    assert!(told("halma(variant=team8)", "can only end the turn"));
}

#[test]
fn a_forced_pass_is_played_for_the_human() {
    let nothing_left = "gggg/gggg1/6/6b/5b/4b/3b r 0,0,0 0";
    let place = ["chexers", "--position", nothing_left, "--seats", "human,human,random"];
    let out = play(&place, "undo\n").ok();
    assert!(out.contains("red cannot move and must pass"), "{out}");
    assert!(out.contains("green> undo\nthere is no earlier choice"), "{out}");
}

#[test]
fn resigning_names_the_winner() {
    let out = play(&AGAINST_RANDOM, "resign\nd3\n").ok();
    assert!(out.contains("black resigns: white wins"), "{out}");
    assert!(!out.contains("white plays"), "{out}");
    let three = play(&["chexers", "--seats", "human"], "resign\n").ok();
    assert!(three.contains("resigns\n"), "{three}");
}

#[test]
fn seats_that_cannot_be_taken_are_refused() {
    let refused = |game: &str, seats: &str| play(&[game, "--seats", seats], "").refused();
    assert!(refused("reversi", "human,human,human").contains("3 seats for the 2 players"));
    assert!(refused("reversi", "human,").contains("seat 2: expected human or an agent"));
    assert!(refused("reversi", "human,nobody").contains("seat 2: \"nobody\" is neither human"));
    assert!(refused("chexers", "human,alphabeta").contains("two sides"));
    assert!(refused("reversi", "human,paranoid(depth=2").contains("seat 2"));
    assert!(play(&["reversi", "--time", "soon"], "").refused().contains("expected seconds"));
    let three = play(&["chexers", "--seats", "human,brs(depth=1,tt=1)"], "").ok();
    assert_eq!(three.matches("brs(depth=1,tt=1)").count(), 4, "{three}");
}

#[test]
fn slips_of_the_finger_are_understood() {
    let out = play(&AGAINST_RANDOM, "udno\nd33\n").ok();
    assert!(out.contains("; did you mean undo?\nType ? for"), "{out}");
    assert!(out.contains("; did you mean d3?\nType ? for"), "{out}");
}
