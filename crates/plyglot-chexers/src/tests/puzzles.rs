//! The warm-up puzzles: their JSON, their rules, and their shortest solutions.

use plyglot_core::{AnySession, Game, Notation, Player, PuzzleError, Rng, Session, TextError};

use super::{result, rules, session};
use crate::Mode;

/// The length of the shortest solution, which solves the puzzle and says so.
fn shortest(text: &str) -> usize {
    let solution = rules("").solve_warmup(text).unwrap();
    assert!(solution.nodes <= 74_519, "more positions than there are");
    let check = rules("").check_warmup(text, &solution.text).unwrap();
    assert_eq!((check.plies, check.best, check.fault), (solution.plies.len(), check.plies, None));
    assert!(solution.text.ends_with(".\n") && solution.text.contains(&solution.first));
    solution.plies.len()
}

#[test]
fn shortest_solutions() {
    let text = include_str!("../../../../testdata/chexers/warmup.jsonl");
    for line in text.lines() {
        let wanted = line.rsplit([' ', '}']).nth(1).and_then(|number| number.parse().ok());
        let (game, state) = rules("").parse_state(line).unwrap();
        assert_eq!(game.mode(), Mode::Warmup);
        assert_eq!(Some(shortest(line)), wanted, "{line}");
        let (_, from_line) = game.parse_state(&game.write_state(&state)).unwrap();
        assert_eq!(from_line, state);
    }
    assert_eq!(text.lines().count(), 40);
}

#[test]
fn the_start_of_the_warm_up_takes_eighteen() {
    let game = rules("mode=warmup");
    let start = game.write_state(&game.start());
    assert_eq!(start, "4/5/6/r6/r5/r4/r3 r 0,0,0 0");
    assert_eq!(shortest(&start), 18);
}

#[test]
fn solutions_are_written_as_the_course_writes_them() {
    let text = r#"{"colour": "red", "pieces": [[1, 0]], "blocks": [[2, -1], [3, 0]]}"#;
    let solution = rules("").solve_warmup(text).unwrap();
    assert_eq!(solution.text, "# 2 actions\nJUMP from (1, 0) to (3, -2).\nEXIT from (3, -2).\n");
    assert_eq!(solution.first, "JUMP from (1, 0) to (3, -2).\n");
    assert_eq!(solution.plies, ["JUMP(1,0)(3,-2)", "EXIT(3,-2)"]);
    assert_eq!(solution.summary, "2 actions");
}

#[test]
fn solutions_are_checked() {
    let text = r#"{"colour": "red", "pieces": [[2, 0]], "blocks": []}"#;
    let check = |solution: &str| rules("").check_warmup(text, solution);
    let good = "# as short as can be\nMOVE from (2, 0) to (3, -1).\n\nEXIT from (3, -1).\n";
    let fault = |solution: &str| check(solution).unwrap().fault;
    assert_eq!(fault(good), None);
    let long = "MOVE(2,0)(2,-1)\nMOVE(2,-1)(3,-1)\nEXIT(3,-1)";
    assert_eq!(fault(long).unwrap(), "3 actions instead of 2");
    assert_eq!(fault("MOVE(2,0)(3,-1)").unwrap(), "a piece is still on the board at the end");
    let off = fault("MOVE(2,0)(3,-1)\nEXIT(3,0)").unwrap();
    assert_eq!(off, "line 2: EXIT(3,0) is not legal here: (3,0) is empty");
    let more = fault(&format!("{good}EXIT(3,-1)")).unwrap();
    assert_eq!(more, "line 5: EXIT(3,-1) is not legal here: the game is over");
    let unreadable = PuzzleError::Solution(TextError::Syntax {
        line: 2,
        column: 1,
        found: "\"LEAP\"".to_owned(),
        expected: "MOVE, JUMP, EXIT or PASS".to_owned(),
    });
    assert_eq!(check("\nLEAP (2,0)"), Err(unreadable));
}

#[test]
fn puzzles_without_a_solution() {
    let why = |text: &str| rules("").solve_warmup(text).unwrap_err();
    let shut = why("1rxx/xxx2/xxxx2/7/6/5/4 r 0,0,0 0").to_string();
    assert!(shut.starts_with("no sequence of actions brings all pieces off the board"), "{shut}");
    let gone = why("4/5/6/7/6/5/4 r 2,0,0 6");
    assert_eq!(gone, PuzzleError::Puzzle(TextError::rules("no piece is left on the board")));
}

#[test]
fn puzzle_files_of_any_kind_are_answered() {
    const LETTERS: &[u8] = b"[]{}0123-,\" xr\n\xff";
    let good = r#"{"colour": "red", "pieces": [[1, 0], [0, -3]], "blocks": [[2, 0], [2, -1]]}"#;
    let mut rng = Rng::new(21);
    let mut solved = 0;
    for _ in 0..5_000 {
        let mut bytes = good.as_bytes().to_vec();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len());
            bytes[at] = LETTERS[rng.below(LETTERS.len())];
        }
        let text = String::from_utf8_lossy(&bytes);
        solved += u32::from(rules("").solve_warmup(&text).is_ok());
        let _ = rules("").check_warmup(good, &text);
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn a_puzzle_is_played_alone() {
    let mut game = Session::new(rules(""));
    let text = r#"{"pieces": [[-2, 1], [2, -1]], "solution depth": 3, "colour": "green",
        "blocks": [[-2, 2], [0, 0]]}"#;
    game.set_position(text).unwrap();
    assert_eq!(game.position(), "4/5/4g1/3x3/1g4/1x3/4 g 0,0,0 1");
    game.play("JUMP from (-2, 1) to (-2, 3).").unwrap();
    assert_eq!(game.to_move(), Player(1));
    assert_eq!(
        game.play("PASS").unwrap_err().to_string(),
        "PASS is not legal here: there is no pass in a puzzle"
    );
    game.play("EXIT from (-2, 3).").unwrap();
    assert_eq!(game.position(), "4/5/4g1/3x3/6/1x3/4 g 0,1,0 7");
    for mv in ["MOVE(2,-1)(1,0)", "MOVE(1,0)(1,1)", "MOVE(1,1)(0,2)", "MOVE(0,2)(0,3)", "EXIT(0,3)"]
    {
        assert_eq!(result(&game), "none");
        game.play(mv).unwrap();
    }
    assert_eq!(result(&game), "\"green\"");
    assert_eq!(game.outcome().unwrap().0[..3], [-1, 2, -1]);
}

#[test]
fn a_puzzle_may_get_stuck_or_take_too_long() {
    let stuck = session("mode=warmup", "xrxx/xxx2/xxxx2/7/6/5/4 r 0,0,0 0");
    assert_eq!(result(&stuck), "\"draw:stuck\"");
    assert!(stuck.legal().is_empty());
    let mut slow = session("mode=warmup turns_per_player=2", "4/5/6/3b3/6/5/4 b 0,0,0 2");
    slow.play("MOVE(0,0)(1,0)").unwrap();
    assert_eq!(result(&slow), "none");
    slow.play("MOVE(1,0)(0,0)").unwrap();
    assert_eq!(result(&slow), "\"draw:turns\"");
    let again = slow.position();
    slow.set_position(&again).unwrap();
}

#[test]
fn impossible_puzzles() {
    let game = rules("mode=warmup");
    for (text, wanted) in [
        ("4/5/6/3b3/6/5/4 r 0,0,0 0", "blue has no part in a puzzle for red"),
        ("4/5/6/3r3/6/5/4 r 0,1,0 0", "green has no part in a puzzle for red"),
        ("4/5/6/7/6/5/4 r 0,0,0 0", "red has 0 pieces in a puzzle instead of 1 to 4"),
        ("rrr1/rr3/6/7/6/5/4 r 0,0,0 0", "red has 5 pieces in a puzzle instead of 1 to 4"),
        (
            r#"{"colour":"red","pieces":[[9,-9]],"blocks":[]}"#,
            "\"pieces\": (9,-9) is not on the board",
        ),
        (
            r#"{"colour":"red","pieces":[[1,1]],"blocks":[[1,1]]}"#,
            "\"blocks\": (1,1) is named twice",
        ),
        (
            r#"{"colour":"red","pieces":[],"blocks":[[1,1]]}"#,
            "red has 0 pieces in a puzzle instead of 1 to 4",
        ),
    ] {
        assert_eq!(game.parse_state(text).unwrap_err(), TextError::rules(wanted));
    }
}

#[test]
fn unreadable_puzzles() {
    for (text, wanted) in [
        ("{", "line 1, column 2: expected '\"', found the end of the text"),
        (
            "{}",
            "line 1, column 3: expected a puzzle with the key \"colour\", found the end of the text",
        ),
        (
            "{\"colour\": \"pink\"",
            "line 1, column 12: expected \"red\", \"green\" or \"blue\" for the key \"colour\", found \"\\\"pink\\\"\"",
        ),
        (
            "{\"colour\": \"red\",\n \"colour\": \"red\"}",
            "line 2, column 2: expected a key that was not there before, found \"\\\"colour\\\":\"",
        ),
        (
            "{\"pieces\": [[0 0]]}",
            "line 1, column 16: expected ',' in \"pieces\", a list like [[0,-1],[2,1]], found \"0]]}\"",
        ),
        ("{\"a\": nil}", "line 1, column 7: expected a value, found \"nil}\""),
        (
            "{\"a\": [1, {\"b\": \"\\\"\"}], \"c\": -1.5e3 \"",
            "line 1, column 37: expected ',' or '}', found \"\\\"\"",
        ),
        (
            "{\"colour\":\"red\",\"pieces\":[[0,0]],\"blocks\":[]} x",
            "line 1, column 47: expected the end of the text, found \"x\"",
        ),
    ] {
        assert_eq!(rules("").parse_state(text).unwrap_err().to_string(), wanted);
    }
    let deep = format!("{{\"a\": {}", "[".repeat(100_000));
    assert!(matches!(rules("").parse_state(&deep), Err(TextError::Syntax { column: 39, .. })));
}
