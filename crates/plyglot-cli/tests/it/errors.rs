//! Bad input is named, and what would be right.

use crate::plyglot;

#[test]
fn bad_specifications() {
    for (game, what) in [
        ("chess", "there are: dala, chexers, reversixt, reversi, checkers, halma"),
        ("", "there is no game \"\""),
        ("dala(rules=bao)", "one of standard, per-line, no-vacate, three-plus, ludii"),
        ("dala(rule=ludii)", "it has: rules,"),
        ("dala(rules)", "expected option=value"),
        #[cfg(unix)]
        ("reversixt(map=/dev/zero)", "has more than the"),
        ("dala(rules=ludii", "closing bracket"),
        ("reversixt(map=no.map)", "a file, or one of"),
        ("halma(variant=duel8,level=action)", "level"),
    ] {
        let message = plyglot(&["show", game]).refused();
        assert!(message.contains(what), "{game}: {message}");
    }
}

#[test]
fn bad_positions_and_moves() {
    for (game, position, what) in [
        ("dala", "....../....../...", "line 1, column 18"),
        ("checkers", "B:W33:B1", "column 4"),
        ("checkers", "B:W1:B1", "breaks the rules"),
        ("chexers", "gggg/5/6/r5b/r4b/r3b/r2b g 0,0,0 0", "breaks the rules"),
        ("reversixt", "2\n0\n0 0\n1 3\n0 2\n", "expected"),
        ("reversi", "XO", "expected"),
        ("halma", "team17 AAAA 0 0 - *", "column 1"),
        ("halma", "@/no/such/file", "cannot read"),
    ] {
        let message = plyglot(&["legal", game, "--position", position]).refused();
        assert!(message.contains(what), "{game}: {message}");
    }
    let message = plyglot(&["legal", "checkers", "--moves", "11-15 11-16"]).refused();
    assert!(message.contains("move 2 \"11-16\": 11-16 is not legal here"), "{message}");
}

#[test]
fn the_nearest_names_are_proposed() {
    for (args, meant) in [
        (&["show", "chekers"][..], "chexers or checkers"),
        (&["games", "hlama"], "halma"),
        (&["searches", "alpha"], "alphabeta"),
        (&["think", "dala", "--agent", "clasic"], "classic"),
        (&["think", "dala", "--agent", "paranoid(dept=3)"], "depth"),
        (&["show", "dala(rule=ludii)"], "rules"),
        (&["show", "dala(rules=ludi)"], "ludii"),
        (&["show", "halma(variant=dual8)"], "duel8"),
        (&["show", "reversixt(map=trous6)"], "torus6"),
        (&["legal", "checkers", "--moves", "11-15 23-81"], "23-18"),
    ] {
        let message = plyglot(args).refused();
        assert!(message.ends_with(&format!("; did you mean {meant}?\n")), "{args:?}: {message}");
    }
}

#[test]
fn negative_times_are_told_what_is_right() {
    for args in [
        &["match", "dala", "--agents", "best", "random", "--time", "-1"][..],
        &["match", "dala", "--agents", "best", "random", "--cpu-time", "-0.5"],
        &["think", "dala", "--time", "-1"],
    ] {
        let message = plyglot(args).refused();
        assert!(message.contains("expected seconds from"), "{args:?}: {message}");
    }
}

#[test]
fn bad_arguments_exit_with_two() {
    for args in [
        &["perft", "dala"][..],
        &["perft", "dala", "--depth", "x"],
        &["perft", "dala", "--depth", "3", "--threads", "0"],
        &["nonsense"],
        &["bench", "--seconds", "-1"],
        &["watch", "--delay", "nan"],
    ] {
        let ran = plyglot(args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        assert!(!ran.err.is_empty());
    }
}
