//! Checkers, Dala and Halma against counts and positions of independent implementations.

use std::collections::HashMap;

use plyglot_checkers::{Checkers, Position};
use plyglot_core::{Game, Listed, Notation, Tabled};
use plyglot_dala::Dala;
use plyglot_halma::Halma;
use serde_json::Value;

use super::*;

const EGDB: &str = include_str!("../../../testdata/checkers/egdb.json");

fn numbering() -> &'static dyn Tabled<Checkers> {
    Checkers::TABLES.expect("checkers has tables")
}

fn tables(pieces: u32, threads: usize) -> Tables {
    let plan = Plan::new(&Checkers::default(), numbering(), pieces).unwrap();
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
    let layout = numbering().layout(&Checkers::default());
    let told = (layout.as_deref(), three.checksum());
    assert_eq!(told, (Some("english-1"), 4_952_166_565_002_181_952));
}

#[test]
fn four_pieces_are_as_recorded() {
    agrees(&tables(4, 2));
}

/// The end of every turn from a position.
fn turns<G: Game>(rules: &G, state: &G::State, out: &mut Vec<G::State>) {
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    for mv in moves {
        let mut child = state.clone();
        rules.make(&mut child, mv);
        if rules.mid_turn(&child) { turns(rules, &child, out) } else { out.push(child) }
    }
}

/// A slice and a number in it.
type Numbered = (Option<u32>, u64);

fn numbers_hold<G: Game>(game: &G, index: &dyn Tabled<G>, pieces: u32) {
    let rules = index.undrawn(game);
    let place =
        |state: &G::State| -> Numbered { (index.slice(&rules, state), index.index(&rules, state)) };
    for slices in index.groups(&rules, pieces) {
        let mut ways: HashMap<[Numbered; 2], i64> = HashMap::new();
        for slice in slices.iter().copied() {
            for number in 0..index.size(&rules, slice) {
                let Some(state) = index.state(&rules, slice, number) else { continue };
                let here = (Some(slice), number);
                assert_eq!(place(&state), here);
                for turned in rules.symmetric(&state) {
                    assert_eq!(place(&turned), here);
                }
                let mut after = Vec::new();
                turns(&rules, &state, &mut after);
                for child in after {
                    if index.slice(&rules, &child).is_some_and(|own| slices.contains(&own)) {
                        *ways.entry([here, place(&child)]).or_default() += 1;
                    }
                }
                let mut before = Vec::new();
                index.predecessors(&rules, &state, &mut before);
                for state in before {
                    *ways.entry([place(&state), here]).or_default() -= 1;
                }
            }
        }
        assert!(ways.values().all(|left| *left == 0), "{}", index.about(slices[0]));
    }
}

#[test]
fn every_position_has_its_number_and_every_step_is_taken_back_once() {
    for pieces in [2, 3] {
        numbers_hold(&Checkers::default(), numbering(), pieces);
    }
    let dala = Dala::TABLES.unwrap();
    numbers_hold(&small_dala(""), dala, 6);
    numbers_hold(&small_dala("rules=three-plus,no_move=draw"), dala, 6);
    let halma = Halma::TABLES.unwrap();
    numbers_hold(&rules::<Halma>("variant=duel4"), halma, 6);
    numbers_hold(&rules::<Halma>("variant=duel4,win=strict,draw_after=9"), halma, 6);
}

fn values_hold<G: Game>(game: &G, index: &dyn Tabled<G>, pieces: u32) {
    let plan = Plan::new(game, index, pieces).unwrap();
    let tables = build(game, index, plan, 2, &mut |_| {}).unwrap();
    let rules = index.undrawn(game);
    for slice in index.groups(&rules, pieces).into_iter().flatten() {
        for number in 0..index.size(&rules, slice) {
            let Some(state) = index.state(&rules, slice, number) else { continue };
            let mut after = Vec::new();
            turns(&rules, &state, &mut after);
            let behind =
                after.iter().map(|child| probe(&rules, index, &tables, child).unwrap().before());
            let best = behind.max_by_key(|ending| ending.rank()).unwrap_or(Ending::Loss(0));
            assert_eq!(probe(&rules, index, &tables, &state), Some(best), "{state:?}");
        }
    }
}

#[test]
fn a_value_is_the_best_of_those_behind_it() {
    values_hold(&Checkers::default(), numbering(), 3);
    values_hold(&small_dala(""), Dala::TABLES.unwrap(), 7);
    values_hold(&small_dala("captures=per_line"), Dala::TABLES.unwrap(), 6);
    values_hold(&rules::<Halma>("variant=duel4,win=strict"), Halma::TABLES.unwrap(), 6);
}

fn small_dala(options: &str) -> Dala {
    dala(&format!("board=4,{options}"))
}

fn dala(options: &str) -> Dala {
    rules(options)
}

fn rules<G: Listed>(options: &str) -> G {
    let text = format!("{}({options})", G::NAME).replace(",)", ")");
    let spec = plyglot_core::Spec::parse(&text).unwrap();
    let files = &plyglot_core::options::no_files;
    let options = plyglot_core::Options::check(G::NAME, G::OPTIONS, &spec.given, files).unwrap();
    G::build(&options).unwrap()
}

/// Wins, losses and draws of so many pieces against so many, every image of a position counted, and the longest way
/// to a win or loss.
fn counts(game: &Dala, tables: &Tables, own: u32, other: u32) -> [u64; 4] {
    let index = Dala::TABLES.unwrap();
    let (slice, mut told) = (own << 4 | other, [0; 4]);
    for number in 0..index.size(game, slice) {
        let Some(state) = index.state(game, slice, number) else { continue };
        // Eight symmetries, each with and without an exchange of colours.
        let same = game.symmetric(&state).iter().filter(|image| **image == state).count() as u64;
        let ending = ending_of(tables.value(slice, number).unwrap()).unwrap();
        let place = match ending {
            Ending::Win(_) => 0,
            Ending::Loss(_) => 1,
            Ending::Draw => 2,
        };
        told[place] += 8 / (same + 1);
        told[3] = told[3].max(ending.plies().into());
    }
    told
}

#[test]
fn endings_of_dala_on_the_small_board_are_as_known() {
    let (game, index) = (small_dala(""), Dala::TABLES.unwrap());
    let tables = build(&game, index, Plan::new(&game, index, 8).unwrap(), 2, &mut |_| {}).unwrap();
    assert_eq!(counts(&game, &tables, 3, 3), [80_196, 36_292, 43_672, 17]);
    let known = [
        (4, 3, [378_088, 20_968, 1_344]),
        (3, 4, [91_272, 307_184, 1_944]),
        (4, 4, [572_507, 258_863, 69_530]),
    ];
    for (own, other, told) in known {
        assert_eq!(counts(&game, &tables, own, other)[..3], told, "{own} against {other}");
    }
}

#[test]
fn endings_of_dala_with_three_pieces_each_are_as_known() {
    let (game, index) = (dala(""), Dala::TABLES.unwrap());
    let tables = build(&game, index, Plan::new(&game, index, 6).unwrap(), 2, &mut |_| {}).unwrap();
    assert_eq!(counts(&game, &tables, 3, 3), [19_511_620, 12_782_392, 6_661_828, 42]);
    assert_eq!(index.layout(&game).as_deref(), Some("squares6-1"));
    assert_eq!(index.layout(&dala("no_move=pass")), None);
}

const SOLVED: &str = include_str!("../../../testdata/halma/solved.jsonl");

/// Whole games of Halma are worth what an independent implementation says: value, turns and best turns.
fn halma_agrees(variant: &str) -> (Halma, Tables) {
    let (game, index) = (rules::<Halma>(&format!("variant={variant}")), Halma::TABLES.unwrap());
    let tables = build(&game, index, Plan::new(&game, index, 6).unwrap(), 2, &mut |_| {}).unwrap();
    let mut seen = 0;
    for line in SOLVED.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = row["position"].as_str().unwrap();
        if !text.starts_with(variant) {
            continue;
        }
        let (game, state) = game.parse_state(text).unwrap();
        let plies = row["plies"].as_u64().unwrap_or(0) as u32;
        let wanted = match row["value"].as_str().unwrap() {
            "win" => Ending::Win(plies),
            "loss" => Ending::Loss(plies),
            _ => Ending::Draw,
        };
        assert_eq!(probe(&game, index, &tables, &state), Some(wanted), "{text}");
        if wanted.plies() > 0 {
            let turns = judged_turns(&game, index, &tables, &state).into_iter();
            let best = turns.filter(|(_, ending)| *ending == Some(wanted));
            let mut best: Vec<_> = best.map(|(turn, _)| game.write_ply(&state, &turn)).collect();
            best.sort();
            let told = row["best"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap());
            assert_eq!(best, told.collect::<Vec<_>>(), "{text}");
        }
        seen += 1;
    }
    assert_eq!(seen, 165);
    (game, tables)
}

#[test]
fn the_smallest_boards_of_halma_are_as_known() {
    let index = Halma::TABLES.unwrap();
    let (game, tables) = halma_agrees("duel4");
    let mut told = [0; 3];
    for number in 0..index.size(&game, 0) {
        let Some(state) = index.state(&game, 0, number) else { continue };
        let place = match ending_of(tables.value(0, number).unwrap()).unwrap() {
            Ending::Win(_) => 0,
            Ending::Loss(_) => 1,
            Ending::Draw => 2,
        };
        // Mirrored along the diagonal; other images exchange the players.
        let same = game.symmetric(&state).contains(&state);
        told[place] += if same { 1 } else { 2 };
    }
    // Half of 216,724 won, 103,444 lost less 10,868 that are over, and 152 drawn with either side to move.
    assert_eq!(told, [108_362, 46_288, 76]);
    assert_eq!(probe(&game, index, &tables, &game.start()), Some(Ending::Win(13)));
    let (game, tables) = halma_agrees("duel5");
    assert_eq!(probe(&game, index, &tables, &game.start()), Some(Ending::Win(19)));
    let layout = |options| index.layout(&rules::<Halma>(options));
    assert_eq!(layout("variant=duel5").as_deref(), Some("duel5-1-filled-turn"));
    for none in ["variant=duel6", "variant=duel4,eviction=home,eviction_round=9", "variant=team8"] {
        assert_eq!(layout(none), None, "{none}");
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
    let plan =
        |pieces| Plan::new(&Checkers::default(), numbering(), pieces).map(|plan| plan.numbers());
    assert_eq!(plan(2), Ok(3512));
    assert_eq!(plan(1).unwrap_err().to_string(), "endings have 2 pieces or more, found 1");
    for pieces in [6, 7, u32::MAX] {
        let error = plan(pieces).unwrap_err().to_string();
        assert!(error.contains("5 pieces are the most"), "{error}");
        let all = numbers(&Checkers::default(), numbering(), pieces);
        let told = format!("tables for {pieces} pieces have {all} positions");
        assert!(error.starts_with(&told), "{error}, expected {told}");
    }
    let error = Plan::new(&dala(""), Dala::TABLES.unwrap(), 13).unwrap_err().to_string();
    assert!(error.starts_with("tables for 13 pieces have over 10^19 positions"), "{error}");
}

/// How many numbers there are up to so many pieces.
fn numbers<G: Game>(game: &G, index: &dyn Tabled<G>, pieces: u32) -> u64 {
    let counts = index.fewest()..=pieces.min(index.most());
    let slices = counts.flat_map(|count| index.groups(game, count).into_iter().flatten());
    slices.map(|slice| index.size(game, slice)).sum()
}

/// No numbering goes on after its end, and none ends before it.
fn ends_where_it_says<G: Game>(game: &G, index: &dyn Tabled<G>) {
    let (fewest, most) = (index.fewest(), index.most());
    let there = |pieces: u32| !index.groups(game, pieces).is_empty();
    assert!((fewest..=most).all(there) && !there(fewest - 1));
    assert!(!(most + 1..most + 40).any(there));
    let found = groups(game, index, u32::MAX).unwrap_err();
    assert_eq!(found, BuildError::Beyond { pieces: u32::MAX, most });
}

#[test]
fn numberings_end_with_so_many_pieces() {
    ends_where_it_says(&Checkers::default(), numbering());
    ends_where_it_says(&dala(""), Dala::TABLES.unwrap());
    let (game, index) = (rules::<Halma>("variant=duel4"), Halma::TABLES.unwrap());
    ends_where_it_says(&game, index);
    for pieces in [7, u32::MAX] {
        let error = Plan::new(&game, index, pieces).unwrap_err().to_string();
        assert_eq!(error, format!("endings have 6 pieces or fewer, found {pieces}"));
    }
}

#[test]
fn tables_are_their_values() {
    let (three, plan) = (tables(3, 1), Plan::new(&Checkers::default(), numbering(), 3).unwrap());
    let mut values: Vec<u8> = three.values().flatten().copied().collect();
    assert_eq!(
        Tables::from_values(&Checkers::default(), numbering(), plan, &values).as_ref(),
        Some(&three)
    );
    assert_eq!(Tables::from_values(&Checkers::default(), numbering(), plan, &values[1..]), None);
    values[100] ^= 2;
    let other = Tables::from_values(&Checkers::default(), numbering(), plan, &values).unwrap();
    assert_ne!(other.checksum(), three.checksum());
}
