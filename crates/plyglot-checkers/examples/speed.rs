//! Measures the move generator: perft and random games per second of processor time.

use std::time::Instant;

use plyglot_checkers::Checkers;
use plyglot_core::{
    Game, Rng,
    perft::{PerftConfig, perft},
    playout::Playout,
};

fn main() {
    let game = Checkers::default();
    for bulk in [true, false] {
        let config = PerftConfig { bulk, ..PerftConfig::new(11) };
        let (nodes, seconds) = timed(|| perft(&game, &game.start(), &config));
        assert_eq!(nodes, 85_242_128);
        println!("perft 11, bulk {bulk}: {:.1} million leaves/s", nodes as f64 / seconds / 1e6);
    }
    let games = 1_000_000;
    let (decisions, seconds) = timed(|| random_games(&game, games));
    println!(
        "random games: {:.0} per second, {:.1} plies each, {:.1} ns a ply",
        f64::from(games) / seconds,
        decisions as f64 / f64::from(games),
        seconds / decisions as f64 * 1e9
    );
}

fn random_games(game: &Checkers, games: u32) -> u64 {
    let (mut playout, mut rng) = (Playout::new(), Rng::new(1));
    let mut decisions = 0;
    for _ in 0..games {
        let mut state = game.start();
        decisions += u64::from(playout.run(game, &mut state, &mut rng, u32::MAX).decisions);
    }
    decisions
}

/// The answer and the seconds it took: of this thread's processor time where the system tells, of
/// the clock otherwise.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let (processor, clock) = (processor_seconds(), Instant::now());
    let answer = work();
    let seconds = match (processor, processor_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => clock.elapsed().as_secs_f64(),
    };
    (answer, seconds)
}

/// Nanoseconds on a processor, as Linux counts them for the calling thread.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}
