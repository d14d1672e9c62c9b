//! Games played out on the board.

use crate::plyglot;

/// Runs `plyglot watch checkers` from a position near its end.
fn watch(args: &[&str]) -> crate::Ran {
    plyglot(&[&["watch", "checkers", "--position", "B:W18:B14,1"], args].concat())
}

#[test]
fn a_game_is_taken_up_where_it_is_asked_for() {
    let out = watch(&["--moves", "14x23"]).ok();
    assert!(out.contains("  0 moves; "), "{out}");
    let out = watch(&["--agent", "paranoid(depth=2)"]).ok();
    let last = out.lines().last().unwrap();
    assert!(last.starts_with("  1 move; plyglot watch checkers --position "), "{out}");
    assert!(last.ends_with(" --agent 'paranoid(depth=2)' --nodes 100000 --seed 1 repeats it"));
    let refused = watch(&["--moves", "14x32"]).refused();
    assert!(refused.contains("--moves: move 1 "), "{refused}");
}

#[test]
fn moves_can_be_timed() {
    let out = watch(&["--agent", "paranoid", "--time", "0.01"]).ok();
    assert!(out.ends_with(" --agent paranoid --time 0.01 --seed 1 plays another\n"), "{out}");
    assert!(watch(&["--time", "soon"]).refused().contains("--time"));
}

#[test]
fn nobody_watches_more_agents_than_there_are_seats() {
    let refused = watch(&["--agent", "random", "--agent", "random", "--agent", "best"]).refused();
    assert!(refused.contains("--agent: 3 agents for the 2 players of checkers"), "{refused}");
}
