//! Solves the well-known endgame test positions 40 to 44, or those asked for, and compares the processor
//! time with what Zebra takes for the five together.
//!
//! `cargo run --release -p plyglot-reversi --example ffo -- [FIRST [LAST [MEGABYTES]]]`

use std::time::Instant;

use plyglot_core::Notation;
use plyglot_reversi::{Reversi, ScoreRule, Size, endgame::Solver};

/// Seconds that Zebra takes for positions 40 to 44.
const ZEBRA: f64 = 5.2;

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = |default: usize| match words.next() {
        Some(text) => text.parse().expect("a number"),
        None => default,
    };
    let (first, last, megabytes) = (word(40), word(44), word(32));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/reversixt/othello_ffo.json");
    let text = std::fs::read_to_string(path).expect("the file of positions");
    let rows: Vec<serde_json::Value> = serde_json::from_str(&text).expect("JSON");
    let game = Reversi { score: ScoreRule::Othello, ..Reversi::default() };
    let (mut total, mut nodes) = (0.0, 0);
    for row in &rows {
        let number = row["ffo"].as_u64().expect("a number") as usize;
        if !(first..=last).contains(&number) {
            continue;
        }
        let text =
            format!("{} {}", row["board"].as_str().unwrap(), row["to_move"].as_str().unwrap());
        let (_, state) = game.parse_state(&text).expect("a position");
        let mut solver = Solver::new(Size::Eight, ScoreRule::Othello, megabytes);
        let (clock, before) = (Instant::now(), processor_seconds());
        let solution =
            solver.solve(state.own(), state.opponent(), &mut |_| true).expect("no limit");
        let seconds = match (before, processor_seconds()) {
            (Some(before), Some(after)) => after - before,
            _ => clock.elapsed().as_secs_f64(),
        };
        (total, nodes) = (total + seconds, nodes + solution.nodes);
        let known = row["score"].as_i64().expect("a score");
        let verdict = if known == i64::from(solution.score) { "" } else { " WRONG" };
        let line: Vec<_> = solution.line.iter().map(|mv| game.write_ply(&state, &[*mv])).collect();
        println!(
            "{number}: {:2} empty, {:+3}{verdict}, {:11} nodes, {seconds:7.3} s, {}",
            row["empties"],
            solution.score,
            solution.nodes,
            line[..8.min(line.len())].join(" ")
        );
    }
    let speed = nodes as f64 / total / 1e6;
    println!(
        "{nodes} nodes in {total:.3} s ({speed:.1} M/s), {:.2} of Zebra's time",
        total / ZEBRA
    );
}

/// Linux tells the nanoseconds that the first thread has run.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
