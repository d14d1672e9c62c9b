//! Measures the rules: perft with and without bulk counting, and random games, in processor time.
//! An argument chooses the measurements whose names contain it.

use std::{env, fs, time::Instant};

use plyglot_core::{Game, Notation, Rng, perft, perft::PerftConfig, playout::Playout};
use plyglot_halma::{Halma, Level, State};

/// Seconds by the clock that every measurement takes at least.
const ENOUGH: f64 = 0.4;

/// Runs something again and again; returns the sum of its results, the seconds of processor time
/// (of the clock where that cannot be read) and the number of runs.
fn measure(mut run: impl FnMut() -> u64) -> (u64, f64, u64) {
    let clock = Instant::now();
    let now = || {
        let used = fs::read_to_string("/proc/self/schedstat").ok();
        let used = used.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
        used.map_or_else(|| clock.elapsed().as_secs_f64(), |used| used as f64 * 1e-9)
    };
    run();
    let (began, start, mut sum, mut runs) = (now(), Instant::now(), 0, 0);
    while start.elapsed().as_secs_f64() < ENOUGH {
        sum += run();
        runs += 1;
    }
    (sum, now() - began, runs)
}

fn count(game: &Halma, state: &State, depth: u32, name: &str) {
    for bulk in [true, false] {
        let config = PerftConfig { bulk, ..PerftConfig::new(depth) };
        let (nodes, spent, runs) = measure(|| perft::perft(game, state, &config));
        let (each, rate) = (nodes / runs, nodes as f64 / spent / 1e6);
        println!("{name}: perft {depth} = {each}, {rate:.1} million nodes/s, bulk {bulk}");
    }
}

fn random_games(game: &Halma, name: &str) {
    let (mut playout, mut rng) = (Playout::new(), Rng::new(1));
    let start = game.start();
    let mut state = start.clone();
    let (decisions, spent, games) = measure(|| {
        state.clone_from(&start);
        u64::from(playout.run(game, &mut state, &mut rng, 4000).decisions)
    });
    let (rate, each) = (games as f64 / spent, spent / decisions as f64 * 1e9);
    let length = decisions / games;
    println!("{name}: {rate:.0} random games/s of {length} decisions, {each:.1} ns each");
}

fn main() {
    let wanted = env::args().nth(1).unwrap_or_default();
    for (variant, level, depth) in [
        ("team16", Level::Action, 5),
        ("team16", Level::Turn, 3),
        ("team8", Level::Action, 4),
        ("solo16", Level::Turn, 3),
        ("duel16", Level::Turn, 4),
        ("duel8", Level::Turn, 4),
        ("duel4", Level::Turn, 5),
        ("usc16", Level::Turn, 3),
    ] {
        let name = format!("{variant} by {level:?}").to_lowercase();
        if name.contains(&wanted) {
            let game = Halma::named(variant).and_then(|game| game.at_level(level));
            let game = game.expect("a variant at a level it has");
            count(&game, &game.start(), depth, &name);
            random_games(&game, &name);
        }
    }
    let middle = "team16 D2D12/3D2C9/12C3/2DD4D7/9C1B1C2/3D2C1B7/5D8C1/7C3C4/6B1A7/9D2D3/\
        4B3B1D1D2C/6C9/1BCB8A1AA/1B11AAA/1BB1CC3B3AAA/BB10DAAA 2 50 - *";
    for (level, depth) in [(Level::Action, 3), (Level::Turn, 3)] {
        let name = format!("middle of team16 by {level:?}").to_lowercase();
        if name.contains(&wanted) {
            let game = Halma::named("team16").and_then(|game| game.at_level(level));
            let (game, state) = game.expect("a level").parse_state(middle).expect("a position");
            count(&game, &state, depth, &name);
        }
    }
}
