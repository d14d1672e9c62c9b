//! Puzzles from file to file.

use std::fs;

use serde_json::Value;

use crate::{plyglot, scratch, testdata};

/// A file of a test, with this in it.
fn file(name: &str, text: &str) -> String {
    let path = scratch(&format!("puzzle-{name}"));
    fs::write(&path, text).unwrap();
    path
}

fn board(lines: &Value) -> String {
    lines.as_array().unwrap().iter().map(|line| format!("{}\n", line.as_str().unwrap())).collect()
}

fn checkers_puzzles() -> Vec<Value> {
    let text = fs::read_to_string(testdata("checkers/puzzles.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn checkers_is_played_to_the_end() {
    for row in checkers_puzzles() {
        let puzzle = file("board.txt", &board(&row["board"]));
        let game = scratch("puzzle-game.txt");
        let args = ["solve-puzzle", "checkers", "--inputfile", &puzzle, "--outputfile", &game];
        let told = plyglot(&args).ok();
        let plies = row["plies"].as_u64().unwrap();
        let noun = if plies == 1 { "ply" } else { "plies" };
        assert!(told.starts_with(&format!("red wins in {plies} {noun}\n")), "{told}");
        let text = fs::read_to_string(&game).unwrap();
        let boards: Vec<_> = text.split("\n\n").collect();
        assert_eq!(boards.len() as u64, plies + 1);
        assert!(text.starts_with(&board(&row["board"])) && text.ends_with('\n'));
        let valid = ["solve-puzzle", "checkers", "--validate", &puzzle, &game];
        assert!(plyglot(&valid).ok().contains("correct"));
        // The recorded solution, with the blank line at its end that many programs write.
        let recorded: String = row["one_optimal_line"]
            .as_array()
            .unwrap()
            .iter()
            .map(|own| board(own) + "\n")
            .collect();
        fs::write(&game, recorded).unwrap();
        assert!(plyglot(&valid).ok().contains("correct"));
        let single = plyglot(&["solve-puzzle", "checkers", "--single", &puzzle]).ok();
        assert_eq!(single.trim_end(), boards[1].trim_end());
    }
}

#[test]
fn black_may_be_the_one_who_wins() {
    let empty = "........\n";
    let lines = [".b......\n", "b.......\n", empty, "....r...\n"];
    let puzzle = file("lost.txt", &(empty.repeat(4) + &lines.concat()));
    let told = plyglot(&["solve-puzzle", "checkers", &puzzle, "--json"]).json();
    let moves = told["moves"].as_array().unwrap().len();
    assert_eq!((told["summary"].as_str().unwrap(), moves), ("black wins in 40 plies", 40));
    let over = file("over.txt", &(empty.repeat(7) + "b.......\n"));
    let told = plyglot(&["solve-puzzle", "checkers", &over]).ok();
    assert_eq!(told, empty.repeat(7) + "b.......\n");
}

#[test]
fn faults_of_solutions_are_told() {
    let row = &checkers_puzzles()[1];
    let puzzle = file("faults.txt", &board(&row["board"]));
    let boards: Vec<String> =
        row["one_optimal_line"].as_array().unwrap().iter().map(board).collect();
    let fault = |boards: &[&str]| {
        let game = file("faulty.txt", &boards.join("\n"));
        let ran = plyglot(&["solve-puzzle", "checkers", "--validate", &puzzle, &game]);
        assert_eq!((ran.code, ran.err.as_str()), (1, ""));
        ran.out.trim_end().split_once("faulty.txt: ").unwrap().1.to_owned()
    };
    let [first, second, third, last] = &boards[..] else { panic!("{row}") };
    assert_eq!(fault(&[second, third, last]), "the first board is not that of the puzzle");
    assert_eq!(fault(&[first, third, last]), "no move of red leads to board 2");
    assert_eq!(fault(&[first, second, last]), "no move of black leads to board 3");
    assert_eq!(fault(&[first, second, third]), "the last board is not the end: red can move");
    assert_eq!(
        fault(&[first, second, third, last, last]),
        "board 5 comes after the end of the game"
    );
    let game = file("unreadable.txt", &format!("{first}\n........\nx"));
    let told = plyglot(&["solve-puzzle", "checkers", "--validate", &puzzle, &game]).refused();
    assert!(
        told.contains("unreadable.txt: line 11, column 1: expected one of . r R b B"),
        "{told}"
    );
}

#[test]
fn two_games_on_one_board() {
    // Red shuts black in on one colour of squares; on the other a black man has no way to go.
    let mixed = "........\n".repeat(6) + ".b.R....\nB......b\n";
    let puzzle = file("mixed.txt", &mixed);
    let told = plyglot(&["solve-puzzle", "checkers", &puzzle, "--json"]).json();
    assert_eq!(
        (&told["summary"], &told["moves"][0]),
        (&"red wins in 1 ply".into(), &"(6,3)-(7,2)".into())
    );
    let boards = mixed.clone() + "\n" + &mixed.replace(".b.R....\nB......b", ".b......\nB.R....b");
    assert_eq!(told["solution"], boards);
    let game = file("mixed-game.txt", &boards);
    let valid = ["solve-puzzle", "checkers", "--validate", &puzzle, &game, "--json"];
    let told = plyglot(&valid).json();
    assert_eq!(
        (&told["correct"], &told["moves"], &told["best"]),
        (&true.into(), &1.into(), &1.into())
    );
}

#[test]
fn what_nobody_wins_is_an_error() {
    let empty = "........\n";
    let draw = format!(".R......\n{}......B.\n", empty.repeat(6));
    let puzzle = file("draw.txt", &draw);
    let output = scratch("puzzle-draw-game.txt");
    let ran = plyglot(&["solve-puzzle", "checkers", &puzzle, &output, "--plies", "40"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err
            .ends_with("nobody can force a win within 40 plies: it is a draw, or takes longer\n"),
        "{}",
        ran.err
    );
    assert!(!fs::exists(&output).unwrap());
    let shut = file(
        "shut.json",
        r#"{"colour":"red","pieces":[[-3,0]],"blocks":[[-2,0],[-1,0],[-3,1],[-3,2],[-2,-1],[-1,-2]]}"#,
    );
    let ran = plyglot(&["solve-puzzle", "chexers", &shut]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err.contains("no sequence of actions brings all pieces off the board"),
        "{}",
        ran.err
    );
}

#[test]
fn games_tell_of_their_puzzles() {
    assert!(
        plyglot(&["games", "chexers"]).ok().contains("puzzles, for solve-puzzle:\n  the warm-up")
    );
    assert!(!plyglot(&["games", "halma"]).ok().contains("puzzles"));
}

#[test]
fn time_is_a_limit() {
    let long = "........\n".repeat(4) + "....b...\n........\n.b.R....\nB....r..\n";
    let puzzle = file("long.txt", &long);
    let ran = plyglot(&["solve-puzzle", "checkers", &puzzle, "--time", "0.01", "--plies", "1000"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("the time was over before"), "{}", ran.err);
}

#[test]
fn chexers_is_solved_in_as_few_actions() {
    let text = fs::read_to_string(testdata("chexers/warmup.jsonl")).unwrap();
    for line in text.lines().step_by(5) {
        let wanted: Value = serde_json::from_str(line).unwrap();
        let puzzle = file("warmup.json", line);
        let solution = plyglot(&["solve-puzzle", "chexers", &puzzle]).ok();
        let actions: Vec<_> = solution.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(actions.len() as u64, wanted["shortest"].as_u64().unwrap(), "{line}");
        let game = file("warmup.txt", &solution);
        let valid = ["solve-puzzle", "chexers", "--validate", &puzzle, &game];
        assert!(plyglot(&valid).ok().contains("correct"));
    }
}

#[test]
fn bad_puzzles_are_refused_with_reasons() {
    let cases = [
        ("chexers", r#"{"colour":"red","pieces":[[0,0]]}"#, "a puzzle with the key \"blocks\""),
        (
            "chexers",
            r#"{"colour":"red","pieces":[[0,9]],"blocks":[]}"#,
            "\"pieces\": (0,9) is not on the board",
        ),
        (
            "chexers",
            r#"{"colour":"red","pieces":[0,1],"blocks":[]}"#,
            "in \"pieces\", a list like [[0,-1],[2,1]]",
        ),
        ("checkers", "........\n..x", "line 2, column 3: expected one of . r R b B"),
        ("halma", "", "halma has no puzzles; games that have: chexers, checkers"),
    ];
    for (game, text, wanted) in cases {
        let puzzle = file("bad.txt", text);
        let told = plyglot(&["solve-puzzle", game, &puzzle]).refused();
        assert!(told.contains(wanted), "{told}");
    }
    let told = plyglot(&["solve-puzzle", "checkers", "--validate", "a.txt"]).refused();
    assert!(told.contains("needs the file of the solution"), "{told}");
}
