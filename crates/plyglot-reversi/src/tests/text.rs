//! Positions and moves as text: every accepted form, every error, and noise.

use plyglot_core::{Game, Notation, Rng, TextError};

use super::{BLACK_BLOCKED, every_rule_set, legal, read};
use crate::{PassRule, Reversi, Size, board::WHITE};

const START: &str = "---------------------------OX------XO--------------------------- X";
const MAP: &str = "2\n0\n0 0\n4 4\n0 0 0 0\n0 2 1 0\n0 1 2 0\n0 0 0 0\n";

fn refused(text: &str) -> TextError {
    match Reversi::default().parse_state(text) {
        Ok((_, state)) => panic!("{text:?} is read as {state:?}"),
        Err(error) => error,
    }
}

fn refused_move(game: &Reversi, position: &str, mv: &str) -> TextError {
    let (game, state) = game.parse_state(position).unwrap();
    game.parse_ply(&state, mv).unwrap_err()
}

fn assert_syntax(error: TextError, at: (usize, usize), wanted: &str) {
    let TextError::Syntax { line, column, expected, .. } = &error else { panic!("{error}") };
    assert_eq!((*line, *column), at, "{error}");
    assert!(expected.contains(wanted), "{error}");
}

fn assert_rules(text: &str, wanted: &str) {
    let error = refused(text);
    assert!(matches!(&error, TextError::Rules(why) if why.contains(wanted)), "{error}");
}

#[test]
fn the_start_in_every_spelling() {
    let game = Reversi::default();
    assert_eq!(game.write_state(&game.start()), START);
    let rows =
        "........\n........\n........\n...o*...\n...*w...\n........\n________\n........\n b\n";
    let spaced = START.chars().map(|c| format!("{c} ")).collect::<String>();
    let tight = START.replace(' ', "");
    let lower = START.to_ascii_lowercase();
    let map = include_str!("../../../../testdata/reversixt/maps/plain8.map");
    let full = format!("state phase=1 turn=1 overrides=0,0 bombs=0,0 out=-\n{map}");
    for text in [START, rows, &spaced, &tight, &lower, map, &map.replace('\n', "\r\n\r\n"), &full] {
        assert_eq!(read(&game, text), game.start(), "{text}");
    }
}

#[test]
fn the_number_of_squares_decides_the_size() {
    let texts = [
        ("-----OX--XO----- X", include_str!("../../../../testdata/reversixt/maps/plain4.map")),
        (
            "--------------OX----XO-------------- X",
            include_str!("../../../../testdata/reversixt/maps/plain6.map"),
        ),
    ];
    for ((text, map), size) in texts.into_iter().zip([Size::Four, Size::Six]) {
        for game in every_rule_set() {
            let (found, state) = game.parse_state(text).unwrap();
            assert_eq!(found, Reversi { size, ..game });
            assert_eq!((state, found.write_state(&state)), (found.start(), text.to_owned()));
            assert_eq!(game.parse_state(map).unwrap(), (found, state));
        }
    }
}

#[test]
fn a_finished_position_is_written_with_black_to_move() {
    let game = Reversi::default();
    let full = "XO".repeat(32);
    for side in ["X", "O"] {
        let state = read(&game, &format!("{full} {side}"));
        assert!(game.outcome(&state).is_some());
        assert_eq!(game.write_state(&state), format!("{full} X"));
    }
}

#[test]
fn reversixt_positions_name_turn_and_end() {
    let line = "state phase=1 turn=2 overrides=0,0 bombs=0,0 out=-";
    let (game, state) = Reversi::default().parse_state(&format!("{line}\n{MAP}")).unwrap();
    assert_eq!(game.to_move(&state), WHITE);
    let over = "state phase=3 turn=0 overrides=0,0 bombs=0,0 out=-\n";
    let full = "2 0 0 0 4 4 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2";
    let (game, state) = Reversi::default().parse_state(&format!("{over}{full}")).unwrap();
    assert!(game.outcome(&state).is_some());
    // Stocks in the header count only where no state line tells them.
    let header = MAP.replacen("0\n0 0", "3\n4 1", 1);
    assert!(Reversi::default().parse_state(&format!("{line}\n{header}")).is_ok());

    assert_rules(&header, "override stones");
    assert_rules(&format!("{line}\n{full}"), "nobody can place");
    assert_rules(&format!("{over}{MAP}"), "can still be placed");
    let change = |from: &str, to: &str| format!("{}\n{MAP}", line.replace(from, to));
    assert_rules(&change("turn=2", "turn=0"), "nobody's turn");
    assert_rules(&change("turn=2", "turn=3"), "player 3");
    assert_rules(&change("phase=1", "phase=2"), "bombing phase");
    assert_rules(&change("phase=1", "phase=3"), "finished");
    assert_rules(&change("overrides=0,0", "overrides=0,1"), "override stones");
    assert_rules(&change("bombs=0,0", "bombs=2,0"), "bombs");
    assert_rules(&change("bombs=0,0", "bombs=0,0,0"), "more than two players");
    assert_rules(&change("out=-", "out=1"), "disqualified");
    assert_syntax(refused(&change("out=-", "out=x")), (1, 50), "out");
    assert_syntax(refused(&change("bombs=0,0", "bombs=0")), (1, 43), "player 2");
    assert_syntax(refused(&change("phase=1", "phase=4")), (1, 13), "a phase");
    assert_syntax(refused(&change("phase", "face")), (1, 7), "phase=");
}

#[test]
fn maps_beyond_plain_reversi() {
    let change = |from: &str, to: &str| MAP.replacen(from, to, 1);
    assert_rules(&change("2\n", "3\n"), "more than two players");
    assert_rules(&change("4 4", "4 5"), "5x4");
    assert_rules(&change("4 4", "10 10"), "10x10");
    assert_rules(&change("0 0 0 0\n0 2", "0 - 0 0\n0 2"), "holes");
    assert_rules(&change("0 0 0 0\n0 2", "0 b 0 0\n0 2"), "special tiles");
    assert_rules(&format!("{MAP}0 0 0 <-> 3 3 4\n"), "transitions");
    assert_syntax(refused(&format!("{MAP}0 0 0 <- 3 3 4\n")), (9, 7), "<->");
    assert_syntax(refused(&format!("{MAP}junk")), (9, 1), "transition");
    assert_syntax(refused(&change("0 2 1 0", "0 2 3 0")), (6, 5), "a tile");
    assert_syntax(refused(&change("0 2 1 0", "0 21 0")), (6, 3), "a tile");
    assert_syntax(refused(&change("2\n", "9\n")), (1, 1), "number of players");
    assert_syntax(refused(&change("0 0 0 0\n0 2 1 0\n", "")), (7, 1), "a tile");
}

#[test]
fn unreadable_boards() {
    assert_syntax(refused(""), (1, 1), "X, O or -");
    assert_syntax(refused("---\n-?-"), (2, 2), "X, O or -");
    assert_syntax(refused(&START[..64]), (1, 65), "the side to move");
    assert_syntax(refused(&START[..60]), (1, 61), "60 squares");
    assert_syntax(refused(&START.replace(" X", " -")), (1, 66), "the side to move");
    assert_syntax(refused(&format!("{START} X")), (1, 68), "the end");
    assert_syntax(refused(&START.replace("XO", "X0")), (1, 37), "X, O or -");
    assert_syntax(refused("-----OX--XO----- Xé"), (1, 19), "the end");
}

#[test]
fn moves_in_every_spelling() {
    let game = Reversi::default();
    let state = game.start();
    for text in ["d3", "D3", " d3 ", "3,2,0"] {
        let parsed = game.parse_ply(&state, text).unwrap();
        assert_eq!(game.write_ply(&state, &parsed), "d3", "{text}");
    }
    let game = Reversi { pass: PassRule::Move, ..game };
    let state = read(&game, &format!("{BLACK_BLOCKED} X"));
    for text in ["pass", "PASS", "ps", "--", " Pass\n"] {
        let parsed = game.parse_ply(&state, text).unwrap();
        assert_eq!(game.write_ply(&state, &parsed), "pass", "{text}");
    }
    let small = Reversi { size: Size::Four, ..game };
    assert_eq!(legal(&small, &small.start()), ["b1", "a2", "d3", "c4"]);
    assert_eq!(small.parse_ply(&small.start(), "1,0,0"), small.parse_ply(&small.start(), "B1"));
}

#[test]
fn unreadable_moves() {
    let game = Reversi::default();
    let syntax = |text: &str, column, wanted: &str| {
        assert_syntax(refused_move(&game, START, text), (1, column), wanted);
    };
    syntax("", 1, "a square");
    syntax("i3", 1, "columns a to h");
    syntax("d9", 2, "a row from 1 to 8");
    syntax("d", 2, "a row");
    syntax("d3x", 3, "the end");
    syntax("3,2", 4, "','");
    syntax("3,8,0", 3, "a row from 0 to 7");
    syntax("3,2,999", 5, "a number");
    syntax("passé", 1, "a square");
    assert_syntax(refused_move(&game, "-----OX--XO----- X", "e1"), (1, 1), "columns a to d");
}

#[test]
fn moves_that_are_not_legal() {
    let game = Reversi::default();
    let passing = Reversi { pass: PassRule::Move, ..game };
    let blocked = format!("{BLACK_BLOCKED} X");
    let over = format!("{} X", "X".repeat(64));
    let cases = [
        (game, START, "d4", "d4 is occupied"),
        (game, START, "a1", "turn nothing over"),
        (game, START, "pass", "black can place a stone"),
        (game, START, "3,2,20", "third number"),
        (game, over.as_str(), "a1", "the game is over"),
        (passing, blocked.as_str(), "e5", "must pass"),
        (passing, blocked.as_str(), "b1", "occupied"),
    ];
    for (game, position, mv, wanted) in cases {
        let error = refused_move(&game, position, mv);
        assert!(
            matches!(&error, TextError::Illegal { why, .. } if why.contains(wanted)),
            "{error}"
        );
    }
}

/// Reads a text as everything and uses what comes of it.
fn try_everything(text: &str) {
    let game = Reversi::default();
    if let Ok((game, state)) = game.parse_state(text) {
        let again = game.write_state(&state);
        assert_eq!(read(&game, &again), state, "{text}");
        legal(&game, &state);
    }
    if let Ok(ply) = game.parse_ply(&game.start(), text) {
        assert!(legal(&game, &game.start()).contains(&game.write_ply(&game.start(), &ply)));
    }
}

#[test]
fn noise_is_refused_or_read() {
    let mut rng = Rng::new(77);
    let line = format!("state phase=1 turn=2 overrides=0,0 bombs=0,0 out=-\n{MAP}");
    let good = [START, "-----OX--XO----- X", MAP, &line, "d3", "3,2,0", "pass"];
    let signs = b"XO-xo.*_ \n0123459,=<->state phase turn\xff\xc3\xa9\0";
    for _ in 0..40_000 {
        let mut bytes = good[rng.below(good.len())].as_bytes().to_vec();
        for _ in 0..=rng.below(4) {
            let (at, sign) = (rng.below(bytes.len() + 1), signs[rng.below(signs.len())]);
            match rng.below(4) {
                0 => bytes.insert(at, sign),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 if at < bytes.len() => bytes[at] = sign,
                _ => bytes.truncate(at.max(1)),
            }
        }
        try_everything(&String::from_utf8_lossy(&bytes));
        let length = rng.below(90);
        let noise: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
        try_everything(&String::from_utf8_lossy(&noise));
    }
    try_everything(&"X".repeat(1 << 20));
    try_everything(&"9".repeat(1 << 20));
    try_everything(&" ".repeat(1 << 20));
}
