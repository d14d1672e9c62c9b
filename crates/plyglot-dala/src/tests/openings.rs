//! The openings of matches.

use std::collections::HashSet;

use plyglot_core::{Game, Listed, Notation};

use super::game;
use crate::{Dala, State};

/// The position after an opening.
fn after(game: &Dala, opening: &[String]) -> State {
    let mut state = game.start();
    for ply in opening {
        for mv in game.parse_ply(&state, ply).unwrap() {
            game.make(&mut state, mv);
        }
    }
    state
}

#[test]
fn nobody_has_scored() {
    let game = game("dala");
    for opening in Dala::book() {
        let state = after(&game, &opening);
        assert_eq!((state.ply, state.side, state.reserve), (8, 0, [8, 8]), "{opening:?}");
        assert_eq!(state.pieces.map(u64::count_ones), [4, 4], "{opening:?}");
    }
}

#[test]
fn no_two_are_images_of_each_other() {
    let game = game("dala");
    let mut seen = HashSet::new();
    for opening in Dala::book() {
        let state = after(&game, &opening);
        assert!(!seen.contains(&game.hash(&state)), "{opening:?}");
        seen.insert(game.hash(&state));
        seen.extend(game.symmetric(&state).iter().map(|image| game.hash(image)));
    }
}

#[test]
fn a_match_of_a_hundred_games_finds_fifty() {
    assert!(Dala::book().len() >= 100);
}
