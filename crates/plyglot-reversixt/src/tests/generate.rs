//! Maps made up by a seed: the same every time, playable, of all kinds.

use plyglot_core::{Game, Listed, Options, Rng, SpecError, options::no_files};

use super::{game, play_out};
use crate::{
    Phase, Recipe, ReversiXt, generated_map,
    map::{BONUS, CHOICE, EXPANSION, HOLE, INVERSION},
};

fn made(seed: u64, players: u8, side: usize) -> String {
    generated_map(Recipe { seed, players, side }).unwrap()
}

#[test]
fn every_recipe_gives_a_map_that_can_be_played_to_its_end() {
    for players in 2..=8 {
        for seed in 0..12 {
            let side = [0, 6, 9, 17][seed as usize % 4];
            let map = game(&made(seed, players, side));
            let mut state = map.start();
            assert_eq!((map.players(), state.phase()), (players, Phase::Building));
            assert!(side == 0 || map.map().width.max(map.map().height) <= side);
            play_out(&map, &mut state, &mut Rng::new(seed));
        }
    }
}

#[test]
fn a_seed_gives_the_same_map_for_ever() {
    let text = made(3, 2, 6);
    assert_eq!(text, made(3, 2, 6));
    assert_ne!(text, made(4, 2, 6));
    assert_eq!(text, FIXED);
}

/// Learnt weights speak of maps by their seeds.
const FIXED: &str = "2\n5\n0 2\n6 6\nb 0 0 - 0 0\n0 0 0 b 0 -\n- 0 2 1 i -\n0 0 1 2 0 0\n\
    b 0 0 i - 0\n0 0 - 0 0 0\n";

#[test]
fn all_kinds_of_maps_occur() {
    let maps: Vec<ReversiXt> = (0..60).map(|seed| game(&made(seed, 3, 0))).collect();
    let share = |of: &dyn Fn(&ReversiXt) -> bool| maps.iter().filter(|map| of(map)).count();
    for kind in [BONUS, CHOICE, EXPANSION, HOLE, INVERSION] {
        let count = share(&|map| map.start.board.count(kind) > 0);
        assert!((15..60).contains(&count), "{kind}: {count}");
    }
    assert!((15..45).contains(&share(&|map| !map.map().transitions.is_empty())));
    assert!((30..60).contains(&share(&|map| map.start.overrides(0) > 0)));
    assert!((10..50).contains(&share(&|map| map.start.bombs(0) > 0)));
}

#[test]
fn bombs_leave_something_to_win() {
    let mut armed = 0;
    for (players, seed) in (2..=8).flat_map(|players| (0..30).map(move |seed| (players, seed))) {
        let map = game(&made(seed, players, 0));
        let hit = (2 * map.map().radius + 1).pow(2) * u32::from(players) * map.start.bombs(0);
        assert!(2 * hit as usize <= map.map().squares());
        armed += u32::from(hit > 0);
    }
    assert!(armed > 30, "{armed}");
}

#[test]
fn options_name_the_map() {
    let build = |given: &[(&str, &str)]| {
        let given: Vec<_> = given.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        Options::check("reversixt", ReversiXt::OPTIONS, &given, &no_files)
            .and_then(|options| ReversiXt::build(&options))
    };
    let five = build(&[("map", "generated"), ("seed", "7"), ("players", "5"), ("side", "12")]);
    assert_eq!(five.unwrap().start(), game(&made(7, 5, 12)).start());
    assert_eq!(build(&[("map", "generated")]).unwrap().players(), 2);
    let SpecError(error) = build(&[("map", "generated"), ("side", "5")]).unwrap_err();
    assert!(error.contains("sides of 5, expected sides from 6 to 30, or 0"), "{error}");
    assert_eq!(generated_map(Recipe { seed: 1, players: 9, side: 0 }), None);
}
