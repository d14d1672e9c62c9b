//! Logs of games.

use plyglot_core::{AnySession, Content, FileGame, FileGameError, Heading, Listed, Rng, Session};
use serde_json::Value;

use super::rules;
use crate::Halma;

fn read_by(options: &str, bytes: &[u8]) -> Vec<Result<FileGame, FileGameError>> {
    rules(options).read_games("log", &Content::new(bytes)).unwrap().collect()
}

fn read(text: &str) -> Vec<Result<FileGame, FileGameError>> {
    read_by("", text.as_bytes())
}

fn played(options: &str, game: &FileGame) -> Session<Halma> {
    let mut session = Session::new(rules(options));
    game.plies.iter().for_each(|ply| session.play(ply).unwrap());
    session
}

/// The lines of recorded logs; a place that depends on the machine is `# ...`.
fn recorded() -> Vec<Vec<String>> {
    let text = include_str!("../../../../testdata/halma/protocol.json");
    let cases: Value = serde_json::from_str(text).unwrap();
    let lines = |case: &Value| -> Vec<String> {
        let lines = case["log"].as_array().unwrap().iter();
        lines.map(|line| line.as_str().unwrap().to_owned()).collect()
    };
    cases.as_array().unwrap().iter().map(lines).collect()
}

const SHORT: &str = "START Player-0 a\nSTART Player-1 b\nSTART Player-2 c\nSTART Player-3 d\n";

#[test]
fn recorded_logs_come_back() {
    for lines in recorded() {
        let text = lines.join("\n");
        let game = read(&text).remove(0).unwrap();
        assert_eq!(game.heading.players, ["alpha", "beta", "gamma one", "delta"]);
        let written = played("", &game).write_game("log", &game.heading).unwrap();
        for (own, line) in written.lines().zip(&lines).filter(|(_, line)| *line != "# ...") {
            assert_eq!(own, line);
        }
        assert_eq!(written.lines().count(), lines.len() - 1);
    }
}

#[test]
fn results_are_those_of_teams() {
    let ranks = |end: &str| {
        let game = read(&format!("{SHORT}0 (3,1) (4,2)\n{end}\n")).remove(0).unwrap();
        assert_eq!(game.plies, ["0 (3,1) (4,2)"]);
        (game.heading.ranks.clone(), game.tag("Termination").map(str::to_owned))
    };
    let late = Some("TIMEOUT Player-1".to_owned());
    assert_eq!(ranks("GAMEOVER TIMEOUT Player-1\nWINNER Player-0"), (vec![1, 3, 3, 1], late));
    assert_eq!(ranks("GAMEOVER \nWINNER Player-1"), (vec![3, 1, 1, 3], None));
    assert_eq!(ranks("GAMEOVER \nDRAW"), (vec![1; 4], None));
    let cancelled = Some("USER CANCEL".to_owned());
    assert_eq!(ranks("GAMEOVER USER CANCEL\nUNDECIDED"), (vec![], cancelled));
    assert_eq!(ranks(""), (vec![], None));
}

#[test]
fn games_by_turns_are_the_same_games() {
    let text = format!(
        "{SHORT}0 (2,0) (4,2)\n0 null null\n1 (12,1) (12,2)\n2 (0,12) (0,11)\n3 (15,12) (15,11)\n\
         GAMEOVER agreed\nDRAW\n"
    );
    let game = read_by("(level=turn)", text.as_bytes()).remove(0).unwrap();
    assert_eq!(game.plies, ["c1-e3", "m2-m3", "a13-a12", "p13-p12"]);
    let by_turns = played("(level=turn)", &game).write_game("log", &game.heading).unwrap();
    let by_actions = read(&text).remove(0).unwrap();
    assert_eq!(by_actions.plies.len(), 5);
    let own = played("", &by_actions).write_game("log", &by_actions.heading).unwrap();
    assert_eq!(by_turns, own);
    assert_eq!(read(&by_turns).remove(0).unwrap().plies, by_actions.plies);
    // A chain that nobody ended.
    let open = format!("{SHORT}0 (2,0) (4,2)\nGAMEOVER TIMEOUT Player-0\nWINNER Player-1\n");
    let game = read_by("(level=turn)", open.as_bytes()).remove(0).unwrap();
    assert_eq!(game.plies, ["c1-e3"]);
}

#[test]
fn a_whole_game_is_written_and_read() {
    let mut session = Session::new(rules("(variant=team8)"));
    let mut rng = Rng::new(3);
    while session.outcome().is_none() {
        session.play_random(&mut rng);
    }
    let ranks = plyglot_core::ranks(&session.outcome().unwrap(), 4);
    let players = ["a", "b\nb", "c", "d"].map(str::to_owned).to_vec();
    let heading = Heading { players, ranks, tags: Vec::new() };
    let text = session.write_game("log", &heading).unwrap();
    assert!(text.contains("START Player-1 b b\n"));
    assert!(text.contains("\nGAMEOVER \n"));
    let game = read_by("(variant=team8)", text.as_bytes()).remove(0).unwrap();
    assert_eq!(game.plies, session.played());
    assert_eq!(game.heading.ranks, heading.ranks);
}

#[test]
fn faults_are_named_and_the_next_log_is_read() {
    let cases = [
        ("hello", None, "line 1: expected an action such as"),
        ("START Player-1 x", None, "line 1: expected START Player-0 NAME"),
        (SHORT, None, ""),
        ("START Player-0 a\n", None, "before all players have a line START"),
        ("WINNER Player-7", None, "expected WINNER Player-0 or WINNER Player-1"),
        ("1 (12,1) (12,2)", Some(1), "it is player 0's turn"),
        ("0 (0,0) (9,9)", Some(1), "line 5: 0 (0,0) (9,9) is not legal here"),
        ("DRAW\n0 (3,1) (4,2)", None, "line 6: expected nothing after the result"),
    ];
    for (text, ply, why) in cases {
        let whole = text.starts_with("START") || text == "hello";
        let text = if whole { text.to_owned() } else { format!("{SHORT}{text}") };
        let mut games = read(&text);
        assert_eq!(games.len(), 1, "{text}");
        match games.remove(0) {
            Ok(game) => assert!(why.is_empty() && game.plies.is_empty(), "{text}"),
            Err(error) => {
                assert_eq!(error.ply, ply, "{text}");
                assert!(!why.is_empty() && error.why.contains(why), "{text}: {error}");
            }
        }
    }
    let good = recorded()[0].join("\n");
    let both = read(&format!("{SHORT}9 (0,0) (1,1)\n{good}\n{good}"));
    assert_eq!(both.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, true]);
    assert_eq!(read("\n# only a remark\n").len(), 0);
}

#[test]
fn other_variants_have_no_logs() {
    let games = read_by("(variant=duel8)", SHORT.as_bytes());
    assert!(games[0].as_ref().unwrap_err().why.contains("this is duel8"));
    assert_eq!(games.len(), 1);
    let session = Session::new(rules("(variant=duel8)"));
    assert_eq!(session.write_game("log", &Heading::default()), None);
    let session = Session::new(rules(""));
    assert_eq!(session.write_game("pdn", &Heading::default()), None);
    assert!(session.write_game("log", &Heading::default()).unwrap().contains("UNDECIDED"));
}

#[test]
fn random_bytes_and_mutated_logs_never_panic() {
    let mut rng = Rng::new(9);
    let good = recorded()[0].join("\n");
    for _ in 0..300 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..rng.below(4) + 1 {
            let at = rng.below(bytes.len());
            bytes[at] = rng.below(256) as u8;
        }
        bytes.truncate(rng.below(bytes.len()) + 1);
        read_by("(level=turn)", &bytes);
        let noise: Vec<u8> = (0..rng.below(200)).map(|_| rng.below(256) as u8).collect();
        read_by("", &noise);
    }
}
