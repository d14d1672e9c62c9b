//! The alpha-beta family on the real games, with a random evaluation: whatever is switched on, the
//! value is that of the plain search.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    Control, Evaluate, Game, Handover, History, Listed, NoClock, Options, Order, Player, Rng, Spec,
    mix,
};

use crate::{
    Search, Task,
    best_reply::BestReply,
    best_reply_plus::BestReplyPlus,
    deepen::AlphaBeta,
    maxn::MaxN,
    params::{Count, Params},
    view::{InTurn, View},
};

/// A number that depends on the position and nothing else.
pub(crate) struct Dice;

impl<G: Game> Evaluate<G> for Dice {
    type Score = i64;

    fn score(&self, game: &G, state: &G::State, pov: Player) -> i64 {
        let value = (mix(game.hash(state)) % 101) as i64;
        if game.team(pov) == 0 { value } else { -value }
    }
}

impl<G: Game> Order<G> for Dice {
    fn priority(&self, _game: &G, _state: &G::State, mv: G::Move) -> i32 {
        format!("{mv:?}").len() as i32
    }
}

pub(crate) fn plain<G: Game>(game: &G, state: &G::State, depth: u32, pov: Player) -> i64 {
    if let Some(payoffs) = game.outcome(state) {
        return Dice.terminal(game, state, &payoffs, pov);
    }
    if depth == 0 {
        return Dice.score(game, state, pov);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut child = state.clone();
        game.make(&mut child, mv);
        plain(game, &child, depth - 1, pov)
    });
    let ours = game.team(game.to_move(state)) == game.team(pov);
    if ours { values.max().unwrap() } else { values.min().unwrap() }
}

fn value<G: Game>(search: &mut dyn Search<G>, game: &G, state: &G::State) -> i64 {
    let (stop, history) = (AtomicBool::new(false), History::default());
    let mut control = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop);
    let task = Task { game, state, history: &history, only: &[], lines: 1, seed: 1 };
    let thought = search.think(&task, &mut control, &mut |_| {});
    assert_legal(game, state, &thought.lines[0].moves);
    thought.lines[0].value as i64
}

fn assert_legal<G: Game>(game: &G, state: &G::State, line: &[G::Move]) {
    let mut state = state.clone();
    assert!(!line.is_empty());
    for mv in line {
        let mut legal = Vec::new();
        game.moves(&state, &mut legal);
        assert!(legal.contains(mv), "{mv:?} is not legal in {state:?}");
        game.make(&mut state, *mv);
    }
}

fn alphabeta<G: Game, V: View<G>>(params: &Params) -> AlphaBeta<G, V, Dice> {
    AlphaBeta::new(Box::new(Dice), Some(Box::new(Dice)), params.clone()).unwrap()
}

/// The rules with these options.
pub(crate) fn rules<G: Listed>(text: &str) -> G {
    let spec = Spec::parse(&format!("x({text})")).unwrap();
    let options = Options::check("x", G::OPTIONS, &spec.given, &|_| Err(String::new())).unwrap();
    G::build(&options).unwrap()
}

/// Positions along random games, each searched with everything that must not change the value.
fn check<G: Listed>(text: &str, depth: u32, samples: u64) {
    let game = rules::<G>(text);
    for seed in 0..samples {
        let state = wander(&game, seed);
        let pov = game.to_move(&state);
        let expected = plain(&game, &state, depth, pov);
        for params in harmless(depth) {
            let found = value(&mut alphabeta::<G, InTurn>(&params), &game, &state);
            assert_eq!(found, expected, "{} {state:?} {params:?}", G::NAME);
            let reply = value(&mut alphabeta::<G, BestReply<G::Move>>(&params), &game, &state);
            let plus = value(&mut alphabeta::<G, BestReplyPlus<G::Move>>(&params), &game, &state);
            let mut maxn = MaxN::new(Box::new(Dice), None, params.clone());
            let selfish = value(&mut maxn, &game, &state);
            if game.players() == 2 {
                assert_eq!([reply, plus, selfish], [expected; 3], "{} {params:?}", G::NAME);
            }
        }
    }
}

fn harmless(depth: u32) -> [Params; 3] {
    let plain = Params { depth, count: Count::Decision, ..Params::plain(1) };
    let table = Params { tt: 1, tt_exact: true, deepen: true, ..plain.clone() };
    let all = Params { pvs: true, killers: true, history: true, counter: true, ..table.clone() };
    [plain, table, all]
}

/// A running position after some random decisions.
fn wander<G: Handover>(game: &G, seed: u64) -> G::State {
    let mut rng = Rng::new(seed);
    let mut state = game.start();
    for _ in 0..7 * seed {
        let mut next = state.clone();
        if let Some(mv) = game.random_move(&state, &mut Vec::new(), &mut rng) {
            game.make(&mut next, mv);
        }
        if game.outcome(&next).is_some() {
            break;
        }
        state = next;
    }
    state
}

#[test]
fn reversi() {
    check::<plyglot_reversi::Reversi>("", 4, 6);
    check::<plyglot_reversi::Reversi>("size=4,pass=move", 6, 2);
}

#[test]
fn checkers() {
    check::<plyglot_checkers::Checkers>("", 5, 6);
}

#[test]
fn chexers() {
    check::<plyglot_chexers::Chexers>("", 3, 4);
}

#[test]
fn dala() {
    check::<plyglot_dala::Dala>("", 3, 6);
}

#[test]
fn halma() {
    check::<plyglot_halma::Halma>("", 2, 3);
}

#[test]
fn reversixt() {
    check::<plyglot_reversixt::ReversiXt>("", 3, 4);
}
