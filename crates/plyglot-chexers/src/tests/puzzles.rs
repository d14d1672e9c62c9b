//! The warm-up puzzles: their JSON, their rules, and their shortest solutions.

use std::collections::HashSet;

use plyglot_core::{AnySession, Game, Notation, Player, Session, TextError};

use super::{result, rules, session};
use crate::{Chexers, Mode, State};

/// The length of the shortest solution, by breadth.
fn shortest(game: &Chexers, start: State) -> Option<u32> {
    let (mut level, mut seen, mut moves) = (vec![start], HashSet::new(), Vec::new());
    for length in 0.. {
        let mut next = Vec::new();
        for state in level {
            if game.outcome(&state).is_some_and(|payoffs| payoffs[game.to_move(&state)] > 0) {
                return Some(length);
            }
            game.moves(&state, &mut moves);
            for mv in moves.drain(..) {
                let mut child = state;
                game.make(&mut child, mv);
                if seen.insert(game.hash(&child)) {
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            return None;
        }
        level = next;
    }
    None
}

#[test]
fn shortest_solutions() {
    let text = include_str!("../../../../testdata/chexers/warmup.jsonl");
    for line in text.lines() {
        let wanted = line.rsplit([' ', '}']).nth(1).and_then(|number| number.parse().ok());
        let (game, state) = rules("").parse_state(line).unwrap();
        assert_eq!(game.mode(), Mode::Warmup);
        assert_eq!(shortest(&game, state), wanted, "{line}");
        let (_, from_line) = game.parse_state(&game.write_state(&state)).unwrap();
        assert_eq!(from_line, state);
    }
    assert_eq!(text.lines().count(), 40);
}

#[test]
fn the_start_of_the_warm_up_takes_eighteen() {
    let game = rules("mode=warmup");
    assert_eq!(game.write_state(&game.start()), "4/5/6/r6/r5/r4/r3 r 0,0,0 0");
    assert_eq!(shortest(&game, game.start()), Some(18));
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
        (r#"{"colour":"red","pieces":[[9,-9]],"blocks":[]}"#, "(9,-9) is not on the board"),
        (r#"{"colour":"red","pieces":[[1,1]],"blocks":[[1,1]]}"#, "(1,1) is named twice"),
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
            "line 1, column 12: expected \"red\", \"green\" or \"blue\", found \"\\\"pink\\\"\"",
        ),
        (
            "{\"colour\": \"red\",\n \"colour\": \"red\"}",
            "line 2, column 2: expected a key that was not there before, found \"\\\"colour\\\":\"",
        ),
        ("{\"pieces\": [[0 0]]}", "line 1, column 16: expected ',', found \"0]]}\""),
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
