//! What is told to evaluations that are learnt.

use plyglot_core::{Features as _, Game as _, Player, Rng};

use super::{eval::sparse, rules};
use crate::{Chexers, State, features::Hexagon};

fn counts(game: &Chexers, state: &State, seat: u8) -> Vec<u16> {
    let mut counts = vec![0; Hexagon.counts().len()];
    Hexagon.count(game, state, Player(seat), &mut counts);
    counts
}

#[test]
fn all_stretches_of_four_hexes_are_read() {
    let patterns = Hexagon.patterns(&Chexers::default()).unwrap();
    assert_eq!(patterns.instances().len(), 3 * (1 + 2 + 3 + 4 + 3 + 2 + 1));
    assert!(patterns.sizes().all(|size| size == 4usize.pow(4)));
}

/// A turned position looks the same to everybody one seat further on, and so does the turn order.
#[test]
fn everybody_sees_the_board_as_red_does() {
    for words in ["", "", "exits_to_win=1", "exits_to_win=12"] {
        let (game, mut rng) = (rules(words), Rng::new(9));
        let mut state = game.start();
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            let image = state.turned();
            for (seat, next) in [(0, 1), (1, 2), (2, 0)] {
                let planes = |state, seat| Hexagon.planes(&game, state, Player(seat));
                assert_eq!(planes(&state, seat), planes(&image, next));
                let seen = counts(&game, &state, seat);
                assert_eq!(seen, counts(&game, &image, next));
                let within = |(seen, count): (&u16, &plyglot_core::Count)| *seen < count.values;
                assert!(seen.iter().zip(Hexagon.counts()).all(within), "{seen:?} {state:?}");
            }
            assert_eq!(Hexagon.planes(&game, &state, Player(0))[0], state.pieces_of(Player(0)));
            assert_eq!(Hexagon.stage(&game, &state), Hexagon.stage(&game, &image));
            assert!(Hexagon.stage(&game, &state) < Hexagon.stages());
            game.make(&mut state, mv);
        }
    }
}

#[test]
fn counts_say_what_they_are_called() {
    let game = Chexers::default();
    let start = game.start();
    // Eighteen turns each; red acts first.
    assert_eq!(counts(&game, &start, 0), [51, 33, 0, 4, 0, 2, 0, 0, 0, 0, 0, 0]);
    assert_eq!(counts(&game, &start, 1), [52, 31, 0, 4, 1, 2, 8, 8, 8, 8, 0, 0]);
    // Red wins at once; green is out, blue has two pieces and needs four.
    let state = sparse("4/5/6/6r/b5/5/3b r 3,1,0");
    assert_eq!(counts(&game, &state, 0)[..6], [0, 63, 3, 1, 0, 1]);
    assert_eq!(counts(&game, &state, 2)[..6], [61, 0, 0, 2, 2, 1]);
    assert!(!Hexagon.in_play(&game, &state, Player(1)));
    assert!(Hexagon.in_play(&game, &state, Player(2)));
    // Red can convert green's piece and blue's, they can convert red's; red needs one piece, the foremost.
    let state = sparse("4/5/2g3/2rb3/6/5/4 r 3,3,3");
    assert_eq!(counts(&game, &state, 0)[6..], [1, 1, 1, 2, 2, 3]);
    assert_eq!(counts(&game, &state, 1)[6..], [8 + 1, 8 + 1, 8 + 1, 8 + 2, 2, 3]);
}
