//! Tests of evaluations and move orderings.

use plyglot_core::{
    Evaluate, Game, Handover, Listed, Notation, Options, Order, Player, Rng, Score, Spec,
    options::no_files, seats,
};

use super::{read, rules};
use crate::{Ending, Halma, Move, State, VARIANTS};

fn evaluation(text: &str) -> Box<dyn Evaluate<Halma, Score = i64>> {
    let spec = Spec::parse(text).expect("a specification");
    let entry = Halma::EVALUATIONS.iter().find(|entry| entry.name == spec.name).expect("listed");
    let options = Options::check("eval", entry.weights, &spec.given, &no_files);
    (entry.build)(&options.unwrap_or_else(|error| panic!("{error}")))
}

/// The default evaluation with no weights but these.
fn only(weights: &str) -> Box<dyn Evaluate<Halma, Score = i64>> {
    let named = |name: &str| weights.split(',').any(|part| part.starts_with(&format!("{name}=")));
    let others = Halma::EVALUATIONS[0].weights.iter().filter(|spec| !named(spec.name));
    let others: Vec<_> = others.map(|spec| format!("{}=0", spec.name)).collect();
    evaluation(&format!("default({weights},{})", others.join(",")))
}

fn scores(eval: &dyn Evaluate<Halma, Score = i64>, game: &Halma, state: &State) -> Vec<i64> {
    seats(game.players()).map(|seat| eval.score(game, state, seat)).collect()
}

/// Visits the positions of random games, those in mid-turn and after giving the turn included.
fn each_position(visit: &mut dyn FnMut(&Halma, &State)) {
    let games = VARIANTS.iter().map(|variant| rules(&format!("(variant={})", variant.name)));
    let turns = ["team16", "team8"].map(|name| rules(&format!("(variant={name},level=turn)")));
    for game in games.chain(turns) {
        let mut rng = Rng::new(7);
        let (mut state, mut scratch) = (game.start(), Vec::new());
        for _ in 0..300 {
            visit(&game, &state);
            if !game.mid_turn(&state) && game.outcome(&state).is_none() {
                for seat in seats(game.players()) {
                    let holder = game.give_turn(&mut state, seat);
                    visit(&game, &state);
                    game.give_turn(&mut state, holder);
                }
            }
            let Some(mv) = game.random_move(&state, &mut scratch, &mut rng) else { break };
            game.make(&mut state, mv);
        }
    }
}

#[test]
fn scores_sum_to_zero_and_allies_agree() {
    for entry in Halma::EVALUATIONS {
        let eval = evaluation(entry.name);
        each_position(&mut |game, state| {
            let one_by_one = scores(&*eval, game, state);
            assert_eq!(one_by_one, eval.scores(game, state).0[..one_by_one.len()]);
            assert_eq!(one_by_one.iter().sum::<i64>(), 0);
            assert!(one_by_one.iter().all(|score| score.abs() < i64::WIN / 1000));
            if game.rules().variant.allied {
                assert_eq!((one_by_one[0], one_by_one[1]), (one_by_one[3], one_by_one[2]));
            }
        });
    }
}

#[test]
fn symmetric_positions_are_worth_the_same_to_the_mover() {
    for entry in Halma::EVALUATIONS {
        let eval = evaluation(entry.name);
        each_position(&mut |game, state| {
            let score = |state: &State| eval.score(game, state, game.to_move(state));
            for image in game.symmetric(state) {
                assert_eq!(score(&image), score(state));
            }
        });
    }
}

#[test]
fn start_is_even() {
    for variant in VARIANTS {
        let game = rules(&format!("(variant={})", variant.name));
        for entry in Halma::EVALUATIONS {
            assert!(scores(&*evaluation(entry.name), &game, &game.start()).iter().all(|s| *s == 0));
        }
    }
}

#[test]
fn ends_sum_to_zero() {
    for variant in VARIANTS {
        let game = rules(&format!("(variant={})", variant.name));
        let eval = evaluation("default");
        for ending in [Ending::Draw, Ending::Won(0), Ending::Won(1)] {
            let state = game.assemble(game.tables.target, 0, 0, ending);
            let payoffs = game.outcome(&state).expect("over");
            let value = |seat| eval.terminal(&game, &state, &payoffs, seat);
            assert_eq!(seats(game.players()).map(value).sum::<i64>(), 0);
        }
    }
}

/// On 4 by 4 with three pieces each, A at a1, b1 and c3 and B at d4, c4 and a2: distances 6, 5, 2
/// and 6, 5, 1.
const SMALL: &str = "duel4 AA2/B3/2A1/2BB 0 0 - *";

#[test]
fn small_position_by_hand() {
    let (game, state) = read("", SMALL);
    let first = |eval: Box<dyn Evaluate<Halma, Score = i64>>| {
        let score = eval.score(&game, &state, Player(0));
        assert_eq!(eval.score(&game, &state, Player(1)), -score);
        score
    };
    assert_eq!(first(evaluation("distance")), 12 - 13);
    assert_eq!(first(evaluation("material")), 12 - 13);
    assert_eq!(first(only("distance=10")), 10 * (12 - 13));
    assert_eq!(first(only("straggle=1")), 62 - 65);
    assert_eq!(first(only("farthest=1")), 0);
    assert_eq!(first(only("aside=1")), 1 - 1);
    assert_eq!(first(only("goal=1")), -1);
    assert_eq!(first(only("home=1")), 0);
    // A's a1 over b1 onto c1, and b1 over nothing; B's d4 over c4 onto b4, and d4 over c3 onto b2.
    assert_eq!(first(only("hops=1")), 1 - 2);
}

/// What the best chain of every piece of the player to move would gain, by looking at all of his turns.
fn gains_by_turns(game: &Halma, state: &State) -> Vec<i64> {
    let player = game.to_move(state).idx();
    let distance = |square| i64::from(game.geometry.distance(player, square));
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let pieces = state.pieces[player].squares();
    let best = pieces.map(|piece| {
        let chains = moves.iter().filter(|mv| mv.from == piece && mv.is_hop());
        chains.map(|mv| distance(mv.from) - distance(mv.to)).fold(0, i64::max)
    });
    best.collect()
}

#[test]
fn tuned_weights_go_by_the_room() {
    let same = |variant: &str, given: &str| {
        let game = rules(&format!("(variant={variant})"));
        let (mut state, mut scratch, mut rng) = (game.start(), Vec::new(), Rng::new(5));
        (0..60).all(|_| {
            let mv = game.random_move(&state, &mut scratch, &mut rng).expect("a game of 60 plies");
            game.make(&mut state, mv);
            let tuned = scores(&*evaluation("tuned"), &game, &state);
            tuned == scores(&*evaluation(given), &game, &state)
        })
    };
    let roomy = "default(distance=116,straggle=4,farthest=317,aside=231,goal=209,home=645,hops=146,\
                 reach=30,leap=100,lag=70)";
    for (variant, fits, not) in [("duel16", roomy, "default"), ("duel10", "default", roomy)] {
        assert!(same(variant, fits) && !same(variant, not), "{variant}");
    }
}

#[test]
fn chains_gain_what_turns_gain() {
    for (variant, plies) in [("solo16", 400), ("duel16", 150)] {
        let game = rules(&format!("(variant={variant})"));
        let players = i64::from(game.players());
        let (mut state, mut scratch, mut rng) = (game.start(), Vec::new(), Rng::new(11));
        let mut longest = 0;
        for _ in 0..plies {
            let mut worths = Vec::new();
            for seat in seats(game.players()) {
                let holder = game.give_turn(&mut state, seat);
                let gains = gains_by_turns(&game, &state);
                game.give_turn(&mut state, holder);
                let best = gains.iter().copied().max().unwrap_or(0);
                longest = longest.max(best);
                worths.push(3 * gains.iter().sum::<i64>() + 7 * best);
            }
            let all: i64 = worths.iter().sum();
            let expected: Vec<_> = worths.iter().map(|own| players * own - all).collect();
            assert_eq!(scores(&*only("reach=3,leap=7"), &game, &state), expected);
            let Some(mv) = game.random_move(&state, &mut scratch, &mut rng) else { break };
            game.make(&mut state, mv);
        }
        assert!(longest > 4, "{variant}: chains of several hops were seen");
    }
}

#[test]
fn four_individuals_compare_with_each_of_the_others() {
    let game = rules("(variant=solo16)");
    let mut state = game.start();
    super::play(&game, &mut state, &["c3-d4"]);
    assert_eq!(scores(&*evaluation("distance"), &game, &state), [6, -2, -2, -2]);
}

#[test]
fn slower_ally_counts_once_more() {
    let game = rules("(level=turn)");
    let mut state = game.start();
    let mut after = |turn: &str| {
        super::play(&game, &mut state, &[turn]);
        only("distance=10,lag=50").score(&game, &state, Player(0))
    };
    assert_eq!(after("c3-d4"), 20);
    assert_eq!(after("n3-m4"), 0);
    assert_eq!(after("c14-d13"), -20 - 10);
    assert_eq!(after("n14-m13"), 0);
}

#[test]
fn mid_chain_counts_as_the_board_stands() {
    let game = rules("");
    let mut state = game.start();
    let before = evaluation("distance").score(&game, &state, Player(0));
    super::play(&game, &mut state, &["0 (2,0) (4,0)"]);
    assert!(game.mid_turn(&state));
    assert_eq!(evaluation("distance").score(&game, &state, Player(0)), before + 2);
}

#[test]
fn whoever_lingers_is_late_near_the_limit_only() {
    let eval = only("eviction=1");
    for (round, score) in [(0, 0), (28, 0), (29, -1), (30, -2)] {
        // A has one piece at home, B none.
        let text = format!("duel8 A7/8/8/3BBBB1/1AAAAAAA/BBBBBB2/AA6/8 0 {round} - *");
        let (game, state) = read("", &text);
        assert_eq!(eval.score(&game, &state, Player(0)), score, "round {round}");
    }
}

#[test]
fn weights_are_read_from_text_and_checked() {
    let weights = Halma::EVALUATIONS[0].weights;
    let check = |name: &str, value: &str| {
        Options::check("default", weights, &[(name.to_owned(), value.to_owned())], &no_files)
    };
    assert_eq!(check("home", "17").expect("a weight").int("home"), Some(17));
    assert!(check("home", "-1").is_err());
    assert!(check("castle", "1").is_err());
}

fn sorted(game: &Halma, state: &State) -> Vec<Move> {
    let order = (Halma::ORDERS[0].build)();
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.sort_by_key(|mv| -order.priority(game, state, *mv));
    moves
}

#[test]
fn orderings_answer_for_all_moves() {
    let orders: Vec<Box<dyn Order<Halma>>> =
        Halma::ORDERS.iter().map(|entry| (entry.build)()).collect();
    each_position(&mut |game, state| {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for (order, mv) in orders.iter().flat_map(|order| moves.iter().map(move |mv| (order, *mv)))
        {
            assert!(order.priority(game, state, mv).abs() < 1 << 15);
            assert!(!mv.is_end() || !order.is_noisy(game, state, mv));
        }
    });
}

#[test]
fn gains_come_first_then_the_end_of_the_chain() {
    let game = rules("");
    let mut state = game.start();
    let others = ["1 (13,2) (12,3)", "2 (2,13) (3,12)", "3 (13,13) (12,12)"];
    super::play(&game, &mut state, &["0 (3,1) (4,2)"]);
    super::play(&game, &mut state, &others);
    // As far as from (1,1) to (3,3), but by a piece that is farther behind.
    assert_eq!(game.write_ply(&state, &sorted(&game, &state)[..1]), "0 (1,0) (3,2)");
    super::play(&game, &mut state, &["0 (1,1) (3,3)"]);
    let texts: Vec<_> =
        sorted(&game, &state).iter().map(|mv| game.write_ply(&state, &[*mv])).collect();
    assert_eq!(texts, ["0 null null", "0 (3,3) (5,1)"]);
}
