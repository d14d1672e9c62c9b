//! The bit tricks against a walk from square to square.

use plyglot_core::{Game, Rng};

use crate::{Reversi, bitboard};

fn slow_flips(own: u64, opponent: u64, square: u32) -> u64 {
    let mut flipped = 0;
    for (columns, rows) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        let (mut column, mut row) = ((square % 8) as i32, (square / 8) as i32);
        let mut line = 0;
        loop {
            (column, row) = (column + columns, row + rows);
            if !(0..8).contains(&column) || !(0..8).contains(&row) {
                break;
            }
            let bit = 1u64 << (row * 8 + column);
            if opponent & bit == 0 {
                flipped |= if own & bit != 0 { line } else { 0 };
                break;
            }
            line |= bit;
        }
    }
    flipped
}

fn slow_mobility(own: u64, opponent: u64) -> u64 {
    let free = bitboard::squares(!(own | opponent));
    free.filter(|square| slow_flips(own, opponent, *square) != 0).map(|square| 1 << square).sum()
}

fn compare(own: u64, opponent: u64) {
    let at = format!("{own:#x} against {opponent:#x}");
    assert_eq!(bitboard::mobility(own, opponent), slow_mobility(own, opponent), "{at}");
    for square in bitboard::squares(!(own | opponent)) {
        let expected = slow_flips(own, opponent, square);
        assert_eq!(bitboard::flips(own, opponent, square), expected, "{at}, square {square}");
    }
}

#[test]
fn moves_and_flips_of_played_positions() {
    let game = Reversi::default();
    for index in 0..300 {
        let (mut state, mut rng) = (game.start(), Rng::stream(8, index));
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            game.make(&mut state, mv);
            compare(state.own, state.opponent);
        }
    }
}

#[test]
fn moves_and_flips_of_any_stones() {
    let mut rng = Rng::new(12);
    for _ in 0..20_000 {
        let [mut own, mut opponent] = [rng.next_u64(), rng.next_u64()];
        for _ in 0..rng.below(4) {
            own &= rng.next_u64();
        }
        for _ in 0..rng.below(3) {
            opponent |= rng.next_u64();
        }
        compare(own & !opponent, opponent);
        compare(opponent & !own, own);
    }
}

#[test]
fn every_line_from_every_square() {
    // All stones on one line through a square: every length of run, both colours beyond it.
    for square in 0..64 {
        for step in [1, 7, 8, 9] {
            for pattern in 0..3u32.pow(7) {
                let (mut own, mut opponent, mut rest) = (0u64, 0u64, pattern);
                for distance in 1..8 {
                    let bit = 1u64.checked_shl(square + distance * step).unwrap_or(0);
                    match rest % 3 {
                        1 => own |= bit,
                        2 => opponent |= bit,
                        _ => {}
                    }
                    rest /= 3;
                }
                let expected = slow_flips(own, opponent, square);
                assert_eq!(bitboard::flips(own, opponent, square), expected);
                let [own, opponent] = [own, opponent].map(u64::reverse_bits);
                let found = bitboard::flips(own, opponent, 63 - square);
                assert_eq!(found, expected.reverse_bits());
            }
        }
    }
}

#[test]
fn nth_squares() {
    let mut rng = Rng::new(2);
    for _ in 0..5_000 {
        let set = rng.next_u64() & if rng.below(2) == 0 { u64::MAX } else { rng.next_u64() };
        for (n, square) in bitboard::squares(set).enumerate() {
            assert_eq!(bitboard::nth_square(set, n as u32), square);
        }
    }
    assert_eq!(bitboard::nth_square(u64::MAX, 63), 63);
}

#[test]
fn transforms_move_squares() {
    let images = |square: u32| {
        let (x, y) = (square % 8, square / 8);
        let turned = [(x, y), (x, 7 - y), (7 - x, y), (7 - x, 7 - y)];
        let all = turned.into_iter().chain(turned.map(|(x, y)| (y, x)));
        all.map(|(x, y)| 1u64 << (y * 8 + x)).collect::<Vec<_>>()
    };
    for square in 0..64 {
        let found: Vec<_> = (0..8).map(|k| bitboard::transform(1 << square, k)).collect();
        assert_eq!(found, images(square));
    }
}
