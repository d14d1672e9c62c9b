//! Positions and moves in all their spellings, and what is said about wrong ones.

use plyglot_core::{Notation, TextError};

use super::{at, game};
use crate::{Checkers, CrownRowMen, Side, read_openspiel, write_openspiel};

const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

fn error(text: &str) -> TextError {
    game("men_on_crown_row=strict").parse_state(text).unwrap_err()
}

/// Line, column and what was expected.
pub(super) fn syntax(text: &str) -> (usize, usize, String) {
    match error(text) {
        TextError::Syntax { line, column, expected, .. } => (line, column, expected),
        other => panic!("{text}: {other}"),
    }
}

pub(super) fn rules(text: &str) -> String {
    match error(text) {
        TextError::Rules(what) => what,
        other => panic!("{text}: {other}"),
    }
}

fn illegal(position: &str, mv: &str) -> String {
    match Checkers::default().parse_ply(&at(position), mv) {
        Err(TextError::Illegal { why, .. }) => why,
        other => panic!("{mv}: {other:?}"),
    }
}

#[test]
fn positions_in_every_spelling() {
    let game = Checkers::default();
    for text in [
        "startpos",
        " startpos\n",
        "B:W21-32:B1-12",
        "b:w21-32:b1-12",
        "B:B1-12:W21-32",
        "\"B:W21-32:B1-12\"",
        "'B:W21-32:B1-12.'",
        "\"B:W21-32:B1-12\".",
        " B : W 21 - 32 : B 1 - 6 , 7 - 12 . \n",
        "B:W21-32:B1-12.",
        "B:W32,31,30,29,28,27,26,25,24,23,22,21:B12,1-11",
        "B:W21-32:B1-12:H0:F1",
    ] {
        assert_eq!(game.write_state(&at(text)), START, "{text}");
    }
    for (text, wanted) in [
        ("W:WK1-3,9:Bk4", "W:WK1,K2,K3,9:BK4"),
        ("W:W:B1", "W:W:B1"),
        ("b:b:w", "B:W:B"),
        (
            "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29",
            "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29",
        ),
        (
            "W:W5-32:B",
            "W:W5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32:B",
        ),
    ] {
        assert_eq!(game.write_state(&at(text)), wanted, "{text}");
    }
    assert_eq!(at("B:W21:B1:H37").quiet_plies(), 37);
}

#[test]
fn unreadable_positions_say_where() {
    assert_eq!(syntax(""), (1, 1, "B or W, the side to move".to_owned()));
    assert_eq!(syntax("X:W1:B2"), (1, 1, "B or W, the side to move".to_owned()));
    assert_eq!(syntax("B"), (1, 2, "':'".to_owned()));
    assert_eq!(syntax("B:W21"), (1, 6, "':'".to_owned()));
    assert_eq!(syntax("B:W21:W1"), (1, 7, "B with its squares".to_owned()));
    assert_eq!(syntax("B:W33:B1"), (1, 4, "a square from 1 to 32".to_owned()));
    assert_eq!(syntax("B:W0:B1"), (1, 4, "a square from 1 to 32".to_owned()));
    assert_eq!(syntax("B:W21,:B1"), (1, 7, "a square from 1 to 32".to_owned()));
    assert_eq!(syntax("B:WQ21:B1"), (1, 4, "':'".to_owned()));
    assert_eq!(syntax("B:W24-22:B1").0, 1);
    assert_eq!(syntax("B:W21:B1 2"), (1, 10, "the end of the text".to_owned()));
    assert_eq!(syntax("B:W21:B1.."), (1, 10, "the end of the text".to_owned()));
    assert_eq!(syntax("\"B:W21:B1"), (1, 10, "'\"'".to_owned()));
    assert_eq!(syntax("B:W21:B1\""), (1, 9, "the end of the text".to_owned()));
    assert_eq!(syntax("B:W21:B1:H99999").1, 11);
    assert_eq!(rules("B:W21,21:B1"), "square 21 is taken twice");
    assert_eq!(rules("B:W21:B20-22"), "square 21 is taken twice");
    assert!(rules("B:W1:B5").contains("white man on 1"));
    assert!(rules("B:W:B29").contains("black man on 29"));
}

#[test]
fn openspiel_boards() {
    let text = "8.+.+.+.+\n7+.+.+.+.\n6.+.+.+.+\n5........\n4........\n3o.o.o.o.\n2.o.o.o.o\n1o.o.o.o.\n abcdefgh\n";
    let start = game("start=csc384").parse_state("startpos").unwrap().1;
    assert_eq!(read_openspiel(text, CrownRowMen::Refuse), Ok(start));
    assert_eq!(at(text), start);
    assert_eq!(at(text.trim_end()).side(), Side::White);
    assert_eq!(write_openspiel(&start), text);
    let kings = text.replace("5........", "58.*.....");
    assert_eq!(write_openspiel(&at(&kings.replace("58.*", "5*.8"))), kings.replace("58.*", "5*.8"));
    assert!(rules(&text.replace("5........", "5.8......")).contains("b5"));
    assert_eq!(syntax(&text.replace("5....", "6....")), (4, 1, "'5'".to_owned()));
    assert_eq!(syntax(&text.replace("5....", "5...x")), (4, 5, "one of . o 8 + *".to_owned()));
    assert_eq!(syntax(&text.replace("abc", "abd")).0, 9);
}

#[test]
fn moves_in_every_spelling() {
    let game = Checkers::default();
    let read =
        |position: &str, text: &str| game.parse_ply(&at(position), text).unwrap()[0].to_string();
    for text in ["11-15", "11x15", "011-015", " 11-15\n", "11X15"] {
        assert_eq!(read("startpos", text), "11-15");
    }
    for text in ["9x18x25", "9-18-25", "09-18x25", "9x25", "9-25"] {
        assert_eq!(read("B:W14,22:B9", text), "9x18x25");
    }
    // Both ways round the ring lead to the same position, so the short form is clear.
    assert_eq!(read("W:WK2:B6,7,14,15", "2x2"), "2x9x18x11x2");
    assert_eq!(read("W:WK2:B6,7,14,15", "2-11-18-9-2"), "2x11x18x9x2");
}

#[test]
fn refused_moves_say_why() {
    let syntax = |text: &str| match Checkers::default().parse_ply(&at("startpos"), text) {
        Err(TextError::Syntax { line, column, expected, .. }) => (line, column, expected),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(syntax(""), (1, 1, "a square from 1 to 32".to_owned()));
    assert_eq!(syntax("11"), (1, 3, "- or x and another square".to_owned()));
    assert_eq!(syntax("11-"), (1, 4, "a square from 1 to 32".to_owned()));
    assert_eq!(syntax("11-33"), (1, 4, "a square from 1 to 32".to_owned()));
    assert_eq!(syntax("11-15!"), (1, 6, "the end of the text".to_owned()));
    assert_eq!(syntax("0-0").1, 1);
    assert_eq!(illegal("startpos", "13-17"), "there is no piece on 13");
    assert_eq!(illegal("startpos", "22-18"), "the piece on 22 is white's, and it is black's turn");
    assert_eq!(illegal("startpos", "7-11"), "11 is occupied");
    assert_eq!(illegal("startpos", "7-15"), "the piece on 7 cannot move");
    assert_eq!(illegal("startpos", "11-18"), "the piece on 11 can play 11-15 or 11-16");
    assert_eq!(illegal("startpos", "pass"), "there is no passing");
    assert_eq!(illegal("W:W22,32:B1,18", "32-28"), "a capture is compulsory: 22x15");
    assert_eq!(illegal("B:W14,22:B9", "9x18"), "the chain goes on: 9x18x25");
    assert_eq!(illegal("W:W5:B1,K9", "5-1"), "the game is over");
    let why = illegal("W:WK1:B6,7,8,14,15,16,22,23,24", "1x28");
    assert!(why.starts_with("it can mean 1x10x3x12x19x10x17x26x19x28 or 1x"), "{why}");
    let long = "1x10".to_owned() + &"x1x10".repeat(1000);
    assert!(!illegal("startpos", &long).is_empty());
}
