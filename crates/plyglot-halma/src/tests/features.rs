//! What is told to evaluations that are learnt.

use plyglot_core::{Features, Game, Player, Rng, seats};

use super::{arrived_but, rules};
use crate::{Halma, State, VARIANTS, features::Way};

fn counts(game: &Halma, state: &State, seat: u8) -> Vec<u16> {
    let mut out = vec![u16::MAX; Way.counts().len()];
    Way.count(game, state, Player(seat), &mut out);
    out
}

fn sums(game: &Halma, state: &State, seat: u8) -> Vec<i16> {
    let mut out = vec![i16::MAX; Way.sums().len()];
    Way.sum(game, state, Player(seat), &mut out);
    out
}

fn count(game: &Halma, state: &State, seat: u8, name: &str) -> u16 {
    let at = Way.counts().iter().position(|count| count.name == name).expect("a count");
    counts(game, state, seat)[at]
}

#[test]
fn every_number_of_every_variant_keeps_its_limit() {
    for variant in VARIANTS {
        let game = rules(&format!("(variant={})", variant.name));
        let (mut state, mut rng) = (game.start(), Rng::new(11));
        for _ in 0..400 {
            assert!(Way.stage(&game, &state) < Way.stages());
            for seat in seats(game.players()) {
                let counts = counts(&game, &state, seat.0);
                let limits = Way.counts().iter().map(|count| count.values);
                assert!(counts.iter().zip(limits).all(|(count, limit)| *count < limit));
            }
            let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) else { break };
            game.make(&mut state, mv);
        }
    }
}

#[test]
fn all_seats_see_the_start_alike_and_stages_run_down() {
    for variant in VARIANTS {
        let game = rules(&format!("(variant={})", variant.name));
        let start = game.start();
        assert_eq!(Way.stage(&game, &start), Way.stages() - 1, "{}", variant.name);
        for seat in seats(game.players()) {
            let but_seat = |seat: u8| counts(&game, &start, seat)[1..36].to_vec();
            assert_eq!(but_seat(seat.0), but_seat(0));
            assert_eq!(sums(&game, &start, seat.0), sums(&game, &start, 0));
        }
    }
    let (game, state) = arrived_but("", 0, 0, &["p16>l12"]);
    assert_eq!(Way.stage(&game, &state), 0);
}

#[test]
fn numbers_are_those_of_the_board() {
    // Player 0 misses his farthest square. Between his pieces on j10 and l12 and that on n14 there are empty ones.
    let (game, state) = arrived_but("", 0, 0, &["p16>l12", "m16>j10"]);
    let own = |name: &str| count(&game, &state, 0, name);
    assert_eq!(own("own outside"), 2);
    assert_eq!((own("own farthest"), own("own second"), own("own third")), (12, 8, 4));
    assert_eq!((own("own bridges"), own("own at home")), (2, 0));
    assert_eq!((own("own squares taken"), own("opposite outside")), (0, 0));
    // The ally sees the same from the other end, the neighbours from the side.
    assert_eq!(count(&game, &state, 3, "opposite outside"), 2);
    assert_eq!(count(&game, &state, 1, "next outside"), 2);
    assert_eq!(count(&game, &state, 2, "last outside"), 2);
    // From l12 and j10 there are 8 and 12 rows and columns to the corner, from p16 and m16 none and 3.
    assert_eq!(sums(&game, &state, 0)[0], 8 + 12 - 3);
}
