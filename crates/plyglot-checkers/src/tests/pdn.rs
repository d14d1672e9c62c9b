//! Files of games.

use plyglot_core::{AnySession, Content, Game, Heading, Listed, Notation, Session};
use serde_json::Value;

use super::{at, vectors::words};
use crate::{
    Checkers, Side,
    pdn::{Ending, Mark, PdnError, PdnGame, PdnResult, ResultMeaning, read, write},
};

const CORPUS: &str = include_str!("../../../../testdata/checkers/corpus.pdn");
const CORPUS_MOVES: &str = include_str!("../../../../testdata/checkers/corpus.jsonl");
const ILLEGAL: &str = include_str!("../../../../testdata/checkers/pdn_illegal.json");

fn games(text: &str) -> Vec<Result<PdnGame, PdnError>> {
    read(text, &Checkers::default(), ResultMeaning::default()).collect()
}

fn only(text: &str) -> PdnGame {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap()
}

fn moves(game: &PdnGame) -> Vec<String> {
    game.moves.iter().map(ToString::to_string).collect()
}

fn error(text: &str) -> PdnError {
    games(text).into_iter().find_map(Result::err).unwrap()
}

#[test]
fn corpus_reads_and_writes() {
    let rules = Checkers::default();
    let games = games(CORPUS);
    assert_eq!(games.len(), 723);
    for (game, line) in games.iter().zip(CORPUS_MOVES.lines()) {
        let game = game.as_ref().unwrap();
        let wanted: Value = serde_json::from_str(line).unwrap();
        assert_eq!(moves(game), words(&wanted["moves"]));
        let mut state = game.start;
        for mv in &game.moves {
            rules.make(&mut state, *mv);
        }
        assert_eq!(rules.write_state(&state), wanted["final"].as_str().unwrap());
        let result = game.result.write(ResultMeaning::FirstMover);
        assert_eq!(result, wanted["result"].as_str().unwrap());
        let text = write(game, ResultMeaning::FirstMover, Ending::Result);
        assert!(text.lines().all(|line| line.len() <= 80));
        assert_eq!(only(&text).moves, game.moves);
    }
}

#[test]
fn broken_record_is_reported_with_ply_and_move() {
    let case: Value = serde_json::from_str(ILLEGAL).unwrap();
    let written = words(&case["written"]).join(" ");
    let text = format!("[Event \"x\"]\n{written} *\n\n[Event \"next\"]\n1. 11-15 *\n");
    let games = games(&text);
    assert_eq!(games.len(), 2);
    let error = games[0].as_ref().unwrap_err();
    assert_eq!(error.ply as u64, case["illegal_at_ply"].as_u64().unwrap());
    assert_eq!(error.mv.as_deref(), case["illegal"].as_str());
    assert_eq!((error.game, error.line), (1, 2));
    assert_eq!(error.why, "32-28 is not legal here: there is no piece on 32");
    assert_eq!(moves(games[1].as_ref().unwrap()), ["11-15"]);
}

#[test]
fn everything_around_the_moves_is_skipped() {
    let text = "\u{feff}% made by hand\r\n[Event \"a \\\"b\\\" \"c\" \\\\\"]\r\n[GameType \"21,B,8,8,N1,0\"]\r\n\
        { before } 1.11-15! {why (not} 23-19?! $4 ; (rest of the line\r\n\
        (1... 22-18 {a )} (1... 24-20 ; )\n ) 2. 10-14) 2. 8-11* (!) 22-17 3 . ... 11-16 !? 1/2-1/2\r\n";
    let game = only(text);
    assert_eq!(moves(&game), ["11-15", "23-19", "8-11", "22-17", "11-16"]);
    assert_eq!(game.tag("Event"), Some("a \"b\" \"c\" \\"));
    assert_eq!(game.result, PdnResult::Draw);
}

#[test]
fn games_end_at_results_tags_and_the_end() {
    let text = "1. 11-15 1-0 1. 9-13 0-1 9-14 2-0 10-14 0-2 10-15 1-1 12-16 *\n\
        [Result \"1-0\"]\n11-16\n[Result \"0-1\"]\n\n[Event \"empty\"]\n";
    let results: Vec<_> = games(text).into_iter().map(|game| game.unwrap().result).collect();
    let (black, white) = (PdnResult::Win(Side::Black), PdnResult::Win(Side::White));
    let (draw, unknown) = (PdnResult::Draw, PdnResult::Unknown);
    assert_eq!(results, [black, white, black, white, draw, unknown, black, white]);
    let swapped = read("11-15 1-0", &Checkers::default(), "white".parse().unwrap()).next();
    assert_eq!(swapped.unwrap().unwrap().result, white);
    assert_eq!(games(" \n{ nothing }\n").len(), 0);
    assert!("black".parse::<ResultMeaning>().is_err());
}

#[test]
fn positions_are_set_up() {
    let text = "[SetUp \"1\"]\n[FEN \"W:W22,32:B1,18.\"]\n1. ... 22-15 2. 1-6 32-28 *";
    let game = only(text);
    assert_eq!(game.start, at("W:W22,32:B1,18"));
    assert_eq!(moves(&game), ["22x15", "1-6", "32-28"]);
    assert_eq!(
        write(&game, ResultMeaning::FirstMover, Ending::Result),
        "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"W:W22,32:B1,18\"]\n1... 22x15 2. 1-6 32-28 *\n\n"
    );
}

#[test]
fn short_forms_are_written_where_clear() {
    let write_moves = |fen: &str, mv: &str| {
        let game = only(&format!("[FEN \"{fen}\"]\n{mv} *"));
        write(&game, ResultMeaning::White, Ending::Result).lines().nth(3).unwrap().to_owned()
    };
    assert_eq!(write_moves("B:W14,22:B9", "9x18x25"), "1. 9x25 *");
    assert_eq!(write_moves("W:WK2:B6,7,14,15", "2x11x18x9x2"), "1... 2x11x18x9x2 *");
    let ring = "W:WK1:B6,7,8,14,15,16,22,23,24";
    assert_eq!(write_moves(ring, "1x10x19x28"), "1... 1x10x19x28 *");
}

#[test]
fn errors_name_their_place() {
    let found = error("11-15 *\n\n[Event \"é\"]\n1. é11-15 *");
    assert_eq!((found.game, found.ply, found.line, found.column), (2, 0, 4, 4));
    let found = error("[Event \"x\"\n11-15 *");
    assert_eq!((found.line, found.column), (1, 11));
    let found = error("[FEN \"B:W33:B1\"]\n11-15 *");
    assert!(found.why.contains("a square from 1 to 32"), "{found}");
    assert!(error("[GameType \"20\"] 32-28 *").why.contains("game type 20"));
    let found = error("1. 11-15 { forever");
    assert_eq!((found.ply, found.column), (1, 10));
    assert_eq!(
        found.to_string(),
        "game 1, after 1 plies, line 1, column 10: this comment is never closed"
    );
    assert!(error("11-15 (22-18 (").why.contains("variation"));
    assert!(error("11-15 )").why.contains("expected a move"));
    let found = error("11-15 22-18 99-3 *");
    assert_eq!((found.ply, found.mv.as_deref()), (2, Some("99-3")));
}

#[test]
fn deep_nesting_and_long_garbage_are_read_in_one_pass() {
    let deep = format!("11-15 {}{} *", "(".repeat(300_000), ")".repeat(300_000));
    assert_eq!(moves(&only(&deep)), ["11-15"]);
    assert_eq!(games(&"(".repeat(300_000)).len(), 1);
    assert_eq!(games(&"9 * ".repeat(100_000)).len(), 100_000);
    assert_eq!(games(&"[x\n".repeat(100_000)).len(), 100_000);
    assert_eq!(games(&"{".repeat(300_000)).len(), 1);
}

#[test]
fn a_session_is_written_with_its_heading() {
    let mut session = Session::new(Checkers::default());
    for ply in ["11-15", "23-18", "8-11"] {
        session.play(ply).unwrap();
    }
    let heading = |ranks: &[u8]| Heading {
        players: vec!["one \"a\"".to_owned(), "two\nlines".to_owned()],
        ranks: ranks.to_vec(),
        tags: vec![("Event".to_owned(), "a match".to_owned())],
    };
    let results = [
        (&[1, 2][..], PdnResult::Win(Side::Black)),
        (&[2, 1], PdnResult::Win(Side::White)),
        (&[1, 1], PdnResult::Draw),
        (&[], PdnResult::Unknown),
    ];
    for (ranks, result) in results {
        let game = only(&session.write_game("pdn", &heading(ranks)).unwrap());
        assert_eq!(moves(&game), session.played());
        assert_eq!(game.result, result);
        assert_eq!(game.tag("Event"), Some("a match"));
        assert_eq!(game.tag("Black"), Some("one \"a\""));
        assert_eq!(game.tag("White"), Some("two lines"));
    }
    assert_eq!(session.write_game("ggf", &heading(&[1, 1])), None);
}

fn version3() -> Value {
    serde_json::from_str(include_str!("../../../../testdata/checkers/pdn3.json")).unwrap()
}

/// The text of a case, from its position if it names one apart.
fn text_of(case: &Value) -> String {
    let text = case["text"].as_str().unwrap();
    let again = case["then_repeat"].as_str().unwrap_or("");
    let text = text.to_owned() + &again.repeat(case["times"].as_u64().unwrap_or(0) as usize);
    match case["fen"].as_str().filter(|_| !text.contains("[FEN")) {
        Some(fen) => format!("[FEN \"{fen}\"]\n{text}"),
        None => text,
    }
}

fn seconds(time: &Value) -> Option<u32> {
    let parts: Vec<u32> = time.as_str()?.split(':').map(|part| part.parse().unwrap()).collect();
    Some(3600 * parts[0] + 60 * parts[1] + parts[2])
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn version_3_is_read() {
    for case in list(&version3()["games"]).iter().filter(|case| case.get("text").is_some()) {
        let (name, found) = (&case["name"], games(&text_of(case)));
        let found: Vec<PdnGame> = found.into_iter().map(Result::unwrap).collect();
        if case["games"] == 2 {
            for (at, game) in found.iter().enumerate() {
                assert_eq!(moves(game), words(&case["moves"][at]));
                let result = game.result.write(ResultMeaning::FirstMover);
                assert_eq!(Some(result), case["results"][at].as_str());
            }
            continue;
        }
        let game = &found[0];
        assert_eq!(
            (found.len(), moves(game)),
            (1, words(&case["moves"]).iter().map(|own| (*own).to_owned()).collect()),
            "{name}"
        );
        if let Some(result) = case["result_tag"].as_str() {
            assert_eq!(game.result.write(ResultMeaning::FirstMover), result, "{name}");
        }
        for (mark, wanted) in game.marks.iter().zip(list(&case["strength"])) {
            assert_eq!(Some(mark.strength.as_str()), wanted.as_str(), "{name}");
        }
        for (mark, wanted) in game.marks.iter().zip(list(&case["nags"])) {
            let nags: Vec<u64> = mark.nags.iter().map(|nag| u64::from(*nag)).collect();
            assert_eq!(Value::from(nags), *wanted, "{name}");
        }
        for (mark, wanted) in game.marks.iter().zip(list(&case["clock"])) {
            assert_eq!(mark.black.or(mark.white), seconds(wanted), "{name}");
        }
        for (mark, wanted) in game.marks.iter().zip(list(&case["emt"])) {
            assert_eq!(mark.elapsed, seconds(wanted), "{name}");
        }
        for (mark, wanted) in game.marks.iter().zip(list(&case["clocks"])) {
            assert_eq!(mark.white, seconds(&wanted["white"]), "{name}");
            assert_eq!(mark.black, seconds(&wanted["black"]), "{name}");
            assert_eq!(
                mark.running.map(Side::word).map(str::to_lowercase).as_deref(),
                wanted["running"].as_str()
            );
        }
        let setups: Vec<u64> = game.setups.iter().map(|(before, _)| *before as u64 + 1).collect();
        assert_eq!(setups.first().copied(), case["setup_before_ply"].as_u64(), "{name}");
        for (tag, value) in case["tags"].as_object().into_iter().flatten() {
            assert_eq!(game.tag(tag), value.as_str());
        }
        for ending in [Ending::Result, Ending::Star] {
            let text = write(game, ResultMeaning::FirstMover, ending);
            let again = only(&text);
            assert_eq!((&again.moves, &again.setups), (&game.moves, &game.setups), "{text}");
            assert_eq!(again.result, game.result, "{text}");
            let plain = |own: &PdnGame| -> Vec<Mark> {
                own.marks
                    .iter()
                    .map(|own| Mark {
                        elapsed: own.elapsed,
                        strength: own.strength.clone(),
                        nags: own.nags.clone(),
                        ..Mark::default()
                    })
                    .collect()
            };
            assert_eq!(plain(&again), plain(game), "{text}");
        }
    }
}

#[test]
fn hostile_texts_of_version_3() {
    let cases = version3();
    let why = [
        "comment is not a move",
        "this comment is never closed",
        "this variation is never closed",
        "the end of the tag",
        "this variation is never closed",
        "22-19 is not legal here",
    ];
    let cases: Vec<String> = list(&cases["hostile"]).iter().map(text_of).collect();
    for (text, why) in cases.iter().zip(why) {
        let found = error(text);
        assert!(found.why.contains(why), "{text}: {found}");
    }
    assert_eq!(error(&cases[5]).ply, 1);
    // We read what a strict reader refuses.
    let found: Vec<_> = cases[6..].iter().map(|text| moves(&only(text))).collect();
    assert_eq!(found, [["11-15"], ["1-5"], ["11-15"]]);
}

#[test]
fn setups_replace_the_position() {
    let game =
        only("/FEN \"B:W32:B1\"/ /FEN \"B:W32:B2\"/ 2-6 (2-7 /FEN \"W:W9:B1\"/ 9-5) 32-28 *");
    assert_eq!(
        (game.start, moves(&game)),
        (at("B:W32:B2"), vec!["2-6".to_owned(), "32-28".to_owned()])
    );
    assert!(error("11-15 /FEN \"B::\"/ *").why.contains("in the setup"));
    assert!(error("11-15 /11-15/ *").why.contains("expected a setup such as"));
    assert!(error("11-15 /FEN \"B:W32:B1\" *").why.contains("setup is never closed"));
    let inside = Content::new("11-15 /FEN \"W:W22:B18\"/ 22x15 1-0\n\n9-13 1-0");
    let rules = Checkers::default();
    let games: Vec<_> = rules.read_games("pdn", &inside).unwrap().collect();
    let refused = games[0].as_ref().unwrap_err();
    assert_eq!(refused.ply, Some(2));
    assert!(refused.why.contains("set up inside the game"));
    assert!(games[1].is_ok());
}

#[test]
fn other_games_are_refused_one_by_one() {
    let text = "[GameType \"20\"]\n1. 32-28 19-23 *\n[GameType \"25,W,8,8,A0,0\"]\nc3-d4 *\n\
        [GameType \"21,B,8,8,N1,0\"]\n11-15 0-0\n11:15 22:18 15:22 *\n";
    let games = games(text);
    let good: Vec<bool> = games.iter().map(Result::is_ok).collect();
    assert_eq!(good, [false, false, true, true]);
    assert!(games[1].as_ref().unwrap_err().why.contains("game type 25"));
    assert_eq!(games[2].as_ref().unwrap().result, PdnResult::Unknown);
}

#[test]
fn times_beside_moves_come_back() {
    let text = "[Black \"a\"]\n[White \"b\"]\n[Result \"1-0\"]\n\
        1. 11-15 {[%clk 0:04:59] [%emt 0:00:01]} 23-18 {[%emt 1:00:02]} 2. 8-11 *\n\n";
    let rules = Checkers::default();
    let file = Content::new(text);
    let game = rules.read_games("pdn3", &file).unwrap().next().unwrap().unwrap();
    assert_eq!(game.tag("Clocks"), Some("299 - -"));
    assert_eq!(game.tag("Seconds"), Some("1 3602 -"));
    let mut session = Session::new(rules);
    game.plies.iter().for_each(|ply| session.play(ply).unwrap());
    assert_eq!(session.write_game("pdn3", &game.heading).unwrap(), text);
    for odd in ["{[%clk}", "{[%clk 9]}", "{[%clk 0:99:00]}", "{[%emt x] [%}", "$999", "$"] {
        let game = only(&format!("11-15 {odd} 22-18 *"));
        assert_eq!((game.moves.len(), &game.marks[0]), (2, &Mark::default()), "{odd}");
    }
}
