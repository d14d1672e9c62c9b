//! What the course's server writes of a game.

use plyglot_core::{AnySession, Content, FileGame, FileGameError, Listed, Rng, Session};
use serde_json::Value;

use super::{builtin, game};
use crate::ReversiXt;

const GAMES: &str = include_str!("../../../../testdata/reversixt/disqualified.jsonl");

fn read(rules: &ReversiXt, bytes: &[u8]) -> Vec<Result<FileGame, FileGameError>> {
    rules.read_games("log", &Content::new(bytes)).unwrap().collect()
}

/// A recorded game as the server's log and as its simple output, with all the lines between.
fn logs(rules: &ReversiXt, moves: &[String]) -> [String; 2] {
    let mut session = Session::new(rules.clone());
    let (mut log, mut output) = ("group 1\ntime 2\n".to_owned(), String::new());
    for (at, ply) in moves.iter().enumerate() {
        let player = session.to_move().0 + 1;
        match ply.strip_prefix('!') {
            Some(out) => {
                let lines = format!(
                    "Answer from player {player} for move {at} was (x,y,c) = (99,99,0); time left: 1 msecs.\n\
                     Player {out} disqualified (illegal move).\n"
                );
                log += &lines;
                output += &lines;
            }
            None => {
                log += &format!("move {at}: player {player} moved ({ply}). time left: 5 msecs\n");
                output += &format!(
                    "Board:\n0120\n\nSending move request to player {player} with depth 0\n\
                     Answer from player {player} for move {at} was (x,y,c) = ({ply}); time left: 1 msecs.\n"
                );
            }
        }
        session.play(ply).unwrap();
    }
    let end =
        "Final state reached.\nScores:\nPlayer 1: 37 points\nPlayer 2: disqualified\nbye bye.\n";
    [log + end, output + end]
}

#[test]
fn games_are_read_with_disqualifications() {
    for line in GAMES.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let rules = game(row["position"].as_str().unwrap());
        let moves = row["moves"].as_array().unwrap().iter();
        let moves: Vec<String> = moves.map(|own| own.as_str().unwrap().to_owned()).collect();
        for text in logs(&rules, &moves) {
            let found = read(&rules, text.as_bytes()).remove(0).unwrap();
            assert_eq!(found.plies, moves);
        }
    }
}

#[test]
fn faults_are_named() {
    let rules = builtin("plain8");
    let first = Session::new(rules.clone()).legal()[0].clone();
    let cases = [
        ("hello\n".to_owned(), None, "found \"hello\""),
        (format!("move 0: player 2 moved ({first})."), Some(1), "the turn of player 1, not of 2"),
        ("\nmove 0: player 1 moved (0,0,0).".to_owned(), Some(1), "line 2: (0,0,0) is not legal"),
        ("move x: player 1 moved".to_owned(), Some(1), "expected the number of the move"),
        ("move 0: player 9 moved (0,0,0)".to_owned(), Some(1), "expected a player from 1 to 8"),
        ("move 0: player 1 moved (0,0".to_owned(), Some(1), "expected ','"),
        ("Answer from player 1 for move 0 is".to_owned(), Some(1), "expected \" was (x,y,c) = \""),
    ];
    for (text, ply, why) in cases {
        let error = read(&rules, text.as_bytes()).remove(0).unwrap_err();
        assert_eq!(error.ply, ply, "{text}");
        assert!(error.why.contains(why), "{text}: {error}");
    }
    assert_eq!(read(&rules, b" \n").len(), 0);
    assert!(rules.read_games("txt", &Content::default()).is_none());
}

#[test]
fn random_bytes_and_mutated_logs_never_panic() {
    let mut rng = Rng::new(9);
    let rules = builtin("plain8");
    let good = "move 0: player 1 moved (2,3,0). time left: 5 msecs\nPlayer 2 disqualified (x).\n";
    for _ in 0..500 {
        let mut bytes = good.as_bytes().to_vec();
        for _ in 0..rng.below(4) + 1 {
            let at = rng.below(bytes.len());
            bytes[at] = rng.below(256) as u8;
        }
        bytes.truncate(rng.below(bytes.len()) + 1);
        read(&rules, &bytes);
    }
}
