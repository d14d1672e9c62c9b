//! Checkers against counts and positions of an independent implementation.

use std::collections::HashMap;

use plyglot_checkers::{Checkers, Position};
use plyglot_core::{Game, Listed, Notation, Tabled};
use serde_json::Value;

use super::*;

const EGDB: &str = include_str!("../../../testdata/checkers/egdb.json");

fn numbering() -> &'static dyn Tabled<Checkers> {
    Checkers::TABLES.expect("checkers has tables")
}

fn tables(pieces: u32, threads: usize) -> Tables {
    let plan = Plan::new(numbering(), pieces).unwrap();
    build(&Checkers::default(), numbering(), plan, threads, &mut |_| {}).unwrap()
}

fn parsed(text: &str) -> Position {
    Checkers::default().parse_state(text).unwrap().1
}

/// Counts and positions up to so many pieces are as recorded.
fn agrees(tables: &Tables) {
    let file: Value = serde_json::from_str(EGDB).unwrap();
    let number = |row: &Value, name: &str| row[name].as_u64().unwrap();
    for row in file["counts_side_to_move"].as_array().unwrap() {
        let pieces = number(row, "pieces") as u32;
        if pieces > tables.pieces() {
            continue;
        }
        let tally = tables.tally(pieces);
        let told = [tally.positions(), tally.wins, tally.draws, tally.losses, tally.longest.into()];
        let names = ["positions_per_side_to_move", "win", "draw", "loss", "longest_plies"];
        assert_eq!(told, names.map(|name| number(row, name)), "{pieces} pieces");
    }
    let mut probed = 0;
    for row in file["probes"].as_array().unwrap() {
        let text = row["position"].as_str().unwrap();
        let state = parsed(text);
        let Some(found) = probe(&Checkers::default(), numbering(), tables, &state) else {
            continue;
        };
        let plies = row["plies"].as_u64().unwrap_or(0) as u32;
        let wanted = match row["result"].as_str().unwrap() {
            "win" => Ending::Win(plies),
            "loss" => Ending::Loss(plies),
            _ => Ending::Draw,
        };
        assert_eq!(found, wanted, "{text}");
        probed += 1;
    }
    assert!(probed > 50, "only {probed} positions were there");
}

#[test]
fn three_pieces_are_as_recorded_with_any_number_of_threads() {
    let three = tables(3, 1);
    agrees(&three);
    assert_eq!(three, tables(3, 3));
    // Another sum means other numbers or rules: then the layout needs another name.
    assert_eq!((numbering().layout(), three.checksum()), ("english-1", 4_952_166_565_002_181_952));
}

#[test]
fn four_pieces_are_as_recorded() {
    agrees(&tables(4, 2));
}

#[test]
fn every_position_has_its_number_and_every_step_is_taken_back_once() {
    let (rules, index) = (numbering().undrawn(&Checkers::default()), numbering());
    for slices in (2..=3).flat_map(|pieces| index.groups(pieces)) {
        let mut ways: HashMap<(u32, u64), i64> = HashMap::new();
        for slice in slices.iter().copied() {
            for number in 0..index.size(slice) {
                let Some(state) = index.state(slice, number) else { continue };
                assert_eq!((index.slice(&state), index.index(&state)), (Some(slice), number));
                for turned in rules.symmetric(&state) {
                    assert_eq!((index.slice(&turned), index.index(&turned)), (Some(slice), number));
                }
                let mut moves = Vec::new();
                rules.moves(&state, &mut moves);
                for mv in moves {
                    let mut child = state;
                    rules.make(&mut child, mv);
                    if index.slice(&child).is_some_and(|own| slices.contains(&own)) {
                        *ways.entry((slice, number)).or_default() += 1;
                    }
                }
                let mut before = Vec::new();
                index.predecessors(&state, &mut before);
                for state in before {
                    let place = (index.slice(&state).unwrap(), index.index(&state));
                    *ways.entry(place).or_default() -= 1;
                }
            }
        }
        assert!(ways.values().all(|left| *left == 0), "{}", index.about(slices[0]));
    }
}

#[test]
fn a_value_is_the_best_of_those_behind_it() {
    let (three, index) = (tables(3, 2), numbering());
    let rules = index.undrawn(&Checkers::default());
    for slice in index.groups(3).into_iter().flatten() {
        for number in 0..index.size(slice) {
            let Some(state) = index.state(slice, number) else { continue };
            let mut moves = Vec::new();
            rules.moves(&state, &mut moves);
            let behind = moves.iter().map(|mv| {
                let mut child = state;
                rules.make(&mut child, *mv);
                probe(&rules, index, &three, &child).unwrap().before()
            });
            let best = behind.max_by_key(|ending| ending.rank()).unwrap_or(Ending::Loss(0));
            assert_eq!(probe(&rules, index, &three, &state), Some(best), "{state:?}");
        }
    }
}

#[test]
fn best_play_takes_as_long_as_told() {
    let (game, three) = (Checkers::default(), tables(3, 2));
    let index = numbering();
    for (text, plies) in [("W:WK27,K31:BK19", 3), ("W:WK1:B9,25", 42), ("W:W24:BK1", 0)] {
        let mut state = parsed(text);
        let line = best_line(&game, index, &three, &state);
        assert_eq!(line.len(), plies, "{text}");
        for mv in line {
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            assert!(legal.contains(&mv), "{text}: {mv}");
            game.make(&mut state, mv);
        }
        assert_eq!(game.outcome(&state).is_some(), plies > 0, "{text}");
    }
}

#[test]
fn what_tables_cannot_know_they_do_not_tell() {
    let (game, three) = (Checkers::default(), tables(3, 1));
    let told = |text| probe(&game, numbering(), &three, &parsed(text));
    assert_eq!(told("W:W24,28:BK1,K2"), None, "four pieces");
    assert_eq!(told("B:W1:BK20"), None, "a man on its crown row");
    assert_eq!(told("W:W:B1"), Some(Ending::Loss(0)), "a game that is over");
}

#[test]
fn plans_are_refused_where_there_are_no_endings_or_too_many() {
    let plan = |pieces| Plan::new(numbering(), pieces).map(|plan| plan.numbers());
    assert_eq!(plan(2), Ok(3512));
    assert_eq!(plan(1).unwrap_err().to_string(), "endings have 2 pieces or more, found 1");
    for pieces in [6, 7, u32::MAX] {
        let error = plan(pieces).unwrap_err().to_string();
        assert!(error.contains("5 pieces are the most"), "{error}");
    }
}

#[test]
fn tables_are_their_values() {
    let (three, plan) = (tables(3, 1), Plan::new(numbering(), 3).unwrap());
    let mut values: Vec<u8> = three.values().flatten().copied().collect();
    assert_eq!(Tables::from_values(numbering(), plan, &values).as_ref(), Some(&three));
    assert_eq!(Tables::from_values(numbering(), plan, &values[1..]), None);
    values[100] ^= 2;
    let other = Tables::from_values(numbering(), plan, &values).unwrap();
    assert_ne!(other.checksum(), three.checksum());
}
