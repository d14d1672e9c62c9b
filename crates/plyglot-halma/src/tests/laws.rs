use plyglot_core::{
    Game, Handover, Player,
    laws::{self, LawConfig, uniformity},
};

use super::{read, rules};
use crate::{Halma, Move, State, VARIANTS};

fn keep_laws(game: &Halma, state: &State, games: u64, max_plies: u32) {
    let config = LawConfig { games, max_plies, perft_every: 97, ..LawConfig::default() };
    let report = laws::check(game, state, &config);
    assert!(report.broken.is_empty(), "{}", report.broken.join("\n"));
    assert!(report.positions > 0);
}

#[test]
fn every_variant_keeps_the_laws() {
    for variant in VARIANTS {
        let game = rules(&format!("(variant={})", variant.name));
        keep_laws(&game, &game.start(), 3, 250);
        let game = rules(&format!("(variant={},level=turn)", variant.name));
        keep_laws(&game, &game.start(), 3, 250);
    }
}

#[test]
fn every_option_keeps_the_laws() {
    for options in [
        "(win=filled)",
        "(level=turn,win=filled,eviction=none)",
        "(level=turn,goal_lock=turn,eviction_round=5)",
        "(eviction=none,draw_after=20)",
        "(eviction=home,eviction_round=10,order=clockwise)",
        "(eviction=none,draw_after=0,order=clockwise)",
        "(eviction=none,draw_after=0,revisit=on)",
        "(variant=team8,level=turn,eviction_round=1,draw_after=0,order=clockwise)",
        "(variant=solo16,win=strict,draw_after=off)",
        "(variant=solo16,goal_lock=hop,order=clockwise,draw_after=0)",
        "(variant=duel8,win=filled,eviction=others,eviction_round=12,draw_after=15)",
        "(variant=duel10,goal_lock=hop,eviction=none,draw_after=0)",
        "(variant=usc16,camp=loose)",
        "(variant=usc16,eviction=home,eviction_round=3,draw_after=9)",
    ] {
        let game = rules(options);
        keep_laws(&game, &game.start(), 3, 200);
    }
}

/// Near the limits, near the end, in the middle of chains, with players complete or stuck.
#[test]
fn odd_positions_keep_the_laws() {
    for level in ["action", "turn"] {
        for text in ODD {
            let (game, state) = read(&format!("(level={level})"), text);
            keep_laws(&game, &state, 4, 60);
        }
    }
}

pub(super) const ODD: [&str; 10] = [
    "team16 D2D12/3D2C9/12C3/2DD4D7/9C1B1C2/3D2C1B7/5D8C1/7C3C4/6B1A7/9D2D3/4B3B1D1D2C/6C9/1BCB8A1AA/1B11AAA/1BB1CC3B3AAA/BB10DAAA 2 99 - *",
    "team16 D6D4CCCC/1D10CCCC/13CCC/2DAD3B6C/16/1A1A1D10/5B2DC6/10A5/3B1D10/1D7D6/10D2D2/6A1D7/BB10A2A/BBB9AA2/BB1B10A1/BB7A1A1A2 2 4998 - *",
    "team16a DDD5D1C2CCC/DD1D8CCCC/2D4A2B2CC1/2A13/9C6/2A1D2A2C1B3/2A3A5BB2/14AA/4B2DB7/16/8DA2AC1A/2B8D3A/8B1D4A/4B1B3B5/4B11/5B10 2 48 d13,f15,h13,j13,l13,l11,n11 *",
    "team16 DDD5D1C2CCC/DD1D8CCCC/2D4A2B2CC1/2A13/9C6/2A1D2A2C1B3/2A3A5BB2/14AA/4B2DB7/16/8DA2AC1A/2B8D3A/8B1D4A/4B1B3B5/4B11/5B10 2 48 d13,f15,h13,j13,l13,l11,n11 *",
    // Player 3 is complete, player 0 about to be.
    "team16 DDDD6C2CCC/DDDD12/DDD12C/DD6C3C1C1/16/8C7/7B4B2C/9B1C4/16/5C10/B7B7/16/1B6C5A1/B2B5B1A1AAA/2B9AAAA/BB1B8AAAA 0 78 - *",
    // Player 0 has nothing to move and is not complete.
    super::rules::STUCK,
    "team8 DDD2CCC/DD4CC/D7/6C1/8/B6A/BB4AA/BBB2AAA 0 499 - *",
    "duel8 BBBB4/BBB5/BB6/B7/7A/6AA/5AAA/3A1AAA 0 299 - *",
    "duel4 BBAA/BA2/4/4 0 7 - *",
    "usc16 AAAAABB9/AAAAAB10/AAAABB10/AAABB11/AABB12/BBBB12/BB14/3B12/16/16/16/16/16/16/16/12BBB1 0 3 - *",
];

#[test]
fn random_moves_are_uniform() {
    for (options, text) in [
        ("", ODD[0]),
        ("(level=turn)", ODD[0]),
        ("", ODD[2]),
        ("(level=turn)", ODD[4]),
        ("", "team8 AAA2BBB/AA4BB/A6B/8/8/C6D/CC4DD/CCC2DDD 0 0 - *"),
        ("", "duel8 AAAA4/AAA5/AA6/A7/7B/6BB/5BBB/4BBBB 0 0 - *"),
    ] {
        let (game, state) = read(options, text);
        let deviation = uniformity(&game, &state, 200_000, 7);
        assert!(deviation < 5.0, "{deviation} in {text}");
    }
}

/// A player with one free piece is found by the list after the guesses have failed.
#[test]
fn random_moves_are_uniform_when_rare() {
    let (game, state) = read("", super::rules::NEARLY_STUCK);
    assert_eq!(super::legal(&game, &state).len(), 2);
    assert!(uniformity(&game, &state, 100_000, 3) < 5.0);
}

#[test]
fn a_stuck_player_given_the_turn_passes() {
    let (game, mut state) = read("", super::rules::STUCK);
    assert!(game.outcome(&state).is_some());
    state.status.due = 1;
    state.status.hash ^= crate::state::HANDED_KEY;
    assert_eq!(game.outcome(&state), None);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert_eq!(moves, [Move::END]);
    assert_eq!(game.count_plies(&state, &mut Vec::new()), 1);
    game.make(&mut state, Move::END);
    assert_eq!(game.to_move(&state), Player(1));
    let previous = game.give_turn(&mut state, Player(3));
    assert_eq!(previous, Player(1));
}

#[test]
fn symmetries_are_those_that_keep_the_order() {
    let images = |options: &str| {
        let game = rules(options);
        game.symmetric(&game.start()).len()
    };
    assert_eq!(images("(variant=duel8)"), 1, "rounds are limited: only the transposition");
    assert_eq!(images("(variant=duel6)"), 3);
    assert_eq!(images("(variant=usc16)"), 3);
    assert_eq!(images("(variant=team16)"), 0);
    assert_eq!(images("(variant=team16,eviction=none,draw_after=0)"), 1);
    assert_eq!(images("(variant=team16,eviction=none,draw_after=0,order=clockwise)"), 3);
}

#[test]
fn moves_and_states_stay_small() {
    assert_eq!(size_of::<Move>(), 2);
    let most = VARIANTS.iter().map(|variant| variant.pieces() as usize).max();
    assert_eq!(most, Some(crate::turns::MAX_PIECES));
    assert!(size_of::<State>() <= 320, "{}", size_of::<State>());
    assert!(size_of::<crate::Undo>() <= 40, "{}", size_of::<crate::Undo>());
}
