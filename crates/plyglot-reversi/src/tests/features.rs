//! What is told to evaluations that are learnt.

use std::collections::BTreeSet;

use plyglot_core::{Features as _, Game as _, Layout, Patterns, Rng};

use crate::{Reversi, Size, features::Board};

fn patterns(game: &Reversi) -> &'static Patterns {
    Board.patterns(game).expect("the board has patterns")
}

#[test]
fn shapes_have_the_instances_and_weights_of_the_literature() {
    let patterns = patterns(&Reversi::default());
    assert_eq!(patterns.instances().len(), 46);
    let distinct = patterns.sizes().enumerate().map(|(shape, size)| {
        let canonical = (0..size).map(|index| patterns.canonical(shape, index as u16));
        canonical.collect::<BTreeSet<_>>().len()
    });
    // Published counts have a constant besides.
    assert_eq!(distinct.sum::<usize>() + 1, 114_364);
}

#[test]
fn images_of_a_position_have_the_same_canonical_indices() {
    for size in [Size::Four, Size::Six, Size::Eight] {
        let game = Reversi { size, ..Reversi::default() };
        let patterns = patterns(&game);
        let tied = |state: &_| {
            let lanes = patterns.indices(&Board.planes(&game, state, game.to_move(state)));
            let pairs = patterns.instances().iter().zip(lanes.as_flattened());
            let mut all: Vec<_> =
                pairs.map(|(shape, lane)| (*shape, patterns.canonical(*shape, *lane))).collect();
            all.sort_unstable();
            all
        };
        let (mut state, mut rng) = (game.start(), Rng::new(5));
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            for image in game.symmetric(&state) {
                assert_eq!(tied(&image), tied(&state), "{size:?} {state:?}");
            }
            game.make(&mut state, mv);
        }
    }
}

#[test]
fn every_size_has_its_own_layout() {
    let digest = |size| {
        let game = Reversi { size, ..Reversi::default() };
        Layout::of(&Board, &game).digest
    };
    let all: BTreeSet<_> = [Size::Four, Size::Six, Size::Eight].map(digest).into();
    assert_eq!(all.len(), 3);
}
