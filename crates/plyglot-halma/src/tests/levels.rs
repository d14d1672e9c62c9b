//! The turns of team variants are exactly what sequences of actions amount to.

use std::collections::{BTreeSet, HashSet};

use plyglot_core::{Game, Notation, Rng};

use super::{read, rules};
use crate::{Halma, Level, Move, Square, State, square_name};

/// All (start, end, text of the position after) that the actions of one turn can lead to. Every
/// landing is gone on from once, so chains must be free to revisit.
fn by_actions(game: &Halma, state: &State) -> BTreeSet<(u8, u8, String)> {
    let mut found = BTreeSet::new();
    let mut seen = HashSet::new();
    let mut open = vec![(state.clone(), None)];
    while let Some((state, start)) = open.pop() {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        for mv in moves {
            let mut child = state.clone();
            game.make(&mut child, mv);
            let from = start.unwrap_or(mv.from);
            let to = if mv.is_end() { state.hopping().unwrap_or(mv.to) } else { mv.to };
            if game.mid_turn(&child) {
                if seen.insert((from, to)) {
                    open.push((child, Some(from)));
                }
            } else if from != to || start.is_none() {
                found.insert((from.0, to.0, without_chain(&game.write_state(&child))));
            }
        }
    }
    found
}

fn by_turns(game: &Halma, state: &State) -> BTreeSet<(u8, u8, String)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let outcome = |mv: &Move| {
        let mut child = state.clone();
        game.make(&mut child, *mv);
        (mv.from.0, mv.to.0, game.write_state(&child))
    };
    moves.iter().map(outcome).collect()
}

fn without_chain(text: &str) -> String {
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[4] = "-";
    fields.join(" ")
}

#[test]
fn turns_are_sequences_of_actions() {
    for (variant, eviction, rounds) in [
        ("team16", "(variant=team16,revisit=on)", [3, 99, 100, 4999]),
        ("team16a", "(variant=team16a)", [3, 99, 100, 4999]),
        ("team8", "(variant=team8,revisit=on)", [3, 49, 50, 499]),
        ("team8", "(variant=team8,revisit=on,win=filled)", [3, 49, 50, 499]),
    ] {
        let actions = rules(eviction);
        let (mut rng, mut compared) = (Rng::new(5), 0);
        for round in rounds {
            for _ in 0..12 {
                let text = random_text(variant, round, &mut rng);
                let (actions, state) = actions.parse_state(&text).unwrap();
                let with_turns = eviction.replace(')', ",level=turn)");
                let (turns, other) = read(&with_turns, &text);
                assert_eq!(turns.rules().level, Level::Turn);
                compared += by_turns(&turns, &other).len();
                assert_eq!(by_turns(&turns, &other), by_actions(&actions, &state), "{text}");
            }
        }
        assert!(compared > 500);
    }
}

#[test]
fn the_decisions_of_a_turn_lead_where_the_turn_does() {
    let mut rng = Rng::new(17);
    for (spec, round) in [("team16", 3), ("team16", 100), ("team16a", 99), ("team8", 50)] {
        let actions = rules(&format!("(variant={spec})"));
        for _ in 0..8 {
            let text = random_text(spec, round, &mut rng);
            let (actions, state) = actions.parse_state(&text).unwrap();
            let turns = actions.by_turns().unwrap();
            assert!(turns.by_turns().is_none());
            let mut moves = Vec::new();
            turns.moves(&state, &mut moves);
            for mv in moves {
                let (mut by_turn, mut by_decisions) = (state.clone(), state.clone());
                turns.make(&mut by_turn, mv);
                for decision in actions.decisions(&state, mv) {
                    actions.make(&mut by_decisions, decision);
                }
                assert!(!actions.mid_turn(&by_decisions));
                let text = without_chain(&actions.write_state(&by_decisions));
                assert_eq!(text, turns.write_state(&by_turn), "{mv:?}");
            }
        }
    }
}

/// A position reached by play that mostly goes forward, so that bases get filled.
fn random_text(variant: &str, round: u32, rng: &mut Rng) -> String {
    let game =
        rules(&format!("(variant={variant},level=turn,eviction=none,win=strict,draw_after=0)"));
    let mut state = game.start();
    let plies = 40 + rng.below(260);
    for _ in 0..plies {
        let forward = |mv: &Move| {
            let turn = state.status.turn;
            let along = |at: u8, bit: u8| if turn & bit == 0 { at as i32 } else { -(at as i32) };
            let reach = |at: Square| along(at.x(), 1) + along(at.y(), 2);
            reach(mv.to) - reach(mv.from)
        };
        let tried = (0..5).filter_map(|_| game.random_move(&state, &mut Vec::new(), rng));
        let Some(mv) = tried.max_by_key(forward) else { break };
        game.make(&mut state, mv);
    }
    let text = game.write_state(&state);
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    (fields[3], fields[5]) = (round.to_string(), "*".to_owned());
    fields.join(" ")
}

/// Every canonical path is accepted as the long form of its turn.
#[test]
fn canonical_paths_can_be_walked() {
    let mut rng = Rng::new(11);
    for (from, variant, round) in [
        ("team16", "team16", 3),
        ("team16", "team16", 100),
        ("team8", "team8", 50),
        ("team16", "solo16", 3),
    ] {
        for _ in 0..8 {
            let text = random_text(from, round, &mut rng).replace(from, variant);
            let (game, state) = read("(level=turn)", &text);
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            for mv in moves.into_iter().filter(|mv| !mv.is_end()) {
                let path = game.path(&state, mv);
                let names: Vec<_> = path.iter().map(|at| square_name(*at)).collect();
                let found = game.parse_ply(&state, &names.join("-"));
                assert_eq!(found, Ok(vec![mv]), "{names:?} in {text}");
            }
        }
    }
}

/// Two hops over two pieces; the one that is tried first is kept.
#[test]
fn canonical_paths_prefer_the_first_direction() {
    let text = "duel5 A4/1B1B1/A4/1B3/4A 0 0 - *";
    let (game, state) = read("", text);
    let path = |ply: &str| {
        let mv = game.parse_ply(&state, ply).unwrap()[0];
        game.path(&state, mv).into_iter().map(square_name).collect::<Vec<_>>().join("-")
    };
    assert_eq!(path("a1-e1"), "a1-c3-e1");
    assert_eq!(path("a1-c3"), "a1-c3");
    assert_eq!(path("a1-b1"), "a1-b1");
}
