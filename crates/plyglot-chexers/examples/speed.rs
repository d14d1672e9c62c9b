//! Measures the rules: perft with and without bulk counting, and random games. Prints user seconds.

use std::{fs, hint::black_box};

use plyglot_chexers::Chexers;
use plyglot_core::{
    Game, Listed, Options, Rng,
    perft::{PerftConfig, perft},
    playout::Playout,
};

/// Processor seconds of this process, in steps of a hundredth.
fn processor_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let user = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11));
    user.and_then(|ticks| ticks.parse::<f64>().ok()).unwrap_or(f64::NAN) / 100.0
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = processor_seconds();
    let value = black_box(run());
    (value, processor_seconds() - start)
}

fn main() {
    let game = Chexers::default();
    for (bulk, depth) in [(true, 8), (false, 7)] {
        let config = PerftConfig { bulk, ..PerftConfig::new(depth) };
        let (nodes, seconds) = timed(|| perft(&game, &game.start(), &config));
        let rate = nodes as f64 / seconds / 1e6;
        println!("perft {depth}, bulk {bulk}: {nodes} in {seconds:.2} s, {rate:.0} M/s");
    }
    random_games("random games", &game);
    let given = [("repetition".to_owned(), "0".to_owned())];
    let options = Options::check("chexers", Chexers::OPTIONS, &given, &|_| Err(String::new()));
    let free = options.and_then(|options| Chexers::build(&options)).expect("known options");
    random_games("without repetition", &free);
}

fn random_games(name: &str, game: &Chexers) {
    let (mut playout, mut rng, games) = (Playout::new(), Rng::new(1), 200_000);
    let mut decisions = 0;
    let ((), seconds) = timed(|| {
        for _ in 0..games {
            let end = playout.run(game, &mut game.start(), &mut rng, u32::MAX);
            decisions += u64::from(end.decisions);
        }
    });
    let (rate, plies) = (f64::from(games) / seconds, decisions as f64 / seconds / 1e6);
    println!("{name}: {games} in {seconds:.2} s, {rate:.0} games/s, {plies:.1} M plies/s");
}
