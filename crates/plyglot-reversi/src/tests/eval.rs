//! Evaluations and orderings: symmetry, small positions counted by hand, weights from text.

use plyglot_core::{
    EvalEntry, Evaluate, Game, Handover, Listed, Options, Rng, Score, Spec, options::no_files,
};

use super::{every_rule_set, read};
use crate::{
    Move, Reversi, Size, State,
    board::{BLACK, WHITE, other},
    eval::{CORNERS, Features},
};

fn entry(name: &str) -> &'static EvalEntry<Reversi> {
    Reversi::EVALUATIONS.iter().find(|entry| entry.name == name).expect("a known name")
}

fn evaluation(text: &str) -> Box<dyn Evaluate<Reversi, Score = i64>> {
    let spec = Spec::parse(text).unwrap();
    let entry = entry(&spec.name);
    let options = Options::check(&spec.name, entry.weights, &spec.given, &no_files).unwrap();
    (entry.build)(&options)
}

/// Looks at the positions of a few random games, also with the turn handed over.
fn for_random_positions(game: &Reversi, mut look: impl FnMut(&State)) {
    for index in 0..6 {
        let (mut state, mut rng) = (game.start(), Rng::stream(21, index));
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            look(&state);
            let mut handed = state;
            game.give_turn(&mut handed, other(state.to_move()));
            look(&handed);
            game.make(&mut state, mv);
        }
    }
}

#[test]
fn scores_are_zero_sum_and_symmetric() {
    for game in every_rule_set() {
        for entry in Reversi::EVALUATIONS {
            let eval = evaluation(entry.name);
            for_random_positions(&game, |state| {
                let black = eval.score(&game, state, BLACK);
                assert_eq!(black + eval.score(&game, state, WHITE), 0);
                assert!(black.abs() < i64::WIN / 1000);
                if state.mobility() != 0 {
                    let own = eval.score(&game, state, state.to_move());
                    for image in game.symmetric(state) {
                        assert_eq!(eval.score(&game, &image, image.to_move()), own, "{state:?}");
                    }
                }
            });
        }
    }
}

#[test]
fn small_positions_counted_by_hand() {
    let game = Reversi::default();
    // White may take a1's row only by d1; black has no move.
    let state = read(&game, &format!("OXX-{}X{} O", "-".repeat(5), "-".repeat(54)));
    let replies = game.mobility(state.opponent, state.own);
    assert_eq!((state.mobility, replies), (1 << 3 | 1 << 18, 0));
    let features =
        Features::of(Size::Eight, [state.own, state.opponent], [state.mobility, replies]);
    let expected = Features {
        empties: 60,
        parity: -1,
        stones: -2,
        moves: 2,
        share: 32,
        potential: features.potential,
        open: -2,
        corners: 1,
        corner_moves: 0,
        x_squares: 0,
        c_squares: 0,
        edge: -2,
        stable: 1,
    };
    assert_eq!(features, expected);
    assert_eq!(evaluation("material").score(&game, &state, WHITE), -2);
    assert_eq!(evaluation("material(stone=7)").score(&game, &state, BLACK), 14);
    assert_eq!(evaluation("mobility(move=3,corner=50)").score(&game, &state, WHITE), 56);
}

#[test]
fn neighbours_of_empty_corners() {
    let game = Reversi::default();
    // b1 is a C-square and b2 an X-square of the empty a1; g7 and h7 lie beside the taken h8.
    let rows = ["-X------", "-O------", "--------", "--------", "--------", "--------"];
    let state = read(&game, &format!("{} ------XX -------X X", rows.join(" ")));
    let [black, white] = state.stones();
    let features = Features::of(Size::Eight, [black, white], [0, 0]);
    assert_eq!((features.x_squares, features.c_squares), (-1, 1));
    assert_eq!((features.corners, features.edge, features.stable), (1, 1, 2));
    assert_eq!((features.empties, features.parity), (59, 1));
}

#[test]
fn weights_come_from_text() {
    let game = Reversi::default();
    let zeros: Vec<_> = entry("default").weights.iter().map(|w| format!("{}=0", w.name)).collect();
    let nothing = evaluation(&format!("default({})", zeros.join(",")));
    for_random_positions(&game, |state| assert_eq!(nothing.score(&game, state, BLACK), 0));
    let (start, mut moved) = (game.start(), game.start());
    game.make(&mut moved, Move::place(19));
    let only =
        zeros.join(",").replace("stones=0", "stones=64").replace("stones_late=0", "stones_late=64");
    let stones = evaluation(&format!("default({only})"));
    assert_eq!(stones.score(&game, &start, BLACK), 0);
    assert_eq!(stones.score(&game, &moved, BLACK), 3 * 64);
    let options = Options::check(
        "default",
        entry("default").weights,
        &[("moves".into(), "x".into())],
        &no_files,
    );
    assert!(options.is_err());
}

#[test]
fn the_first_of_each_list_is_the_default() {
    assert_eq!(Reversi::EVALUATIONS[0].name, "default");
    assert_eq!(Reversi::ORDERS[0].name, "default");
}

#[test]
fn orderings_rate_every_move_and_like_corners() {
    for game in every_rule_set() {
        for entry in Reversi::ORDERS {
            let order = (entry.build)();
            for_random_positions(&game, |state| {
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                for mv in &moves {
                    let priority = order.priority(&game, state, *mv);
                    assert!(priority.abs() < 10_000);
                    let corner =
                        mv.square().is_some_and(|at| CORNERS[game.size as usize] >> at & 1 != 0);
                    assert_eq!(order.is_noisy(&game, state, *mv), corner);
                }
            });
        }
    }
    let game = Reversi::default();
    let order = (Reversi::ORDERS[0].build)();
    let priority = |square| order.priority(&game, &game.start(), Move::place(square));
    assert!(priority(0) > priority(2) && priority(2) > priority(1) && priority(1) > priority(9));
}
