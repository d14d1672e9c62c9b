//! Exact endings of Reversi: the FFO test positions and positions by the number of empty squares.

use std::sync::atomic::AtomicBool;

use plyglot_arena::ProcessorClock;
use plyglot_catalog::{Budget, Catalog, Opened, Question, SolveConfig};
use plyglot_core::{AnySession, Clock, Rng};
use serde_json::Value;

use super::{Out, announce};
use crate::{error::Error, input::open_game};

const FFO: &str = include_str!("../../../../../testdata/reversixt/othello_ffo.json");
/// What Zebra needs for the positions 40 to 44.
const ZEBRA_SECONDS: f64 = 5.2;
/// What all positions take, about.
const POSITIONS_SECONDS: f64 = 10.0;

/// Solves the positions and prints score, nodes and processor time of each.
pub(super) fn run(catalog: &Catalog, out: Out<'_>) -> Result<(), Error> {
    announce("endings", "25 positions", POSITIONS_SECONDS);
    let mut opened = open_game(catalog, "reversi(score=othello)")?;
    let start = opened.session.boxed();
    for empties in [14, 16, 18, 20] {
        let (mut nodes, mut seconds) = (0, 0.0);
        for seed in 0..5 {
            opened.session = with_empties(&*start, empties, seed);
            let (_, more, time) = solve(catalog, &opened)?;
            (nodes, seconds) = (nodes + more, seconds + time);
        }
        writeln!(out, "5 random positions, {empties} empty: {nodes:>12} nodes {seconds:8.3} s")?;
        out.flush()?;
    }
    let all: Vec<Value> = serde_json::from_str(FFO).expect("the test positions are JSON");
    let mut total = 0.0;
    for problem in all.iter().filter(|row| (40..=44).contains(&row["ffo"].as_i64().unwrap_or(0))) {
        let (board, side) = (&problem["board"], &problem["to_move"]);
        let text = format!("{} {}", board.as_str().unwrap_or(""), side.as_str().unwrap_or(""));
        opened.session.set_position(&text)?;
        let (score, nodes, seconds) = solve(catalog, &opened)?;
        let right =
            if score.map(i64::from) == problem["score"].as_i64() { "right" } else { "WRONG" };
        let (number, score) = (&problem["ffo"], score.unwrap_or_default());
        writeln!(out, "FFO {number}: {score:+3} {right} {nodes:>12} nodes {seconds:8.3} s")?;
        out.flush()?;
        total += seconds;
    }
    let ratio = total / ZEBRA_SECONDS;
    writeln!(out, "FFO 40 to 44: {total:.3} s, {ratio:.2} times what Zebra needs")?;
    Ok(())
}

/// A running position of a random game with so many empty squares.
fn with_empties(start: &dyn AnySession, empties: usize, seed: u64) -> Box<dyn AnySession> {
    let game = |attempt: u64| {
        let (mut session, mut rng) = (start.boxed(), Rng::stream(seed, attempt));
        while session.position().matches('-').count() > empties && session.play_random(&mut rng) {}
        session
    };
    let mut games = (0..).map(game);
    games.find(|session| session.outcome().is_none()).expect("some game goes on that long")
}

/// The value, nodes and processor seconds of the present position.
fn solve(catalog: &Catalog, opened: &Opened) -> Result<(Option<i32>, u64, f64), Error> {
    let stop = AtomicBool::new(false);
    let config = SolveConfig { table: 32, ..SolveConfig::default() };
    let budget = Budget::default();
    let question = Question { config, own: true, tables: None, budget, stop: &stop };
    let clock = ProcessorClock::start();
    let proof = catalog.solve(opened, &question)?;
    Ok((proof.at_least, proof.nodes, clock.now().as_secs_f64()))
}
