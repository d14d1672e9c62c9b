//! What is told to evaluations that are learnt.

use plyglot_core::{Features as _, Game, Layout, MOST_SUMS, Notation, Player, Rng, seats};

use super::{enlarged, eval::for_each_position, eval::some_maps, game};
use crate::{ReversiXt, State, features::AnyMap};

fn seen(game: &ReversiXt, state: &State, seat: u8) -> Vec<i16> {
    let mut sums = vec![i16::MAX; AnyMap.sums().len()];
    AnyMap.sum(game, state, Player(seat), &mut sums);
    sums
}

/// One of the numbers by its name.
fn number(game: &ReversiXt, seat: u8, name: &str) -> i16 {
    let at = AnyMap.sums().iter().position(|sum| *sum == name).unwrap();
    seen(game, &game.start(), seat)[at]
}

#[test]
fn numbers_by_hand() {
    let map = game("2\n1\n0 0\n3 5\n1 2 0 i 0\n0 1 2 0 0\n1 1 1 1 2\n");
    // Two corners against one, four stones at the bottom of which one is a corner, the middle ones.
    assert_eq!(number(&map, 0, "stones on safe tiles"), 2 - 1);
    assert_eq!(number(&map, 1, "stones on safe tiles"), 1 - 2);
    assert_eq!(number(&map, 0, "stones open along four axes"), 0);
    assert_eq!(number(&map, 0, "inversions give on safe tiles"), 1 - 2);
    assert_eq!(number(&map, 0, "override stones"), 0);
    assert_eq!(number(&map, 0, "on turn") + number(&map, 1, "on turn"), 1);
    assert_eq!(number(&map, 0, "ranks below less ranks above"), 1);
    assert_eq!(number(&map, 1, "gap to the next above"), 3);
}

#[test]
fn moves_by_what_they_bring() {
    // The ends of a single row are safe; the third player has nothing.
    let map = game("3\n0\n0 0\n1 5\nb 2 1 0 0\n");
    let each = |name: &str| [0, 1, 2].map(|seat| number(&map, seat, name));
    assert_eq!(each("moves"), [1, 1, 0]);
    assert_eq!(each("moves that nobody else has"), [1, 1, 0]);
    assert_eq!(each("moves to safe tiles"), [1, 0, 0]);
    assert_eq!(each("moves to bonus tiles"), [1, 0, 0]);
    assert_eq!(each("on turn with a move to a safe tile"), [1, 0, 0]);
    let shared = game("3\n0\n0 0\n1 5\n0 2 1 3 0\n");
    let each = |name: &str| [0, 1, 2].map(|seat| number(&shared, seat, name));
    assert_eq!(each("moves"), [2, 1, 1]);
    assert_eq!(each("moves that nobody else has"), [0, 0, 0]);
    assert_eq!(each("moves to safe tiles"), [2, 1, 1]);
}

#[test]
fn all_seats_at_once_are_told_the_same() {
    for (map, mut rng) in some_maps().step_by(4) {
        let width = AnyMap.sums().len();
        let mut all = vec![i16::MAX; width * usize::from(map.players())];
        for_each_position(&map, &mut rng, |state, _| {
            AnyMap.sum_all(&map, state, &mut all);
            for (seat, row) in (0..map.players()).zip(all.chunks(width)) {
                assert_eq!(row, seen(&map, state, seat));
            }
        });
    }
}

#[test]
fn between_two_players_leads_are_opposite() {
    let map = super::builtin("armed8");
    for_each_position(&map, &mut Rng::new(4), |state, _| {
        let (own, other) = (seen(&map, state, 0), seen(&map, state, 1));
        assert!(own[..19].iter().zip(&other[..19]).all(|(own, other)| *own == -other));
    });
}

#[test]
fn images_and_both_representations_look_the_same() {
    for name in ["plain8", "torus6", "cross3", "islands4"] {
        let map = super::builtin(name);
        for_each_position(&map, &mut Rng::new(6), |state, _| {
            for image in map.symmetric(state) {
                assert_eq!(seen(&map, &image, 1), seen(&map, state, 1), "{name}");
            }
        });
    }
    for (small, mut rng) in
        some_maps().step_by(8).filter(|(map, _)| map.map().transitions.is_empty())
    {
        for_each_position(&small, &mut rng, |state, _| {
            let text = small.write_state(state);
            let (here, large) = (small.parse_state(&text).unwrap(), game(&enlarged(&text)));
            for seat in seats(small.players()) {
                let both = [seen(&here.0, &here.1, seat.0), seen(&large, &large.start(), seat.0)];
                assert_eq!(both[0], both[1], "{text}");
            }
        });
    }
}

#[test]
fn every_map_has_the_same_layout_and_every_position_a_stage() {
    let layout = Layout::of(&AnyMap, &super::builtin("plain8"));
    assert!(AnyMap.sums().len() <= MOST_SUMS);
    for (map, mut rng) in some_maps() {
        assert_eq!(Layout::of(&AnyMap, &map).digest, layout.digest);
        let mut last = 0;
        for_each_position(&map, &mut rng, |state, _| {
            let stage = AnyMap.stage(&map, state);
            assert!((last..layout.stages).contains(&stage));
            last = stage;
        });
    }
}

#[test]
fn who_has_nothing_left_still_has_a_rank_unless_disqualified() {
    let map = game("3\n0\n0 0\n1 5\n0 1 2 0 0\n");
    let playing = |state: &State| [0, 1, 2].map(|seat| AnyMap.in_play(&map, state, Player(seat)));
    let mut state = map.start();
    assert_eq!(playing(&state), [true; 3]);
    map.make(&mut state, crate::Move::Disqualify(Player(0)));
    assert_eq!(playing(&state), [false, true, true]);
}
