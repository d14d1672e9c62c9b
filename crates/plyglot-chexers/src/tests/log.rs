//! Logs of games.

use plyglot_core::{AnySession, Content, FileGame, FileGameError, Heading, Listed, Rng, Session};

use crate::{Chexers, OnIllegal};

const WIRE_GAME: &str = include_str!("../../../../testdata/chexers/wire_game.log");

fn read_by(rules: &Chexers, text: &[u8]) -> Vec<Result<FileGame, FileGameError>> {
    rules.read_games("log", &Content::new(text)).unwrap().collect()
}

fn read(text: &str) -> Vec<Result<FileGame, FileGameError>> {
    read_by(&Chexers::default(), text.as_bytes())
}

fn played(game: &FileGame) -> Session<Chexers> {
    let mut session = Session::new(Chexers::default());
    game.plies.iter().for_each(|ply| session.play(ply).unwrap());
    session
}

#[test]
fn the_log_of_a_server_is_given_back_byte_for_byte() {
    let game = read(WIRE_GAME).remove(0).unwrap();
    assert_eq!(game.plies.len(), 127);
    assert_eq!(game.plies[..2], ["MOVE(-3,3)(-2,2)", "MOVE(2,-3)(2,-2)"]);
    assert_eq!(game.heading.ranks, [1, 2, 2]);
    assert_eq!(game.tag("Date"), Some("Sun Nov 15 07:41:05 2026"));
    let session = played(&game);
    assert_eq!(session.verdict().unwrap().to_string(), "red");
    assert_eq!(session.write_game("log", &game.heading).unwrap(), WIRE_GAME);
    // As Windows writes it, and twice.
    let twice = format!("{0}\r\n{0}", WIRE_GAME.replace('\n', "\r\n"));
    assert_eq!(read(&twice), [Ok(game.clone()), Ok(game)]);
}

#[test]
fn every_end_is_told() {
    let mut session = Session::new(Chexers::default());
    let last = |session: &Session<Chexers>, ranks: &[u8], words: &str| {
        let tags = vec![("Termination".to_owned(), words.to_owned())];
        let heading = Heading { ranks: ranks.to_vec(), tags, ..Heading::default() };
        let text = session.write_game("log", &heading).unwrap();
        let game = read(&text).remove(0).unwrap();
        assert_eq!(game.plies, session.played());
        assert_eq!(game.heading.ranks, ranks, "{text}");
        text.lines().last().unwrap().to_owned()
    };
    assert!(last(&session, &[], "").starts_with("[game ] - Start Chexers game log at"));
    assert_eq!(last(&session, &[2, 1, 2], "green wins"), "[over ] - winner: Green");
    assert_eq!(last(&session, &[1, 1, 1], ""), "[over ] - draw detected: agreed.");
    assert_eq!(last(&session, &[1, 3, 1], "no\ntime"), "[error] - game error (green): no time");
    let told = "illegal action detected (red): ('MOVE', ((0, 0), (0, 1))).";
    assert_eq!(last(&session, &[3, 1, 1], told), format!("[error] - {told}"));
    let to_and_fro = [
        ["MOVE(-3,3)(-2,2)", "MOVE(2,-3)(2,-2)", "MOVE(0,3)(0,2)"],
        ["MOVE(-2,2)(-3,3)", "MOVE(2,-2)(2,-3)", "MOVE(0,2)(0,3)"],
    ];
    for ply in to_and_fro.iter().cycle().take(6).flatten() {
        session.play(ply).unwrap();
    }
    assert_eq!(session.verdict().unwrap().to_string(), "draw:repetition");
    let words = "[over ] - draw detected: game state occurred 4 times.";
    assert_eq!(last(&session, &[1, 1, 1], "draw:repetition"), words);
    let short = Chexers { ply_limit: 1, ..Chexers::default() };
    let mut session = Session::new(short);
    session.play("MOVE(-3,3)(-2,2)").unwrap();
    let words = "[over ] - draw detected: maximum number of turns reached.";
    assert_eq!(last(&session, &[1, 1, 1], "draw:turns"), words);
}

#[test]
fn an_aborted_game_has_a_loser_only_if_the_rules_say_so() {
    let text =
        "[game ] - Start Chexers game log at today\n[error] - illegal action detected (blue): x.";
    assert_eq!(read(text)[0].as_ref().unwrap().heading.ranks, [1, 1, 3]);
    let native = Chexers { on_illegal: OnIllegal::Abort, ..Chexers::default() };
    let game = read_by(&native, text.as_bytes()).remove(0).unwrap();
    assert!(game.heading.ranks.is_empty());
    assert!(game.tag("Termination").unwrap().starts_with("illegal action"));
}

#[test]
fn faults_are_named_and_the_next_log_is_read() {
    let start = "[game ] - Start Chexers game log at today\n";
    let cases = [
        ("hello\n", None, "line 1: expected \"[game ] - Start"),
        ("[game ] - Start Chexers game log at today\nhello", None, "line 2: expected"),
        ("[red  ] - MOVE from (9, 9) to (0, 0).", Some(1), "line 2: MOVE"),
        ("[green] - PASS.", Some(1), "line 2: it is red's turn, not green's"),
        ("[pink ] - PASS.", Some(1), "[pink]: expected one of red"),
        ("[red  ] - PASS.", Some(1), "a pass is only allowed"),
        ("[over ] - nobody knows", None, "expected \"winner: Red\""),
        (
            "[over ] - winner: Red\n[red  ] - PASS.",
            None,
            "line 3: \"[red  ] - PASS.\": the game was over",
        ),
    ];
    for (text, ply, why) in cases {
        let text = if text.starts_with("[game") || text == "hello\n" {
            text.to_owned()
        } else {
            format!("{start}{text}")
        };
        let games = read(&format!("{text}\n{WIRE_GAME}"));
        assert_eq!(games.len(), 2, "{text}");
        let error = games[0].as_ref().unwrap_err();
        assert_eq!(error.ply, ply, "{text}");
        assert!(error.why.contains(why), "{text}: {error}");
        assert!(games[1].is_ok());
    }
    assert_eq!(read("\n \n").len(), 0);
}

#[test]
fn what_a_log_cannot_tell_is_not_written() {
    let mut session = Session::new(Chexers::default());
    let other = session.position().replace(" r 0,0,0 0", " g 0,0,0 1");
    session.set_position(&other).unwrap();
    assert_eq!(session.write_game("log", &Heading::default()), None);
    assert_eq!(session.write_game("pdn", &Heading::default()), None);
}

#[test]
fn random_bytes_and_mutated_logs_never_panic() {
    let mut rng = Rng::new(8);
    for _ in 0..200 {
        let mut bytes = WIRE_GAME.as_bytes().to_vec();
        for _ in 0..rng.below(4) + 1 {
            let at = rng.below(bytes.len());
            bytes[at] = rng.below(256) as u8;
        }
        bytes.truncate(rng.below(bytes.len()) + 1);
        read_by(&Chexers::default(), &bytes);
        let noise: Vec<u8> = (0..rng.below(200)).map(|_| rng.below(256) as u8).collect();
        read_by(&Chexers::default(), &noise);
    }
}
