//! Evaluations and orderings: values by hand, symmetry, both representations, all positions.

use plyglot_core::{
    Evaluate, Game, Handover, Listed, Notation, Options, Player, Rng, Score, Spec,
    options::no_files, seats,
};

use super::{builtin, enlarged, game, random_map};
use crate::{Move, ReversiXt, State, options::MAPS};

type Boxed = Box<dyn Evaluate<ReversiXt, Score = i64>>;

/// An evaluation by its specification.
fn eval(text: &str) -> Boxed {
    let spec = Spec::parse(text).unwrap();
    let entry = ReversiXt::EVALUATIONS.iter().find(|entry| entry.name == spec.name).unwrap();
    let options = Options::check(&spec.name, entry.weights, &spec.given, &no_files).unwrap();
    (entry.build)(&options)
}

/// The default evaluation with all weights zero but the given ones.
fn only(weights: &str) -> Boxed {
    let names = ReversiXt::EVALUATIONS[0].weights.iter().map(|weight| weight.name);
    let given = |name: &&str| weights.split(',').any(|part| part.split('=').next() == Some(name));
    let zeros: Vec<String> =
        names.filter(|name| !given(name)).map(|name| format!("{name}=0")).collect();
    eval(&format!("default({weights},{})", zeros.join(",")))
}

fn scores(eval: &Boxed, game: &ReversiXt, state: &State) -> Vec<i64> {
    let all = eval.scores(game, state);
    let each: Vec<i64> = seats(game.players()).map(|seat| eval.score(game, state, seat)).collect();
    assert_eq!(&all.0[..each.len()], each);
    each
}

/// Calls `visit` with the positions of a random game.
pub(super) fn for_each_position(
    game: &ReversiXt,
    rng: &mut Rng,
    mut visit: impl FnMut(&State, &mut Rng),
) {
    let mut state = game.start();
    while game.outcome(&state).is_none() {
        visit(&state, rng);
        let mv = game.random_move(&state, &mut Vec::new(), rng).unwrap();
        game.make(&mut state, mv);
    }
}

/// Small random maps of all kinds.
pub(super) fn some_maps() -> impl Iterator<Item = (ReversiXt, Rng)> {
    (0..200).map(|index| {
        let mut rng = Rng::stream(20, index);
        let (width, height) = (1 + rng.below(8), 1 + rng.below(8));
        let joined = [0, 30, 100][rng.below(3)];
        (game(&random_map(&mut rng, width, height, joined)), rng)
    })
}

#[test]
fn the_default_evaluation_and_ordering_come_first() {
    assert_eq!(ReversiXt::EVALUATIONS[0].name, "default");
    assert_eq!(ReversiXt::ORDERS[0].name, "default");
}

#[test]
fn material_is_the_sum_of_leads() {
    let three = game("3\n0\n0 0\n1 9\n0 1 1 1 2 2 3 0 0\n");
    assert_eq!(scores(&eval("material"), &three, &three.start()), [3, 0, -3]);
    let mut start = three.start();
    three.disqualify(&mut start, Player(0));
    assert_eq!(scores(&eval("material"), &three, &start), [0, 1, -1]);
}

/// Five by five tiles, the corner top left taken, a stone beside the one top right.
const CORNERS: &str = "2\n1\n1 1\n5 5\n1 1 1 2 0\n1 2 2 0 0\n2 1 2 0 0\n0 0 1 0 0\n0 0 0 0 0\n";

#[test]
fn terms_by_hand() {
    let five = game(CORNERS);
    let value = |weights: &str| scores(&only(weights), &five, &five.start())[0];
    assert_eq!(value("safe=1"), 1);
    assert_eq!(value("protected3=1"), 3 - 2);
    assert_eq!(value("protected1=1,protected2=1"), 0);
    // Both have seven and six stones; 12 of 25 tiles are free.
    assert_eq!(value("stone=100,stone_late=100"), 100);
    // The corner, and the edges as far as they are of its colour.
    assert_eq!(value("stable=1"), 4);
    // Only the stone at 3,0 touches a free corner, and it stands on an edge.
    assert_eq!(value("edge_beside_safe=-10"), 10);
    assert_eq!(value("beside_safe=-10"), 0);
}

#[test]
fn stocks_are_worth_what_the_map_makes_of_them() {
    let five = game(&format!("state phase=1 turn=1 overrides=2,1 bombs=3,1 out=-\n{CORNERS}"));
    let value = |weights: &str| scores(&only(weights), &five, &five.start())[0];
    let terrain = five.terrain();
    // Rows and columns give every tile 8 others; a diagonal of n tiles gives n - 1 to each of n.
    assert_eq!(terrain.reach, (25 * 8 + 2 * (2 * (2 + 6 + 12) + 20)) / 25);
    // Corners lose four tiles, edges six, the others nine.
    assert_eq!(terrain.blast, (4 * 4 + 12 * 6 + 9 * 9) / 25);
    assert_eq!(value("override=1"), terrain.reach);
    assert_eq!(value("bomb=1"), 3 * terrain.blast - terrain.blast);
}

#[test]
fn special_tiles_that_are_still_free_pass_stones_on() {
    let value = |weights: &str, tiles: &str| {
        let map = game(&format!("3\n0\n0 0\n1 9\n0 1 1 1 2 2 3 {tiles}\n"));
        scores(&only(&format!("stone_many=12,stone_late=12,{weights}")), &map, &map.start())
    };
    let leads = |own: [i64; 3]| own.map(|stones| 12 * (3 * stones - own.iter().sum::<i64>()));
    assert_eq!(value("inversion=100", "0 0"), leads([3, 2, 1]));
    // What is the third player's now will be the first one's, and so on.
    assert_eq!(value("inversion=100", "i 0"), leads([1, 3, 2]));
    assert_eq!(value("inversion=100", "i i"), leads([2, 1, 3]));
    assert_eq!(value("inversion=0", "i 0"), leads([3, 2, 1]));
    assert_eq!(value("inversion=50", "i 0"), [0, 36 / 2, -36 / 2]);
    // Half of a lead counts before a choice, a quarter before two.
    assert_eq!(value("choice=50", "c 0"), leads([3, 2, 1]).map(|own| own / 2));
    assert_eq!(value("choice=50", "c c"), leads([3, 2, 1]).map(|own| own / 4));
    assert_eq!(value("choice=0", "c c"), leads([3, 2, 1]));
}

#[test]
fn few_stones_are_soon_lost() {
    let map = game("2\n0\n0 0\n1 12\n0 1 1 1 1 1 1 2 2 0 0 0\n");
    assert_eq!(scores(&only("few=-10"), &map, &map.start()), [30, -30]);
}

#[test]
fn moves_are_told_apart_by_what_they_bring() {
    // The same on a board that is kept as sets and on one that is kept as cells.
    for holes in ["", &" -".repeat(80)] {
        let columns = 5 + holes.len() / 2;
        let value = |weights: &str, tiles: &str| {
            let map = game(&format!("2\n0\n0 0\n1 {columns}\n{tiles}{holes}\n"));
            scores(&only(weights), &map, &map.start())
        };
        let (none, one) = ([0, 0], [7, -7]);
        assert_eq!(value("lone=7", "0 2 1 1 -"), one);
        assert_eq!(value("lone=7", "0 2 1 0 -"), none);
        assert_eq!(value("safe_move=7", "0 2 1 1 -"), one);
        assert_eq!(value("safe_move=7", "0 0 2 1 -"), none);
        assert_eq!(value("bonus_move=7", "b 2 1 1 -"), one);
        assert_eq!(value("bonus_move=7", "0 2 1 1 b"), [-7, 7]);
    }
}

#[test]
fn moves_are_counted_as_shares() {
    let plain = builtin("plain8");
    let mut state = plain.start();
    assert_eq!(scores(&only("mobility=1000"), &plain, &state), [0, 0]);
    assert_eq!(scores(&only("open=1"), &plain, &state), [0, 0]);
    plain.make(&mut state, Move::place(2 + 8 * 3, 0));
    assert_eq!(scores(&only("open=1"), &plain, &state), [13 - 5, 5 - 13]);
    assert_eq!(scores(&only("mobility=1000"), &plain, &state), [0, 0]);
    plain.make(&mut state, Move::place(2 + 8 * 4, 0));
    let mut moves = Vec::new();
    plain.moves(&state, &mut moves);
    let own = moves.len() as i64;
    plain.give_turn(&mut state, Player(1));
    moves.clear();
    plain.moves(&state, &mut moves);
    let other = moves.len() as i64;
    let share = |moves: i64| 1000 * moves / (own + other + 2);
    let lead = share(own) - share(other);
    assert_eq!(scores(&only("mobility=1000"), &plain, &state), [lead, -lead]);
}

#[test]
fn ranks_count_in_the_bombing_phase() {
    let text = "state phase=2 turn=1 overrides=0,0,0 bombs=1,0,0 out=-\n\
        3\n0\n1 0\n1 9\n1 1 1 2 2 3 3 3 3\n";
    let three = game(text);
    let value = |weights: &str| scores(&only(weights), &three, &three.start());
    assert_eq!(value("rank=100"), [0, -200, 200]);
    assert_eq!(value("bombing_stone=10"), [0, -30, 30]);
    assert_eq!(value("safe=10,stone_late=10,mobility=10"), [0, 0, 0]);
    let wide = game(&text.replace("1 0\n1 9", "1 1\n1 9"));
    // A bomb destroys two tiles on average: half of a lead by one stone counts.
    assert_eq!(scores(&only("rank=100"), &wide, &wide.start()), [0, -150, 150]);
}

#[test]
fn scores_and_ends_sum_to_zero() {
    for (game, mut rng) in some_maps() {
        for eval in [eval("default"), eval("material")] {
            for_each_position(&game, &mut rng, |state, rng| {
                let mut state = state.clone();
                if rng.below(10) == 0 {
                    game.disqualify(&mut state, Player(rng.below(2) as u8));
                }
                let each = scores(&eval, &game, &state);
                assert_eq!(each.iter().sum::<i64>(), 0);
                let payoffs = game.standing(&state);
                let ends = seats(game.players());
                let ends = ends.map(|seat| eval.terminal(&game, &state, &payoffs, seat));
                assert_eq!(ends.sum::<i64>(), 0);
            });
        }
    }
}

#[test]
fn symmetric_positions_have_the_same_scores() {
    let eval = eval("default");
    for name in ["plain8", "armed8", "torus6", "cross3", "bombs4", "plain10", "islands4"] {
        let game = builtin(name);
        for_each_position(&game, &mut Rng::new(21), |state, _| {
            for image in game.symmetric(state) {
                assert_eq!(scores(&eval, &game, &image), scores(&eval, &game, state), "{name}");
            }
        });
    }
}

#[test]
fn both_representations_are_judged_alike() {
    let eval = eval("default");
    for (small, mut rng) in some_maps().filter(|(game, _)| game.map().transitions.is_empty()) {
        for_each_position(&small, &mut rng, |state, _| {
            let text = small.write_state(state);
            let (game_here, here) = small.parse_state(&text).unwrap();
            let large = game(&enlarged(&text));
            let both = [scores(&eval, &game_here, &here), scores(&eval, &large, &large.start())];
            assert_eq!(both[0], both[1], "{text}");
        });
    }
}

#[test]
fn every_position_is_judged_and_every_move_ordered() {
    let (eval, order) = (eval("default"), (ReversiXt::ORDERS[0].build)());
    for (name, _) in MAPS {
        let game = builtin(name);
        let mut rng = Rng::new(22);
        for_each_position(&game, &mut rng, |state, rng| {
            if game.map().squares() > 200 && rng.below(100) > 0 {
                return;
            }
            let mut state = state.clone();
            for seat in seats(game.players()) {
                game.give_turn(&mut state, seat);
                let score = eval.score(&game, &state, seat);
                assert!(score.abs() < i64::WIN / 2);
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                for mv in moves {
                    order.priority(&game, &state, mv);
                    order.is_noisy(&game, &state, mv);
                    order.is_costly(&game, &state, mv);
                }
            }
        });
    }
}

#[test]
fn corners_are_tried_first_and_override_stones_last() {
    let order = (ReversiXt::ORDERS[0].build)();
    let five = game("2\n1\n0 0\n4 4\n0 2 1 0\n2 2 2 0\n1 1 2 1\n0 0 0 0\n");
    let start = five.start();
    let mut moves = Vec::new();
    five.moves(&start, &mut moves);
    moves.sort_by_key(|mv| -order.priority(&five, &start, *mv));
    assert_eq!(moves[0], Move::place(0, 0));
    assert!(order.is_noisy(&five, &start, moves[0]));
    let last = *moves.last().unwrap();
    let Move::Place { square, .. } = last else { panic!("{last:?}") };
    assert!(crate::map::is_occupied(start.board.content(square as usize)));
    assert!(order.is_costly(&five, &start, last));
    assert!(!order.is_costly(&five, &start, moves[0]));
}

#[test]
fn bombs_go_where_the_enemies_are() {
    let order = (ReversiXt::ORDERS[0].build)();
    let text = "state phase=2 turn=1 overrides=0,0 bombs=1,0 out=-\n\
        2\n0\n1 1\n1 9\n1 1 1 2 2 2 2 0 0\n";
    for game in [game(text), game(&enlarged(text))] {
        let start = game.start();
        let value = |square| order.priority(&game, &start, Move::bomb(square));
        assert_eq!([0, 2, 3, 5, 6, 8].map(value), [-2, -1, 1, 3, 2, 0]);
    }
}
