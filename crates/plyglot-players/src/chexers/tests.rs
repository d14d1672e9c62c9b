//! Recorded rows, worked examples and the duties of a player.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_chexers::{Chexers, Move, State};
use plyglot_core::{
    Control, Evaluate, Game, History, NoClock, Notation, Options, Order, Player, options::no_files,
    seats,
};
use plyglot_search::{Task, Thought};
use serde_json::{Value, json};

use super::{rows::unlimited, *};

const RECORDED: &str = include_str!("../../../../testdata/chexers/classic.jsonl");
const START: &str = "gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0 0";

fn place(text: &str) -> (Chexers, State) {
    Chexers::default().parse_state(text).unwrap()
}

fn recorded() -> impl Iterator<Item = (&'static str, Value)> {
    RECORDED.lines().map(|line| (line, serde_json::from_str(line).unwrap()))
}

/// Lets a player think about a position for at most so many nodes.
fn think(name: &str, given: &[(&str, &str)], text: &str, nodes: u64, seed: u64) -> Thought<Move> {
    let entry = PLAYERS.iter().find(|entry| entry.name == name).unwrap();
    let given: Vec<_> =
        given.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let options = Options::check(name, entry.options, &given, &no_files).unwrap();
    let mut player = (entry.build)(&options).unwrap();
    let (game, state) = place(text);
    let mut history = History::default();
    history.push(game.hash(&state));
    let stop = AtomicBool::new(false);
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let task = Task { game: &game, state: &state, history: &history, only: &[], lines: 1, seed };
    player.think(&task, &mut control, &mut |_| {})
}

fn played(name: &str, given: &[(&str, &str)], text: &str) -> String {
    let (game, state) = place(text);
    let thought = think(name, given, text, u64::MAX, 1);
    game.write_ply(&state, &thought.lines[0].moves[..1])
}

#[test]
fn recorded_rows_agree() {
    for (_, row) in recorded() {
        for row in rows(&row) {
            check_row(&row).unwrap();
        }
    }
}

/// Reading a number may lose its last digit, so the digits themselves are compared.
#[test]
fn recorded_values_agree_to_the_last_digit() {
    for (line, row) in recorded() {
        let (game, state) = place(row["position"].as_str().unwrap());
        for seat in seats(3) {
            let value = Classic::default().score(&game, &state, seat);
            let text = format!("\"{}\": {value:?}", game.player_name(seat));
            assert!(line.contains(&text), "{text} in {line}");
        }
        for depth in 1..=5 {
            let mut player = BestReply::read(&Options::defaults(&BestReplyParams::OPTIONS));
            player.params.depth = depth;
            let value = unlimited(|control| player.search(&game, &state, control)).value;
            let text = format!("\"depth\": {depth}, \"value\": {value:?}, ");
            // The program writes the value of an early exit as a whole number.
            assert!(line.contains(&text) || value == 0.0, "{text} in {line}");
        }
    }
}

#[test]
fn the_listed_players_do_what_was_recorded() {
    for (_, row) in recorded() {
        let text = row["position"].as_str().unwrap();
        assert_eq!(played("classic", &[], text), row["brs"][4]["move"], "{text}");
        assert_eq!(played("classic", &[("depth", "2")], text), row["brs"][1]["move"], "{text}");
        assert_eq!(played("classic-greedy", &[], text), row["greedy"], "{text}");
        // The best of one action is what a search of depth 1 finds, equal ones aside.
        let best = think("classic-greedy-fixed", &[], text, u64::MAX, 1).lines[0].value;
        assert_eq!(think("classic", &[("depth", "1")], text, u64::MAX, 1).lines[0].value, best);
    }
}

#[test]
fn differences_are_named() {
    let wrong = |row: Value| check_row(&row).unwrap_err();
    assert!(wrong(json!({"position": START, "eval": {"red": -3941.0}})).contains("red: value"));
    assert!(wrong(json!({"position": START, "eval": {"pink": 0}})).contains("pink"));
    let greedy = wrong(json!({"position": START, "greedy": "MOVE(-3,3)(-2,2)"}));
    assert!(greedy.contains("MOVE(-3,0)(-2,-1) played"), "{greedy}");
    let search = |entry: Value| wrong(json!({"position": START, "brs": [entry]}));
    assert!(search(json!({"depth": 2, "value": 1})).contains("depth 2: value 1 expected"));
    assert!(search(json!({"depth": 2, "evals": 39})).contains("39 evaluations expected, 38 made"));
    assert!(search(json!({"depth": 2, "move": "MOVE(-3,0)(-2,-1)"})).contains("played"));
    assert!(search(json!({"value": 2})).contains("depth"));
    assert!(wrong(json!({"position": START})).contains("nothing"));
    assert!(wrong(json!({"position": "x", "eval": {}})).starts_with("x: "));
    assert!(wrong(json!({})).contains("no position"));
}

#[test]
fn terms_of_the_start_position() {
    let (game, state) = place(START);
    for seat in seats(3) {
        let terms = explain(&game, &state, seat, &Classic::default());
        let named = terms.iter().map(|(name, value)| (name.as_str(), *value));
        let expected = [("score", 0.0), ("pieces", -4000.0), ("advance", 0.0), ("adjacent", 60.0)];
        assert!(named.eq(expected), "{terms:?}");
        assert_eq!(Classic::default().score(&game, &state, seat), -3940.0);
    }
}

#[test]
fn terms_add_up_to_the_value() {
    for (_, row) in recorded() {
        let (game, state) = place(row["position"].as_str().unwrap());
        for seat in seats(3) {
            let terms = explain(&game, &state, seat, &Classic::default());
            let sum = terms.iter().fold(0.0, |sum, (_, value)| sum + value);
            assert_eq!(sum, Classic::default().score(&game, &state, seat));
        }
    }
}

/// Red has seven of twelve, so exits weigh a hundred times as much.
#[test]
fn a_majority_makes_exits_dear() {
    let (game, state) = place("3r/4r/5r/4r2/1r4/g1g2/b1bb r 2,0,0 9");
    let terms = explain(&game, &state, Player(0), &Classic::default());
    assert_eq!(terms[0].1, 20000.0);
    assert_eq!(terms[1].1, 2000.0);
    assert_eq!(terms[3].1, 40.0);
    let terms = explain(&game, &state, Player(1), &Classic::default());
    assert_eq!((terms[0].1, terms[1].1), (-200.0, -8000.0));
}

#[test]
fn the_other_form_of_distance() {
    let (_, state) = place("3r/4r/5r/4r2/1r4/g1g2/b1bb r 2,0,0 9");
    let weights = Weights { distance: Distance::InverseSqrt, advance: 1.0, ..none() };
    let root = |turns: f64| 1.0 / turns.sqrt();
    let red = 3.0 * root(1.0) + root(3.0) + root(6.0);
    let others = 2.0 * root(2.0) + root(4.0) + root(6.0) + root(7.0);
    let value = Classic::new(weights).value(&Board::of(&state), 0);
    assert!((value - (red - others)).abs() < 1e-12, "{value}");
}

fn none() -> Weights {
    let distance = Distance::ReversedSqrt;
    Weights { score: 0.0, score_ahead: 0.0, pieces: 0.0, advance: 0.0, adjacent: 0.0, distance }
}

/// With three exits the fourth is played at once at depth 5, but searched at others.
#[test]
fn the_winning_exit() {
    let text = "3r/4r/4b1/1g2b2/2g3/1g3/r2b r 3,0,0 120";
    let thought = think("classic", &[], text, u64::MAX, 1);
    assert_eq!((thought.lines[0].value, thought.nodes), (0.0, 0));
    assert_eq!(played("classic", &[], text), "EXIT(3,-2)");
    let at = |early: &str| {
        let given = [("depth", "3"), ("early_exit", early)];
        think("classic", &given, text, u64::MAX, 1).nodes
    };
    assert!(at("5") > 0);
    assert_eq!(at("3"), 0);
    for name in ["classic-maxn", "classic-paranoid"] {
        assert!(played(name, &[], text).starts_with("EXIT"), "{name}");
    }
}

/// The threshold of 0 makes the player as programmed play the first action generated.
#[test]
fn greedy_as_programmed_and_as_meant() {
    assert_eq!(played("classic-greedy", &[], START), "MOVE(-3,0)(-2,-1)");
    assert_eq!(played("classic-greedy-fixed", &[], START), "MOVE(-3,0)(-2,0)");
    assert_eq!(played("classic-greedy", &[("threshold", "-5000")], START), "MOVE(-3,0)(-2,0)");
}

#[test]
fn every_player_answers_on_any_budget_and_the_same_again() {
    for (_, row) in recorded().step_by(4) {
        let text = row["position"].as_str().unwrap();
        let (game, state) = place(text);
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        for entry in PLAYERS {
            for nodes in [0, 1, 2, 50, 2000] {
                let first = think(entry.name, &[], text, nodes, 7);
                assert!(legal.contains(&first.lines[0].moves[0]), "{} {text}", entry.name);
                assert!(first.lines[0].value.is_finite());
                assert_eq!(first, think(entry.name, &[], text, nodes, 7), "{}", entry.name);
            }
        }
    }
}

/// Cut short after its first action is searched, the search answers with the best so far.
#[test]
fn lines_are_legal_play() {
    for (_, row) in recorded() {
        let text = row["position"].as_str().unwrap();
        for nodes in [500, u64::MAX] {
            let thought = think("classic", &[("depth", "4")], text, nodes, 1);
            assert!(nodes < u64::MAX || thought.depth >= 1);
            let (game, mut state) = place(text);
            for mv in &thought.lines[0].moves {
                let mut legal = Vec::new();
                game.moves(&state, &mut legal);
                assert!(legal.contains(mv), "{text}");
                game.make(&mut state, *mv);
            }
        }
    }
}

/// The order given to the general searches is that of the program's own lists.
#[test]
fn priorities_follow_the_lists() {
    for (_, row) in recorded() {
        let (game, state) = place(row["position"].as_str().unwrap());
        let mut actions = Vec::new();
        Board::of(&state).actions(game.to_move(&state).0, &mut actions);
        actions.sort_by_key(Action::rank);
        let listed: Vec<Move> =
            actions.iter().map(|action| action.to_move(&game, &state).unwrap()).collect();
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        legal.sort_by_key(|mv| -AsProgrammed.priority(&game, &state, *mv));
        assert_eq!(legal, listed);
    }
}

/// Blocks are jumped over but never taken, in puzzles and in races.
#[test]
fn blocks_stay() {
    let text = r#"{"colour": "red", "pieces": [[0,0],[0,-1],[-2,1]], "blocks": [[-1,0],[-1,1],[1,1],[3,-1]]}"#;
    for entry in PLAYERS {
        for nodes in [0, 3000] {
            let (game, state) = place(text);
            let thought = think(entry.name, &[], text, nodes, 3);
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            assert!(legal.contains(&thought.lines[0].moves[0]), "{}", entry.name);
        }
    }
    let (game, state) = place(text);
    let mut actions = Vec::new();
    Board::with_blocks(&game, &state).actions(0, &mut actions);
    let all: Option<Vec<_>> = actions.iter().map(|action| action.to_move(&game, &state)).collect();
    let mut legal = Vec::new();
    game.moves(&state, &mut legal);
    assert_eq!(all.unwrap().len(), legal.len());
}

/// One turn ahead they agree with the greedy player; only a winning exit keeps them from going deeper.
#[test]
fn compared_players_look_ahead() {
    for name in ["classic-maxn", "classic-paranoid"] {
        for (_, row) in recorded() {
            let text = row["position"].as_str().unwrap();
            let (shallow, deep) = ([("depth", "1"), ("early_exit", "off")], [("depth", "3")]);
            let value = think(name, &shallow, text, u64::MAX, 1).lines[0].value;
            let best = think("classic-greedy-fixed", &[], text, u64::MAX, 1).lines[0].value;
            assert_eq!(value, best, "{name} {text}");
            let depth = think(name, &deep, text, u64::MAX, 1).depth;
            assert!(depth == 3 || depth == 1 && text.contains(" 3,"), "{name} {text}: {depth}");
        }
    }
}
