//! Measures the rules: perft with and without bulk counting, and random games, in processor time.

use std::{fs, time::Instant};

use plyglot_core::{Game, Notation, Rng, perft, perft::PerftConfig, playout::Playout};
use plyglot_halma::{Halma, Level, State};

/// Seconds of processor time this process has used, or of the clock where that cannot be read.
fn seconds(began: Instant) -> f64 {
    let used = fs::read_to_string("/proc/self/schedstat").ok();
    let used = used.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    used.map_or_else(|| began.elapsed().as_secs_f64(), |nanoseconds| nanoseconds as f64 * 1e-9)
}

fn count(game: &Halma, state: &State, depth: u32, name: &str) {
    let began = Instant::now();
    for bulk in [true, false] {
        let before = seconds(began);
        let nodes = perft::perft(game, state, &PerftConfig { bulk, ..PerftConfig::new(depth) });
        let spent = seconds(began) - before;
        let rate = nodes as f64 / spent / 1e6;
        println!("{name} depth {depth} bulk {bulk}: {nodes} nodes, {spent:.3} s, {rate:.1} M/s");
    }
}

fn random_games(game: &Halma, games: u64, name: &str) {
    let began = Instant::now();
    let (mut playout, mut rng, mut decisions) = (Playout::new(), Rng::new(1), 0);
    let start = game.start();
    let mut state = start.clone();
    let before = seconds(began);
    for _ in 0..games {
        state.clone_from(&start);
        decisions += u64::from(playout.run(game, &mut state, &mut rng, 4000).decisions);
    }
    let spent = seconds(began) - before;
    let (rate, each) = (games as f64 / spent, spent / decisions as f64 * 1e9);
    let length = decisions / games;
    println!("{name}: {rate:.0} random games/s of {length} decisions, {each:.1} ns each");
}

fn main() {
    for (variant, depth) in [("team16", 5), ("team8", 6), ("duel16", 4), ("usc16", 4), ("duel4", 6)]
    {
        let game = Halma::named(variant).expect("a variant");
        count(&game, &game.start(), depth, variant);
    }
    let middle = "team16 D2D12/3D2C9/12C3/2DD4D7/9C1B1C2/3D2C1B7/5D8C1/7C3C4/6B1A7/9D2D3/4B3B1D1D2C/6C9/1BCB8A1AA/1B11AAA/1BB1CC3B3AAA/BB10DAAA 2 50 - *";
    for (level, depth) in [(Level::Action, 4), (Level::Turn, 3)] {
        let game = Halma::named("team16").and_then(|game| game.at_level(level)).expect("a level");
        let (game, state) = game.parse_state(middle).expect("a position");
        count(&game, &state, depth, &format!("middle of team16 by {level:?}"));
        random_games(&game, 3000, &format!("team16 by {level:?}"));
    }
    for variant in ["team8", "solo16", "duel16", "duel8", "usc16"] {
        random_games(&Halma::named(variant).expect("a variant"), 300, variant);
    }
}
