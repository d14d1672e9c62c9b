//! The game in one file gets every command.

use std::path::Path;

use crate::{Ran, run};

fn connect_four(args: &[&str]) -> Ran {
    let program = Path::new(env!("CARGO_BIN_EXE_plyglot")).with_file_name("examples");
    run(program.join("connect_four"), args)
}

#[test]
fn it_is_counted_checked_drawn_and_played() {
    let counted = connect_four(&["perft", "connect_four", "--depth", "7", "--json"]).json();
    assert_eq!(counted["nodes"], 823_536);
    let laws = connect_four(&["conform", "connect_four"]).ok();
    assert!(laws.ends_with(" passed, 0 failed\n"), "{laws}");
    let shown = connect_four(&["show", "connect_four", "--moves", "1 2 1 2 1 2 1"]).ok();
    assert!(shown.contains("game over: yellow"), "{shown}");
    let random = connect_four(&["random", "connect_four", "--games", "5"]).ok();
    assert!(random.contains("5 games of connect_four"));
    let refused =
        connect_four(&["legal", "connect_four", "--position", "y....../......."]).refused();
    assert!(refused.contains("breaks the rules"), "{refused}");
    assert!(connect_four(&["games"]).ok().contains("connect_four"));
    assert!(connect_four(&["agents", "connect_four"]).ok().contains("names no players"));
    // Nothing was learnt of it yet, and nothing is made by hand.
    let think = ["think", "connect_four", "--nodes", "9", "--full", "--agent"];
    let thought = connect_four(&[&think[..], &["alphabeta(eval=learned)"]].concat()).ok();
    assert!(thought.contains("eval=none"), "{thought}");
}

#[test]
fn it_is_one_short_file() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/connect_four.rs");
    assert!(std::fs::read_to_string(source).unwrap().lines().count() <= 190);
}
