//! Random and damaged text must be refused or give a sound position, whatever it is.

use plyglot_core::{Game, Notation, Rng};

use super::{builtin, play_out, random_map};
use crate::{ReversiXt, options::MAPS};

const ALPHABET: &[u8] = b"0123456789 \n\r\t-<>xbciBXstate=phr,!()|\xc3\xa9";

fn random_text(rng: &mut Rng, len: usize) -> String {
    let bytes: Vec<u8> = (0..rng.below(len)).map(|_| ALPHABET[rng.below(ALPHABET.len())]).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Changes, removes, repeats or inserts a few bytes.
pub(super) fn damaged(rng: &mut Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len().max(1)).min(bytes.len());
        match rng.below(4) {
            0 if at < bytes.len() => bytes[at] = ALPHABET[rng.below(ALPHABET.len())],
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.insert(at, ALPHABET[rng.below(ALPHABET.len())]),
            _ => {
                let end = (at + rng.below(12)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads a text; if it is a position, it must write and read itself, and be playable.
fn try_position(game: &ReversiXt, text: &str, rng: &mut Rng) -> bool {
    let Ok((game, mut state)) = game.parse_state(text) else { return false };
    let written = game.write_state(&state);
    let (again, back) = game.parse_state(&written).unwrap_or_else(|e| panic!("{e} in {written}"));
    assert_eq!(again.write_state(&back), written, "{text}");
    assert_eq!(again.hash(&back), game.hash(&state));
    play_out(&game, &mut state, rng);
    true
}

#[test]
fn random_bytes_are_no_positions() {
    let (game, mut rng) = (builtin("plain4"), Rng::new(1));
    for _ in 0..20_000 {
        let text = random_text(&mut rng, 60);
        try_position(&game, &text, &mut rng);
        let _ = game.parse_ply(&game.start(), &text);
    }
}

#[test]
pub(super) fn damaged_positions_are_refused_or_sound() {
    let (plain, mut rng) = (builtin("plain4"), Rng::new(2));
    let mut accepted = 0;
    for index in 0..6_000 {
        let (_, map) = MAPS[index % MAPS.len()];
        let text = match index % 3 {
            0 => map.to_owned(),
            1 => {
                let (game, state) = plain.parse_state(map).unwrap();
                game.write_state(&state)
            }
            _ => random_map(&mut rng, 1 + index % 7, 1 + index % 5, 50),
        };
        if index % MAPS.len() != 1 || index < 60 {
            let text = damaged(&mut rng, &text);
            accepted += u32::from(try_position(&plain, &text, &mut rng));
        }
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
pub(super) fn damaged_moves_are_refused_or_legal() {
    let mut rng = Rng::new(3);
    for name in ["octet8", "spin5", "bombs4"] {
        let game = builtin(name);
        let state = game.start();
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        for _ in 0..5_000 {
            let text = game.write_ply(&state, &[moves[rng.below(moves.len())]]);
            if let Ok(ply) = game.parse_ply(&state, &damaged(&mut rng, &text)) {
                assert!(moves.contains(&ply[0]), "{text}: {ply:?}");
            }
        }
    }
}

#[test]
fn long_texts_are_read_in_time() {
    let game = builtin("plain4");
    let ones = "2\n0\n0 0\n1000 1000\n".to_owned() + &"0 ".repeat(999_999);
    assert!(game.parse_state(&ones).is_err());
    let selves = "2\n0\n0 0\n1 4\n0 2 1 0\n".to_owned() + &"0 0 6 <-> 0 0 6\n".repeat(100_000);
    assert!(game.parse_state(&selves).is_ok());
    let numbers = "9".repeat(1_000_000);
    assert!(game.parse_state(&numbers).is_err());
    assert!(game.parse_ply(&game.start(), &numbers).is_err());
}
