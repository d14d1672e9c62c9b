//! Evaluations and orderings.

use plyglot_core::{
    Evaluate, Game, Handover, Listed, Notation, OptionSpec, Options, Player, Rng, Score, Spec,
    SpecError, options::no_files,
};

use super::{ODD, VARIANTS, game, state};
use crate::{Dala, Move, State};

type Scored = Box<dyn Evaluate<Dala, Score = i64>>;

fn build(text: &str) -> Result<Scored, SpecError> {
    let spec = Spec::parse(text)?;
    let entry = Dala::EVALUATIONS.iter().find(|entry| entry.name == spec.name).unwrap();
    let options = Options::check(entry.name, entry.weights, &spec.given, &no_files)?;
    Ok((entry.build)(&options))
}

/// The default evaluation with all weights zero but one, dropping and stepping alike.
fn only(name: &str) -> Scored {
    let both = ["drop", "step"].map(|phase| format!("{name}_{phase}"));
    let weight = |spec: &OptionSpec| {
        let chosen = spec.name == name || both.iter().any(|name| spec.name == name);
        format!("{}={}", spec.name, i32::from(chosen))
    };
    let weights: Vec<String> = Dala::EVALUATIONS[0].weights.iter().map(weight).collect();
    build(&format!("default({})", weights.join(","))).unwrap()
}

/// What the first player has more of, as `only` counts it.
fn first(eval: &Scored, text: &str) -> i64 {
    let game = Dala::default();
    eval.score(&game, &state(&game, text), Player(0))
}

/// Every position of some random games, and those where the other player was given the turn.
fn for_positions(game: &Dala, mut visit: impl FnMut(&State)) {
    let (mut rng, mut scratch) = (Rng::new(5), Vec::new());
    let odd = ODD.iter().filter_map(|text| Some(game.parse_state(text).ok()?.1));
    for mut state in [game.start(); 10].into_iter().chain(odd) {
        for _ in 0..200 {
            visit(&state);
            if game.outcome(&state).is_none() && !game.mid_turn(&state) {
                let mut given = state;
                game.give_turn(&mut given, Player(1 - state.side));
                visit(&given);
            }
            let Some(mv) = game.random_move(&state, &mut scratch, &mut rng) else { break };
            game.make(&mut state, mv);
        }
    }
}

#[test]
fn the_best_ones_come_first() {
    assert_eq!(Dala::EVALUATIONS[0].name, "default");
    assert_eq!(Dala::EVALUATIONS[1].name, "material");
    assert_eq!(Dala::ORDERS[0].name, "default");
}

#[test]
fn scores_are_as_symmetric_as_the_game() {
    let small = "dala(board=4, pieces=5)";
    for variant in VARIANTS.into_iter().chain([small]) {
        let game = game(variant);
        for eval in ["default", "material"].map(|name| build(name).unwrap()) {
            for_positions(&game, |state| {
                let scores = eval.scores(&game, state);
                assert_eq!(scores[Player(0)], -scores[Player(1)]);
                assert!(scores[Player(0)].abs() < i64::WIN / 1000);
                for image in game.symmetric(state) {
                    let swapped = Player(state.side ^ image.side);
                    let score = eval.score(&game, &image, swapped);
                    assert_eq!(score, scores[Player(0)], "{state:?} and {image:?}");
                }
            });
        }
    }
}

#[test]
fn material_counts_pieces_on_the_board_and_in_hand() {
    let eval = build("material").unwrap();
    assert_eq!(first(&eval, "....../....../....../....../....../...... x 12 12 0 0"), 0);
    assert_eq!(first(&eval, "....../.oo.../.xxxx./..o.../...o../....x. x 0 0 0 40"), 1);
    assert_eq!(first(&eval, "....../....../..xo../..x.../....../...... o 9 11 0 5"), -1);
    assert!(build("material(piece=1)").is_err());
}

#[test]
fn every_term_counts_what_it_says() {
    let few = "....../.oo.../.xxxx./..o.../...o../....x. x 0 0 0 40";
    let drops = ".....o/....../..xo../..xo../x...../...... x 9 9 0 6";
    let diagonal = "....../....../..xo../..xo../.x..../...... x 9 10 0 5";
    for (name, text, expected) in [
        ("lead", few, 24 / 9),
        ("piece", few, 5 - 4),
        ("gap", few, -2),
        ("gap", drops, 2 - 2),
        ("near_gap", drops, 1),
        ("arrival", diagonal, 1),
        ("departure", few, 2),
        ("link", few, 3 - 1),
        ("room", "....../....../....../....../....../xo.... x 0 0 0 40", 1 - 2),
        ("step", "....../....../....../....../....../xo.... x 0 0 0 40", 1 - 2),
        ("locked", "....../....../....../....../o...../xo.... x 0 0 0 40", 1),
        ("inner", few, 5 - 1 - 4),
        ("centre", few, 2 - 1),
        ("diagonal", few, -1),
        ("corner", "x....o/....../....../....../....../x..... x 0 0 0 40", 1),
        ("corner_side", few, 1),
        ("turn", few, 1),
        ("strike", few, 1),
        ("threat", drops, -1),
        ("strike", drops, 1),
    ] {
        assert_eq!(first(&only(name), text), expected, "{name} of {text}");
    }
}

#[test]
fn captures_that_are_owed_count_as_made() {
    let game = Dala::default();
    let mut state = state(&game, "....../....../..xo../..xo../....../...... x 10 10 0 4");
    let ply = game.parse_ply(&state, "c2xd3").unwrap();
    game.make(&mut state, ply[0]);
    assert!(game.mid_turn(&state));
    assert_eq!(only("piece").score(&game, &state, Player(0)), 1);
    assert_eq!(only("turn").score(&game, &state, Player(0)), -1);
}

#[test]
fn weights_are_read_from_text() {
    assert!(build("default(gap_drop=12,gap_step=off)").is_ok());
    let refused = build("default(gaps=12)").err().unwrap().0;
    assert!(refused.contains("gap_step"), "{refused}");
    let usual = build("default").unwrap();
    for spec in Dala::EVALUATIONS[0].weights {
        let (mut differs, game) = (false, Dala::default());
        let other = build(&format!("default({}=777)", spec.name)).unwrap();
        for_positions(&game, |state| {
            let [usual, other] = [&usual, &other].map(|eval| eval.score(&game, state, Player(0)));
            differs |= usual != other;
        });
        assert!(differs, "{} has no effect", spec.name);
    }
}

#[test]
fn weights_slide_with_the_pieces_in_hand() {
    let given = "piece_drop=240,piece_step=0,lead=0,gap_drop=0";
    let eval = build(&format!("default({given})")).unwrap();
    let flat = build(&format!("default({})", given.replace("240", "0"))).unwrap();
    // Six pieces in hand of 24: a quarter of the weight, for a lead of two.
    let text = "....../....../..xo../..xx../....../...... x 4 2 0 4";
    let differs = first(&eval, text) - first(&flat, text);
    assert_eq!(differs, (3 + 4 - 1 - 2) * 60);
}

#[test]
fn orderings_rate_every_move() {
    let order = (Dala::ORDERS[0].build)();
    for game in VARIANTS.map(game) {
        for_positions(&game, |state| {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            for mv in moves {
                let mut after = *state;
                game.make(&mut after, mv);
                let takes = matches!(mv, Move::Take(_));
                assert!(order.priority(&game, state, mv).abs() < 10_000);
                assert_eq!(order.is_noisy(&game, state, mv), takes || game.mid_turn(&after));
            }
        });
    }
}

#[test]
fn good_moves_come_first() {
    let (game, order) = (Dala::default(), (Dala::ORDERS[0].build)());
    let best = |state: &State| {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves.sort_by_key(|mv| -order.priority(&game, state, *mv));
        moves[0]
    };
    let text = |text| state(&game, text);
    let scores = text("....../....../..oox./..xo../..x.../...... x 9 9 0 6");
    assert_eq!(best(&scores), game.parse_ply(&scores, "c1xc4").unwrap()[0]);
    let blocks = text("....../....../..oox./...x../....../...... x 9 9 0 6");
    assert_eq!(best(&blocks), game.parse_ply(&blocks, "b4").unwrap()[0]);
}
