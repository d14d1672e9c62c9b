//! Prints how fast the rules are: perft leaves and random games per second of processor time.
//!
//! `cargo run --release -p plyglot-reversi --example speed -- [depth]`

use std::time::Instant;

use plyglot_core::{
    Game, Rng,
    perft::{PerftConfig, perft},
    playout::Playout,
};
use plyglot_reversi::{PassRule, Reversi, Size};

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(11);
    let games = [
        ("8x8", Reversi::default()),
        ("8x8, pass=move", Reversi { pass: PassRule::Move, ..Reversi::default() }),
        ("6x6", Reversi { size: Size::Six, ..Reversi::default() }),
    ];
    for (name, game) in games {
        count(name, &game, PerftConfig::new(depth));
        count(name, &game, PerftConfig { bulk: false, ..PerftConfig::new(depth - 1) });
        play(name, &game, 500_000);
    }
}

fn count(name: &str, game: &Reversi, config: PerftConfig) {
    let (nodes, seconds) = timed(|| perft(game, &game.start(), &config));
    let (depth, bulk) = (config.depth, if config.bulk { "bulk" } else { "plain" });
    let speed = nodes as f64 / seconds / 1e6;
    println!("{name}: perft({depth}) = {nodes} {bulk} {seconds:.3} s {speed:.1} M/s");
}

fn play(name: &str, game: &Reversi, games: u32) {
    let (mut playout, mut rng) = (Playout::new(), Rng::new(1));
    let (decisions, seconds) = timed(|| {
        let one = |_| u64::from(playout.run(game, &mut game.start(), &mut rng, u32::MAX).decisions);
        (0..games).map(one).sum::<u64>()
    });
    let (speed, length) = (f64::from(games) / seconds / 1e3, decisions as f64 / f64::from(games));
    println!("{name}: {speed:.1} k random games/s, {length:.2} decisions each");
}

/// The result and the seconds this thread spent on it.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let (clock, before) = (Instant::now(), processor_seconds());
    let result = work();
    let seconds = match (before, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => clock.elapsed().as_secs_f64(),
    };
    (result, seconds)
}

/// Linux tells the nanoseconds that the first thread has run.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
