//! The speed of the rules, beside the fastest figures known.

use plyglot_arena::ProcessorClock;
use plyglot_catalog::Catalog;
use plyglot_core::{AnySession, Clock, Rng, perft::PerftConfig};
use serde_json::{Value, json};

use super::Out;
use crate::{args::BenchArgs, error::Error, input::open_game, progress};

/// What is measured: a game, and what is to be beaten in leaves and random games a second.
#[derive(Clone, Copy)]
struct Yardstick<'a> {
    spec: &'a str,
    leaves: Option<(f64, &'static str)>,
    games: Option<(f64, &'static str)>,
}

const YARDSTICKS: &[Yardstick<'_>] = &[
    Yardstick { spec: "dala", leaves: None, games: Some((200_000.0, "goal")) },
    Yardstick { spec: "chexers", leaves: None, games: Some((100_000.0, "goal")) },
    Yardstick { spec: "reversixt(map=plain8)", leaves: None, games: Some((100_000.0, "goal")) },
    Yardstick { spec: "reversixt(map=arena50)", leaves: None, games: Some((100.0, "goal")) },
    Yardstick {
        spec: "reversi",
        leaves: Some((480e6, "Edax")),
        games: Some((310_000.0, "a hand-written specialist")),
    },
    Yardstick {
        spec: "checkers",
        leaves: Some((102e6, "the fastest public C++ generator")),
        games: Some((395_000.0, "a hand-written specialist")),
    },
    Yardstick { spec: "halma", leaves: None, games: Some((3_000.0, "goal")) },
];

/// A figure and what it is compared with.
pub(super) struct Figure {
    game: String,
    what: &'static str,
    per_second: f64,
    yardstick: Option<(f64, &'static str)>,
}

/// Measures perft and random games.
pub(super) fn measure(catalog: &Catalog, args: &BenchArgs) -> Result<Vec<Figure>, Error> {
    let chosen = chosen(args.game.as_deref());
    let bar = progress::bar(chosen.len() as u64 * 3);
    let mut figures = Vec::new();
    for Yardstick { spec, leaves, games } in chosen {
        let session = open_game(catalog, spec)?.session;
        let mut add = |what, per_second, yardstick| {
            figures.push(Figure { game: spec.to_owned(), what, per_second, yardstick });
            bar.inc(1);
        };
        add("perft, every move played", leaves_per_second(&*session, false, args.seconds), None);
        add("perft, last move counted", leaves_per_second(&*session, true, args.seconds), leaves);
        add("random games", games_per_second(&*session, args.seconds), games);
    }
    bar.finish_and_clear();
    Ok(figures)
}

/// What to measure: everything with a yardstick, or the game asked for, whatever it is.
fn chosen(game: Option<&str>) -> Vec<Yardstick<'_>> {
    let Some(game) = game else { return YARDSTICKS.to_vec() };
    let of_game = |yardstick: &&Yardstick<'_>| {
        yardstick.spec == game || yardstick.spec.split('(').next() == Some(game)
    };
    let found: Vec<_> = YARDSTICKS.iter().filter(of_game).copied().collect();
    let unknown = Yardstick { spec: game, leaves: None, games: None };
    if found.is_empty() { vec![unknown] } else { found }
}

/// Counts deeper and deeper until one count takes about the time asked for.
fn leaves_per_second(session: &dyn AnySession, bulk: bool, seconds: f64) -> f64 {
    let mut depth = 1;
    loop {
        let clock = ProcessorClock::start();
        let config = PerftConfig { bulk, ..PerftConfig::new(depth) };
        let nodes: u64 = session.divide(&config, &|_, _| {}).iter().map(|(_, nodes)| nodes).sum();
        let spent = clock.now().as_secs_f64();
        if spent > seconds / 3.0 || nodes == 0 || depth == 64 {
            return nodes as f64 / spent.max(1e-9);
        }
        depth += 1;
    }
}

/// Plays batches of games until the time asked for is spent.
fn games_per_second(session: &dyn AnySession, seconds: f64) -> f64 {
    let (mut rng, mut games, mut batch) = (Rng::new(1), 0, 1);
    let clock = ProcessorClock::start();
    loop {
        games += session.playouts(batch, &mut rng).len();
        let spent = clock.now().as_secs_f64();
        if spent >= seconds {
            return games as f64 / spent;
        }
        batch = (batch * 2).min(4096);
    }
}

/// The figures as JSON rows.
pub(super) fn values(figures: &[Figure]) -> Value {
    let row = |figure: &Figure| {
        json!({
            "game": figure.game,
            "what": figure.what,
            "per_second": figure.per_second,
            "yardstick": figure.yardstick.map(|(value, _)| value),
            "whose": figure.yardstick.map(|(_, whose)| whose),
            "ratio": figure.yardstick.map(|(value, _)| figure.per_second / value),
        })
    };
    figures.iter().map(row).collect()
}

/// The figures as a table.
pub(super) fn print(figures: &[Figure], out: Out<'_>) -> Result<(), Error> {
    writeln!(out, "rules: one thread, no table, per processor second")?;
    for figure in figures {
        let beside = figure.yardstick.map_or(String::new(), |(value, whose)| {
            format!("  {:6.2} times {whose} ({})", figure.per_second / value, short(value))
        });
        let speed = short(figure.per_second);
        writeln!(out, "  {:<24} {:<26} {speed:>10}{beside}", figure.game, figure.what)?;
    }
    Ok(())
}

/// A speed to three digits.
pub(super) fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{:.1} M", v / 1e6),
        v if v >= 1e4 => format!("{:.1} k", v / 1e3),
        v => format!("{v:.0}"),
    }
}
