//! Laws of the alpha-beta family: whatever is switched on, the value is that of the plain search.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use plyglot_core::{
    Clock, Control, Evaluate, Game, History, NoClock, OptionSpec, Options, Order, Payoffs, Player,
    Rng,
};

use super::{
    plain,
    tree::{Node, Tree, Values},
};
use crate::{
    Fitted, Search, Selection, Task, Thought,
    best_reply::BestReply,
    best_reply_plus::BestReplyPlus,
    deepen::AlphaBeta,
    params::{
        ALPHABETA_OPTIONS, Aspiration, BRS_OPTIONS, BRS_PLUS_OPTIONS, Count, Extend, MAXN_OPTIONS,
        Params, Silent, Ties,
    },
    view::{InTurn, View},
};

/// Prefers moves by a fixed shuffle; every third is noisy, and every third is costly.
pub(crate) struct Shuffled;

impl Order<Tree> for Shuffled {
    fn priority(&self, _game: &Tree, _state: &Node, mv: u8) -> i32 {
        i32::from(mv.wrapping_mul(37) % 11)
    }
    fn is_noisy(&self, _game: &Tree, _state: &Node, mv: u8) -> bool {
        mv.is_multiple_of(3)
    }
    fn is_costly(&self, _game: &Tree, _state: &Node, mv: u8) -> bool {
        mv % 3 == 1
    }
}

/// The values as reals.
struct Reals;

impl Evaluate<Tree> for Reals {
    type Score = f64;

    fn score(&self, game: &Tree, state: &Node, pov: Player) -> f64 {
        Values.score(game, state, pov) as f64 * 0.125
    }
    fn terminal(&self, game: &Tree, state: &Node, _payoffs: &Payoffs, pov: Player) -> f64 {
        self.score(game, state, pov)
    }
}

fn search<V: View<Tree> + 'static>(params: &Params, ordered: bool) -> Box<dyn Search<Tree>> {
    let order = ordered.then(|| Box::new(Shuffled) as Box<dyn Order<Tree>>);
    Box::new(AlphaBeta::<Tree, V, Values>::new(Box::new(Values), order, params.clone()).unwrap())
}

fn think_with(
    search: &mut dyn Search<Tree>,
    game: &Tree,
    state: &Node,
    nodes: u64,
    lines: usize,
) -> Thought<u8> {
    let (stop, history) = (AtomicBool::new(false), History::default());
    let mut control = Control::new(nodes, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history: &history, only: &[], lines, seed: 7 };
    let thought = search.think(&task, &mut control, &mut |_| {});
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    assert!(legal.contains(&thought.lines[0].moves[0]), "an illegal move");
    thought
}

fn value<V: View<Tree> + 'static>(
    params: &Params,
    ordered: bool,
    game: &Tree,
    state: &Node,
) -> f64 {
    think_with(&mut *search::<V>(params, ordered), game, state, u64::MAX, 1).lines[0].value
}

/// Trees of every kind, each with a position some decisions down, mid-turn ones included.
pub(crate) fn trees() -> Vec<(Tree, Node)> {
    let mut all = Vec::new();
    let shapes =
        [(2, 2), (3, 3), (4, 4), (4, 2), (5, 5), (6, 3), (6, 2), (7, 7), (8, 8), (8, 4), (8, 2)];
    for (at, (players, teams)) in shapes.into_iter().enumerate() {
        for decisions in 1..=3 {
            for spread in [3, 1000] {
                for sample in 0..2 {
                    let seed = 100 * at as u64 + 10 * decisions + spread + 7919 * sample;
                    let game =
                        Tree { seed, players, teams, width: 4, decisions, turns: 12, spread };
                    let state = wander(&game, seed);
                    all.push((game, state));
                }
            }
        }
    }
    all
}

/// A running position after a few random decisions.
fn wander(game: &Tree, seed: u64) -> Node {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    for _ in 0..rng.below(4) {
        let mv = game.random_move(&state, &mut Vec::new(), &mut rng).unwrap();
        let undo = game.make(&mut state, mv);
        if game.outcome(&state).is_some() {
            game.unmake(&mut state, mv, undo);
        }
    }
    state
}

/// Every switch that must not change the value, alone and all together.
fn harmless(depth: u32) -> Vec<(Params, bool)> {
    let plain = Params::plain(depth);
    let deep = Params { deepen: true, ..plain.clone() };
    let aspiration =
        |scheme, window| Params { aspiration: scheme, window, cells: 3, ..deep.clone() };
    let all = Params {
        tt: 1,
        killers: true,
        history: true,
        counter: true,
        pvs: true,
        random_ties: true,
        ..aspiration(Aspiration::Fixed, 2.0)
    };
    let mut list = vec![
        (plain.clone(), false),
        (plain.clone(), true),
        (deep.clone(), false),
        (Params { tt: 1, ..plain.clone() }, false),
        (Params { tt: 1, ..deep.clone() }, true),
        (Params { tt: 1, tt_exact: true, ..deep.clone() }, false),
        (Params { killers: true, ..plain.clone() }, false),
        (Params { history: true, ..deep.clone() }, false),
        (Params { counter: true, ..deep.clone() }, true),
        (Params { pvs: true, ..plain.clone() }, false),
        (Params { pvs: true, tt: 1, ..deep.clone() }, true),
        (Params { random_ties: true, pvs: true, ..plain }, true),
        (aspiration(Aspiration::Fixed, 1.0), false),
        (aspiration(Aspiration::Fixed, 50.0), true),
        (aspiration(Aspiration::Tiles, 1.0), false),
        (aspiration(Aspiration::Tiles, 40.0), false),
    ];
    list.push((Params { threads: 2, ..all.clone() }, true));
    list.push((all, true));
    list
}

fn check<V: View<Tree> + 'static>(
    name: &str,
    depths: std::ops::RangeInclusive<u32>,
    reference: impl Fn(&Tree, &Node, u32) -> i64,
) {
    for (game, state) in trees() {
        for depth in depths.clone() {
            let expected = reference(&game, &state, depth) as f64;
            for (params, ordered) in harmless(depth) {
                let found = value::<V>(&params, ordered, &game, &state);
                assert_eq!(found, expected, "{name} {game:?} {state:?} {params:?} {ordered}");
            }
        }
    }
}

#[test]
fn paranoid_is_plain_paranoid_whatever_is_switched_on() {
    check::<InTurn>("paranoid", 1..=4, |game, state, depth| {
        plain::paranoid(game, state, depth, game.to_move(state))
    });
}

#[test]
fn best_reply_is_plain_best_reply_whatever_is_switched_on() {
    check::<BestReply<u8>>("brs", 1..=3, |game, state, depth| {
        let pov = game.to_move(state);
        if game.players == 2 {
            plain::paranoid(game, state, depth, pov)
        } else {
            plain::best_reply(game, state, depth, pov, plain::Turn::Root, false)
        }
    });
}

#[test]
fn best_reply_of_a_team_is_its_plain_self_whatever_is_switched_on() {
    let is_team = |game: &Tree| game.players > 2 && game.teams < game.players;
    for (game, state) in trees().into_iter().filter(|(game, _)| is_team(game)) {
        let pov = game.to_move(&state);
        for depth in 1..=3 {
            let plain = plain::best_reply(&game, &state, depth, pov, plain::Turn::Root, true);
            for (params, ordered) in harmless(depth) {
                let params = Params { allies: true, ..params };
                let found = value::<BestReply<u8>>(&params, ordered, &game, &state);
                assert_eq!(found, plain as f64, "{game:?} {state:?} {params:?} {ordered}");
            }
        }
    }
}

#[test]
fn best_reply_plus_is_its_plain_self_whatever_is_switched_on() {
    for (game, state) in trees() {
        for depth in 1..=3 {
            let pov = game.to_move(&state);
            for silent in [Silent::Order, Silent::Eval] {
                let round = Default::default();
                let plain = plain::best_reply_plus(&game, &state, depth, pov, silent, &round);
                for (params, ordered) in harmless(depth) {
                    // The ordering must be off where those who do not search follow it.
                    if ordered && silent == Silent::Order {
                        continue;
                    }
                    let params = Params { silent, ..params };
                    let found = value::<BestReplyPlus<u8>>(&params, ordered, &game, &state);
                    assert_eq!(found, plain as f64, "{game:?} {state:?} {params:?}");
                }
            }
        }
    }
}

#[test]
fn of_two_players_all_views_are_minimax() {
    for (game, state) in trees().into_iter().filter(|(game, _)| game.players == 2) {
        for depth in 1..=5 {
            let params = Params::plain(depth);
            let minimax = plain::paranoid(&game, &state, depth, game.to_move(&state)) as f64;
            assert_eq!(value::<InTurn>(&params, true, &game, &state), minimax);
            assert_eq!(value::<BestReply<u8>>(&params, true, &game, &state), minimax);
            assert_eq!(value::<BestReplyPlus<u8>>(&params, true, &game, &state), minimax);
        }
    }
}

#[test]
fn reals_give_the_same_as_integers() {
    for (game, state) in trees() {
        for (params, ordered) in harmless(3) {
            // Windows are in the units of the score.
            if params.aspiration != Aspiration::Off {
                continue;
            }
            let order = ordered.then(|| Box::new(Shuffled) as Box<dyn Order<Tree>>);
            let mut reals =
                AlphaBeta::<Tree, InTurn, Reals>::new(Box::new(Reals), order, params.clone())
                    .unwrap();
            let found = think_with(&mut reals, &game, &state, u64::MAX, 1).lines[0].value;
            assert_eq!(found * 8.0, value::<InTurn>(&params, ordered, &game, &state));
        }
    }
}

#[test]
fn depth_can_count_decisions() {
    for (game, state) in trees().into_iter().filter(|(game, _)| game.decisions == 1) {
        let by_turn = Params::plain(3);
        let by_decision = Params { count: Count::Decision, ..by_turn.clone() };
        let values = [by_turn, by_decision].map(|p| value::<InTurn>(&p, false, &game, &state));
        assert_eq!(values[0], values[1]);
    }
}

#[test]
fn the_best_lines_have_exact_values() {
    for (game, state) in trees() {
        let pov = game.to_move(&state);
        let all = plain::root_values(&game, &state, 3, |child, left| {
            plain::paranoid(&game, child, left, pov)
        });
        let mut best = all.clone();
        best.sort_by(|a, b| b.cmp(a));
        for (params, ordered) in harmless(3) {
            for lines in 1..=4 {
                let mut search = search::<InTurn>(&params, ordered);
                let thought = think_with(&mut *search, &game, &state, u64::MAX, lines);
                let values: Vec<i64> = thought.lines.iter().map(|line| line.value as i64).collect();
                assert_eq!(values, best[..lines.min(best.len())], "{params:?}");
                for line in &thought.lines {
                    assert_eq!(all[usize::from(line.moves[0])] as f64, line.value);
                    assert_line(&game, &state, line, pov);
                }
            }
        }
    }
}

/// A principal variation is legal, and without a table it leads to the value.
fn assert_line(game: &Tree, state: &Node, line: &crate::Line<u8>, pov: Player) {
    let mut end = state.clone();
    for mv in &line.moves {
        let mut legal = Vec::new();
        game.moves(&end, &mut legal);
        assert!(legal.contains(mv));
        game.make(&mut end, *mv);
    }
    assert_eq!(Values.score(game, &end, pov) as f64, line.value, "{line:?}");
}

#[test]
fn a_node_limit_gives_the_same_search_again() {
    for (game, state) in trees().into_iter().step_by(5) {
        for (params, ordered) in harmless(6).into_iter().filter(|(params, _)| params.threads == 1) {
            for nodes in [0, 1, 2, 30, 400] {
                let mut search = search::<InTurn>(&params, ordered);
                let first = think_with(&mut *search, &game, &state, nodes, 1);
                search.new_game();
                let second = think_with(&mut *search, &game, &state, nodes, 1);
                assert_eq!(first, second, "{params:?}");
                assert!(first.nodes <= nodes + 1);
            }
        }
    }
}

#[test]
fn random_ties_are_all_chosen_and_only_ties() {
    let game = Tree { seed: 3, players: 3, teams: 3, width: 8, decisions: 1, turns: 9, spread: 1 };
    let state = game.start();
    let all = plain::root_values(&game, &state, 2, |child, left| {
        plain::paranoid(&game, child, left, Player(0))
    });
    let best = all.iter().max().unwrap();
    let params = Params { random_ties: true, pvs: true, tt: 1, killers: true, ..Params::plain(2) };
    let mut seen = vec![false; all.len()];
    for seed in 0..200 {
        let (stop, history) = (AtomicBool::new(false), History::default());
        let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
        let task =
            Task { game: &game, state: &state, history: &history, only: &[], lines: 1, seed };
        let thought = search::<InTurn>(&params, true).think(&task, &mut control, &mut |_| {});
        seen[usize::from(thought.lines[0].moves[0])] = true;
    }
    let ties: Vec<bool> = all.iter().map(|value| value == best).collect();
    assert_eq!(seen, ties);
}

#[test]
fn switches_that_change_the_tree_still_give_legal_answers() {
    for (game, state) in trees() {
        let cuts = Fitted(Some("1-0:1:0:9/3-1:1:0:9/4-2:1:0:9".to_owned()));
        let selection = Selection {
            probcut: 1.0,
            margin: 1.0,
            cuts,
            lmr_log: 0.8,
            iir: 2,
            ..Selection::default()
        };
        for params in [
            Params { quiescence: 4, ..Params::plain(2) },
            Params { extend: Extend::Both, ..Params::plain(2) },
            Params { lmr: 1, pvs: true, deepen: true, ..Params::plain(4) },
            Params { null: 1, ..Params::plain(4) },
            Params { costly: 2, ..Params::plain(4) },
            Params { costly: 1, lmr: 1, tt: 1, pvs: true, deepen: true, ..Params::plain(4) },
            Params { null: 2, lmr: 2, quiescence: 3, tt: 1, deepen: true, ..Params::plain(4) },
            Params { pvs: true, tt: 1, deepen: true, selection, ..Params::plain(4) },
        ] {
            value::<InTurn>(&params, true, &game, &state);
            value::<BestReply<u8>>(&params, true, &game, &state);
            value::<BestReplyPlus<u8>>(&params, true, &game, &state);
        }
    }
}

#[test]
fn quiescence_is_its_plain_self() {
    let noisy = |mv: u8| Shuffled.is_noisy(&trees()[0].0, &trees()[0].1, mv);
    for (game, state) in trees() {
        for pvs in [false, true] {
            let params = Params { quiescence: 3, pvs, killers: pvs, ..Params::plain(2) };
            let pov = game.to_move(&state);
            let wanted = plain::quiescent(&game, &state, (2, 3), pov, &noisy);
            assert_eq!(value::<InTurn>(&params, true, &game, &state), wanted as f64);
        }
    }
}

#[test]
fn costly_moves_are_searched_less_deep_and_near_the_leaves_not_at_all() {
    let mut changed = 0;
    for (game, state) in trees().into_iter().filter(|(game, _)| game.decisions == 1) {
        for (depth, costly) in [(2, 1), (2, 2), (3, 2), (3, 8)] {
            let params = Params { costly, ..Params::plain(depth) };
            let wanted = sparing(&game, &state, depth, costly);
            assert_eq!(value::<InTurn>(&params, true, &game, &state), wanted as f64);
            let whole = plain::paranoid(&game, &state, depth, game.to_move(&state));
            changed += u32::from(wanted != whole);
        }
        let off = Params { costly: 3, ..Params::plain(3) };
        let whole = plain::paranoid(&game, &state, 3, game.to_move(&state));
        assert_eq!(
            value::<InTurn>(&off, false, &game, &state),
            whole as f64,
            "without an ordering"
        );
    }
    assert!(changed > 20, "{changed}");
}

/// Plain paranoid in which costly moves are left out wherever there are others; only at the root they
/// are looked at in full if they still seem best after so much less depth.
fn sparing(game: &Tree, state: &Node, depth: u32, costly: u32) -> i64 {
    let pov = game.to_move(state);
    let is_costly = |mv: u8| Shuffled.is_costly(game, state, mv);
    let value = |mv: u8, depth: u32| {
        let mut child = state.clone();
        game.make(&mut child, mv);
        plain::choosy(game, &child, depth, pov, &is_costly)
    };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let spared = moves.iter().any(|mv| !is_costly(*mv));
    moves.sort_by_key(|mv| -Shuffled.priority(game, state, *mv));
    let mut best = i64::MIN;
    for (place, mv) in moves.into_iter().enumerate() {
        let less = if spared && is_costly(mv) && place > 0 { costly.min(depth - 1) } else { 0 };
        if less == 0 || value(mv, depth - 1 - less) > best {
            best = best.max(value(mv, depth - 1));
        }
    }
    best
}

/// A clock that moves on by a millisecond whenever somebody looks.
pub(crate) struct Steps(pub(crate) AtomicU64);

impl Clock for Steps {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn the_two_steps_of_the_clock_cut_the_depth_and_then_everything() {
    for (game, state) in trees() {
        let nodes = |soft: u64, hard: u64| {
            let (soft, hard) = (Duration::from_millis(soft), Duration::from_millis(hard));
            let params = Params { soft, hard, tt: 1, ..Params::plain(5) };
            let (stop, history) = (AtomicBool::new(false), History::default());
            let clock = Steps(AtomicU64::new(0));
            let mut control = Control::new(u64::MAX, Duration::MAX, &clock, &stop);
            let task = Task {
                game: &game,
                state: &state,
                history: &history,
                only: &[],
                lines: 1,
                seed: 7,
            };
            let mut search = search::<InTurn>(&params, false);
            let thought = search.think(&task, &mut control, &mut |_| {});
            (thought.nodes, thought.lines[0].value)
        };
        let (full, cut, none) = (nodes(0, 0), nodes(1, 0), nodes(1, 1));
        assert!(none.0 <= cut.0 && cut.0 <= full.0, "{none:?} {cut:?} {full:?}");
        // Cut at once, only the depth of the soft step is left.
        let shallow = value::<InTurn>(&Params::plain(2), false, &game, &state);
        assert_eq!(cut.1, shallow);
    }
}

/// The value where below the root only the first-ordered moves of a node are tried, so many of either side.
fn narrow_value(game: &Tree, state: &Node, pov: Player, depth: u32, most: [usize; 2]) -> i64 {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if depth == 0 || moves.is_empty() {
        return Values.score(game, state, pov);
    }
    moves.sort_by_key(|mv| -Shuffled.priority(game, state, *mv));
    let maximise = game.team(game.to_move(state)) == game.team(pov);
    moves.truncate(most[usize::from(maximise)]);
    let values = moves.into_iter().map(|mv| {
        let mut after = state.clone();
        game.make(&mut after, mv);
        narrow_value(game, &after, pov, depth - 1, most)
    });
    if maximise { values.max() } else { values.min() }.expect("a move")
}

#[test]
fn width_and_replies_leave_the_last_of_the_moves_out() {
    for (game, state) in trees() {
        let pov = game.to_move(&state);
        for [replies, width] in [[1, 1], [2, 1], [1, 3], [4, 4]] {
            let mut roots = Vec::new();
            game.moves(&state, &mut roots);
            let expected = roots.into_iter().map(|mv| {
                let mut after = state.clone();
                game.make(&mut after, mv);
                narrow_value(&game, &after, pov, 3, [replies, width])
            });
            let (count, most) = (Count::Decision, [width as u32, replies as u32]);
            let plain = Params { count, width: most[0], replies: most[1], ..Params::plain(4) };
            let expected = expected.max().expect("a move") as f64;
            assert_eq!(value::<InTurn>(&plain, true, &game, &state), expected);
            // A move from the table is tried first, whatever its place.
            let tabled = Params { tt: 1, deepen: true, pvs: true, ..plain.clone() };
            let full =
                think_with(&mut *search::<InTurn>(&tabled, true), &game, &state, u64::MAX, 1);
            assert!(!full.proven, "left out is not proven");
        }
        let all = Params { count: Count::Decision, ..Params::plain(4) };
        let wide = Params { width: 4, replies: 4, ..all.clone() };
        let nodes = |params: &Params| {
            think_with(&mut *search::<InTurn>(params, true), &game, &state, u64::MAX, 1).nodes
        };
        assert_eq!(nodes(&wide), nodes(&all), "nothing is left out where all may be tried");
    }
}

#[test]
fn options_that_a_list_leaves_out_have_their_defaults() {
    let params = Params::read(&Options::defaults(&MAXN_OPTIONS));
    assert_eq!(params, Params::default());
    assert!(params.deepen && params.fastest && params.depth == 64 && params.ties == Ties::Worst);
}

#[test]
fn subsets_keep_the_order_of_the_whole() {
    let names = |list: &[OptionSpec]| list.iter().map(|spec| spec.name).collect::<Vec<_>>();
    let all = names(&Params::OPTIONS);
    let but = |left_out: &[&str]| {
        all.iter().copied().filter(|name| !left_out.contains(name)).collect::<Vec<_>>()
    };
    assert_eq!(names(&ALPHABETA_OPTIONS), but(&["allies", "ties", "silent"]));
    assert_eq!(names(&BRS_OPTIONS), but(&["ties", "silent"]));
    assert_eq!(names(&BRS_PLUS_OPTIONS), but(&["allies", "ties", "null"]));
    let kept = names(&MAXN_OPTIONS);
    assert!(kept.iter().is_sorted_by_key(|name| all.iter().position(|other| other == name)));
}
