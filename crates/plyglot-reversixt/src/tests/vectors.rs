//! Files of counts, games and maps.

use plyglot_conform::{assert_games, assert_perft};
use plyglot_core::{
    Game, GameEntry, Notation,
    perft::{PerftConfig, perft},
};
use serde_json::Value;

use super::builtin;
use crate::{ReversiXt, Settings};

const ENTRY: GameEntry = GameEntry::of::<ReversiXt>();

#[test]
fn perft_counts_agree() {
    assert_perft(ENTRY, include_str!("../../../../testdata/reversixt/perft.json"), 2_000_000);
}

#[test]
fn games_agree() {
    assert_games(ENTRY, include_str!("../../../../testdata/reversixt/playouts.jsonl"));
}

#[test]
fn games_with_disqualifications_agree() {
    assert_games(ENTRY, include_str!("../../../../testdata/reversixt/disqualified.jsonl"));
}

#[test]
fn maps_are_accepted_and_refused() {
    let text = include_str!("../../../../testdata/reversixt/map_cases.json");
    let cases: Vec<Value> = serde_json::from_str(text).unwrap();
    for case in &cases {
        let name = case["name"].as_str().unwrap();
        let read = ReversiXt::new(case["map"].as_str().unwrap(), Settings::default());
        let found = match &read {
            Err(_) => "reject",
            Ok(game) if game.outcome(&game.start()).is_some() => "final",
            Ok(_) => "ok",
        };
        assert_eq!(found, case["expect"].as_str().unwrap(), "{name}: {:?}", read.err());
    }
}

#[test]
fn built_in_maps_are_those_of_the_files() {
    for (name, text) in crate::options::MAPS {
        let path = format!("../../testdata/reversixt/maps/{name}.map");
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        if name != "arena50" {
            assert_eq!(std::fs::read_to_string(path).unwrap(), text, "{name}");
        }
    }
}

#[test]
fn plain_board_has_the_published_counts() {
    let game = builtin("plain8");
    let counts = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_320];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&game, &game.start(), &PerftConfig::new(depth)), count, "{depth}");
    }
}

/// Own stones minus those of the second player at the end, with best play of both.
fn solve(game: &ReversiXt, state: &mut crate::State, mut low: i32, mut high: i32) -> i32 {
    if let Some(payoffs) = game.outcome(state) {
        return payoffs.0[0] - payoffs.0[1];
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let first = game.to_move(state).0 == 0;
    for mv in moves {
        let undo = game.make(state, mv);
        let value = solve(game, state, low, high);
        game.unmake(state, mv, undo);
        if first {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        if low >= high {
            break;
        }
    }
    if first { low } else { high }
}

#[test]
fn four_by_four_is_lost_by_eight() {
    let game = builtin("plain4");
    assert_eq!(solve(&game, &mut game.start(), -64, 64), -8);
}

#[test]
fn every_position_of_the_files_is_canonical() {
    let text = include_str!("../../../../testdata/reversixt/perft.json");
    let rows: Vec<Value> = serde_json::from_str(text).unwrap();
    let plain = builtin("plain4");
    for row in &rows {
        let position = row["position"].as_str().unwrap();
        let (game, state) = plain.parse_state(position).unwrap();
        assert_eq!(game.write_state(&state), position);
    }
}
