//! Position lines and actions: what is read, what is refused and why, and that nothing panics.

use plyglot_core::{AnySession, Game, Notation, Rng, TextError};

use super::{position, rules, session};
use crate::Chexers;

#[test]
fn the_start() {
    let game = Chexers::default();
    let text = "gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0 0";
    assert_eq!(game.write_state(&game.start()), text);
    assert_eq!(position(&game, &format!(" {text}\n")), game.start());
    assert_eq!(position(&game, &text.replace(' ', "\t ")), game.start());
}

#[test]
fn unreadable_positions() {
    for (text, line, column, expected) in [
        ("", 1, 1, "one of r, g, b, x or a number from 1 to 4 for the 4 hexes left in row -3"),
        ("ggg", 1, 4, "one of r, g, b, x or a number from 1 to 1 for the 1 hexes left in row -3"),
        ("gg11/5", 1, 4, "one of r, g, b, x for the 1 hexes left in row -3"),
        (
            "gggg/6",
            1,
            6,
            "one of r, g, b, x or a number from 1 to 5 for the 5 hexes left in row -2",
        ),
        (
            "gggg/0",
            1,
            6,
            "one of r, g, b, x or a number from 1 to 5 for the 5 hexes left in row -2",
        ),
        ("ggggg", 1, 5, "'/'"),
        ("gggg/5/6/r5b/r4b/r3b/r2b/ r", 1, 25, "white space and the player to act"),
        ("gggg/5/6/r5b/r4b/r3b/r2b\nR 0,0,0 0", 2, 1, "the player to act, r, g or b"),
        ("gggg/5/6/r5b/r4b/r3b/r2b r", 1, 27, "white space and the exits"),
        ("gggg/5/6/r5b/r4b/r3b/r2b r 0,0 0", 1, 31, "','"),
        ("gggg/5/6/r5b/r4b/r3b/r2b r 13,0,0 0", 1, 28, "exits from 0 to 12"),
        ("gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0", 1, 33, "white space and the number of turns taken"),
        (
            "gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0 -3",
            1,
            34,
            "the number of turns taken from 0 to 9999999",
        ),
        ("gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0 0 0", 1, 36, "the end of the text"),
    ] {
        match rules("").parse_state(text) {
            Err(TextError::Syntax { line: l, column: c, expected: e, .. }) => {
                assert_eq!((l, c, e.as_str()), (line, column, expected), "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn impossible_positions() {
    for (text, wanted) in [
        ("gggg/5/6/r5b/r4b/r3b/r2b g 0,0,0 0", "it is red's turn at ply 0, not green's"),
        ("gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0 771", "ply 771 is beyond the limit of 768"),
        ("gggg/5/6/r5b/r4b/r3b/r2b r 1,0,0 0", "pieces and exits are 13 together instead of 12"),
        ("ggg1/5/6/r5b/r4b/r3b/r2b r 0,0,0 0", "pieces and exits are 11 together instead of 12"),
        (
            "gggg/xxxxx/6/r5b/r4b/r3b/r2b r 0,1,0 0",
            "pieces and exits are 13 together instead of 12",
        ),
        ("4/5/6/r5b/r4b/r3b/4 r 5,1,0 60", "red has 5 exits, but the game ends at 4"),
        ("4/5/6/r5b/r4b/5/4 r 4,4,0 60", "two colours have 4 exits"),
    ] {
        assert_eq!(rules("").parse_state(text).unwrap_err(), TextError::rules(wanted), "{text}");
    }
    assert!(rules("").parse_state("xggg/5/6/r5b/r4b/5/4 r 0,0,0 0").is_ok());
}

#[test]
fn every_spelling_of_an_action() {
    let text = "3r/4r/4b1/1g2b2/2g3/1g3/r2b r 3,0,0 120";
    for (canonical, spellings) in [
        (
            "EXIT(3,-3)",
            ["EXIT from (3, -3).", "('EXIT', (3, -3))", "[\"EXIT\",[3,-3]]", " EXIT ( 3 , -3 ) "],
        ),
        (
            "MOVE(3,-2)(3,-1)",
            [
                "MOVE from (3, -2) to (3, -1).",
                "(\"MOVE\", ((3, -2), (3, -1)))",
                "[\"MOVE\", [[3, -2],\n[3, -1]] ]",
                "MOVE (3,-2) (3,-1)",
            ],
        ),
        (
            "JUMP(3,-3)(3,-1)",
            [
                "JUMP from(3,-3)to(3,-1)",
                "( 'JUMP' , ( ( 3 , -3 ) , ( 3 , -1 ) ) )",
                "[\"JUMP\",[[3,-3],[3,-1]]]",
                "JUMP(3,-3)(3,-1).",
            ],
        ),
    ] {
        for spelling in spellings {
            let mut game = session("", text);
            game.play(spelling).unwrap_or_else(|error| panic!("{spelling}: {error}"));
            assert_eq!(game.played(), [canonical]);
        }
    }
    for pass in ["PASS", "PASS.", "(\"PASS\", None)", "['PASS',null]", " PASS . "] {
        session("", "4/5/6/3r3/2r3/5/1r2 g 3,3,3 301").play(pass).unwrap();
    }
}

#[test]
fn unreadable_actions() {
    let game = Chexers::default();
    for (text, column, expected) in [
        ("", 1, "MOVE, JUMP, EXIT or PASS"),
        ("move(0,0)(0,1)", 1, "MOVE, JUMP, EXIT or PASS"),
        ("MOVE", 5, "an opening bracket"),
        ("MOVE(0,0)", 10, "an opening bracket"),
        ("MOVE(0,0)(0,1)(0,2)", 15, "the end of the text"),
        ("MOVE(0,100)(0,1)", 8, "a coordinate, in size from 0 to 99"),
        ("MOVE(0;0)(0,1)", 7, "','"),
        ("MOVE(0,0](0,1)", 9, "')'"),
        ("MOVE from (0,0) (0,1)", 17, "\"to\""),
        ("EXIT(0,0)(0,1)", 10, "the end of the text"),
        ("PASS(0,0)", 5, "the end of the text"),
        ("(\"PASS\", 0)", 10, "None or null"),
        ("(\"MOVE', 0)", 7, "'\"'"),
        ("(MOVE, 0)", 2, "'\"'"),
        ("[\"EXIT\",[0,0])", 14, "']'"),
        ("[\"EXIT\",[0,0]", 14, "']'"),
    ] {
        match game.parse_ply(&game.start(), text) {
            Err(TextError::Syntax { line: 1, column: c, expected: e, .. }) => {
                assert_eq!((c, e.as_str()), (column, expected), "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn illegal_actions_and_why() {
    let game = Chexers::default();
    let state = position(&game, "3r/4r/4b1/1gx1b2/x1g3/1g3/r2b r 3,0,0 120");
    for (text, why) in [
        ("PASS", "a pass is only allowed when there is nothing else to do"),
        ("MOVE(4,0)(3,0)", "(4,0) is not on the board"),
        ("MOVE(3,-2)(4,-2)", "(4,-2) is not on the board"),
        ("MOVE(99,99)(-99,-99)", "(99,99) is not on the board"),
        ("MOVE(0,0)(0,1)", "(0,0) is empty"),
        ("MOVE(-1,0)(0,0)", "(-1,0) holds a block"),
        ("MOVE(-2,0)(-3,0)", "the piece on (-2,0) is green, and it is red's turn"),
        ("MOVE(3,-3)(3,-2)", "(3,-2) is occupied"),
        ("MOVE(3,-3)(3,-1)", "(3,-1) is not adjacent to (3,-3)"),
        ("JUMP(3,-3)(2,-3)", "(2,-3) is not two hexes from (3,-3) in a straight line"),
        ("JUMP(3,-3)(2,-1)", "(2,-1) is occupied"),
        ("JUMP(3,-3)(1,-2)", "(1,-2) is not two hexes from (3,-3) in a straight line"),
        ("JUMP(3,-3)(1,-3)", "there is nothing to jump over on (2,-3)"),
        ("EXIT(-3,3)", "(-3,3) is not on red's exit edge"),
    ] {
        let error = game.parse_ply(&state, text).unwrap_err();
        assert_eq!(error, TextError::illegal(text, why));
    }
}

/// A text with a few characters changed, lost or added.
fn mutated(text: &str, rng: &mut Rng) -> String {
    const SIGNS: &[u8] = b"rgbx/ 0123456789,()[]{}\"'.-:\\MOVEJUPXITASfromton\n\xc3\xa9\x00";
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.below(4) {
        let sign = SIGNS[rng.below(SIGNS.len())];
        let at = rng.below(bytes.len() + 1);
        match rng.below(4) {
            0 => bytes.insert(at, sign),
            1 if at < bytes.len() => bytes[at] = sign,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.truncate(at.max(1)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whatever was read is a position that can be written, read again and played on.
fn use_position(game: &Chexers, text: &str, rng: &mut Rng) -> bool {
    let Ok((game, mut state)) = game.parse_state(text) else { return false };
    let line = game.write_state(&state);
    assert_eq!(game.parse_state(&line).unwrap().1, state, "{text}");
    for _ in 0..20 {
        let Some(mv) = game.random_move(&state, &mut Vec::new(), rng) else { break };
        game.make(&mut state, mv);
    }
    true
}

#[test]
fn no_text_upsets_the_readers() {
    let games = [rules(""), rules("mode=warmup")];
    let mut rng = Rng::new(2024);
    let good = [
        "gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0 0",
        "x2g/5/6/r1x4/6/5/4 b 3,3,3 767",
        "{\"colour\": \"red\", \"pieces\": [[0,0],[0,-1]], \"blocks\": [[-1,0]], \"n\": {\"a\": [1, null]}}",
        "MOVE(-3,0)(-2,0)",
        "MOVE from (-3, 0) to (-2, 0).",
        "(\"MOVE\", ((-3, 0), (-2, 0)))",
        "[\"EXIT\",[3,-3]]",
        "('PASS', None)",
    ];
    let mut read = 0;
    for round in 0..60_000 {
        let text = if round % 3 == 0 {
            let bytes: Vec<u8> = (0..rng.below(40)).map(|_| rng.below(256) as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        } else {
            mutated(good[rng.below(good.len())], &mut rng)
        };
        for game in &games {
            read += u32::from(use_position(game, &text, &mut rng));
            let start = game.start();
            if let Ok(ply) = game.parse_ply(&start, &text) {
                let again = game.write_ply(&start, &ply);
                assert_eq!(game.parse_ply(&start, &again), Ok(ply));
                read += 1;
            }
        }
    }
    assert!(read > 500, "{read}");
}
