//! Measures the move generator: perft with and without bulk counting, and random games.
//!
//! `speed [perft|bulk|games]…` measures only what is named.

use plyglot_core::{
    Game, Rng,
    perft::{PerftConfig, perft},
    playout::Playout,
};
use plyglot_dala::Dala;

/// Seconds of processor time that this thread has used, as Linux counts them.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.unwrap_or(f64::NAN) / 1e9
}

fn measure(name: &str, work: impl FnOnce() -> u64) {
    let named: Vec<_> = std::env::args().skip(1).collect();
    if named.is_empty() || named.iter().any(|wanted| wanted == name) {
        let start = processor_seconds();
        let count = work();
        let seconds = processor_seconds() - start;
        println!("{name}: {count} in {seconds:.3} s, {:.0} a second", count as f64 / seconds);
    }
}

fn main() {
    let game = Dala::default();
    let start = game.start();
    let count = |config| perft(&game, &start, &config);
    measure("perft", || count(PerftConfig { bulk: false, ..PerftConfig::new(8) }));
    measure("bulk", || count(PerftConfig::new(9)));
    measure("games", || {
        let (mut rng, mut playout, mut decisions) = (Rng::new(1), Playout::new(), 0);
        let games = 400_000;
        for _ in 0..games {
            let end = playout.run(&game, &mut game.start(), &mut rng, u32::MAX);
            decisions += u64::from(end.decisions);
        }
        println!("{:.1} decisions a game", decisions as f64 / games as f64);
        games
    });
}
