//! Text forms: errors with their places, and parsers under random input.

use plyglot_core::{Game, Notation, Player, Rng, TextError};

use super::{ODD, game, state};
use crate::{Dala, State};

const START: &str = "....../....../....../....../....../...... x 12 12 0 0";

fn syntax(result: Result<impl Sized, TextError>) -> (usize, usize, String) {
    match result.map(|_| ()) {
        Err(TextError::Syntax { line, column, expected, .. }) => (line, column, expected),
        other => panic!("{other:?} instead of a syntax error"),
    }
}

fn why(game: &Dala, state: &State, ply: &str) -> String {
    match game.parse_ply(state, ply) {
        Err(TextError::Illegal { why, .. }) => why,
        other => panic!("{other:?} instead of an illegal move"),
    }
}

#[test]
fn positions_round_trip() {
    let game = game("dala");
    for text in ODD.into_iter().chain([START]) {
        assert_eq!(game.write_state(&state(&game, text)), text);
    }
    let small = super::game("dala(board=4)");
    assert_eq!(small.write_state(&small.start()), "..../..../..../.... x 6 6 0 0");
}

#[test]
fn unreadable_positions_say_where() {
    let game = game("dala");
    let place = |text: &str| {
        let (line, column, expected) = syntax(game.parse_state(text));
        assert!(!expected.is_empty() && line == 1);
        column
    };
    assert_eq!(place(""), 1);
    assert_eq!(place("...../"), 6);
    assert_eq!(place("......./"), 7);
    assert_eq!(place("..X..."), 3);
    assert_eq!(place("....../....../....../....../....../......"), 42);
    assert_eq!(place(&START.replace(" x ", " X ")), 43);
    assert_eq!(place(&START.replace(" 12 12", " 13 12")), 45);
    assert_eq!(place(&START.replace(" 12 12", "  12 12")), 45);
    assert_eq!(place(&START.replace(" 0 0", " -1 0")), 51);
    assert_eq!(place(&START.replace(" 0 0", " 0 99999999999")), 53);
    assert_eq!(place(&format!("{START} 7")), 55);
    assert_eq!(
        syntax(game.parse_state("....../..\n")),
        (1, 10, "'.', 'x' or 'o' on rank 5".into())
    );
}

#[test]
fn impossible_positions_break_the_rules() {
    let text = START.replacen("......", "..x...", 1);
    let error = game("dala").parse_state(&text).unwrap_err();
    assert_eq!(error, TextError::rules("x has 13 pieces instead of at most 12"));
}

#[test]
fn unreadable_moves_say_where() {
    let game = game("dala");
    let start = game.start();
    for (text, column) in
        [("", 1), ("g1", 1), ("c7", 1), ("c", 1), ("c3-", 4), ("c3c4", 3), ("c3x", 4), ("xb4", 1)]
    {
        assert_eq!(syntax(game.parse_ply(&start, text)).1, column, "{text}");
    }
    assert_eq!(syntax(game.parse_ply(&start, "c3 d4")).2, "the end of the text");
    assert_eq!(syntax(game.parse_ply(&start, &"c3xa1".replace("xa1", &"xa1".repeat(99)))).0, 1);
}

#[test]
fn illegal_moves_say_why() {
    let game = game("dala");
    let start = game.start();
    assert_eq!(why(&game, &start, "a1"), "the first two drops of x go to the centre");
    assert_eq!(why(&game, &start, "c3-c4"), "x still has pieces in hand and must drop");
    assert_eq!(why(&game, &start, "pass"), "passing is not allowed");
    let state = state(&game, "....../....../...o../xx.o../..x..o/x..... x 0 0 98 81");
    let why = |ply| why(&game, &state, ply);
    assert_eq!(why("c3"), "x has no piece in hand and must step");
    assert_eq!(why("d4-d5"), "it is x's turn, but the piece on d4 is not");
    assert_eq!(why("f6-f5"), "there is no piece on f6");
    assert_eq!(why("a3-b3"), "b3 is occupied");
    assert_eq!(why("c2-c4"), "c4 is not beside c2");
    assert_eq!(why("c2-c3"), "a capture is compulsory: the victim must be named");
    assert_eq!(why("c2-c3xa1"), "no piece can be captured on a1");
    assert_eq!(why("c2-c3xd3xd4"), "it captures 1, but 2 are named");
    assert_eq!(why("c2-c1xd4"), "it makes no run that captures");
}

#[test]
fn captures_in_mid_turn_stand_alone() {
    let game = game("dala(rules=per-line)");
    let before = state(&game, "....../..x.../..x.../xx..../o.o.../o....o x 1 8 0 22");
    let ply = game.parse_ply(&before, "c3xc2xa1").unwrap();
    assert_eq!(game.write_ply(&before, &ply), "c3xa1xc2");
    let mut state = before;
    game.make(&mut state, ply[0]);
    assert_eq!(game.write_ply(&state, &ply[1..]), "xa1xc2");
    assert_eq!(game.parse_ply(&state, "xa1xc2").unwrap(), ply[1..]);
    assert_eq!(why(&game, &state, "d3"), "a capture is owed first, written like xb4");
    assert_eq!(why(&game, &state, "xa1xa1"), "a victim is named twice");
    game.make(&mut state, ply[1]);
    assert!(game.mid_turn(&state) && game.to_move(&state) == Player(0));
    assert_eq!(game.write_ply(&state, &ply[2..]), "xc2");
    assert_eq!(game.parse_ply(&state, "xf1").unwrap().len(), 1);
}

/// Reads texts in every way; whatever is accepted must be sound.
fn feed(game: &Dala, states: &[State], text: &str) {
    if let Ok((game, state)) = game.parse_state(text) {
        let back = game.write_state(&state);
        assert_eq!(game.parse_state(&back).unwrap().1, state);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert_eq!(moves.is_empty(), game.outcome(&state).is_some());
    }
    for state in states {
        if let Ok(ply) = game.parse_ply(state, text) {
            let mut state = *state;
            for mv in ply {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                assert!(moves.contains(&mv), "{text}");
                game.make(&mut state, mv);
            }
            assert!(!game.mid_turn(&state));
        }
    }
}

#[test]
fn random_texts_do_no_harm() {
    const ALPHABET: &[u8] = b"..//xo abcdefg0123456789--pass\n\t\xC3\xA4";
    let game = game("dala(rules=per-line)");
    let states: Vec<_> = ODD.iter().map(|text| state(&game, text)).collect();
    let goods = ODD.iter().copied().chain(["c3xa1xc2", "c2-c3xd3", "pass", START]);
    let goods: Vec<_> = goods.collect();
    let mut rng = Rng::new(11);
    for round in 0..60_000 {
        let mut bytes = if round % 3 == 0 {
            (0..rng.below(12)).map(|_| ALPHABET[rng.below(ALPHABET.len())]).collect()
        } else {
            goods[rng.below(goods.len())].as_bytes().to_vec()
        };
        for _ in 0..rng.below(4) {
            let at = rng.below(bytes.len() + 1);
            match rng.below(4) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, rng.next_u64() as u8),
                2 => bytes.insert(at, ALPHABET[rng.below(ALPHABET.len())]),
                _ if at < bytes.len() => bytes[at] = ALPHABET[rng.below(ALPHABET.len())],
                _ => {}
            }
        }
        feed(&game, &states, &String::from_utf8_lossy(&bytes));
    }
}
