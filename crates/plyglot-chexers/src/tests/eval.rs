//! Evaluations and orderings.

use plyglot_core::{
    Evaluate, Game, Handover, Listed, OptionSpec, Options, Player, Rng, Score, Spec, SpecError,
    options::no_files,
};

use super::{position, rules};
use crate::{Chexers, Hex, Kind, Move, State};

type Scored = Box<dyn Evaluate<Chexers, Score = i64>>;

const START: &str = "gggg/5/6/r5b/r4b/r3b/r2b r 0,0,0";

fn build(text: &str) -> Result<Scored, SpecError> {
    let spec = Spec::parse(text)?;
    let entry = Chexers::EVALUATIONS.iter().find(|entry| entry.name == spec.name).unwrap();
    let options = Options::check(entry.name, entry.weights, &spec.given, &no_files)?;
    Ok((entry.build)(&options))
}

/// The default evaluation with all weights zero but one, and the others counting alike.
fn only(name: &str, value: i64) -> Scored {
    let weight = |spec: &OptionSpec| match spec.name {
        "leader" => "leader=50".to_owned(),
        other => format!("{other}={}", if other == name { value } else { 0 }),
    };
    let weights: Vec<String> = Chexers::EVALUATIONS[0].weights.iter().map(weight).collect();
    build(&format!("default({})", weights.join(","))).unwrap()
}

/// A position of fewer pieces than the race has: rows, the player to act and exits.
pub(super) fn sparse(text: &str) -> State {
    let mut words = text.split(' ');
    let mut sets = [0; 4];
    for (r, row) in (-3..).zip(words.next().unwrap().split('/')) {
        let mut q = (-3).max(-3 - r);
        for letter in row.chars() {
            let colour = "rgbx".find(letter);
            colour.inspect(|colour| sets[*colour] |= Hex::at(q, r).unwrap().bit());
            q += colour.map_or(letter.to_digit(10).unwrap_or(0) as i8, |_| 1);
        }
    }
    let [red, green, blue, blocks] = sets;
    let turn = "rgb".find(words.next().unwrap()).unwrap() as u8;
    let exits: Vec<u8> = words.next().unwrap().split(',').map(|n| n.parse().unwrap()).collect();
    State::new([red, green, blue], blocks, [exits[0], exits[1], exits[2]], turn, turn.into())
}

/// Every position of some random games, and those where another was given the turn.
fn for_positions(mut visit: impl FnMut(&Chexers, &State)) {
    let (mut rng, mut scratch) = (Rng::new(5), Vec::new());
    for words in ["", "", "", "exits_to_win=1", "exits_to_win=12", "exits_to_win=100"] {
        let game = rules(&format!("{words} turns_per_player=90"));
        let mut state = game.start();
        while let Some(mv) = game.random_move(&state, &mut scratch, &mut rng) {
            visit(&game, &state);
            for seat in 0..3 {
                let mut given = state;
                game.give_turn(&mut given, Player(seat));
                visit(&game, &given);
            }
            game.make(&mut state, mv);
        }
        visit(&game, &state);
    }
    let puzzle = rules("mode=warmup");
    let mut state = sparse("4/1g1x1/1xgx2/2x4/6/5/4 g 0,1,0");
    for _ in 0..40 {
        visit(&puzzle, &state);
        let Some(mv) = puzzle.random_move(&state, &mut scratch, &mut rng) else { break };
        puzzle.make(&mut state, mv);
    }
}

#[test]
fn the_best_ones_come_first() {
    assert_eq!(Chexers::EVALUATIONS[0].name, "default");
    assert_eq!(Chexers::EVALUATIONS[2].name, "material");
    assert_eq!(Chexers::ORDERS[0].name, "default");
}

#[test]
fn scores_are_symmetric_and_small() {
    for name in ["default", "race", "race(leader=50)", "race(leader=100)", "material"] {
        let eval = build(name).unwrap();
        for_positions(|game, state| {
            let scores = eval.scores(game, state);
            assert!(scores.0[..3].iter().sum::<i64>() <= 0, "{state:?}");
            for seat in 0..3 {
                assert!(scores.0[seat].abs() < i64::WIN / 1000);
                let turned = (Player(seat as u8 + 1).0) % 3;
                assert_eq!(scores.0[seat], eval.score(game, state, Player(seat as u8)));
                let image = eval.score(game, &state.turned(), Player(turned));
                assert_eq!(scores.0[seat], image, "{state:?}");
            }
        });
    }
}

#[test]
fn ends_of_the_game_are_decisive() {
    let (game, eval) = (Chexers::default(), build("default").unwrap());
    for text in ["b2g/5/6/r6/6/5/4 b 3,4,2 11", "b2g/5/6/r6/6/5/4 r 3,3,3 768"] {
        let state = position(&game, text);
        let payoffs = game.outcome(&state).unwrap();
        let all = [0, 1, 2].map(|seat| eval.terminal(&game, &state, &payoffs, Player(seat)));
        assert!(all.iter().all(|value| (-i64::WIN - 1..=2 * i64::WIN + 2).contains(value)));
        assert!(all.iter().sum::<i64>() <= 0);
    }
}

#[test]
fn material_counts_pieces_and_exits() {
    let (game, eval) = (Chexers::default(), build("material").unwrap());
    let scores = |eval: &Scored, text: &str| {
        [0, 1, 2].map(|seat| eval.score(&game, &position(&game, text), Player(seat)))
    };
    assert_eq!(scores(&eval, &format!("{START} 0")), [-4; 3]);
    let text = "3r/4r/4b1/1g2b2/2g3/1g3/r2b r 3,0,0 120";
    assert_eq!(scores(&eval, text), [6 - 3 - 3, 3 - 6 - 3, 3 - 6 - 3]);
    let other = build("material(piece=2,exit=5)").unwrap();
    assert_eq!(scores(&other, text), [21 - 12, 6 - 27, 6 - 27]);
}

#[test]
fn weights_are_read_from_text() {
    assert!(build("default(take=12,open=off)").is_ok());
    let refused = build("default(pair=12)").err().unwrap().0;
    assert!(refused.contains("hanging"), "{refused}");
    assert!(build("material(exit=many)").is_err());
    assert!(build("default(leader=40)").is_err(), "sums would have no bound");
    let usual = build("race").unwrap();
    for spec in Chexers::EVALUATIONS[1].weights {
        let other = build(&format!("race({}=77)", spec.name)).unwrap();
        let mut differs = false;
        for_positions(|game, state| {
            let pov = Player(0);
            differs |= other.score(game, state, pov) != usual.score(game, state, pov);
        });
        assert!(differs, "{} has no effect", spec.name);
    }
}

/// Counts of red, green and blue.
#[test]
fn every_term_counts_what_it_says() {
    for (name, text, [red, green, blue]) in [
        ("exit", "3g/5/6/r6/6/5/2b1 r 3,1,0", [3, 1, 0]),
        ("runner", "2rg/5/6/r2r3/6/5/2b1 r 3,1,0", [1, 1, 1]),
        ("spare", "2rg/5/6/r2r3/6/5/2b1 r 3,1,0", [2, 0, 0]),
        ("step", "3g/5/6/r2r3/b5/5/4 r 3,1,0", [3, 6, 1]),
        ("step", START, [24, 24, 24]),
        ("leap", "4/5/6/2rg1b1/6/5/4 r 0,0,0", [1, 0, 0]),
        ("leap", "4/5/2g3/2rb3/6/5/4 r 0,0,0", [2, 2, 2]),
        ("take", "4/5/6/g1r1b2/6/5/4 r 0,0,0", [0, 0, 0]),
        ("take", "4/5/2g3/2rb3/6/5/4 r 0,0,0", [1, 0, 0]),
        ("hanging", "4/5/2g3/2rb3/6/5/4 r 0,0,0", [0, 1, 1]),
        ("late", "4/5/2g3/2rb3/6/5/4 r 0,0,0", [0, 0, 1]),
        ("pressed", "4/5/2g3/2rb3/6/5/4 r 0,0,0", [2, 1, 0]),
        ("open", "g3/1g3/6/2rr3/6/5/2bb r 0,0,0", [4, 2, 0]),
        ("corner", "r2g/5/6/b4rg/6/5/2r1 r 0,0,0", [1, 2, 1]),
        ("tempo", START, [2, 1, 0]),
        ("tempo", "gggg/5/6/r5b/r4b/r3b/r2b g 0,0,0", [0, 2, 1]),
    ] {
        let game = Chexers::default();
        let scores = only(name, 12).scores(&game, &sparse(text));
        let sum = red + green + blue;
        let expected = [red, green, blue].map(|count: i64| 50 * 12 * (3 * count - sum));
        assert_eq!(scores.0[..3], expected, "{name} of {text}");
    }
}

#[test]
fn the_stronger_opponent_counts_for_more() {
    let game = Chexers::default();
    let state = sparse("3g/5/6/r6/6/5/2b1 r 3,1,0");
    let zeros = Chexers::EVALUATIONS[0].weights.iter().map(|spec| match spec.name {
        "leader" => "leader=70".to_owned(),
        name => format!("{name}={}", if name == "exit" { 1 } else { 0 }),
    });
    let text = format!("default({})", zeros.collect::<Vec<_>>().join(","));
    let scores = build(&text).unwrap().scores(&game, &state);
    assert_eq!(scores.0[..3], [300 - 70, 100 - 210, -210 - 30]);
}

#[test]
fn a_short_race_is_worth_more() {
    let game = Chexers::default();
    let score = |text| only("finish", 1200).score(&game, &sparse(text), Player(0));
    assert_eq!(score("3g/5/6/r2r3/6/5/4 r 3,1,0"), 100 * 1200 / 4);
    assert_eq!(score("3g/5/6/r2r3/6/5/4 r 2,1,0"), 100 * (1200 / 11));
    assert_eq!(score("3g/5/6/r2r3/6/5/4 r 1,1,0"), 0);
}

#[test]
fn a_race_alone_counts_jumps_over_own_pieces() {
    let game = Chexers::default();
    let score = |name, text| only(name, 1200).score(&game, &sparse(text), Player(0));
    // Two steps, a jump over the other piece that saves one, and two exits.
    let pair = "3g/5/6/4rr1/6/5/4 r 2,1,0";
    assert_eq!(score("alone", pair), 100 * (1200 / 4));
    assert_eq!(score("finish", pair), 100 * (1200 / 5));
    assert_eq!(score("alone", "3g/5/6/r2r3/6/5/4 r 1,1,0"), 0);
}

#[test]
fn a_lead_counts_plies_and_more_of_them_near_the_win() {
    let game = Chexers::default();
    let lead = |text| only("lead", 16).scores(&game, &sparse(text)).0;
    // Red and blue need three turns, green five: they win after 6, 8 and 13 plies.
    let [red, green, blue, ..] = lead("4/5/2g3/4r2/1b4/5/4 r 3,3,3");
    let sixteenths = |ahead: i64, near: i64| 16 * 12 * ahead / (12 + near);
    let worths = [sixteenths(2, 6), sixteenths(-7, 6), sixteenths(-2, 6)];
    let balance =
        |own: usize| 100 * worths[own] - 50 * (worths[(own + 1) % 3] + worths[(own + 2) % 3]);
    assert_eq!([red, green, blue], [0, 1, 2].map(balance));
    // Who lacks pieces cannot win, and nobody is ahead among such.
    let [red, green, ..] = lead("4/5/2g3/4r2/1b4/5/4 r 3,0,0");
    assert!(red > 0 && green < 0);
    assert_eq!(lead("4/5/2g3/4r2/1b4/5/4 r 0,0,0")[..3], [0; 3]);
}

#[test]
fn who_has_no_pieces_left_is_nobodys_rival() {
    let game = Chexers::default();
    let scores = |text| only("exit", 1).scores(&game, &sparse(text)).0;
    assert_eq!(scores("3g/5/6/r6/6/5/4 r 3,1,2")[..3], [200, -200, -200]);
    assert_eq!(scores("4/5/6/r6/6/5/4 r 3,1,2")[..3], [300, -300, -300]);
}

#[test]
fn in_a_puzzle_all_pieces_run() {
    let game = rules("mode=warmup");
    let state = sparse("4/5/6/r1r4/x5/5/4 r 0,0,0");
    assert_eq!(only("step", 1).score(&game, &state, Player(0)), 100 * (6 + 4));
    assert_eq!(only("spare", 1).score(&game, &state, Player(0)), 0);
    assert_eq!(only("finish", 120).score(&game, &state, Player(0)), 100 * (120 / 12));
}

#[test]
fn orderings_rate_every_move() {
    let order = (Chexers::ORDERS[0].build)();
    let (mut moves, mut images) = (Vec::new(), Vec::new());
    for_positions(|game, state| {
        moves.clear();
        images.clear();
        game.moves(state, &mut moves);
        let Some(image) = game.symmetric(state).pop() else { return };
        game.moves(&image, &mut images);
        let rated = |state: &State, moves: &[Move]| {
            let mut rated: Vec<_> = moves
                .iter()
                .map(|mv| (order.priority(game, state, *mv), order.is_noisy(game, state, *mv)))
                .collect();
            rated.sort_unstable();
            rated
        };
        assert_eq!(rated(state, &moves), rated(&image, &images), "{state:?}");
    });
}

#[test]
fn noisy_moves_convert_or_exit() {
    let order = (Chexers::ORDERS[0].build)();
    let mut moves = Vec::new();
    for_positions(|game, state| {
        moves.clear();
        game.moves(state, &mut moves);
        for mv in &moves {
            let taken = state.owner(mv.over()).is_some_and(|owner| owner != game.to_move(state));
            let noisy = mv.kind() == Kind::Exit || mv.kind() == Kind::Jump && taken;
            assert_eq!(order.is_noisy(game, state, *mv), noisy, "{mv:?} in {state:?}");
        }
    });
}

#[test]
fn good_moves_come_first() {
    use plyglot_core::Notation;
    let (game, order) = (Chexers::default(), (Chexers::ORDERS[0].build)());
    for (text, best, worst) in [
        ("3r/5/2g3/2r4/6/5/4 r 0,0,0", "EXIT(3,-3)", "MOVE(3,-3)(2,-2)"),
        ("4/5/2g3/2r4/6/5/4 r 0,0,0", "JUMP(-1,0)(1,-2)", "MOVE(-1,0)(-1,-1)"),
        ("4/5/6/1r1b3/6/5/4 r 0,0,0", "MOVE(-2,0)(-1,-1)", "MOVE(-2,0)(-1,0)"),
    ] {
        let state = sparse(text);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        moves.sort_by_key(|mv| -order.priority(&game, &state, *mv));
        let texts: Vec<String> = moves.iter().map(|mv| game.write_ply(&state, &[*mv])).collect();
        assert_eq!(texts.first().map(String::as_str), Some(best), "{texts:?}");
        assert_eq!(texts.last().map(String::as_str), Some(worst), "{texts:?}");
    }
}
