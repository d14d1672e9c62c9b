//! Texts that are refused, and how.

use plyglot_core::{
    AnySession, Draw, Game, Listed, Notation, Options, Player, Session, SpecError, TextError,
};

use super::{builtin, game, session};
use crate::{Move, ReversiXt, Settings, StockRange};

fn refusal(text: &str) -> String {
    match ReversiXt::new(text, Settings::default()) {
        Err(error) => error.to_string(),
        Ok(game) => panic!("accepted: {}", game.write_state(&game.start())),
    }
}

#[test]
fn errors_say_where_and_what_instead() {
    let cases = [
        ("", "line 1, column 1: expected the number of players from 2 to 8, found the end of"),
        ("9\n0", "line 1, column 1: expected the number of players from 2 to 8, found \"9\""),
        ("2\n256", "line 2, column 1: expected the number of override stones from 0 to 255"),
        ("2\n0\n0 -1", "line 3, column 3: expected the radius of explosions from 0 to 255"),
        ("2\n0\n0 0\n1001 1", "line 4, column 1: expected the height of the map from 1 to 1000"),
        ("2\n0\n0 0\n1 0", "line 4, column 3: expected the width of the map from 1 to 1000"),
        ("2\n0\n0 0\n1 2\n0 3", "line 5, column 3: expected a tile (0, b, c, i, x, -, or 1 to 2)"),
        ("2\n0\n0 0\n1 2\n0\n", "for (1,0), found the end of the text"),
        ("2\n0\n0 0\n1 2\n0 0\n0 0 6 -> 1", "line 6, column 7: expected \"<->\", found \"->\""),
        (
            "2\n0\n0 0\n1 2\n0 0\n0 0 6 <-> 2 0 2",
            "line 6, column 11: expected a column from 0 to 1",
        ),
        ("2\n0\n0 0\n1 2\n0 0\n0 0 6 <-> 1 0 8", "line 6, column 15: expected a direction from"),
        (
            "2\n0\n0 0\n1 2\n0 -\n0 0 6 <-> 1 0 2",
            "rules: line 6: transition 0 0 6 <-> 1 0 2: (1,0) is",
        ),
        ("2\n0\n0 0\n1 2\n0 0\n0 0 2 <-> 1 0 2", "(0,0) already has a neighbour in direction 2"),
        ("2\n0\n0 0\n1 2\n0 0\nx", "line 6, column 1: expected a column"),
        ("states", "line 1, column 6: expected white space, found \"s\""),
        ("state phase=4", "line 1, column 13: expected a phase from 1 to 3, found \"4\""),
        ("state phase=1 turn=9", "expected a player from 0 to 8"),
        ("state phase=1 turn=1 overrides=1;2", "expected white space"),
    ];
    for (text, wanted) in cases {
        let found = refusal(text);
        assert!(found.contains(wanted), "{text:?}: {found}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let map = "2\n0\n0 0\n1 4\n0 2 1 0\n";
    let cases = [
        ("phase=1 turn=1 overrides=0,0,0 bombs=0,0 out=-", "expected 2 numbers"),
        ("phase=1 turn=3 overrides=0,0 bombs=0,0 out=-", "expected a player from 0 to 2"),
        ("phase=1 turn=1 overrides=0,0 bombs=0,0 out=2,1", "expected ascending players"),
        ("phase=1 turn=1 overrides=0,0 bombs=0,0 out=3", "expected ascending players"),
        ("phase=1 turn=1 overrides=0,0 bombs=0,0 out=2", "fewer than two players are left"),
        ("phase=1 turn=0 overrides=0,0 bombs=0,0 out=-", "turn=0"),
        ("phase=2 turn=1 overrides=0,0 bombs=0,1 out=-", "player 1 is to throw a bomb"),
        ("phase=3 turn=1 overrides=0,0 bombs=0,0 out=-", "nobody is to move"),
        ("phase=3 turn=0 overrides=0,0 bombs=0,1 out=-", "a bomb can still be thrown"),
    ];
    for (line, wanted) in cases {
        let found = refusal(&format!("state {line}\n{map}"));
        assert!(found.contains(wanted), "{line}: {found}");
    }
    let stuck = "state phase=1 turn=1 overrides=0,0 bombs=0,0 out=-\n2\n0\n0 0\n1 4\n0 2 2 0\n";
    assert!(refusal(stuck).contains("player 1 is to move, but cannot"));
    let empty = "state phase=2 turn=1 overrides=0,0 bombs=1,0 out=-\n2\n0\n1 0\n1 2\n- -\n";
    assert!(refusal(empty).contains("no tile is left"));
}

#[test]
fn moves_are_refused_with_a_reason() {
    let session = session("3\n0\n1 1\n2 5\nb 2 1 2 c\n0 - 3 0 0\n");
    let reason = |text: &str| match session.game().parse_ply(session.state(), text) {
        Err(error) => error.to_string(),
        Ok(ply) => panic!("{text} reads as {ply:?}"),
    };
    let cases = [
        ("", "line 1, column 1: expected a move such as 3,4,0, found the end of the text"),
        ("0,0", "expected ','"),
        ("0,0,20 x", "line 1, column 8: expected the end of the text"),
        ("0, 0,20", "column 3: expected a row"),
        ("0,0,999", "expected a third number from 0 to 255"),
        ("0,0,0", "on a bonus tile the third number is 20 or 21"),
        ("4,0,0", "on a choice tile the third number is a player"),
        ("4,0,4", "on a choice tile the third number is a player"),
        ("9,9,0", "the board has 5 columns and 2 rows"),
        ("1,1,0", "(1,1) is a hole"),
        ("1,0,0", "(1,0) is occupied, and there is no override stone left"),
        ("0,1,0", "a stone on (0,1) captures nothing"),
        ("pass", "players who can move must move"),
        ("!4", "there are 3 players"),
        ("!9", "expected a player from 1 to 8"),
    ];
    for (text, wanted) in cases {
        let found = reason(text);
        assert!(found.contains(wanted), "{text:?}: {found}");
    }
    let plain = builtin("plain8");
    let error = plain.parse_ply(&plain.start(), "3,2,1").unwrap_err();
    assert!(error.to_string().contains("the third number is 0"), "{error}");
    let parsed = session.game().parse_ply(session.state(), " (0,0,21) ");
    assert_eq!(parsed, Ok(vec![Move::Place { square: 0, choice: 21 }]));
    for seat in 0..3 {
        let parsed = session.game().parse_ply(session.state(), &format!("!{}", seat + 1));
        assert_eq!(parsed, Ok(vec![Move::Disqualify(Player(seat))]));
    }
}

#[test]
fn a_finished_game_takes_no_move() {
    let over = game("2\n0\n0 0\n1 2\n1 2\n");
    let error = over.parse_ply(&over.start(), "!1").unwrap_err();
    assert_eq!(error, TextError::illegal("!1", "the game is over"));
}

#[test]
fn transitions_are_written_in_order_and_only_if_effective() {
    let text = builtin("mirror");
    let text = text.write_state(&text.start());
    let transitions: Vec<_> = text.lines().filter(|line| line.contains("<->")).collect();
    let wanted = [
        "0 3 4 <-> 0 3 6",
        "2 0 0 <-> 5 0 0",
        "3 0 0 <-> 3 0 7",
        "7 2 2 <-> 7 3 3",
        "7 3 2 <-> 7 3 4",
    ];
    assert_eq!(transitions, wanted);
}

#[test]
fn stocks_above_a_byte_wrap_if_asked_to() {
    let settings = Settings { stock_range: StockRange::Wrap, ..Settings::default() };
    let game = ReversiXt::new("2\n257\n300 513\n1 3\n1 2 0\n", settings).unwrap();
    let text = game.write_state(&game.start());
    assert!(text.starts_with("state phase=1 turn=1 overrides=1,1 bombs=44,44 out=-\n2\n1\n44 1\n"));
    let again = game.parse_state(&text.replace("overrides=1,1", "overrides=300,1")).unwrap();
    assert_eq!(again.1.overrides(0), 300, "stocks of a position are taken as they are");
}

#[test]
fn sizes_are_limited_before_memory_is_spent() {
    refusal("2\n0\n0 0\n1000 1000\n0 0 0\n");
    refusal("2\n0\n0 0\n4294967295 4294967295\n0\n");
    let settings = Settings { map_limit: 50, ..Settings::default() };
    let wide = format!("2\n0\n0 0\n1 51\n{}\n", vec!["0"; 51].join(" "));
    let error = ReversiXt::new(&wide, settings).unwrap_err();
    assert!(error.to_string().contains("the width of the map from 1 to 50"), "{error}");
    assert_eq!(game(&wide).warnings().len(), 1);
    assert!(builtin("arena50").warnings().is_empty());
}

#[test]
fn options_choose_map_and_settings() {
    let build = |given: &[(&str, &str)]| {
        let given: Vec<_> = given.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        let load = |path: &str| match path {
            "own.map" => Ok("2\n0\n0 0\n1 3\n1 2 0\n".to_owned()),
            _ => Ok("nonsense".to_owned()),
        };
        let options = Options::check("reversixt", ReversiXt::OPTIONS, &given, &load)?;
        ReversiXt::build(&options)
    };
    assert_eq!(build(&[]).unwrap().players(), 2);
    assert_eq!(build(&[("map", "arena50")]).unwrap().players(), 8);
    assert_eq!(build(&[("map", "own.map")]).unwrap().map().width, 3);
    let SpecError(error) = build(&[("map", "bad.map")]).unwrap_err();
    assert!(error.starts_with("map bad.map: line 1, column 1"), "{error}");
    assert!(build(&[("map", "plain10"), ("map_limit", "9")]).is_err());
    let given = [
        ("rank_ties", "lower_first"),
        ("stock_range", "wrap"),
        ("disqualified_in_choice", "forbidden"),
        ("map_limit", "50"),
    ];
    let settings = *build(&given).unwrap().settings();
    let wanted = Settings {
        rank_ties: crate::RankTies::LowerFirst,
        map_limit: 50,
        stock_range: StockRange::Wrap,
        disqualified_in_choice: false,
    };
    assert_eq!(settings, wanted);
}

#[test]
fn scenes_show_everything() {
    let game = builtin("mirror");
    let scene = game.scene(&game.start());
    assert_eq!(scene.cells.len(), 32);
    assert_eq!(scene.pieces.len(), 5);
    assert_eq!(scene.links.len(), 5);
    assert_eq!(scene.counters.len(), 7);
    assert_eq!(scene.phase.as_deref(), Some("building"));
    let marks: String = scene.cells.iter().filter_map(|cell| cell.mark).collect();
    assert_eq!(marks, "bc");
    let session = Session::new(game);
    assert!(!session.click_paths().is_empty());
}
