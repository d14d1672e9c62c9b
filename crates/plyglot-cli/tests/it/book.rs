//! Opening books: grown, stopped and grown on, shown, played from.

use std::{
    fs,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::json;

use crate::{plyglot, scratch};

/// A small book of Reversi in a file.
fn grow(file: &str, more: &[&str]) -> serde_json::Value {
    let all = [
        "book",
        "reversi",
        "--agent",
        "alphabeta(tt=1)",
        "--nodes",
        "300",
        "--file",
        file,
        "--json",
    ];
    plyglot(&[&all, more].concat()).json()
}

#[test]
fn a_book_is_the_same_with_any_number_of_workers_and_however_often_it_was_stopped() {
    let (one, two) = (scratch("one.book"), scratch("two.book"));
    let told = grow(&one, &["--positions", "60"]);
    assert!(told["positions"].as_u64().unwrap() >= 60, "{told}");
    assert_eq!(told["added"].as_u64().unwrap() + 1, told["positions"].as_u64().unwrap());
    grow(&two, &["--positions", "20", "--workers", "3"]);
    let rest = grow(&two, &["--positions", "60", "--workers", "2"]);
    assert!(rest["added"].as_u64().unwrap() < 60, "{rest}");
    assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
    let again = grow(&two, &["--positions", "60"]);
    assert_eq!((&again["added"], &again["checksum"]), (&json!(0), &told["checksum"]));
    let other = scratch("seed.book");
    grow(&other, &["--positions", "20", "--omega", "300"]);
    assert_ne!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
}

#[test]
fn who_is_killed_loses_the_step_under_way_and_nothing_else() {
    let file = scratch("killed.book");
    let args =
        ["book", "reversi", "--agent", "alphabeta(tt=1)", "--nodes", "3000", "--file", &file];
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(args)
        .args(["--positions", "20000"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !fs::read_to_string(&file).is_ok_and(|text| text.lines().count() > 20) {
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = plyglot(&["book", "reversi", "--file", &file, "--show", "--json"]).json();
    assert!(kept["positions"].as_u64().unwrap() > 18, "{kept}");
    let goal = (kept["positions"].as_u64().unwrap() + 8).to_string();
    plyglot(&[&args[..], &["--positions", &goal]].concat()).ok();
    let whole = scratch("never-killed.book");
    let args =
        ["book", "reversi", "--agent", "alphabeta(tt=1)", "--nodes", "3000", "--file", &whole];
    plyglot(&[&args[..], &["--positions", &goal]].concat()).ok();
    assert_eq!(fs::read(&file).unwrap(), fs::read(&whole).unwrap());
}

#[test]
fn a_book_grows_where_a_turn_is_several_decisions() {
    // Both come to captures of which one is in the book and others that begin alike are not.
    for (game, nodes, positions) in [("dala", "100", "24"), ("dala(board=4)", "300", "40")] {
        let file = scratch(&format!("turns-{nodes}.book"));
        let args =
            ["book", game, "--nodes", nodes, "--positions", positions, "--file", &file, "--json"];
        let told = plyglot(&args).json();
        assert!(told["positions"].as_u64().unwrap() >= positions.parse().unwrap(), "{told}");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.lines().skip(2).any(|row| row.contains('x')), "{text}");
    }
}

#[test]
fn a_book_is_shown_and_played_from() {
    let file = scratch("shown.book");
    grow(&file, &["--positions", "60"]);
    let shown = plyglot(&["book", "reversi", "--file", &file, "--show"]).ok();
    assert!(
        shown.contains("who moves first expects") && shown.contains("searches 300 nodes"),
        "{shown}"
    );
    let agent = format!("alphabeta(book=on(file={file}))");
    let think = |more: &[&str]| {
        plyglot(&[&["think", "reversi", "--agent", &agent, "--nodes", "300"], more].concat())
    };
    let told = think(&["--json"]).json();
    assert_eq!((&told["book"], &told["nodes"]), (&json!(true), &json!(0)));
    assert_eq!(told["value"]["unit"], json!("expected"));
    assert!(think(&[]).ok().contains(", from the book, 0 nodes"));
    let far = think(&["--moves", "d3 c3 b3 b2 b1", "--json"]).json();
    assert_eq!(far["book"], json!(false));
}

#[test]
fn a_match_begins_with_balanced_lines_of_a_book() {
    let (file, db) = (scratch("openings.book"), scratch("openings-book.db"));
    grow(&file, &["--positions", "60", "--omega", "100"]);
    let mine = format!("mine=alphabeta(depth=2,book=on(file={file}))");
    let told = plyglot(&[
        "match",
        "reversi",
        "--agents",
        &mine,
        "other=alphabeta(depth=1)",
        "--games",
        "6",
        "--openings",
        &file,
        "--db",
        &db,
        "--json",
    ])
    .json();
    assert_eq!(told["played"], json!(6));
    assert!(told["command"].as_str().unwrap().contains("openings.book"), "{told}");
    let listed = plyglot(&["games-db", "list", &db, "--json"]).ok();
    assert!(listed.contains("\"line "), "{listed}");
    let few = plyglot(&[
        "match",
        "reversi",
        "--agents",
        "a=random",
        "b=random",
        "--games",
        "2",
        "--openings",
        &file,
        "--opening-plies",
        "900",
        "--no-db",
    ]);
    assert!(few.refused().contains("no line of this book with 900 plies"));
}

#[test]
fn what_cannot_be_grown_or_read_is_refused() {
    let file = scratch("bad.book");
    let told = plyglot(&["book", "chexers", "--file", &file]).refused();
    assert!(told.contains("a book is for games of two sides, and this game has 3"), "{told}");
    let told = plyglot(&["book", "reversi", "--agent", "random", "--file", &file]).refused();
    assert!(told.contains("random does not tell what it expects"), "{told}");
    grow(&file, &["--positions", "10"]);
    let told = plyglot(&["book", "reversi", "--file", &file, "--nodes", "7"]).refused();
    assert!(told.contains("was grown with --nodes 300, not 7"), "{told}");
    let told = plyglot(&["book", "reversi(size=6)", "--file", &file]).refused();
    assert!(told.contains("this book is for reversi(pass=skip,score=stones,size=8), "), "{told}");
    assert!(told.contains("expected one for reversi(pass=skip,score=stones,size=6)"), "{told}");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, &text[..text.len() - 5]).unwrap();
    let told = plyglot(&["book", "reversi", "--file", &file]).refused();
    assert!(told.contains("bad.book: the book is damaged"), "{told}");
    fs::write(&file, "nothing").unwrap();
    let told = plyglot(&["book", "reversi", "--file", &file, "--show"]).refused();
    assert!(told.contains("this is no opening book"), "{told}");
    let agent = format!("alphabeta(book=on(file={file}))");
    let told = plyglot(&["think", "reversi", "--agent", &agent]).refused();
    assert!(told.contains("this is no opening book"), "{told}");
}

#[test]
fn books_that_were_found_are_told() {
    let told = plyglot(&["agents", "reversi"]).ok();
    assert!(told.contains("opening book") && told.contains("board8, which comes with"), "{told}");
    assert!(!plyglot(&["agents", "dala"]).ok().contains("opening book"));
    // The best of these ask for a book, too.
    for (game, name) in [("reversi(size=6)", "board8"), ("checkers(draws=none)", "standard")] {
        let told = plyglot(&["agents", game]).ok();
        let line = told.lines().find(|line| line.contains("opening book")).unwrap();
        assert!(line.contains(&format!("none for these rules; {name} is for others")), "{line}");
    }
}
