//! Decisions: budgets, clocks, ties, order, turns of several decisions, other rules.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use plyglot_core::{Clock, Control, Game, History, Notation, Rng};
use plyglot_dala::{Dala, Move, State};
use plyglot_search::{Search, Task, Thought};

use super::{CHOICES, Classic, game, list, player, state, think};
use serde_json::Value;

/// Scoring drops in reach, pieces in hand.
const DROPS: &str = "....../.oxx../..ox../.xox../o...../...... x 7 7 0 10";
/// A step that scores.
const STEPS: &str = "....../.oo.../.xxxx./..o.../...o../....x. x 0 0 0 40";

/// The turn that a thought begins with, played by the rules.
fn played(game: &Dala, state: &State, thought: &Thought<Move>) -> (Vec<Move>, State) {
    let (mut after, mut turn) = (*state, Vec::new());
    for mv in &thought.lines[0].moves {
        let mut legal = Vec::new();
        game.moves(&after, &mut legal);
        assert!(legal.contains(mv), "{mv:?} is not legal in {after:?}");
        game.make(&mut after, *mv);
        turn.push(*mv);
        if !game.mid_turn(&after) {
            break;
        }
    }
    (turn, after)
}

fn text(spec: &str, position: &str) -> String {
    let game = Dala::default();
    let state = state(&game, position);
    let thought = think(&mut player(spec).unwrap(), &game, &state, u64::MAX);
    game.write_ply(&state, &played(&game, &state, &thought).0)
}

#[test]
fn any_budget_gives_a_legal_move() {
    let game = Dala::default();
    for position in [DROPS, STEPS] {
        let state = state(&game, position);
        for nodes in (0..40).chain([100, 500, 1000, 5000]) {
            let thought = think(&mut Classic::default(), &game, &state, nodes);
            played(&game, &state, &thought);
            assert!(thought.nodes <= nodes + 2, "{} of {nodes}", thought.nodes);
            assert!(thought.depth == 0 || thought.nodes <= nodes);
        }
    }
}

#[test]
fn answers_are_repeatable_and_complete() {
    let game = Dala::default();
    for position in [DROPS, STEPS] {
        let state = state(&game, position);
        let mut player = Classic::default();
        let first = think(&mut player, &game, &state, u64::MAX);
        assert_eq!(first, think(&mut player, &game, &state, u64::MAX));
        assert!(first.depth >= 4 && first.nodes > 100 && first.lines[0].moves.len() >= 4);
    }
}

#[test]
fn a_finished_search_is_reported_once() {
    let game = Dala::default();
    let (state, history, stop) = (state(&game, STEPS), History::default(), AtomicBool::new(false));
    let task = Task { game: &game, state: &state, history: &history, only: &[], lines: 1, seed: 0 };
    for (nodes, times) in [(u64::MAX, 1), (10, 0)] {
        let mut control = Control::new(nodes, Duration::MAX, &plyglot_core::NoClock, &stop);
        let mut heard = Vec::new();
        let report = &mut |thought: &Thought<Move>| heard.push(thought.clone());
        let thought = Classic::default().think(&task, &mut control, report);
        assert_eq!(heard.len(), times);
        assert!(heard.iter().all(|step| *step == thought));
    }
}

#[test]
fn a_victim_is_chosen_alike_in_mid_turn() {
    let game = Dala::default();
    let captures = |row: &Value| row["limit"] == "preset" && row["move"].to_string().contains('x');
    let rows: Vec<Value> = list(CHOICES).into_iter().filter(captures).collect();
    assert!(rows.len() > 4);
    for row in rows {
        let mut state = state(&game, row["position"].as_str().unwrap());
        let mut player = Classic::default();
        let whole = think(&mut player, &game, &state, u64::MAX);
        let (turn, _) = played(&game, &state, &whole);
        assert_eq!(turn.len(), 2);
        game.make(&mut state, turn[0]);
        let rest = think(&mut player, &game, &state, u64::MAX);
        assert_eq!(rest.lines[0].moves[0], turn[1]);
        assert_eq!(rest.lines[0].value, whole.lines[0].value);
        let thought = think(&mut player, &game, &state, 0);
        played(&game, &state, &thought);
    }
}

#[test]
fn the_line_leads_to_the_value() {
    let game = Dala::default();
    let start = state(&game, "....../....../..xo../..x.../..xo../...... o 8 9 0 7");
    let mut player = player("classic(depth=3)").unwrap();
    let thought = think(&mut player, &game, &start, u64::MAX);
    let mut after = start;
    for mv in &thought.lines[0].moves {
        game.make(&mut after, *mv);
    }
    assert_eq!(after.ply(), start.ply() + 3);
    let value = plyglot_core::Evaluate::score(&player.eval, &game, &after, game.to_move(&start));
    assert_eq!(thought.lines[0].value, value as f64);
}

#[test]
fn other_rules_are_played_too() {
    for variant in [
        "dala(rules=per-line)",
        "dala(rules=no-vacate)",
        "dala(rules=three-plus, captures=per_line, no_move=draw)",
        "dala(rules=ludii)",
        "dala(board=4, pieces=5)",
        "dala(drop_capture=off, centre_first=off, ply_limit=60)",
    ] {
        let game = game(variant);
        let (mut state, mut rng) = (game.start(), Rng::stream(3, 0));
        let mut classic = player("classic(depth=2, relax_step=0)").unwrap();
        for turn in 0..120 {
            if game.outcome(&state).is_some() {
                break;
            }
            if turn % 3 == 2 || game.mid_turn(&state) {
                let mv = game.random_move(&state, &mut Vec::new(), &mut rng).unwrap();
                game.make(&mut state, mv);
            } else {
                let thought = think(&mut classic, &game, &state, u64::MAX);
                state = played(&game, &state, &thought).1;
                assert!(!game.mid_turn(&state), "{variant} leaves a turn unfinished");
            }
        }
    }
}

#[test]
fn ties_fall_to_the_first_generated() {
    let start = "....../....../....../....../....../...... x 12 12 0 0";
    assert_eq!(text("classic", start), "c4");
    assert_eq!(text("classic(generation=rising)", start), "c3");
}

#[test]
fn ties_prefer_captures_then_closeness() {
    // All weights zero and far from the end: every move is worth the same.
    let zero = |rest: &str| format!("classic(params=\"0 0 0 0 0 1 1\n0 0 0 0 0 1 1\"{rest})");
    let capture = "x...../....../....../xx..../..x.../oooo.. x 0 0 0 40";
    assert_eq!(text(&zero(""), capture), "c2-c3xa1");
    assert_eq!(text(&zero(", tie_capture=off, tie_distance=off"), capture), "a6-a5");
    let spread = "x....o/....../....../....../....../xoo..x x 0 0 0 40";
    assert_eq!(text(&zero(""), spread), "a6-a5");
    assert_eq!(text(&zero(", generation=rising, tie_distance=off"), spread), "a1-a2");
}

#[test]
fn nearer_wins_are_preferred_on_request() {
    // Taking a piece now wins; without the option a later win is worth as much.
    let game = Dala::default();
    let state = state(&game, "....../....../....../xx..../..x.../ooo... x 0 0 0 40");
    for (spec, value) in [("classic", 1e9 + 1e6), ("classic(prefer_fast=on)", 1e9 + 1e6 - 1.0)] {
        let thought = think(&mut player(spec).unwrap(), &game, &state, u64::MAX);
        assert_eq!(thought.lines[0].value, value);
    }
    let fast = think(&mut player("classic(prefer_fast=on)").unwrap(), &game, &state, u64::MAX);
    assert!(game.outcome(&played(&game, &state, &fast).1).is_some());
}

/// A clock that stands at zero once and later at a fixed time.
struct Late {
    looks: AtomicU64,
    seconds: u64,
}

impl Clock for Late {
    fn now(&self) -> Duration {
        let first = self.looks.fetch_add(1, Ordering::Relaxed) == 0;
        Duration::from_secs(if first { 0 } else { self.seconds })
    }
}

fn nodes_at(spec: &str, position: &str, seconds: u64) -> u64 {
    let game = Dala::default();
    let (state, history, stop) =
        (state(&game, position), History::default(), AtomicBool::new(false));
    let clock = Late { looks: AtomicU64::new(0), seconds };
    let mut control = Control::new(u64::MAX, Duration::MAX, &clock, &stop);
    let task = Task { game: &game, state: &state, history: &history, only: &[], lines: 1, seed: 0 };
    let thought = player(spec).unwrap().think(&task, &mut control, &mut |_| {});
    let (_, after) = played(&game, &state, &thought);
    assert!(!game.mid_turn(&after), "the victim is chosen even when it is late");
    thought.nodes
}

#[test]
fn the_clock_cuts_the_search_in_two_steps() {
    for position in [DROPS, STEPS] {
        let at = |seconds| nodes_at("classic(clock=on)", position, seconds);
        let depth_two = nodes_at("classic(depth=2, relax_step=0)", position, 0);
        assert_eq!(at(19), nodes_at("classic", position, 0));
        assert_eq!(at(20), depth_two);
        assert_eq!(at(29), depth_two);
        assert!(at(30) < 60, "every node is a leaf");
        assert_eq!(nodes_at("classic", position, 99), at(0));
    }
}
