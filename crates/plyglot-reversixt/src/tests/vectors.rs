//! Files of counts, games and maps.

use std::collections::HashMap;

use plyglot_conform::{assert_games, assert_perft};
use plyglot_core::{
    Game, GameEntry, Notation, Player,
    perft::{PerftConfig, perft},
};
use serde_json::Value;

use super::builtin;
use crate::{ReversiXt, Settings, State};

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

/// The stones of `player` minus all others at the end, if everybody else plays against that player.
fn solve(
    game: &ReversiXt,
    state: &mut State,
    player: Player,
    known: &mut HashMap<u64, i64>,
) -> i64 {
    if let Some(value) = known.get(&game.hash(state)) {
        return *value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let undo = game.make(state, mv);
        let value = solve(game, state, player, known);
        game.unmake(state, mv, undo);
        value
    });
    let values: Vec<i64> = values.collect();
    let best =
        if game.to_move(state) == player { values.iter().max() } else { values.iter().min() };
    let stones = (0..game.players()).map(|seat| {
        let stones = i64::from(state.stones(seat));
        if seat == player.0 { stones } else { -stones }
    });
    let value = best.copied().unwrap_or_else(|| stones.sum());
    known.insert(game.hash(state), value);
    value
}

#[test]
fn four_by_four_is_lost_by_eight() {
    let game = builtin("plain4");
    assert_eq!(solve(&game, &mut game.start(), Player(0), &mut HashMap::new()), -8);
}

#[test]
fn endings_have_their_values() {
    let text = include_str!("../../../../testdata/reversixt/solve.json");
    let rows: Vec<Value> = serde_json::from_str(text).unwrap();
    for row in rows.iter().filter(|row| row["distinct_positions"].as_u64() < Some(100_000)) {
        let position = row["position"].as_str().unwrap();
        let player = Player(row["player"].as_u64().unwrap() as u8 - 1);
        let (game, mut state) = builtin("plain4").parse_state(position).unwrap();
        let mut known = HashMap::new();
        let value = solve(&game, &mut state, player, &mut known);
        assert_eq!(value, row["value"].as_i64().unwrap(), "{position}");
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        moves.retain(|mv| {
            let undo = game.make(&mut state, *mv);
            let best = solve(&game, &mut state, player, &mut known) == value;
            game.unmake(&mut state, *mv, undo);
            best
        });
        let mut best: Vec<_> = moves.iter().map(|mv| game.write_ply(&state, &[*mv])).collect();
        best.sort_by(|a, b| game.compare_plies(a, b));
        let wanted: Vec<_> = row["best"].as_array().unwrap().iter().map(plain).collect();
        assert_eq!(best, wanted, "{position}");
    }
}

fn plain(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
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
