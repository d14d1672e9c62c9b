//! Players that look at their own turn only, against brute force.

use plyglot_core::{Control, Evaluate, Game, History, NoClock, Options, Player};
use std::{sync::atomic::AtomicBool, time::Duration};

use super::tree::{Node, Tree, Values};
use crate::{Parts, SEARCHES, Search, Task, Thought, build};

/// Thinks about a position with a node limit.
pub(crate) fn think(
    search: &mut dyn Search<Tree>,
    game: &Tree,
    state: &Node,
    nodes: u64,
    seed: u64,
) -> Thought<u8> {
    let stop = AtomicBool::new(false);
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let mut history = History::default();
    history.push(game.hash(state));
    let task = Task { game, state, history: &history, only: &[], lines: 1, seed };
    search.think(&task, &mut control, &mut |_| {})
}

/// Checked options from `name=value` pairs.
pub(crate) fn options(specs: &[plyglot_core::OptionSpec], given: &[(&str, &str)]) -> Options {
    let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    Options::check("test", specs, &given, &|_| Err(String::new())).expect("options are valid")
}

/// A listed search with these options.
pub(crate) fn search(name: &str, given: &[(&str, &str)]) -> Box<dyn Search<Tree>> {
    let entry = SEARCHES.iter().find(|entry| entry.name == name).expect("a listed search");
    let parts =
        Parts { eval: Box::new(Values), order: None, solver: None, oracle: None, planner: None };
    build(name, &options(entry.options, given), parts).expect("a listed search")
}

/// Trees of all sorts of players, teams and turns.
pub(crate) fn forest(seeds: u64) -> impl Iterator<Item = Tree> {
    let shapes = [(2, 2, 1), (2, 2, 3), (3, 3, 2), (4, 2, 2), (4, 4, 1), (8, 4, 3)];
    shapes.into_iter().flat_map(move |(players, teams, decisions)| {
        (0..seeds).map(move |seed| Tree {
            seed,
            players,
            teams,
            width: 5,
            decisions,
            turns: 6,
            spread: 50,
        })
    })
}

/// The ends of the turn at hand in depth-first order, with their values for the mover.
fn ends(game: &Tree, state: &Node, pov: Player, path: &mut Vec<u8>, out: &mut Vec<(i64, Vec<u8>)>) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        let mut child = state.clone();
        game.make(&mut child, mv);
        path.push(mv);
        if game.mid_turn(&child) {
            ends(game, &child, pov, path, out);
        } else {
            out.push((Values.score(game, &child, pov), path.clone()));
        }
        path.pop();
    }
}

#[test]
fn greedy_and_hops_find_the_best_end_of_the_turn() {
    for game in forest(40) {
        let state = game.start();
        let mut all = Vec::new();
        ends(&game, &state, Player(0), &mut Vec::new(), &mut all);
        let best = all.iter().map(|(value, _)| *value).max().unwrap();
        for ties in ["first", "random"] {
            let given = [("ties", ties)];
            let greedy = search("greedy", &given);
            let hops = search("hops", &given);
            for mut search in [greedy, hops] {
                let thought = think(&mut *search, &game, &state, u64::MAX, 7);
                assert_eq!(thought.lines[0].value, best as f64);
                assert!(all.contains(&(best, thought.lines[0].moves.clone())));
            }
        }
        let mut plain = search("rollout", &[("count", "0")]);
        let thought = think(&mut *plain, &game, &state, u64::MAX, 7);
        assert_eq!(thought.lines[0].value, best as f64);
    }
}

#[test]
fn hops_keep_to_their_limit_where_a_turn_can_end_within_it() {
    for game in forest(40) {
        let state = game.start();
        let mut all = Vec::new();
        ends(&game, &state, Player(0), &mut Vec::new(), &mut all);
        let within: Vec<_> = all.iter().filter(|(_, path)| path.len() <= 2).collect();
        let given = [("hops", "1")];
        let mut search = search("hops", &given);
        let value = think(&mut *search, &game, &state, u64::MAX, 7).lines[0].value;
        let among = if within.is_empty() { all.iter().collect() } else { within };
        assert_eq!(value, among.iter().map(|(value, _)| *value).max().unwrap() as f64);
    }
}

#[test]
fn hops_play_their_plan_without_thinking_again() {
    for game in forest(20).filter(|game| game.decisions > 1) {
        let mut state = game.start();
        let mut search = search("hops", &[]);
        let planned = think(&mut *search, &game, &state, u64::MAX, 7).lines[0].clone();
        for at in 0..planned.moves.len() {
            let thought = think(&mut *search, &game, &state, u64::MAX, 7);
            assert_eq!(thought.lines[0].moves, planned.moves[at..]);
            assert_eq!(thought.nodes, 1);
            game.make(&mut state, planned.moves[at]);
        }
    }
}

#[test]
fn a_legal_move_whatever_the_budget_and_the_same_one_for_the_same_seed() {
    for game in forest(10) {
        let state = game.start();
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        for nodes in [0, 1, 2, 7, 100] {
            let build = || {
                [
                    search("random", &[]),
                    search("greedy", &[("ties", "random")]),
                    search("hops", &[("moves", "2")]),
                    search("rollout", &[]),
                ]
            };
            for (mut one, mut two) in build().into_iter().zip(build()) {
                let thought = think(&mut *one, &game, &state, nodes, 3);
                assert!(legal.contains(&thought.lines[0].moves[0]));
                assert_eq!(thought, think(&mut *two, &game, &state, nodes, 3));
            }
        }
    }
}

#[test]
fn random_is_uniform_over_seeds() {
    let game = Tree { seed: 3, players: 2, teams: 2, width: 5, decisions: 1, turns: 4, spread: 9 };
    let state = game.start();
    let mut legal = Vec::new();
    game.moves(&state, &mut legal);
    let mut counts = vec![0u32; legal.len()];
    for seed in 0..4000 {
        let mut search = search("random", &[]);
        counts[think(&mut *search, &game, &state, 1, seed).lines[0].moves[0] as usize] += 1;
    }
    let mean = 4000.0 / legal.len() as f64;
    assert!(counts.iter().all(|count| (f64::from(*count) - mean).abs() < 5.0 * mean.sqrt()));
}

#[test]
fn rollouts_divide_integers_as_integers() {
    let game = Tree { seed: 5, players: 2, teams: 2, width: 4, decisions: 1, turns: 6, spread: 90 };
    let given = [("count", "3"), ("length", "2"), ("divisor", "7")];
    let mut search = search("rollout", &given);
    let thought = think(&mut *search, &game, &game.start(), u64::MAX, 1);
    assert_eq!(thought.lines[0].value.fract(), 0.0);
}
