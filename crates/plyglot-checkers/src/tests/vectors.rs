//! Counts and games that independent programs agree on.

use std::collections::HashSet;

use plyglot_core::{Game, GameEntry, Notation, Session};
use serde_json::Value;

use super::{at, legal};
use crate::{Checkers, Move, Position, ballots::ballots};

const PERFT: &str = include_str!("../../../../testdata/checkers/perft.json");
const PLAYOUTS: &str = include_str!("../../../../testdata/checkers/playouts.jsonl");
const RULE_CASES: &str = include_str!("../../../../testdata/checkers/rule_cases.json");
const BALLOTS: &str = include_str!("../../../../testdata/checkers/ballots3.json");

pub(super) fn rows(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap()
}

pub(super) fn words(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect()
}

#[test]
fn perft_counts() {
    plyglot_conform::assert_perft(GameEntry::of::<Checkers>(), PERFT, 100_000_000);
}

#[test]
fn random_games() {
    plyglot_conform::assert_games(GameEntry::of::<Checkers>(), PLAYOUTS);
}

/// Perft with moves of equal origin, destination and captures counted once.
fn unique(game: &Checkers, state: &Position, depth: u64) -> u64 {
    let mut moves: Vec<Move> = Vec::new();
    game.moves(state, &mut moves);
    let mut seen = HashSet::new();
    moves.retain(|mv| seen.insert((mv.origin(), mv.destination(), mv.captured)));
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut total = 0;
    for mv in moves {
        let mut child = *state;
        game.make(&mut child, mv);
        total += unique(game, &child, depth - 1);
    }
    total
}

#[test]
fn unique_counts() {
    let game = Checkers::default().perft_rules();
    let (mut checked, mut different) = (0, 0);
    for row in rows(PERFT) {
        let nodes = row["nodes"].as_u64().unwrap();
        if nodes > 300_000 {
            continue;
        }
        let wanted = row["nodes_unique"].as_u64().unwrap_or(nodes);
        let state = at(row["position"].as_str().unwrap());
        assert_eq!(unique(&game, &state, row["depth"].as_u64().unwrap()), wanted, "{row}");
        checked += 1;
        different += u64::from(wanted != nodes);
    }
    assert!(checked > 50 && different > 0, "{checked} {different}");
}

#[test]
fn rule_cases() {
    let cases: Value = serde_json::from_str(RULE_CASES).unwrap();
    // One of the positions has a man on its crown row.
    let game = Checkers::default();
    for case in cases["moves"].as_array().unwrap() {
        let state = game.parse_state(case["position"].as_str().unwrap()).unwrap().1;
        assert_eq!(legal(&game, &state), words(&case["legal"]), "{case}");
        for (text, wanted) in case["after"].as_object().unwrap() {
            let mut after = state;
            game.make(&mut after, game.parse_ply(&state, text).unwrap()[0]);
            assert_eq!(game.write_state(&after), wanted.as_str().unwrap(), "{case}");
        }
    }
    for case in cases["draws"].as_array().unwrap() {
        let mut session = Session::at(game, at(case["position"].as_str().unwrap()));
        for text in words(&case["moves"]) {
            assert_eq!(session.outcome(), None, "{case}");
            session.push(game.parse_ply(session.state(), text).unwrap());
        }
        let verdict = plyglot_core::AnySession::verdict(&session).unwrap();
        assert_eq!(verdict.reason, case["reason"].as_str(), "{case}");
    }
}

#[test]
fn ballots_are_the_published_ones() {
    let wanted = rows(BALLOTS);
    assert_eq!(ballots().count(), wanted.len());
    assert_eq!(ballots().filter(|ballot| !ballot.barred).count(), 156);
    let game = Checkers::default();
    for (ballot, row) in ballots().zip(wanted) {
        assert_eq!(ballot.moves.as_slice(), words(&row["moves"]));
        assert_eq!(ballot.barred, row["barred"].as_bool().unwrap());
        let mut state = game.start();
        for text in ballot.moves {
            let mv = game.parse_ply(&state, text).unwrap()[0];
            game.make(&mut state, mv);
        }
        assert_eq!(game.write_state(&state), row["position"].as_str().unwrap());
    }
}
