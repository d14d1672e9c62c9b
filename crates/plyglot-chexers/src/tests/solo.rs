//! The way off the board, alone.

use plyglot_core::Game as _;

use super::{eval::sparse, rules};
use crate::{
    Chexers, State,
    board::HOME,
    eval::{Pace, SETS, Solo},
};

#[test]
fn four_pieces_alone_need_eighteen_turns_from_the_start_and_nineteen_at_most() {
    let solo = Solo::get();
    assert_eq!(SETS, 74_519);
    for (colour, home) in HOME.into_iter().enumerate() {
        assert_eq!(solo.turns(colour, 0), 0);
        assert_eq!(solo.turns(colour, home), 18);
        assert_eq!(solo.all(colour).len(), SETS);
        assert_eq!(solo.all(colour).iter().max(), Some(&19));
    }
}

/// The puzzle without blocks is the same task.
#[test]
fn a_turn_brings_a_colour_one_turn_nearer() {
    let (game, solo) = (rules("mode=warmup"), Solo::get());
    for text in
        ["4/1r1r1/1r4/2r4/6/5/4 r 0,0,0", "4/5/r5/6r/2r3/5/4 r 0,0,0", "4/5/6/3r3/6/5/4 r 0,0,0"]
    {
        let mut state = sparse(text);
        let mut turns = solo.turns(0, state.pieces[0]);
        while turns > 0 {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let after = |mv| {
                let mut after: State = state;
                game.make(&mut after, mv);
                after
            };
            let nearest = moves.into_iter().map(after);
            state = nearest.min_by_key(|state| solo.turns(0, state.pieces[0])).unwrap();
            assert_eq!(solo.turns(0, state.pieces[0]), turns - 1, "{text}");
            turns -= 1;
        }
    }
}

#[test]
fn the_foremost_pieces_run() {
    let (game, solo) = (Chexers::default(), Solo::get());
    let pace = |text, order| Pace::of(&game, &sparse(text), order, solo);
    // Three exits: one more, from a step before the edge.
    let red = pace("4/5/6/r4r1/r5/5/4 r 3,0,0", 0);
    assert_eq!((red.needed.count_ones(), red.missing, red.turns), (1, 0, 2));
    assert_eq!(red.plies(0), Some(3));
    // Blue has one piece for four exits.
    let blue = pace("4/5/6/r4r1/r5/5/3b r 3,0,0", 2);
    assert_eq!((blue.missing, blue.plies(2)), (3, None));
    // More pieces than the table knows are taken to step.
    let many = rules("exits_to_win=6");
    let state = sparse("rrrr/rr3/6/7/6/5/4 g 0,0,0");
    assert_eq!(Pace::of(&many, &state, 2, solo).turns, 4 + 3 + 2 + 1 + 5 + 4);
}
