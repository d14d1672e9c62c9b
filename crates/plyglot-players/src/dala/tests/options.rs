//! Options and the parameter file.

use plyglot_core::Options;

use super::player;
use crate::dala::{
    Classic, PLAYERS,
    seats::{CLASSIC, classic_seats, parse_seats, write_seats},
};

const OTHER: &str = "# tuned\n\n1 2 3 4 5 6 7 # first\n8 9 10\t11 12 13 14\r\n# end";

#[test]
fn defaults_are_as_described() {
    let built = player("classic").unwrap();
    assert_eq!(built.eval, Classic::default().eval);
    assert_eq!(built.conduct, Classic::default().conduct);
    let [first, second] = built.eval.seats.map(|seat| seat.fields());
    assert_eq!(first, [876294, 251283, 751278, 720102, 846047, 1, 4]);
    assert_eq!(second, [911133, 75813, 68489, 159224, 395136, 7, 3]);
    assert_eq!(player("classic(params=classic)").unwrap().eval, built.eval);
}

#[test]
fn the_entry_builds() {
    let entry = &PLAYERS[0];
    assert_eq!(entry.name, "classic");
    assert!((entry.build)(&Options::defaults(entry.options)).is_ok());
}

#[test]
fn parameter_files_are_read_and_written() {
    let seats = parse_seats(OTHER).unwrap();
    assert_eq!(
        seats.map(|seat| seat.fields()),
        [[1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13, 14]]
    );
    assert_eq!(parse_seats(&write_seats(&seats)), Ok(seats));
    assert_eq!(write_seats(&classic_seats()), CLASSIC);
}

#[test]
fn single_options_override_the_file() {
    let spec = |rest: &str| format!("classic(params=\"{OTHER}\"{rest})");
    let fields = |text: &str| player(text).unwrap().eval.seats.map(|seat| seat.fields());
    assert_eq!(fields(&spec(""))[1], [8, 9, 10, 11, 12, 13, 14]);
    assert_eq!(
        fields(&spec(", second_move_out=50, depth=2")),
        [[1, 2, 3, 4, 5, 6, 2], [8, 9, 10, 11, 50, 13, 2]]
    );
    let both = fields("classic(depth=6, second_depth=5)");
    assert_eq!([both[0][6], both[1][6]], [6, 5]);
}

#[test]
fn faulty_files_are_refused_by_line_and_field() {
    for (text, message) in [
        (
            "",
            "line 1, column 1: expected V_LOST of the first player from 0 to 10000000, found the end",
        ),
        ("1 2 3\n4 5 6 7 8 9 1", "line 1, column 6: expected V_MOVE of the first player"),
        ("1 2 3 4 5 6 7\n\n1 x 3 4 5 6 7", "line 3, column 3: expected V_TWO of the second player"),
        ("1 2 3 4 5 0 7", "line 1, column 11: expected V_REDU of the first player from 1 to 1000"),
        ("1 2 3 4 5 6 21", "expected depth of the first player from 1 to 20, found \"21\""),
        ("1 2 3 4 5 6 7\n1 2 3 4 5 6 7 8", "line 2, column 15: expected the end of the second"),
        ("1 2 3 4 5 6 7", "expected V_LOST of the second player"),
        ("1 2 3 4 5 6 7\n1 2 3 4 5 6 7\n1", "line 3, column 1: expected the end of the text"),
        ("1 2 -3 4 5 6 7", "line 1, column 5: expected V_LINE of the first player"),
        ("1 2 3.5 4 5 6 7", "line 1, column 5: expected V_LINE of the first player"),
        ("99999999999 2", "line 1, column 1: expected V_LOST"),
    ] {
        let error = parse_seats(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text:?}: {error}");
    }
    let error = player("classic(params=1)").unwrap_err().0;
    assert!(
        error.starts_with("classic: option params=1: line 1, column 2: expected V_TWO"),
        "{error}"
    );
    assert!(player("classic(params=none)").unwrap_err().0.contains("no such file"));
}

#[test]
fn every_option_is_heeded() {
    let plain = player("classic").unwrap();
    let changed = |spec: &(&str, &str)| {
        let other = player(&format!("classic({}={})", spec.0, spec.1)).unwrap();
        other.eval != plain.eval || other.conduct != plain.conduct
    };
    let words = [
        ("depth", "9"),
        ("relax_step", "off"),
        ("v3", "pairs"),
        ("v5", "source"),
        ("dropping", "any"),
        ("generation", "rising"),
        ("tie_capture", "off"),
        ("tie_local", "off"),
        ("tie_distance", "all"),
        ("win", "5"),
        ("win_piece", "5"),
        ("prefer_fast", "on"),
        ("clock", "on"),
    ];
    for word in &words {
        assert!(changed(word), "{}", word.0);
    }
    for seat in ["first", "second"] {
        for field in ["depth", "lost", "two", "line", "move", "move_out", "reduction"] {
            assert!(changed(&(&format!("{seat}_{field}"), "9")), "{seat}_{field}");
        }
    }
}
