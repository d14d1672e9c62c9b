//! Solves random endgames of 14, 16, 18 and 20 empty squares, and the whole game on a small board.
//!
//! `cargo run --release -p plyglot-reversi --example endgames -- [POSITIONS [SIDE [MEGABYTES]]]`; no
//! small board is solved without its side.

use std::time::Instant;

use plyglot_core::{Game, Rng};
use plyglot_reversi::{Reversi, ScoreRule, Size, State, endgame::Solver};

fn main() {
    let mut words = std::env::args().skip(1).map(|word| word.parse().expect("a number"));
    let positions = words.next().unwrap_or(10);
    let side = words.next();
    let megabytes = words.next().unwrap_or(32);
    for empties in [14, 16, 18, 20] {
        let mut rng = Rng::new(u64::from(empties));
        let (mut nodes, mut seconds) = (0, 0.0);
        for _ in 0..positions {
            let state = random_position(empties, &mut rng);
            let solver = Solver::new(Size::Eight, ScoreRule::Othello, megabytes);
            let (_, more, time) = timed(solver, &state);
            (nodes, seconds) = (nodes + more, seconds + time);
        }
        let (nodes, seconds) = (nodes / positions as u64, seconds / positions as f64);
        println!("{empties} empty: {nodes} nodes, {seconds:.4} s each");
    }
    if let Some(size) = side.and_then(Size::of_side) {
        let game = Reversi { size, ..Reversi::default() };
        let solver = Solver::new(size, game.score, megabytes);
        // The four first moves are images of each other.
        let (mut state, mut moves) = (game.start(), Vec::new());
        game.moves(&state, &mut moves);
        game.make(&mut state, moves[0]);
        let (score, nodes, seconds) = timed(solver, &state);
        println!("{0}x{0}: {1:+}, {nodes} nodes, {seconds:.1} s", size.side(), -score);
    }
}

/// A position of a random game.
fn random_position(empties: u32, rng: &mut Rng) -> State {
    let game = Reversi::default();
    loop {
        let mut state = game.start();
        while let Some(mv) = game.random_move(&state, &mut Vec::new(), rng) {
            if 64 - (state.own() | state.opponent()).count_ones() == empties {
                return state;
            }
            game.make(&mut state, mv);
        }
    }
}

/// The score, the nodes, and the seconds this thread spent on them.
fn timed(mut solver: Solver, state: &State) -> (i32, u64, f64) {
    let (clock, before) = (Instant::now(), processor_seconds());
    let solution = solver.solve(state.own(), state.opponent(), &mut |_| true).expect("no limit");
    let seconds = match (before, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => clock.elapsed().as_secs_f64(),
    };
    (solution.score, solution.nodes, seconds)
}

/// Linux tells the nanoseconds that the first thread has run.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
