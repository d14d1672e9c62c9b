//! What only the list of all games and searches can check.

mod book;
mod choices;
mod margins;
mod pieces;
mod presets;
mod scenes;
mod searches;
mod signature;
mod tables;
mod trackers;

use plyglot_catalog::Catalog;
use plyglot_core::{AnySession, Options, Rng, options::no_files};

fn open(spec: &str) -> Box<dyn AnySession> {
    Catalog::standard().open(spec, &no_files).unwrap().session
}

/// `3,2,0` on a map is `d3` on the bitboard.
fn square_of(triple: &str) -> String {
    let numbers: Vec<u8> = triple.split(',').map(|number| number.parse().unwrap()).collect();
    format!("{}{}", char::from(b'a' + numbers[0]), numbers[1] + 1)
}

/// Plays the same random game on both and compares every position.
fn compare(map: &str, size: &str, seed: u64) {
    let mut general = open(&format!("reversixt(map={map})"));
    let mut special = open(&format!("reversi(size={size})"));
    let mut rng = Rng::new(seed);
    loop {
        let mut legal: Vec<_> = general.legal().iter().map(|mv| square_of(mv)).collect();
        legal.sort();
        assert_eq!(legal, special.legal());
        assert_eq!(general.outcome().is_some(), special.outcome().is_some());
        let mut read = open(&format!("reversi(size={size})"));
        read.set_position(&general.position()).unwrap();
        assert_eq!(read.position(), special.position());
        if !general.play_random(&mut rng) {
            break;
        }
        special.play(&square_of(general.played().last().unwrap())).unwrap();
    }
    assert_eq!(general.verdict(), special.verdict());
}

#[test]
fn both_implementations_of_reversi_agree_position_by_position() {
    for seed in 0..200 {
        compare("plain8", "8", seed);
    }
    for seed in 0..50 {
        compare("plain6", "6", seed);
        compare("plain4", "4", seed);
    }
}

#[test]
fn every_default_is_a_valid_value() {
    for game in Catalog::standard().games() {
        Options::defaults(game.options);
        let opened = Catalog::standard().open(game.name, &no_files).unwrap();
        let again = Catalog::standard().open(&opened.spec, &no_files).unwrap();
        assert_eq!(opened.spec, again.spec);
        assert_eq!(opened.session.position(), again.session.position());
    }
}
