//! Every command on every game.

use crate::plyglot;

/// Every game with its start perft, each option set of interest once.
const COUNTS: &[(&str, &str, u64)] = &[
    ("dala", "6", 26_720),
    ("dala(rules=ludii)", "5", 800),
    ("chexers", "5", 89_752),
    ("reversixt", "6", 8_200),
    ("reversi", "9", 3_005_320),
    ("reversi(pass=move)", "9", 3_005_288),
    ("checkers", "8", 845_931),
    ("checkers(start=csc384)", "4", 1_469),
    ("halma", "3", 9_983),
    ("halma(level=turn)", "3", 32_768),
    ("halma(variant=duel8)", "3", 20_050),
    ("halma(variant=usc16)", "3", 62_240),
];

#[test]
fn perft_counts() {
    for (game, depth, nodes) in COUNTS {
        let counted = plyglot(&["perft", game, "--depth", depth, "--json"]).json();
        assert_eq!(counted["nodes"], *nodes, "{game}");
        assert!(counted["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0));
    }
}

#[test]
fn perft_is_the_same_with_threads_table_and_plain() {
    let variants: [&[&str]; 3] =
        [&["--threads", "2"], &["--hash", "8", "--threads", "2"], &["--no-bulk"]];
    for (game, depth, nodes) in COUNTS {
        for more in variants {
            let args = [&["perft", game, "--depth", depth, "--json"], more].concat();
            assert_eq!(plyglot(&args).json()["nodes"], *nodes, "{game} {more:?}");
        }
    }
}

#[test]
fn divide_adds_up() {
    let out = plyglot(&["perft", "checkers", "--depth", "5", "--divide"]).ok();
    let counts = out.lines().take_while(|line| !line.is_empty());
    let counts = counts.map(|line| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 7_361);
    assert!(out.starts_with("9-13 ") && out.contains("\n7361 nodes in "), "{out}");
    let answer = plyglot(&["perft", "dala", "--depth", "5", "--divide", "--json"]).json();
    assert_eq!(answer["divide"]["c3"], 200);
}

#[test]
fn legal_moves_are_sorted() {
    let out = plyglot(&["legal", "checkers"]).ok();
    assert_eq!(out, "9-13\n9-14\n10-14\n10-15\n11-15\n11-16\n12-16\n");
    let out = plyglot(&["legal", "reversi", "--moves", "d3"]).ok();
    assert_eq!(out, "c3\nc5\ne3\n");
    let out = plyglot(&["legal", "dala", "--moves", "c3 c4 d3 d4 b3xc4", "--json"]).json();
    assert!(out["legal"].as_array().is_some_and(|legal| legal.contains(&"c4".into())), "{out}");
}

#[test]
fn moves_may_be_spelled_with_blanks() {
    let log = "MOVE from (-3, 0) to (-2, 0). JUMP from (1, -3) to (3, -3).";
    let refused = plyglot(&["show", "chexers", "--moves", log]).refused();
    assert!(refused.contains("move 2"), "{refused}");
    let wire = "0 (2,0) (4,2) 0 null null; 1 (15,2) (13,4)";
    let out = plyglot(&["show", "halma", "--moves", wire, "--json"]).json();
    assert_eq!(out["turn"], 1);
}

#[test]
fn show_draws_and_tells() {
    for (game, ..) in COUNTS {
        let out = plyglot(&["show", game]).ok();
        assert!(out.contains(" to move") && out.contains("position:"), "{out}");
        assert!(!out.contains('\x1b'), "no colour outside a terminal");
        let scene = plyglot(&["show", game, "--json"]).json();
        let cells = scene["scene"]["cells"].as_array().unwrap().len();
        assert!(cells >= 36 || game.contains("duel"), "{game} has {cells} cells");
        assert!(!scene["moves"].as_array().unwrap().is_empty());
    }
    let won = plyglot(&["show", "checkers", "--position", "W:W5:B1,K9"]).ok();
    assert!(won.contains("game over: black (no-moves)"), "{won}");
}

#[test]
fn random_games_repeat_and_conform() {
    for (game, ..) in COUNTS {
        let args = ["random", game, "--games", "3", "--seed", "7", "--json"];
        let games = plyglot(&args).ok();
        assert_eq!(games, plyglot(&args).ok(), "{game}: the seed decides everything");
        let name = format!("plyglot-it-{}-{}.jsonl", std::process::id(), game.replace('/', "_"));
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, &games).unwrap();
        let checked = plyglot(&["conform", game, "--playouts", path.to_str().unwrap()]);
        std::fs::remove_file(&path).unwrap();
        assert!(checked.ok().ends_with("3 passed, 0 failed\n"));
        let out = plyglot(&["random", game, "--games", "3", "--seed", "7"]).ok();
        assert!(out.contains("3 games of ") && out.contains("moves: mean "), "{out}");
    }
}

#[test]
fn games_and_options_are_listed() {
    let all = plyglot(&["games"]).ok();
    for name in ["dala", "chexers", "reversixt", "reversi", "checkers", "halma"] {
        assert!(all.contains(name));
        let one = plyglot(&["games", name]).ok();
        assert!(one.contains("options, written"), "{one}");
    }
    let halma = plyglot(&["games", "halma", "--json"]).json();
    assert_eq!(halma[0]["options"][0]["values"].as_array().unwrap().len(), 11);
}

#[test]
fn an_exhibition_is_played_and_commands_named() {
    let out = plyglot(&["watch"]).ok();
    for word in ["game over", "plyglot games", "plyglot perft", "--help"] {
        assert!(out.contains(word), "{word} is not in {out}");
    }
}

#[test]
fn bench_prints_ratios() {
    let args = ["bench", "reversi", "--part", "rules", "--seconds", "0", "--json"];
    let figures = &plyglot(&args).json()["rules"];
    assert_eq!(figures.as_array().unwrap().len(), 3);
    assert!(figures[1]["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0));
}

#[test]
fn one_is_not_told_as_many() {
    assert!(plyglot(&["random", "dala", "--games", "1"]).ok().starts_with("1 game of dala"));
    let laws = plyglot(&["conform", "reversi", "--games", "1"]).ok();
    assert!(laws.contains(", 1 random game, seed 1"), "{laws}");
    let one = plyglot(&["perft", "dala", "--depth", "0"]).ok();
    assert!(one.starts_with("1 node in ") && !one.contains(" 0.000 "), "{one}");
    let agents = ["match", "dala", "--agents", "a=random", "b=random", "--games", "2", "--no-db"];
    let table = plyglot(&agents).ok();
    assert!(table.contains("2 in 1 block, ") && !table.contains(" 0.0000 "), "{table}");
}

#[test]
fn what_a_name_stands_for_may_depend_on_the_options_of_the_game() {
    let best = |game| {
        let all = plyglot(&["agents", game, "--json"]).json();
        let own = all.as_array().unwrap().iter().find(|own| own["name"] == "best").cloned();
        own.unwrap()["stands_for"].as_str().unwrap().to_owned()
    };
    assert!(best("reversixt").starts_with("paranoid("));
    assert!(best("reversixt(map=octet8)").starts_with("mcts("));
    assert!(plyglot(&["agents", "reversixt(map=nowhere)"]).refused().contains("nowhere"));
}
