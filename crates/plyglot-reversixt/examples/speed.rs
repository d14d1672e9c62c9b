//! Prints how fast the rules are: perft leaves and random games per second of processor time.
//!
//! `cargo run --release -p plyglot-reversixt --example speed -- [map …]`

use std::time::Instant;

use plyglot_core::{
    Game, Listed, Options, Rng,
    perft::{PerftConfig, perft},
    playout::Playout,
};
use plyglot_reversixt::ReversiXt;

/// Maps with the depth to count to and the random games to play.
const RUNS: [(&str, u32, u32); 6] = [
    ("plain8", 10, 300_000),
    ("armed8", 10, 200_000),
    ("torus6", 9, 100_000),
    ("plain10", 10, 20_000),
    ("octet8", 5, 20_000),
    ("arena50", 3, 300),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (name, depth, games) in RUNS {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            let game = built_in(name);
            count(name, &game, PerftConfig::new(depth));
            count(name, &game, PerftConfig { bulk: false, ..PerftConfig::new(depth - 1) });
            play(name, &game, games);
        }
    }
}

fn built_in(name: &str) -> ReversiXt {
    let given = [("map".to_owned(), name.to_owned())];
    let load = |path: &str| Err(format!("{path} is not read here"));
    let options = Options::check(ReversiXt::NAME, ReversiXt::OPTIONS, &given, &load);
    options.and_then(|options| ReversiXt::build(&options)).expect("a built-in map")
}

fn count(name: &str, game: &ReversiXt, config: PerftConfig) {
    let (nodes, seconds) = timed(|| perft(game, &game.start(), &config));
    let (depth, bulk) = (config.depth, if config.bulk { "bulk" } else { "plain" });
    let speed = nodes as f64 / seconds / 1e6;
    println!("{name}: perft({depth}) = {nodes} {bulk} {seconds:.3} s {speed:.1} M/s");
}

fn play(name: &str, game: &ReversiXt, games: u32) {
    let (mut playout, mut rng) = (Playout::new(), Rng::new(1));
    let start = game.start();
    let mut state = game.start();
    let (decisions, seconds) = timed(|| {
        let one = |_| {
            state.clone_from(&start);
            u64::from(playout.run(game, &mut state, &mut rng, u32::MAX).decisions)
        };
        (0..games).map(one).sum::<u64>()
    });
    let (speed, length) = (f64::from(games) / seconds / 1e3, decisions as f64 / f64::from(games));
    println!("{name}: {speed:.2} k random games/s, {length:.2} decisions each");
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
