//! Files of games.

use plyglot_core::{AnySession, Game, Heading, Notation, Session};
use serde_json::Value;

use super::{at, vectors::words};
use crate::{
    Checkers, Side,
    pdn::{PdnError, PdnGame, PdnResult, ResultMeaning, read, write},
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
        let text = write(game, ResultMeaning::FirstMover);
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
        write(&game, ResultMeaning::FirstMover),
        "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"W:W22,32:B1,18\"]\n1. ... 22x15 2. 1-6 32-28 *\n\n"
    );
}

#[test]
fn short_forms_are_written_where_clear() {
    let write_moves = |fen: &str, mv: &str| {
        let game = only(&format!("[FEN \"{fen}\"]\n{mv} *"));
        write(&game, ResultMeaning::White).lines().nth(3).unwrap().to_owned()
    };
    assert_eq!(write_moves("B:W14,22:B9", "9x18x25"), "1. 9x25 *");
    assert_eq!(write_moves("W:WK2:B6,7,14,15", "2x11x18x9x2"), "1. ... 2x2 *");
    let ring = "W:WK1:B6,7,8,14,15,16,22,23,24";
    assert_eq!(write_moves(ring, "1x10x19x28"), "1. ... 1x10x19x28 *");
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
