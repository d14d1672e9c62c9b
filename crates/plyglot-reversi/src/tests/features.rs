//! What is told to evaluations that are learnt.

use std::collections::BTreeSet;

use plyglot_core::{Features as _, Layout};

use crate::{Reversi, Size, features::Board};

#[test]
fn shapes_have_the_instances_and_weights_of_the_literature() {
    let patterns = Board.patterns(&Reversi::default()).expect("the board has patterns");
    assert_eq!(patterns.instances().len(), 46);
    let distinct = patterns.sizes().enumerate().map(|(shape, size)| {
        let canonical = (0..size).map(|index| patterns.canonical(shape, index as u16));
        canonical.collect::<BTreeSet<_>>().len()
    });
    // Published counts have a constant besides.
    assert_eq!(distinct.sum::<usize>() + 1, 114_364);
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
