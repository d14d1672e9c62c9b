//! What a table may know where more than the position counts: repetitions, counters, the clock, and
//! searches that were cut short.

use std::{
    sync::atomic::{AtomicBool, AtomicU64},
    time::Duration,
};

use plyglot_checkers::Checkers;
use plyglot_chexers::Chexers;
use plyglot_core::{Clock, Control, Game, Handover, History, Listed, NoClock, Notation, Rng};
use plyglot_dala::Dala;
use plyglot_halma::Halma;
use plyglot_reversi::Reversi;

use super::{
    alphabeta::Steps,
    games::{Dice, plain, rules},
};
use crate::{
    Search, Task, Thought,
    deepen::AlphaBeta,
    params::{Params, Repetition},
    view::InTurn,
};

fn alphabeta<G: Handover>(params: &Params) -> AlphaBeta<G, InTurn, Dice> {
    AlphaBeta::new(Box::new(Dice), Some(Box::new(Dice)), params.clone()).unwrap()
}

fn think<G: Game>(
    search: &mut dyn Search<G>,
    (game, state, history): (&G, &G::State, &History),
    (nodes, clock): (u64, &dyn Clock),
) -> Thought<G::Move> {
    let stop = AtomicBool::new(false);
    let mut control = Control::new(nodes, Duration::MAX, clock, &stop);
    let task = Task { game, state, history, lines: 1, only: &[], seed: 1 };
    search.think(&task, &mut control, &mut |_| {})
}

fn value<G: Game>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    history: &History,
) -> i64 {
    think(search, (game, state, history), (u64::MAX, &NoClock)).lines[0].value as i64
}

/// A running position after some random decisions, with its past.
fn wander<G: Game>(
    game: &G,
    start: &G::State,
    decisions: usize,
    rng: &mut Rng,
) -> (G::State, History) {
    let (mut state, mut history) = (start.clone(), History::default());
    history.push(game.hash(&state));
    for _ in 0..decisions {
        let mut next = state.clone();
        let Some(mv) = game.random_move(&state, &mut Vec::new(), rng) else { break };
        game.make(&mut next, mv);
        let drawn =
            game.repetition() > 0 && history.count(game.hash(&next)) + 1 >= game.repetition();
        if game.outcome(&next).is_some() || drawn {
            break;
        }
        if !game.mid_turn(&next) {
            history.push(game.hash(&next));
        }
        state = next;
    }
    (state, history)
}

fn with_table(plain: &Params) -> [Params; 2] {
    let table = Params { tt: 1, tt_exact: true, deepen: true, ..plain.clone() };
    let all = Params { pvs: true, killers: true, history: true, counter: true, ..table.clone() };
    [table, all]
}

/// An exact table gives the value of no table, on every path and from question to question.
fn check_paths<G: Listed>(
    game: &G,
    start: &G::State,
    (before, depth): (usize, u32),
    rng: &mut Rng,
) {
    let (state, history) = wander(game, start, rng.below(before), rng);
    for repetition in [Repetition::Off, Repetition::Rule, Repetition::Once] {
        for contempt in [0.0, 50.0] {
            let plain = Params { depth, repetition, contempt, fastest: true, ..Params::plain(1) };
            for params in with_table(&plain) {
                let (mut state, mut history) = (state.clone(), history.clone());
                let mut search = alphabeta(&params);
                for _ in 0..3 {
                    let expected = value(&mut alphabeta(&plain), game, &state, &history);
                    let found = think(&mut search, (game, &state, &history), (u64::MAX, &NoClock));
                    let line = &found.lines[0];
                    assert_eq!(line.value as i64, expected, "{} {state:?} {params:?}", G::NAME);
                    game.make(&mut state, line.moves[0]);
                    if game.outcome(&state).is_some() {
                        break;
                    }
                    if !game.mid_turn(&state) {
                        history.push(game.hash(&state));
                    }
                }
            }
        }
    }
}

/// Two kings a side on random squares.
fn kings(game: &Checkers, rng: &mut Rng) -> <Checkers as Game>::State {
    loop {
        let mut squares: Vec<usize> = Vec::new();
        while squares.len() < 4 {
            let square = 1 + rng.below(32);
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        let [a, b, c, d] = squares[..] else { unreachable!() };
        let side = if rng.below(2) == 0 { 'W' } else { 'B' };
        let text = format!("{side}:WK{a},K{b}:BK{c},K{d}");
        let (_, state) = game.parse_state(&text).unwrap();
        if game.outcome(&state).is_none() {
            return state;
        }
    }
}

#[test]
fn an_exact_table_knows_the_repetitions_of_the_path() {
    let mut rng = Rng::new(5);
    let checkers = rules::<Checkers>("");
    for _ in 0..40 {
        let start = kings(&checkers, &mut rng);
        check_paths(&checkers, &start, (12, 7), &mut rng);
    }
    let chexers = rules::<Chexers>("");
    for _ in 0..4 {
        check_paths(&chexers, &chexers.start(), (90, 4), &mut rng);
    }
    let dala = rules::<Dala>("board=4,pieces=3");
    for _ in 0..6 {
        check_paths(&dala, &dala.start(), (20, 5), &mut rng);
    }
}

#[test]
fn an_exact_table_knows_the_counters() {
    let mut rng = Rng::new(6);
    let checkers = rules::<Checkers>("quiet_limit=9");
    for _ in 0..10 {
        let start = kings(&checkers, &mut rng);
        check_paths(&checkers, &start, (9, 6), &mut rng);
    }
    let chexers = rules::<Chexers>("turns_per_player=6");
    for _ in 0..4 {
        check_paths(&chexers, &chexers.start(), (16, 4), &mut rng);
    }
    for limits in ["quiet_limit=6", "ply_limit=16", "quiet_limit=5,ply_limit=20"] {
        let dala = rules::<Dala>(&format!("board=4,pieces=3,{limits}"));
        for _ in 0..8 {
            check_paths(&dala, &dala.start(), (18, 6), &mut rng);
        }
    }
    let halma = rules::<Halma>("variant=duel4,draw_after=6");
    for _ in 0..4 {
        check_paths(&halma, &halma.start(), (10, 4), &mut rng);
    }
}

/// Whether the counters of a game keep the law: with less depth than the horizon, a value is that
/// under limits far away. Tells how often a greater depth made a difference.
fn check_horizon<G: Listed>(near: &str, far: &str, before: usize, samples: u64) -> usize {
    let (near, far) = (rules::<G>(near), rules::<G>(far));
    let (mut checked, mut felt) = (0, 0);
    for seed in 0..samples {
        let mut rng = Rng::new(seed);
        let (state, _) = wander(&near, &near.start(), rng.below(before), &mut rng);
        let (pov, horizon) = (near.to_move(&state), near.horizon(&state));
        let values = |depth: u32| [&near, &far].map(|game| plain(game, &state, depth, pov));
        for depth in (1..4).filter(|depth| *depth < horizon) {
            let [found, expected] = values(depth);
            assert_eq!(found, expected, "{} {state:?} {depth} {horizon}", G::NAME);
            checked += usize::from(depth + 2 >= horizon);
        }
        let [found, expected] = values(3);
        felt += usize::from(found != expected);
    }
    assert!(checked > 0, "{} never came near its horizon", G::NAME);
    felt
}

#[test]
fn within_the_horizon_counters_do_not_matter() {
    assert!(check_horizon::<Checkers>("quiet_limit=7,men_on_crown_row=keep", "", 90, 200) > 0);
    assert!(check_horizon::<Chexers>("turns_per_player=5", "", 15, 40) > 0);
    let dala = "board=4,pieces=3";
    let far = format!("{dala},quiet_limit=100");
    assert!(check_horizon::<Dala>(&format!("{dala},quiet_limit=6"), &far, 30, 100) > 0);
    assert!(check_horizon::<Dala>(&format!("{dala},ply_limit=20"), &far, 20, 100) > 0);
    let far = "variant=duel5,draw_after=1000";
    assert!(check_horizon::<Halma>("variant=duel5,draw_after=5", far, 10, 40) > 0);
}

#[test]
fn values_cut_by_the_clock_are_forgotten() {
    let game = rules::<Reversi>("");
    let mut rng = Rng::new(3);
    for step in [1, 5, 20, 100, 400, 1600] {
        let (state, _) = wander(&game, &game.start(), rng.below(40), &mut rng);
        let (soft, hard) = match rng.below(3) {
            0 => (step, 0),
            1 => (0, step),
            _ => (step, 2 * step),
        };
        let mut history = History::default();
        history.push(game.hash(&state));
        let plain = Params { depth: 5, fastest: true, ..Params::plain(1) };
        let expected = value(&mut alphabeta(&plain), &game, &state, &history);
        for params in with_table(&plain) {
            let [soft, hard] = [soft, hard].map(Duration::from_millis);
            let mut search = alphabeta(&Params { soft, hard, ..params });
            for _ in 0..3 {
                let clock = Steps(AtomicU64::new(0));
                let cut = think(&mut search, (&game, &state, &history), (u64::MAX, &clock));
                let same = Params { depth: cut.depth, ..plain.clone() };
                let told = value(&mut alphabeta(&same), &game, &state, &history);
                assert_eq!(cut.lines[0].value as i64, told, "depth {} after {step}", cut.depth);
            }
            assert_eq!(value(&mut search, &game, &state, &history), expected, "{step}");
        }
    }
}

/// A question that was stopped in the middle tells the value and depth of its move, and does not
/// change the answer to the next one.
fn check_stops<G: Listed>(game: &G, start: &G::State, depth: u32, rng: &mut Rng) {
    let (state, history) = wander(game, start, rng.below(12), rng);
    let repetition = Repetition::Rule;
    let plain = Params { depth, repetition, fastest: true, ..Params::plain(1) };
    let expected = value(&mut alphabeta(&plain), game, &state, &history);
    for params in with_table(&plain).into_iter().chain([Params { deepen: true, ..plain.clone() }]) {
        let mut search = alphabeta(&params);
        for nodes in [1, 10, 60, 300, 1000] {
            let cut = think(&mut search, (game, &state, &history), (nodes, &NoClock));
            if cut.depth > 0 {
                let told = cut.lines[0].value as i64;
                let depth = cut.depth;
                let only = cut.lines[0].moves[0];
                let same = Params { depth, ..plain.clone() };
                assert_eq!(told, value_of(&same, game, (&state, &history), only), "{params:?}");
            }
        }
        assert_eq!(value(&mut search, game, &state, &history), expected, "{params:?}");
    }
}

/// The value of one move at the root.
fn value_of<G: Handover>(
    params: &Params,
    game: &G,
    (state, history): (&G::State, &History),
    mv: G::Move,
) -> i64 {
    let stop = AtomicBool::new(false);
    let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history, lines: 1, only: &[mv], seed: 1 };
    alphabeta(params).think(&task, &mut control, &mut |_| {}).lines[0].value as i64
}

#[test]
fn a_question_after_a_stopped_one_is_answered_as_if_fresh() {
    let mut rng = Rng::new(8);
    let (checkers, reversi) = (rules::<Checkers>(""), rules::<Reversi>(""));
    for _ in 0..12 {
        let start = kings(&checkers, &mut rng);
        check_stops(&checkers, &start, 6, &mut rng);
        check_stops(&reversi, &reversi.start(), 5, &mut rng);
    }
}
