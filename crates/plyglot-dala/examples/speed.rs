//! Measures the move generator: perft with and without bulk counting, and random games.

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

fn measure(what: &str, work: impl FnOnce() -> u64) {
    let start = processor_seconds();
    let count = work();
    let seconds = processor_seconds() - start;
    println!("{what}: {count} in {seconds:.3} s, {:.1} million/s", count as f64 / seconds / 1e6);
}

fn main() {
    let game = Dala::default();
    let start = game.start();
    measure("perft 8, one by one", || {
        perft(&game, &start, &PerftConfig { bulk: false, ..PerftConfig::new(8) })
    });
    measure("perft 9, bulk", || perft(&game, &start, &PerftConfig::new(9)));
    let mut rng = Rng::new(1);
    let mut playout = Playout::new();
    let games = 200_000;
    let mut decisions = 0;
    measure("random games", || {
        for _ in 0..games {
            decisions +=
                u64::from(playout.run(&game, &mut game.start(), &mut rng, u32::MAX).decisions);
        }
        games
    });
    println!("{:.1} decisions a game", decisions as f64 / games as f64);
}
