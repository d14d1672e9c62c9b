//! Random and mutilated texts: every reader answers, with a value or an error.

use plyglot_core::{Game, Notation, Rng};

use super::{POSITIONS, game};
use crate::{
    Checkers,
    pdn::{Ending, ResultMeaning, read, write},
};

const LETTERS: &[u8] = b"BWKbwkrRoO8+*.:,-xX0123456789 \n\r\t\"'[](){};$!?/%#\\Hh\0\xc3\xa9";

const POSITION_TEXTS: [&str; 4] = [
    "B:W21-32:B1-12.",
    "\"W:WK1-3,9:BK4,7:H12:F3\"",
    "...b....\n....b...\n.....r..\n........\n........\nr.......\n.......B\nR.......\n",
    "8.+.+.+.+\n7+.+.+.+.\n6.+.+.+.+\n5........\n4........\n3o.o.o.o.\n2.o.o.o.o\n1o.o.o.o.\n abcdefgh\n",
];

const FILE: &str = "[Event \"a\"]\n[Result \"1-0\"]\n[FEN \"B:W21-32:B1-12\"]\n{c} 1. 11-15 22-18 \
    (1... 23-18 $2) 2. 15x22 ; more\n25x18! {[%clk 0:01:02]} /FEN \"B:W32:B1\"/ 3. 1 - 5(?) 1-0\n\n[GameType \"21\"]\n1. 9-13 *\n";

fn random_text(rng: &mut Rng) -> String {
    let bytes: Vec<u8> = (0..rng.below(60)).map(|_| LETTERS[rng.below(LETTERS.len())]).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A text with a few bytes changed, left out or doubled, or cut short.
fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + rng.below(4) {
        let at = rng.below(bytes.len().max(1)).min(bytes.len());
        let letter = LETTERS[rng.below(LETTERS.len())];
        match rng.below(8) {
            0 => bytes.truncate(at),
            1 | 2 if at < bytes.len() => drop(bytes.remove(at)),
            3 | 4 => bytes.insert(at, letter),
            _ if at < bytes.len() => bytes[at] = letter,
            _ => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn position_is_sound(game: &Checkers, text: &str) -> bool {
    let Ok((game, state)) = game.parse_state(text) else { return false };
    let written = game.write_state(&state);
    let back = game.parse_state(&written).unwrap().1;
    assert_eq!(game.write_state(&back), written, "{text:?}");
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert_eq!(moves.len() as u64, game.count_plies(&state, &mut Vec::new()), "{text:?}");
    true
}

#[test]
fn positions() {
    let (strict, lenient) = (game("men_on_crown_row=strict"), game("men_on_crown_row=lenient"));
    let mut rng = Rng::new(11);
    let mut read = 0;
    for round in 0..40_000 {
        let texts = POSITION_TEXTS.iter().chain(&POSITIONS).collect::<Vec<_>>();
        let text = mutated(texts[round % texts.len()], &mut rng);
        read += u32::from(position_is_sound(&strict, &text));
        read += u32::from(position_is_sound(&lenient, &text));
        position_is_sound(&strict, &random_text(&mut rng));
    }
    assert!(read > 1000, "{read}");
}

#[test]
fn moves() {
    let game = game("");
    let mut rng = Rng::new(12);
    let mut accepted = 0;
    for round in 0..20_000 {
        let state = game.parse_state(POSITIONS[round % POSITIONS.len()]).unwrap().1;
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        let wanted = legal.first().map_or("11-15".to_owned(), ToString::to_string);
        for text in [mutated(&wanted, &mut rng), random_text(&mut rng)] {
            if let Ok(decisions) = game.parse_ply(&state, &text) {
                assert!(legal.contains(&decisions[0]), "{text:?}");
                accepted += 1;
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn files() {
    let mut rng = Rng::new(13);
    let mut good = 0;
    for _ in 0..20_000 {
        for text in [mutated(FILE, &mut rng), random_text(&mut rng)] {
            for game in read(&text, &Checkers::default(), ResultMeaning::White).take(1000) {
                let Ok(game) = game else { continue };
                good += 1;
                let written = write(&game, ResultMeaning::White, Ending::Result);
                let again = read(&written, &Checkers::default(), ResultMeaning::White).next();
                let again = again.unwrap().unwrap();
                assert_eq!((again.start, again.result), (game.start, game.result), "{text:?}");
                assert_eq!(again.moves.len(), game.moves.len(), "{text:?}");
            }
        }
    }
    assert!(good > 1000, "{good}");
}
