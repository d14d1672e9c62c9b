//! Evaluations and orderings.

use plyglot_core::{
    Evaluate, Game, Handover, Listed, Options, Player, Rng, Score, Spec, SpecError,
    options::no_files,
};

use super::{POSITIONS, at};
use crate::{Checkers, Move, Position};

type Scored = Box<dyn Evaluate<Checkers, Score = i64>>;

fn build(text: &str) -> Result<Scored, SpecError> {
    let spec = Spec::parse(text)?;
    let entry = Checkers::EVALUATIONS.iter().find(|entry| entry.name == spec.name).unwrap();
    let options = Options::check(entry.name, entry.weights, &spec.given, &no_files)?;
    Ok((entry.build)(&options))
}

/// The default evaluation with all weights zero but one, early and late alike.
fn only(name: &str, value: i64) -> Scored {
    let late = format!("{name}_late");
    let weight = |spec: &plyglot_core::OptionSpec| {
        let chosen = spec.name == name || spec.name == late;
        format!("{}={}", spec.name, if chosen { value } else { 0 })
    };
    let weights: Vec<String> = Checkers::EVALUATIONS[0].weights.iter().map(weight).collect();
    build(&format!("default({})", weights.join(","))).unwrap()
}

fn white(eval: &Scored, text: &str) -> i64 {
    eval.score(&Checkers::default(), &at(text), Player(1))
}

/// Every position of some random games, and those where the other side was given the turn.
fn for_positions(mut visit: impl FnMut(&Checkers, &Position)) {
    let game = Checkers::default();
    let (mut rng, mut scratch) = (Rng::new(5), Vec::new());
    for text in ["startpos"; 40].iter().chain(&POSITIONS) {
        let mut state = at(text);
        while let Some(mv) = game.random_move(&state, &mut scratch, &mut rng) {
            visit(&game, &state);
            let mut given = state;
            game.give_turn(&mut given, Player(1 - game.to_move(&state).0));
            visit(&game, &given);
            game.make(&mut state, mv);
        }
        visit(&game, &state);
    }
}

#[test]
fn the_best_ones_come_first() {
    assert_eq!(Checkers::EVALUATIONS[0].name, "default");
    assert_eq!(Checkers::EVALUATIONS[1].name, "material");
    assert_eq!(Checkers::ORDERS[0].name, "default");
}

#[test]
fn what_one_side_gains_the_other_loses() {
    for name in ["default", "material"] {
        let eval = build(name).unwrap();
        for_positions(|game, state| {
            let scores = eval.scores(game, state);
            assert_eq!(scores[Player(0)], -scores[Player(1)]);
            assert!(scores[Player(0)].abs() < i64::WIN / 1000);
            let turned = game.symmetric(state)[0];
            assert_eq!(eval.score(game, &turned, Player(0)), scores[Player(1)], "{state:?}");
        });
    }
}

#[test]
fn material_counts_men_and_kings() {
    let eval = build("material").unwrap();
    assert_eq!(white(&eval, "startpos"), 0);
    assert_eq!(white(&eval, "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29"), -1);
    assert_eq!(white(&build("material(man=100,king=130)").unwrap(), "W:WK2:B6,7,14,15"), -270);
}

#[test]
fn weights_are_read_from_text() {
    assert_eq!(white(&only("man", 100), "W:W21,22:BK1"), 200);
    assert_eq!(white(&only("king", 130), "W:W21,22:BK1"), -130);
    assert!(build("default(bridge=12,bridge_late=off)").is_ok());
    let refused = build("default(bridges=12)").err().unwrap().0;
    assert!(refused.contains("bridge_late"), "{refused}");
    assert!(build("material(king=many)").is_err());
    for spec in Checkers::EVALUATIONS[0].weights {
        let other = build(&format!("default({}=777)", spec.name)).unwrap();
        let (mut differs, usual) = (false, build("default").unwrap());
        for_positions(|game, state| {
            let pov = Player(0);
            differs |= other.score(game, state, pov) != usual.score(game, state, pov);
        });
        assert!(differs, "{} has no effect", spec.name);
    }
}

#[test]
fn weights_slide_with_the_number_of_pieces() {
    let eval = build("default(man=240,man_late=0)").unwrap();
    let flat = build("default(man=0,man_late=0)").unwrap();
    // Six pieces of 24: a quarter of the early weight.
    let text = "W:W21,22,23,24:B1,2";
    assert_eq!(white(&eval, text) - white(&flat, text), 2 * 60);
    assert_eq!(white(&only("trade", 240), text), 2 * 240 / 6);
}

#[test]
fn every_term_counts_what_it_says() {
    for (name, text, expected) in [
        ("home", "W:W29,30,K31,22:B1,9", 1),
        ("bridge", "W:W30,32:B1,2,4", 1),
        ("bridge", "W:W30,32:B1,3", 0),
        ("corner", "W:W28,32:B1,7", 1),
        ("centre", "W:W18,23,24:B9,10", 1),
        ("edge", "W:W21,22:B5,12,20", -2),
        ("advance", "W:W22,K5:B9,10,1", 2 - 4),
        ("support", "W:W22,26,25:BK1,6", 2 - 1),
        ("runaway", "W:W13,18:B23,8", 4 - 5),
        ("steps", "W:W22:B15", 1 - 1),
        ("steps", "W:W21,22:B1", 3 - 2),
        ("cramp", "W:W13:B9,24", 1),
        ("dog_hole", "W:W5,32:B1,28", 0),
        ("dog_hole", "W:W5:B1", 1),
        ("king_steps", "W:WK29:BK18", 1 - 4),
        ("king_trapped", "W:WK29:BK22", 1),
        ("king_centre", "W:WK18:BK1,K10,K11", -1),
        ("sole_king", "W:WK18,32:B1,2", 1),
        ("sole_king", "W:WK18:BK1", 0),
        ("threat", "W:W22:B18", 1),
        ("threat", "W:W22,25:B18", 0),
        ("threat", "B:W22:B17,18", -2),
        ("refuge", "W:WK1:BK18,K19", 1),
        ("hunt", "W:WK1:BK10,K19", -1),
        ("turn", "W:W32:B1", 1),
        ("opposition", "W:W30:B22", -1),
        ("opposition", "W:W30:B18", 1),
        ("opposition", "B:W30:B18", -1),
        ("opposition", "B:W30:B18,1", 0),
    ] {
        assert_eq!(white(&only(name, 24), text), 24 * expected, "{name} of {text}");
    }
}

#[test]
fn orderings_rate_every_move() {
    let order = (Checkers::ORDERS[0].build)();
    let mut moves = Vec::new();
    for_positions(|game, state| {
        moves.clear();
        game.moves(state, &mut moves);
        let noisy = moves.iter().any(|mv| order.is_noisy(game, state, *mv));
        assert_eq!(order.is_calm(game, state), !noisy, "{state:?}");
        for mv in &moves {
            assert!(order.priority(game, state, *mv).abs() < 10_000);
            assert_eq!(order.is_noisy(game, state, *mv), mv.jumps() > 0);
            let turned = game.symmetric(state)[0];
            let mut others = Vec::new();
            game.moves(&turned, &mut others);
            let rate = |mv: &Move| order.priority(game, &turned, *mv);
            let rated = order.priority(game, state, *mv);
            assert!(others.iter().any(|mv| rate(mv) == rated), "{mv} in {state:?}");
        }
    });
}

#[test]
fn good_moves_come_first() {
    let (game, order) = (Checkers::default(), (Checkers::ORDERS[0].build)());
    for (text, best, worst) in [
        ("W:W15,30:B11,19,25,26", "30x23x16x7", "15x8"),
        ("W:W5,32:B4,12", "5-1", "32-28"),
        ("W:W22,31:B15,4", "22-17", "22-18"),
    ] {
        let state = at(text);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        moves.sort_by_key(|mv| -order.priority(&game, &state, *mv));
        let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        assert_eq!(texts.first().map(String::as_str), Some(best), "{texts:?}");
        assert_eq!(texts.last().map(String::as_str), Some(worst), "{texts:?}");
    }
}
