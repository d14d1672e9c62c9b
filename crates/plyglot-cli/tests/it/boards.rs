//! Boards on screens and in pictures.

use std::{env, fs, process::Command};

use crate::{
    Ran,
    documents::{blocks, root},
    plyglot, run_to_end, scratch,
};

/// Runs the program on a screen of so many columns.
fn within(columns: u16, args: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    run_to_end(command.args(args).env("COLUMNS", columns.to_string()))
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn squares_show_their_names_and_kings_are_crowned() {
    let kings = ["show", "checkers", "--position", "W:WK5,21:B1,K9"];
    let out = plyglot(&kings).ok();
    for sign in [" b 1 ", " W♛5 ", " B♛9 ", " w 21", " 17 ", " 32 "] {
        assert!(out.contains(sign), "{sign:?} in\n{out}");
    }
    let svg = plyglot(&[&kings[..], &["--svg"]].concat()).ok();
    assert!(svg.contains(">32</text>") && svg.contains("<path d=\"M"), "{svg}");
    let hexes = within(80, &["show", "chexers"]).ok();
    assert!(hexes.contains(" r(-3,0) ") && hexes.contains(" (-1,-2)"), "{hexes}");
}

#[test]
fn the_last_move_is_marked_without_colour() {
    let flipped = plyglot(&["show", "reversi", "--moves", "d3"]).ok();
    assert!(flipped.contains("[X]") && flipped.contains("<X>"), "{flipped}");
    assert!(flipped.contains("[ ] last move   < > turned over"), "{flipped}");
    let taken = ["show", "checkers", "--moves", "11-15 22-18 15x22"];
    let out = plyglot(&taken).ok();
    assert!(out.contains("[ 15]") && out.contains("*18") && out.contains("[b22]"), "{out}");
    let svg = plyglot(&[&taken[..], &["--svg"]].concat()).ok();
    assert!(svg.contains("frame: last move; cross: taken"), "{svg}");
}

#[test]
fn black_is_black_and_white_is_white() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.args(["show", "reversi"]).env("CLICOLOR_FORCE", "1").env("COLORTERM", "truecolor");
    let out = run_to_end(command.env_remove("NO_COLOR")).ok();
    // White signs on #22262b, black ones on #fbf9f4, and a green board.
    assert!(out.contains("\u{1b}[38;2;255;255;255m\u{1b}[48;2;34;38;43m"), "{out:?}");
    assert!(out.contains("\u{1b}[38;2;0;0;0m\u{1b}[48;2;251;249;244m"), "{out:?}");
    assert!(out.contains("\u{1b}[48;2;63;145;104m"), "{out:?}");
    let svg = plyglot(&["show", "reversi", "--svg"]).ok();
    assert!(svg.contains("fill=\"#22262b\"") && svg.contains("fill=\"#fbf9f4\""), "{svg}");
}

#[test]
fn large_boards_fit_or_say_that_they_do_not() {
    let large = ["show", "reversixt(map=arena50)"];
    for columns in [160, 110, 60] {
        let out = within(columns, &large).ok();
        let board: String = out.split("position:").next().unwrap_or_default().to_owned();
        assert!(widest(&board) <= usize::from(columns), "{board}");
        let labelled = |row: &str| board.lines().any(|line| line.trim_start().starts_with(row));
        assert!(labelled("45 ") && !labelled("44 "), "every fifth line: {board}");
    }
    let refused = within(40, &large).ok();
    assert!(refused.contains("needs 55 columns and does not fit into 40"), "{refused}");
    let moved = [&large[..], &["--moves", "16,17,0"]].concat();
    let told = within(60, &moved).ok();
    assert!(told.contains("last move: 16,17   turned over: "), "{told}");
    let svg = plyglot(&["show", "reversixt(map=arena50)", "--svg"]).ok();
    assert!(svg.contains("26 transitions, drawn as curves"), "the legend");
}

#[test]
fn special_cells_and_transitions_are_explained() {
    let out = plyglot(&["show", "reversixt(map=octet8)"]).ok();
    for line in ["b  bonus: ", "c  choice: ", "i  inversion: ", "2 transitions:", "0,0↖ = 9,6↘"]
    {
        assert!(out.contains(line), "{line:?} in\n{out}");
    }
    assert!(!out.contains("x  expansion"), "what is not there is not explained");
    assert!(!plyglot(&["show", "reversixt"]).ok().contains("bonus"));
}

#[test]
fn tables_leave_out_columns_on_narrow_screens() {
    let db = scratch("narrow.db");
    let names = ["a-first-random-player=random", "a-second-random-player=random"];
    let game = ["match", "reversi", "--games", "4", "--db", &db, "--agents"];
    let args = [&game[..], &names].concat();
    let all = within(160, &args).ok();
    assert!(all.contains("slowest") && all.contains("nodes"), "{all}");
    let fewer = within(80, &args).ok();
    let table: Vec<&str> = fewer.lines().take_while(|line| !line.starts_with("seats")).collect();
    assert!(fewer.contains("a wider screen has room for: ") && fewer.contains("score"), "{fewer}");
    assert!(widest(&table.join("\n")) <= 80, "{fewer}");
    let list = within(60, &["games-db", "list", &db]).ok();
    assert!(!list.contains("UTC  ") && list.contains("seats and ranks"), "{list}");
}

/// The pictures of boards in the documents, each with the command that makes it.
fn pictures() -> Vec<(String, Vec<String>)> {
    let words = |text: &str| shlex::split(text).expect("quotes are closed");
    let page = fs::read_to_string(root().join("docs/players.md")).unwrap();
    let mut parts = page.split("](players-").skip(1).map(|part| part.split_once(')').unwrap());
    let mut found = Vec::new();
    for (name, text) in &mut parts {
        // The picture stands above the command that explains its position.
        let explained = words(&blocks(text)[0]);
        let at = explained.iter().position(|word| word == "--position").unwrap();
        let [game, position] = [&explained[2], &explained[at + 1]].map(String::as_str);
        let shown = ["show", game, "--position", position, "--svg"].map(str::to_owned);
        found.push((format!("players-{name}"), shown.to_vec()));
    }
    let front = "show chexers --position '3b/5/2gbb1/3b1r1/r5/ggb2/g3 g 1,0,0 37' \
                 --moves 'JUMP(0,-1)(0,1)' --svg";
    found.push(("board.svg".to_owned(), words(front)));
    found
}

#[test]
fn pictures_of_the_documents_are_todays() {
    let pictures = pictures();
    assert_eq!(pictures.len(), 6, "{pictures:?}");
    for (name, args) in pictures {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (path, drawn) = (root().join("docs").join(&name), plyglot(&args).ok());
        if env::var_os("PLYGLOT_UPDATE_SNAPSHOT").is_some() {
            fs::write(&path, &drawn).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap();
        assert!(kept == drawn, "{name}: run with PLYGLOT_UPDATE_SNAPSHOT=1 if the change is meant");
    }
}
