//! Counts and games that independent programs agree on.

use std::collections::HashSet;

use plyglot_core::{Game, GameEntry, Notation, Session};
use serde_json::Value;

use super::{at, legal};
use crate::{Checkers, CrownRowMen, Csc384Board, Move, Position, Side, ballots::ballots};

const PERFT: &str = include_str!("../../../../testdata/checkers/perft.json");
const PLAYOUTS: &str = include_str!("../../../../testdata/checkers/playouts.jsonl");
const RULE_CASES: &str = include_str!("../../../../testdata/checkers/rule_cases.json");
const BALLOTS: &str = include_str!("../../../../testdata/checkers/ballots3.json");
const CSC384_BOARDS: &str = include_str!("../../../../testdata/checkers/csc384_boards.json");
const PUZZLES: &str = include_str!("../../../../testdata/checkers/puzzles.json");

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

fn material(state: &Position) -> i64 {
    let worth = |side| {
        let (men, kings) = state.count(side);
        i64::from(men + 2 * kings)
    };
    worth(Side::White) - worth(Side::Black)
}

/// The value for White by plain search, the best moves of the side to move with it.
fn minimax(game: &Checkers, state: &Position, depth: u32) -> (i64, Vec<Move>) {
    let mut moves: Vec<Move> = Vec::new();
    game.moves(state, &mut moves);
    if depth == 0 || moves.is_empty() {
        return (material(state), Vec::new());
    }
    let sign = if state.side() == Side::White { 1 } else { -1 };
    let value = |mv: &Move| {
        let mut child = *state;
        game.make(&mut child, *mv);
        minimax(game, &child, depth - 1).0 * sign
    };
    let values: Vec<i64> = moves.iter().map(value).collect();
    let best = *values.iter().max().unwrap();
    let best_moves = moves.iter().zip(values).filter(|(_, value)| *value == best);
    (best * sign, best_moves.map(|(mv, _)| *mv).collect())
}

#[test]
fn csc384_check_boards() {
    let game = Checkers::default().perft_rules();
    let (mut read, mut refused) = (0, 0);
    for row in rows(CSC384_BOARDS) {
        let text = words(&row["board"]).join("\n");
        let Ok(board) = Csc384Board::read(&text, CrownRowMen::Refuse) else {
            refused += 1;
            continue;
        };
        read += 1;
        assert_eq!(board.write(), format!("{text}\n"));
        assert_eq!(material(&board.position), row["utility_red"].as_i64().unwrap());
        for (side, word) in [(Side::White, "red"), (Side::Black, "black")] {
            let state = Position { side, ..board.position };
            for depth in 1..=4 {
                let wanted = &row[format!("{word}_to_move_depth_{depth}")];
                let (value, best) = minimax(&game, &state, depth);
                assert_eq!(value, wanted["value"].as_i64().unwrap(), "{wanted}");
                let ends = |mv: &Move| [mv.from(), mv.to()];
                let found: HashSet<_> = best.iter().map(ends).collect();
                let square = |place: &Value| {
                    let part = |idx: usize| place[idx].as_u64().unwrap() as u8;
                    crate::board::number_at(part(0), part(1))
                };
                let moves = wanted["best"].as_array().unwrap().iter();
                let wanted: HashSet<_> =
                    moves.map(|mv| [square(&mv["from"]), square(&mv["to"])]).collect();
                assert_eq!(found, wanted);
            }
        }
    }
    assert_eq!((read, refused), (2, 2));
}

#[test]
fn csc384_puzzles() {
    let game = Checkers::default().perft_rules();
    for row in rows(PUZZLES) {
        let read = |lines: &Value| {
            Csc384Board::read(&words(lines).join("\r\n"), CrownRowMen::Refuse).unwrap()
        };
        let board = read(&row["board"]);
        assert_eq!(game.write_state(&board.position), row["fen"].as_str().unwrap());
        assert_eq!(board.mirrored, row["mirrored"].as_bool().unwrap());
        let line = row["one_optimal_line"].as_array().unwrap();
        assert_eq!(line.len() as u64, row["plies"].as_u64().unwrap() + 1);
        let mut state = board.position;
        for next in &line[1..] {
            let text = words(next).join("\n") + "\n";
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let play = |mv: Move| {
                let mut child = state;
                game.make(&mut child, mv);
                child
            };
            let shown = |child: &Position| Csc384Board { position: *child, ..board }.write();
            let child = moves.into_iter().map(play).find(|child| shown(child) == text);
            state = child.unwrap_or_else(|| panic!("no move leads to\n{text}"));
        }
        assert!(game.outcome(&state).is_some());
    }
}
