//! Thinking and solving from the command line.

use serde_json::Value;

use crate::plyglot;

#[test]
fn searches_are_listed_with_what_they_play() {
    let all = plyglot(&["searches"]).ok();
    let names = [
        "random",
        "greedy",
        "hops",
        "rollout",
        "alphabeta",
        "paranoid",
        "brs",
        "brs+",
        "maxn",
        "mixed",
        "mcts",
        "ubfm",
        "solve",
    ];
    for name in names {
        assert!(all.lines().any(|line| line.starts_with(name)), "{name} is not in {all}");
        let one = plyglot(&["searches", name]).ok();
        assert!(one.contains("plays dala"), "{one}");
    }
    assert!(plyglot(&["searches", "alphabeta"]).ok().contains("plays dala, reversixt"));
    let own = "\nother defaults, unless eval = none:\n  dala       playout_limit = 0, exploration = 0.15\n";
    assert!(plyglot(&["searches", "mcts"]).ok().contains(own));
    assert!(!plyglot(&["searches", "ubfm"]).ok().contains("other defaults"));
    // Where games differ, the list of all tells no default.
    let mcts = &plyglot(&["searches", "mcts", "--json"]).json()[0]["options"];
    let default = |name: &str| {
        let found = mcts.as_array().unwrap().iter().find(|own| own["name"] == name);
        found.unwrap()["default"].clone()
    };
    assert!(default("playout_limit").is_null() && default("exploration").is_null());
    assert_eq!(default("memory"), "256");
    let values = plyglot(&["searches", "--json"]).json();
    let one = plyglot(&["searches", "paranoid", "--json"]).json();
    assert_eq!((one.as_array().unwrap().len(), &one[0]["name"]), (1, &"paranoid".into()));
    assert_eq!(values.as_array().unwrap().len(), names.len());
    assert!(plyglot(&["searches", "deep"]).refused().contains("there are: random"));
}

#[test]
fn an_answer_tells_everything_that_repeats_it() {
    let args = ["think", "checkers", "--agent", "alphabeta(depth=6)", "--seed", "3", "--json"];
    let answer = plyglot(&args).json();
    assert_eq!(answer["depth"], 6);
    assert_eq!(answer["move"], answer["pv"][0]);
    assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes > 100));
    let agent = answer["agent"].as_str().unwrap();
    assert!(agent.starts_with("alphabeta(eval=default("), "{agent}");
    assert!(agent.contains("),order=default,depth=6,"), "{agent}");
    assert_eq!(answer["value"]["unit"], "points");
    let [own, other] = [0, 1].map(|seat| answer["expected"][seat].as_f64().unwrap());
    assert!((own + other - 1.0).abs() < 1e-9);
    let again = plyglot(&["think", "checkers", "--agent", agent, "--depth", "6", "--json"]).json();
    for key in ["move", "value", "nodes", "agent", "pv"] {
        assert_eq!(again[key], answer[key]);
    }
}

#[test]
fn the_best_moves_are_listed() {
    let answer = plyglot(&["think", "chexers", "--depth", "3", "--lines", "3", "--json"]).json();
    assert_eq!(answer["lines"].as_array().unwrap().len(), 3);
    let out = plyglot(&["think", "dala", "--agent", "mcts", "--nodes", "2000"]).ok();
    assert!(out.starts_with("1. ") && out.contains("mcts plays dala, seed 1"), "{out}");
    let out = plyglot(&["think", "halma", "--clock", "1+0.1"]).ok();
    assert!(out.contains("nodes in"), "{out}");
}

#[test]
fn refused_thoughts_say_why() {
    let refused = |args: &[&str]| plyglot(&[&["think"], args].concat()).refused();
    assert!(refused(&["chexers", "--agent", "alphabeta"]).contains("two sides"));
    assert!(refused(&["dala", "--agent", "paranoid(eval=gold)"]).contains("it has: default"));
    assert!(refused(&["dala", "--agent", "paranoid(eval=default(gold=1))"]).contains("no option"));
    assert!(refused(&["dala", "--time", "soon"]).contains("expected seconds"));
    assert!(refused(&["checkers", "--position", "W:W5:B1,K9"]).contains("the game is over"));
}

#[test]
fn solved_positions_are_proven() {
    let small = plyglot(&["solve", "reversi(size=4)", "--json"]).json();
    assert_eq!((&small["value"], &small["verdict"]), (&(-8).into(), &"loss".into()));
    let general = ["solve", "reversi(size=4)", "--method", "alphabeta", "--json"];
    assert_eq!(plyglot(&general).json()["value"], -8);
    let ending = ["solve", "checkers", "--position", "W:WK27,K31:BK19", "--distance", "--json"];
    let ending = plyglot(&ending).json();
    assert_eq!((&ending["verdict"], &ending["distance"]), (&"win".into(), &3.into()));
    // Stones are paid here: three of them against eleven are no win.
    let stones = plyglot(&["solve", "reversixt(map=plain4)", "--json"]).json();
    assert_eq!((&stones["value"], &stones["verdict"]), (&Value::Null, &"loss".into()));
    let goal = ["solve", "reversixt(map=plain4)", "--goal", "3", "--json"];
    assert!(plyglot(&goal).out.contains("\"at_least\":3"));
    let unproven = plyglot(&["solve", "checkers", "--nodes", "1000"]);
    assert_eq!(unproven.code, 1);
    assert!(unproven.out.starts_with("not proven within the limits"), "{}", unproven.out);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_beyond_the_machine_is_refused() {
    let terabyte = "1048576";
    for args in [
        ["perft", "reversi", "--depth", "3", "--hash", terabyte],
        ["solve", "reversi(size=4)", "--method", "alphabeta", "--tt", terabyte],
        ["think", "reversi", "--nodes", "9", "--agent", "mcts(memory=1048576)"],
        ["think", "reversi", "--nodes", "9", "--agent", "ubfm(memory=1048576)"],
        ["think", "reversi", "--nodes", "9", "--agent", "solve(tt=1048576)"],
    ] {
        let why = plyglot(&args).refused();
        let what = "1048576: 1048576 MB are more than the ";
        assert!(why.contains(what) && why.contains(" MB that this machine can give"), "{why}");
    }
}

#[test]
fn classic_players_are_listed_and_think() {
    let all = plyglot(&["agents"]).ok();
    for game in ["dala", "chexers", "reversixt", "checkers", "halma"] {
        assert!(
            all.lines().any(|line| line.starts_with(game) && line.contains(" classic ")),
            "{all}"
        );
        let listed = plyglot(&["agents", game, "--json"]).json();
        let named = |name: &str| {
            let players = listed.as_array().unwrap().iter();
            players.clone().find(|own| own["name"] == name).unwrap()["specification"].clone()
        };
        assert!(!named("best").as_str().unwrap().starts_with("best"), "{listed}");
        let agent = named("classic");
        let agent = agent.as_str().unwrap();
        let answer =
            plyglot(&["think", game, "--agent", agent, "--nodes", "2000", "--json"]).json();
        assert_eq!(answer["agent"], agent);
        let legal = plyglot(&["legal", game, "--json"]).json();
        assert!(legal["legal"].as_array().unwrap().contains(&answer["move"]), "{game}: {answer}");
    }
    let refused = plyglot(&["think", "dala", "--agent", "classics"]).refused();
    assert!(refused.contains("players of dala: best, hand, retuned, classic"), "{refused}");
}

#[test]
fn specifications_are_short_unless_they_are_wanted_in_full() {
    let think = ["think", "checkers", "--agent", "alphabeta(tt=16,lmr=1)", "--nodes", "100"];
    let short = plyglot(&think).ok();
    assert!(short.ends_with("\nalphabeta(lmr=1) plays checkers, seed 1\n"), "{short}");
    let full = plyglot(&[&think[..], &["--full"]].concat()).ok();
    assert!(full.contains("eval=default(man=100,") && full.contains("checkers(draws=standard"));
    let explain = ["explain", "reversi(size=8)", "--agent", "paranoid"];
    assert!(plyglot(&explain).ok().ends_with("\nparanoid\n"));
    assert!(plyglot(&[&explain[..], &["--full"]].concat()).ok().contains("paranoid(eval="));
    let agents = plyglot(&["agents", "dala"]).ok();
    assert!(agents.contains("stands for alphabeta(") && !agents.contains("in full"), "{agents}");
    assert!(plyglot(&["agents", "dala", "--full"]).ok().contains("in full alphabeta(eval="));
}
