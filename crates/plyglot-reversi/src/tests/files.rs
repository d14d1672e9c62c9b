//! Files of games, against records of other programs.

use plyglot_core::{AnySession, Content, FileGame, FileGameError, Heading, Listed, Rng, Session};
use serde_json::Value;

use super::build;
use crate::{
    Reversi,
    ggf::{Clock, Kind},
};

fn vectors(name: &str) -> Value {
    let text = match name {
        "ggf" => include_str!("../../../../testdata/reversi/ggf.json"),
        "transcript" => include_str!("../../../../testdata/reversi/othello_transcripts.json"),
        _ => include_str!("../../../../testdata/reversi/wthor.json"),
    };
    serde_json::from_str(text).unwrap()
}

type Read = Vec<Result<FileGame, FileGameError>>;

fn read_by(spec: &str, format: &str, bytes: &[u8]) -> Read {
    build(spec).read_games(format, &Content::new(bytes)).unwrap().collect()
}

fn read(format: &str, text: &str) -> Read {
    read_by("reversi", format, text.as_bytes())
}

fn first(format: &str, text: &str) -> FileGame {
    read(format, text).remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(format: &str, text: &str) -> FileGameError {
    let mut games = read(format, text);
    assert_eq!(games.len(), 1, "{text}: {games:?}");
    games.remove(0).unwrap_err()
}

/// The session after all plies of a game.
fn played(spec: &str, game: &FileGame) -> Session<Reversi> {
    let mut session = Session::new(build(spec));
    if let Some(text) = &game.position {
        session.set_position(text).unwrap();
    }
    for ply in &game.plies {
        session.play(ply).unwrap();
    }
    session
}

fn words(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|own| own.as_str().unwrap().to_lowercase()).collect()
}

/// Squares of a transcript, a pass as the game writes it.
fn squares(moves: Vec<String>) -> Vec<String> {
    moves.into_iter().map(|mv| if mv == "pa" { "pass".to_owned() } else { mv }).collect()
}

#[test]
fn ggf_records_are_read() {
    for case in vectors("ggf")["games"].as_array().unwrap() {
        let (name, text) = (case["name"].as_str().unwrap(), case["text"].as_str().unwrap());
        let kind = text.split("TY[").nth(1).unwrap().split(']').next().unwrap();
        if let Some(wanted) = case.get("type") {
            let kind = Kind::read(kind).unwrap();
            assert_eq!(u64::from(kind.size), wanted["size"], "{name}");
            assert_eq!(
                [kind.synchro, kind.komi, kind.anti],
                [
                    wanted["synchro"].as_bool().unwrap(),
                    wanted["komi"].as_bool().unwrap(),
                    wanted["anti"].as_bool().unwrap()
                ]
            );
            assert_eq!(kind.random.map(u64::from), wanted["random"].as_u64(), "{name}");
        }
        if case.get("komi").is_some() {
            assert!(refused("ggf", text).why.contains("komi games are not read"));
            continue;
        }
        let games = read("ggf", text);
        assert_eq!(games.len() as u64, case["games"].as_u64().unwrap_or(1), "{name}");
        let game = games[0].as_ref().unwrap();
        if let Some(wanted) = case["start"].as_str().filter(|text| *text != START) {
            assert_eq!(game.position.as_deref(), Some(wanted), "{name}");
        }
        if let Some(moves) = case["moves"].as_array() {
            let moves: Vec<_> = moves.iter().map(|own| own["move"].clone()).collect();
            assert_eq!(game.plies, words(&Value::from(moves)), "{name}");
        }
        if let Some(moves) = case.get("with_passes") {
            let strict = read_by("reversi(pass=move)", "ggf", text.as_bytes()).remove(0).unwrap();
            assert_eq!(strict.plies, squares(words(moves)), "{name}");
            let placed: Vec<_> = strict.plies.iter().filter(|ply| *ply != "pass").collect();
            assert_eq!(game.plies.iter().collect::<Vec<_>>(), placed);
        }
        let position = played("reversi", game).position();
        if let Some(wanted) = case["position"].as_str() {
            assert_eq!(position, wanted, "{name}");
        }
        if let Some(wanted) = case["final"].as_str() {
            assert_eq!(&position[..64], wanted, "{name}");
        }
        if let Some(result) = case["result"].as_i64() {
            let ranks = [[1, 2], [1, 1], [2, 1]][(1 - result.signum()) as usize];
            assert_eq!(game.heading.ranks, ranks, "{name}");
        }
        if let Some(wanted) = case.get("clock") {
            let clock = Clock::read(game.tag("TI").unwrap()).unwrap().unwrap();
            let found = [clock.main, clock.increment, clock.extra];
            let wanted = ["seconds", "increment", "extra"].map(|key| wanted[key].as_f64().unwrap());
            assert_eq!(found, wanted, "{name}");
        }
        for (tag, value) in case["tags"].as_object().into_iter().flatten() {
            let (value, heading) = (value.as_str(), &game.heading);
            match tag.as_str() {
                "GM" => {}
                "PB" => assert_eq!(Some(heading.players[0].as_str()), value),
                "PW" => assert_eq!(Some(heading.players[1].as_str()), value),
                "PC" => assert_eq!(game.tag("Site"), value),
                "DT" => assert_eq!(game.tag("Date"), value),
                tag => assert_eq!(game.tag(tag), value),
            }
        }
    }
}

/// The start position.
const START: &str = "---------------------------OX------XO--------------------------- X";

#[test]
fn ggf_is_written_as_strict_readers_want_it() {
    let vectors = vectors("ggf");
    let written = |text: &str| {
        let game = first("ggf", text);
        played("reversi", &game).write_game("ggf", &game.heading).unwrap()
    };
    // The first is as NBoard writes it, with values and times; the third has passes.
    for at in [0, 2] {
        let text = vectors["games"][at]["text"].as_str().unwrap();
        let own = written(text);
        assert_eq!(own.trim_end(), text);
        assert_eq!(first("ggf", &own), first("ggf", text));
    }
    for at in [1, 3, 4] {
        let text = vectors["games"][at]["text"].as_str().unwrap();
        let (own, game) = (first("ggf", &written(text)), first("ggf", text));
        assert_eq!([&own.plies, &own.heading.players], [&game.plies, &game.heading.players]);
        assert_eq!((own.position, own.heading.ranks), (game.position, game.heading.ranks));
        assert_eq!(own.heading.tags.len(), game.heading.tags.len());
    }
}

#[test]
fn ggf_tells_how_a_game_was_decided() {
    let mut session = Session::new(Reversi::default());
    session.play("f5").unwrap();
    let text = |ranks: &[u8], tags: &[(&str, &str)]| {
        let tags = tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let players = vec!["a]b".to_owned(), "c\nd".to_owned()];
        let heading = Heading { players, ranks: ranks.to_vec(), tags: tags.collect() };
        session.write_game("ggf", &heading).unwrap()
    };
    assert!(text(&[], &[]).contains("PC[Plyglot]PB[a)b]PW[c d]RE[?]TI[0]TY[8]BO[8 "));
    assert!(text(&[1, 2], &[]).contains("RE[+64.000:r]"));
    assert!(text(&[2, 1], &[]).contains("RE[-64.000:r]"));
    assert!(text(&[1, 1], &[]).contains("RE[+0.000]"));
    assert!(text(&[1, 2], &[("RE", "+12:t")]).contains("RE[+12:t]"));
    assert!(text(&[2, 1], &[("RE", "+12:t"), ("TY", "8k")]).contains("RE[-64.000:r]TI[0]TY[8]"));
    let game = first("ggf", &text(&[2, 1], &[("RE", "-2:t")]));
    assert_eq!(game.tag("Termination"), Some("time"));
    assert_eq!(game.heading.ranks, [2, 1]);
    for odd in ["nan", "inf", "1e5", "", "+", "."] {
        let game = first("ggf", &format!("(;GM[Othello]RE[{odd}];)"));
        assert!(game.heading.ranks.is_empty(), "{odd}");
    }
    let small = Session::new(build("reversi(size=6)"));
    assert_eq!(small.write_game("ggf", &Heading::default()), None);
    assert_eq!(small.write_game("transcript", &Heading::default()), None);
}

#[test]
fn hostile_ggf_is_refused_game_by_game() {
    let vectors = vectors("ggf");
    let hostile: Vec<String> =
        vectors["hostile"].as_array().unwrap().iter().map(repeated).collect();
    let wanted = [
        "64 squares",
        "not Othello",
        "or ;) at the end of the game",
        "it is white's turn, not black's",
        "a1 is not legal here",
        "only 8x8 boards are read",
        "never closed",
    ];
    for (text, why) in hostile.iter().zip(wanted) {
        let error = refused("ggf", text);
        assert!(error.why.contains(why), "{text}: {error}");
    }
    assert_eq!(refused("ggf", &hostile[4]).ply, Some(1));
    assert_eq!(first("ggf", &hostile[7]).tag("XY"), Some("anything"));
    let mixed = format!("{}\n 2 {}\nnonsense\n{}", hostile[1], hostile[7], hostile[7]);
    let games = read("ggf", &mixed);
    let good: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(good, [false, true, false, true]);
    assert!(games[2].as_ref().unwrap_err().why.starts_with("line 3, column 1: expected (;"));
    assert_eq!(read("ggf", &"(;A".repeat(100_000)).len(), 100_000);
    assert_eq!(read("ggf", &"(;A[".repeat(100_000)).len(), 1);
    assert_eq!(read("ggf", " \n").len(), 0);
}

fn repeated(case: &Value) -> String {
    let again = case["then_repeat"].as_str().unwrap_or("");
    let times = case["times"].as_u64().unwrap_or(0) as usize;
    case["text"].as_str().unwrap().to_owned() + &again.repeat(times)
}

#[test]
fn kinds_and_clocks() {
    let kind = Kind::read("8r18s").unwrap();
    assert_eq!((kind.size, kind.synchro, kind.random), (8, true, Some(18)));
    assert_eq!(Kind::read("88").unwrap().size, 88);
    for bad in ["8sk", "8x", "r", "8888888888", "8b w"] {
        assert!(Kind::read(bad).is_err(), "{bad}");
    }
    let read = |text| Clock::read(text).unwrap();
    assert_eq!(read("1.02:03:04/5").unwrap().main, 93_784.0);
    assert_eq!(read("15:00").unwrap(), Clock { main: 900.0, increment: 0.0, extra: 120.0 });
    assert_eq!([read("0"), read("0//0"), read("")], [None; 3]);
    for bad in ["-1", "nan", "1:2:3:4", "5/6/7/8", "1e9", "inf"] {
        assert!(Clock::read(bad).is_err(), "{bad}");
    }
}

#[test]
fn transcripts() {
    let vectors = vectors("transcript");
    for case in vectors["games"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        let game = first("transcript", text);
        assert_eq!(game.plies, words(&case["moves"]), "{text}");
        if let Some(moves) = case.get("with_passes") {
            let strict = read_by("reversi(pass=move)", "transcript", text.as_bytes()).remove(0);
            assert_eq!(strict.unwrap().plies, squares(words(moves)));
        }
        let session = played("reversi", &game);
        let wanted = case["position"].as_str().or(case["final"].as_str()).unwrap();
        assert!(session.position().starts_with(wanted), "{text}");
        let written = session.write_game("transcript", &Heading::default()).unwrap();
        assert_eq!(first("transcript", &written), game);
        assert_eq!(written.trim_end(), joined(case["moves"].as_array().unwrap()));
    }
    let wanted = [
        (Some(2), "column 4: expected a row from 1 to 8, found the end of the text"),
        (Some(2), "f5 is occupied"),
        (Some(2), "line 1, column 3"),
        (Some(3), "black can place a stone and must"),
        (None, ""),
        (Some(2), "line 1, column 3"),
    ];
    for (case, (ply, why)) in vectors["hostile"].as_array().unwrap().iter().zip(wanted) {
        let text = case["text"].as_str().unwrap();
        match ply {
            None => assert_eq!(first("transcript", text), FileGame::default()),
            Some(_) => {
                let error = refused("transcript", text);
                assert_eq!(error.ply, ply, "{text}");
                assert!(error.why.contains(why), "{text}: {error}");
            }
        }
    }
}

fn joined(moves: &[Value]) -> String {
    moves.iter().map(|own| own.as_str().unwrap()).collect()
}

#[test]
fn a_transcript_may_have_a_game_a_line() {
    let plies = |text: &str| -> Vec<usize> {
        let games = read("transcript", text);
        games.into_iter().map(|game| game.map_or(0, |game| game.plies.len())).collect()
    };
    assert_eq!(plies("F5D6C3\n\nD3C5F6\r\n"), [3, 3]);
    assert_eq!(plies("F5D6C3\nF5F5\nF5F4"), [3, 0, 2]);
    assert_eq!(plies("f5\nd6\nc3\nd3\nc4"), [5]);
    assert_eq!(plies("1. f5 d6\n2. c3 d3\n"), [4]);
    assert_eq!(plies("F5D6\nC3X9"), [0]);
    let errors = read("transcript", "F5D6C3\nF5X1\n");
    assert!(errors[1].as_ref().unwrap_err().why.starts_with("line 2, column 3"));
    let mut session = Session::new(Reversi::default());
    let heading = Heading::default();
    session.set_position(&START.replace(" X", " O")).unwrap();
    assert_eq!(session.write_game("transcript", &heading), None);
}

fn bytes(case: &Value) -> Vec<u8> {
    let hex = case["hex"].as_str().unwrap();
    let byte = |at: usize| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap();
    (0..hex.len() / 2).map(byte).collect()
}

#[test]
fn wthor_files_are_read() {
    for file in vectors("wthor")["files"].as_array().unwrap() {
        let games = read_by("reversi", "wtb", &bytes(file));
        let wanted = file["games"].as_array().unwrap();
        assert_eq!(games.len(), wanted.len());
        for (game, wanted) in games.iter().zip(wanted) {
            let game = game.as_ref().unwrap();
            let session = played("reversi", game);
            let transcript = session.write_game("transcript", &Heading::default()).unwrap();
            assert_eq!(transcript.trim_end(), wanted["transcript"].as_str().unwrap());
            let number = |key: &str| wanted[key].as_u64().unwrap();
            let players = ["black", "white"].map(|key| format!("player {}", number(key)));
            assert_eq!(game.heading.players, players);
            assert_eq!(game.tag("Event"), Some(number("tournament").to_string().as_str()));
            assert_eq!(game.tag("Date").unwrap(), file["header"]["game_year"].to_string());
            let score = |key: &str| format!("{}-{}", number(key), 64 - number(key));
            assert_eq!(game.tag("Score"), Some(score("score").as_str()));
            assert_eq!(game.tag("TheoreticalScore"), Some(score("theoretical").as_str()));
            assert_eq!(game.tag("TheoreticalDepth"), Some("22"));
            let ranks = if number("score") > 32 { [1, 2] } else { [2, 1] };
            assert_eq!(game.heading.ranks, ranks);
            let stones = session.position().matches('X').count() as u64;
            assert_eq!(
                stones - u64::from(session.position().ends_with('X')),
                number("black_discs")
            );
        }
    }
}

#[test]
fn names_of_wthor_files_come_from_beside() {
    let vectors = vectors("wthor");
    let [players, tournaments] = [0, 1].map(|at| bytes(&vectors["names"][at]));
    let file = bytes(&vectors["files"][1]);
    let read = |players: &[u8]| {
        let file = Content::new(file.as_slice()).with("jou", players);
        let file = file.with("trn", tournaments.as_slice());
        let game = build("reversi").read_games("wtb", &file).unwrap().next().unwrap().unwrap();
        assert_eq!(game.tag("Event"), Some("Test Open"));
        game.heading.players
    };
    // The third player is not in the file.
    assert_eq!(read(&players), ["René", "player 3"]);
    assert_eq!(read(&players[..30]), ["player 2", "player 3"]);
    assert_eq!(read(&[]), ["player 2", "player 3"]);
}

#[test]
fn hostile_wthor_files_are_refused() {
    let wanted = [
        (0, None, "begins with 16 bytes, and this has 9"),
        (1, None, "announces 4294967295 games"),
        (1, None, "cut off: it announces 2 games of 68 bytes and has 1, and 40 bytes more"),
        (0, Some(1), "19 is no square"),
        (0, Some(10), "a move follows the zeros"),
        (0, Some(1), "a1 is not legal here"),
        (0, None, "byte 12 says board 10"),
        (0, None, "byte 13 says 1"),
    ];
    let vectors = vectors("wthor");
    for (case, (good, ply, why)) in vectors["hostile"].as_array().unwrap().iter().zip(wanted) {
        let games = read_by("reversi", "wtb", &bytes(case));
        assert_eq!(games.len(), good + 1, "{case}");
        assert!(games[..good].iter().all(Result::is_ok));
        let error = games[good].as_ref().unwrap_err();
        assert_eq!(error.ply, ply, "{case}");
        assert!(error.why.contains(why), "{case}: {error}");
    }
    let mut longer = bytes(&vectors["files"][0]);
    longer.push(0);
    let games = read_by("reversi", "wtb", &longer);
    assert!(games[1].as_ref().unwrap_err().why.starts_with("1 bytes follow the 1 games"));
}

#[test]
fn a_game_on_the_large_board_brings_it_along() {
    let game = read_by("reversi(size=6)", "transcript", b"F5D6").remove(0).unwrap();
    assert_eq!(game.position.as_deref(), Some(START));
    assert!(build("reversi").read_games("pdn", &Content::default()).is_none());
}

#[test]
fn random_bytes_and_mutated_files_never_panic() {
    let mut rng = Rng::new(13);
    let ggf = vectors("ggf")["games"][1]["text"].as_str().unwrap().as_bytes().to_vec();
    let wthor = bytes(&vectors("wthor")["files"][1]);
    let transcript = b"1. F5 d6 2. C3PA--".to_vec();
    for (format, good) in [("ggf", ggf), ("wtb", wthor), ("transcript", transcript)] {
        for _ in 0..300 {
            let mut bytes = good.clone();
            for _ in 0..rng.below(4) + 1 {
                let at = rng.below(bytes.len());
                bytes[at] = rng.below(256) as u8;
            }
            bytes.truncate(rng.below(bytes.len()) + 1);
            read_by("reversi", format, &bytes);
            let noise: Vec<u8> = (0..rng.below(200)).map(|_| rng.below(256) as u8).collect();
            read_by("reversi(pass=move)", format, &noise);
        }
    }
}

fn trials() -> Vec<Value> {
    let text = include_str!("../../../../testdata/ludii/trials.json");
    let vectors: Value = serde_json::from_str(text).unwrap();
    let samples = vectors["games"].as_array().unwrap().iter();
    samples.filter(|own| own["plyglot_game"] == "reversi").cloned().collect()
}

#[test]
fn trials_are_written_and_read() {
    assert_eq!(trials().len(), 2);
    for sample in trials() {
        let plies = words(&sample["moves"]);
        let session = played("reversi", &FileGame { plies, ..FileGame::default() });
        let ranks = plyglot_core::ranks(&session.outcome().unwrap(), 2);
        let heading = Heading { ranks, ..Heading::default() };
        let text = session.write_game("trl", &heading).unwrap();
        for key in ["numInitialPlacementMoves", "winner", "endtype", "rankings"] {
            let line = format!("\n{key}={}\n", sample["trailer"][key].as_str().unwrap());
            assert!(text.contains(&line), "{line}");
        }
        let decisions: Vec<_> =
            text.lines().filter(|line| line.starts_with("Move=")).skip(4).collect();
        assert_eq!(decisions.len(), sample["list_sizes"].as_array().unwrap().len());
        let passes = (0..decisions.len()).filter(|at| decisions[*at].contains("[Pass:"));
        let wanted = sample["passes"].as_array().unwrap().iter().map(|at| at.as_u64().unwrap());
        assert!(passes.eq(wanted.map(|at| at as usize)));
        let game = first("trl", &text);
        assert_eq!((game.plies.as_slice(), game.heading.ranks), (session.played(), heading.ranks));
    }
}

#[test]
fn trials_are_those_of_ludii() {
    let text = include_str!("../../../../testdata/ludii/trials.json");
    let vectors: Value = serde_json::from_str(text).unwrap();
    let game = first("transcript", "f5f6e6f4");
    let text = played("reversi", &game).write_game("trl", &Heading::default()).unwrap();
    // A line that sets up the board, one that turns a stone over, and one that turns two.
    for at in [9, 10, 11] {
        let line = vectors["lines"][at]["line"].as_str().unwrap();
        assert!(text.lines().any(|own| own == line), "{line}");
    }
}

#[test]
fn broken_trials_are_refused() {
    let head = "game=Reversi.lud\nRNG internal state=0\n";
    let step = |mover: u32, to: u32| {
        format!("{head}Move=[Move:mover={mover},from={to},to={to},actions=[Add:to={to}]]\n")
    };
    let pass = format!("{head}Move=[Move:mover=1,actions=[Pass:decision=true]]\n");
    let cases = [
        (step(2, 29), "it is the turn of player 1, not of 2"),
        (step(1, 64), "expected a site up to 63 or a pass"),
        (step(1, 0), "line 3: a8 is not legal here"),
        (pass, "black can place a stone and must"),
    ];
    for (text, why) in cases {
        let error = refused("trl", &text);
        assert_eq!(error.ply, Some(1));
        assert!(error.why.contains(why), "{text}: {error}");
    }
    assert!(refused("trl", "game=Dala.lud\nRNG internal state=0\n").why.contains("not of Reversi"));
}
