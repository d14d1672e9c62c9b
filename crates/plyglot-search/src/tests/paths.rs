//! What a table may know where more than the position counts: repetitions, counters, the clock, and
//! searches that were cut short.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use plyglot_checkers::Checkers;
use plyglot_chexers::Chexers;
use plyglot_core::{
    Clock, Control, Game, Handover, History, Listed, NoClock, Options, Rng, Score, Spec,
};
use plyglot_dala::Dala;
use plyglot_halma::Halma;
use plyglot_reversi::Reversi;

use super::games::Dice;
use crate::{
    Search, Task, Thought,
    deepen::AlphaBeta,
    params::{Count, Params, Repetition},
    view::InTurn,
};

/// The rules with these options.
fn rules<G: Listed>(text: &str) -> G {
    let spec = Spec::parse(&format!("x({text})")).unwrap();
    let options = Options::check("x", G::OPTIONS, &spec.given, &|_| Err(String::new())).unwrap();
    G::build(&options).unwrap()
}

fn alphabeta<G: Handover>(params: &Params) -> AlphaBeta<G, InTurn, Dice> {
    AlphaBeta::new(Box::new(Dice), Some(Box::new(Dice)), params.clone())
}

fn think<G: Game>(
    search: &mut dyn Search<G>,
    (game, state, history): (&G, &G::State, &History),
    (nodes, clock): (u64, &dyn Clock),
) -> Thought<G::Move> {
    let stop = AtomicBool::new(false);
    let mut control = Control::new(nodes, Duration::MAX, clock, &stop);
    let task = Task { game, state, history, lines: 1, seed: 1 };
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
fn wander<G: Game>(game: &G, start: &G::State, decisions: usize, rng: &mut Rng) -> (G::State, History) {
    let (mut state, mut history) = (start.clone(), History::default());
    history.push(game.hash(&state));
    for _ in 0..decisions {
        let mut next = state.clone();
        let Some(mv) = game.random_move(&state, &mut Vec::new(), rng) else { break };
        game.make(&mut next, mv);
        let drawn = game.repetition() > 0 && history.count(game.hash(&next)) + 1 >= game.repetition();
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
fn check_repetitions<G: Listed>(game: &G, start: &G::State, depth: u32, rng: &mut Rng) {
    let (state, history) = wander(game, start, rng.below(12), rng);
    for repetition in [Repetition::Off, Repetition::Rule, Repetition::Once] {
        for contempt in [0.0, 50.0] {
            let plain =
                Params { depth, repetition, contempt, fastest: true, ..Params::default() };
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
        let (_, state) = plyglot_core::Notation::parse_state(game, &text).unwrap();
        if game.outcome(&state).is_none() {
            return state;
        }
    }
}

#[test]
fn an_exact_table_knows_the_repetitions_of_the_path() {
    let mut rng = Rng::new(5);
    let checkers = rules::<Checkers>("");
    for _ in 0..60 {
        let start = kings(&checkers, &mut rng);
        check_repetitions(&checkers, &start, 7, &mut rng);
    }
}
