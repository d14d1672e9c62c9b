//! Scoring once more, by walking along lines, compared with the bit operations.

use std::collections::HashSet;

use plyglot_core::{Player, Rng};

use crate::{
    Captures, Dala, Square, State,
    board::{beside, nth, squares},
    runs::{Arrival, STEP_SHIFTS, drop_scores, step_scores},
};

/// A run: whether it lies in a column, and its squares.
type Run = (bool, Vec<Square>);

fn all_runs(own: u64, size: u8) -> HashSet<Run> {
    let mut runs = HashSet::new();
    for column in [false, true] {
        for line in 0..size {
            let mut run = Vec::new();
            for place in 0..=size {
                let square =
                    if column { Square::new(line, place) } else { Square::new(place, line) };
                if place < size && own & square.bit() != 0 {
                    run.push(square);
                } else if !run.is_empty() {
                    runs.insert((column, std::mem::take(&mut run)));
                }
            }
        }
    }
    runs
}

/// The captures owed before they are limited by the enemy's pieces.
fn owed(game: &Dala, own: u64, from: Option<Square>, to: Square) -> usize {
    let rules = game.rules();
    let size = game.board().size;
    let after = own & !from.map_or(0, Square::bit) | to.bit();
    let (old, new) = (all_runs(own, size), all_runs(after, size));
    let lines = |square: Square, runs: &HashSet<Run>, pleases: &dyn Fn(usize) -> bool| {
        runs.iter().filter(|(_, run)| run.contains(&square) && pleases(run.len())).count()
    };
    let arrival = match rules.arrival {
        Arrival::Exact => lines(to, &new, &|len| len == 3),
        Arrival::AtLeast => lines(to, &new, &|len| len >= 3),
    };
    let created = new.difference(&old).filter(|(_, run)| run.len() == 3).count();
    match (rules.captures, from) {
        (_, None) if !rules.drop_capture => 0,
        (Captures::Ludii, Some(from)) if rules.vacate_capture => {
            if lines(from, &old, &|len| len == 4) == 0 {
                return arrival.min(1);
            }
            let near = squares(beside(from.bit()) & after);
            near.filter(|square| lines(*square, &new, &|len| len == 3) > 0).count()
        }
        (Captures::One, Some(_)) if rules.vacate_capture => created.min(1),
        (Captures::PerLine, Some(_)) if rules.vacate_capture => created,
        (Captures::PerLine, _) => arrival,
        _ => arrival.min(1),
    }
}

fn random_boards(game: &Dala, count: u64) -> impl Iterator<Item = State> {
    let (board, pieces) = (*game.board(), game.pieces());
    (0..count).map(move |index| {
        let mut rng = Rng::stream(7, index);
        let mut sets = [0; 2];
        for (seat, most) in [(0, pieces), (1, 6.min(pieces))] {
            for _ in 0..3 + rng.below(usize::from(most) - 2) {
                let empty = board.squares & !(sets[0] | sets[1]);
                sets[seat] |= nth(empty, rng.below(empty.count_ones() as usize) as u32).bit();
            }
        }
        State::new(sets, Player(0), [0; 2], 0, 0)
    })
}

#[test]
fn single_actions_score_as_lines_are_walked() {
    for variant in super::VARIANTS.into_iter().chain(["dala(board=4)"]) {
        let game = super::game(variant);
        for state in random_boards(&game, 400) {
            let [own, enemy] = state.pieces;
            let enemies = enemy.count_ones() as usize;
            let cap = |owed: usize| match game.rules().captures {
                Captures::PerLine => owed.min(enemies - 2),
                _ => owed.min(enemies),
            };
            let empty = game.empty(&state);
            for to in squares(empty) {
                let found = usize::from(game.owed_for_drop(&state, to));
                assert_eq!(found, cap(owed(&game, own, None, to)), "{variant} {state:?} {to}");
                for from in squares(beside(to.bit()) & own) {
                    let found = usize::from(game.owed_for_step(&state, from, to));
                    let wanted = cap(owed(&game, own, Some(from), to));
                    assert_eq!(found, wanted, "{variant} {state:?} {from}-{to}");
                }
            }
        }
    }
}

#[test]
fn sets_of_scoring_actions_agree_with_single_ones() {
    for variant in ["dala", "dala(rules=no-vacate)", "dala(rules=three-plus)", "dala(board=4)"] {
        let game = super::game(variant);
        let rules = game.rules();
        for state in random_boards(&game, 2000) {
            let (own, empty) = (state.pieces[0], game.empty(&state));
            let drops = drop_scores(own, rules.arrival);
            for to in squares(empty) {
                assert_eq!(drops & to.bit() != 0, game.owed_for_drop(&state, to) > 0);
            }
            let steps = step_scores(own, empty, rules.arrival, rules.vacate_capture);
            for (scores, shift) in steps.into_iter().zip(STEP_SHIFTS) {
                for from in squares(own) {
                    let to = from.idx() as i32 + i32::from(shift);
                    if (0..48).contains(&to) && empty & 1 << to != 0 {
                        let to = Square::at(to as u32);
                        let scored = game.owed_for_step(&state, from, to) > 0;
                        assert_eq!(scores & to.bit() != 0, scored, "{state:?} {from}-{to}");
                    }
                }
            }
        }
    }
}

#[test]
fn nth_is_the_nth_square() {
    let mut rng = Rng::new(3);
    for _ in 0..2000 {
        let set = rng.next_u64() & rng.next_u64() & crate::Board::SIX.squares;
        for (n, square) in squares(set).enumerate() {
            assert_eq!(nth(set, n as u32), square);
        }
    }
}
