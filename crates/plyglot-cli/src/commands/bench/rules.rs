//! The speed of the rules, beside the fastest figures known.

use plyglot_arena::ProcessorClock;
use plyglot_catalog::Catalog;
use plyglot_core::{AnySession, Clock, Rng, perft::PerftConfig};
use serde_json::{Value, json};

use super::{Out, Table, announce};
use crate::{args::BenchArgs, error::Error, input::open_game};

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

/// How much more a count can grow from one depth to the next than it did before.
const GROWTH: f64 = 1.5;

/// A figure and what it is compared with.
pub(super) struct Figure {
    game: String,
    what: &'static str,
    per_second: f64,
    yardstick: Option<(f64, &'static str)>,
}

/// Measures perft and random games; a table shows every figure as soon as it is known.
pub(super) fn measure(
    catalog: &Catalog,
    args: &BenchArgs,
    out: Out<'_>,
) -> Result<Vec<Figure>, Error> {
    let chosen = chosen(args.game.as_deref());
    let count = chosen.len() * 3;
    announce("rules", &format!("{count} figures"), count as f64 * args.seconds);
    let mut table = Table::new(args, count, out);
    table.line("rules: one thread, no table, per processor second")?;
    let mut figures = Vec::new();
    for Yardstick { spec, leaves, games } in chosen {
        let session = open_game(catalog, spec)?.session;
        let mut add = |what, per_second, yardstick| {
            let figure = Figure { game: spec.to_owned(), what, per_second, yardstick };
            let shown = table.row(&figure.row());
            figures.push(figure);
            shown
        };
        add("perft, every move played", leaves_per_second(&*session, false, args.seconds), None)?;
        add("perft, last move counted", leaves_per_second(&*session, true, args.seconds), leaves)?;
        add("random games", games_per_second(&*session, args.seconds), games)?;
    }
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

/// Leaves of the tree a processor second, counted for about the time asked for.
fn leaves_per_second(session: &dyn AnySession, bulk: bool, seconds: f64) -> f64 {
    speed(seconds, |depth| {
        let clock = ProcessorClock::start();
        let config = PerftConfig { bulk, ..PerftConfig::new(depth) };
        let nodes: u64 = session.divide(&config, &|_, _| {}).iter().map(|(_, nodes)| nodes).sum();
        (nodes as f64, clock.now().as_secs_f64())
    })
}

/// Counts, which gives nodes and seconds, deeper and deeper while that is going to fit into the
/// time, then again and again as deep.
fn speed(seconds: f64, mut count: impl FnMut(u32) -> (f64, f64)) -> f64 {
    let (mut depth, mut before) = (1, 1.0);
    let (mut nodes, mut spent) = count(depth);
    while nodes > 0.0 && depth < 64 && spent * GROWTH * nodes / before <= seconds {
        (depth, before) = (depth + 1, nodes);
        (nodes, spent) = count(depth);
    }
    let mut last = spent;
    while nodes > 0.0 && spent + last <= seconds {
        let (more, longer) = count(depth);
        (nodes, spent, last) = (nodes + more, spent + longer, longer);
    }
    nodes / spent.max(1e-9)
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

impl Figure {
    /// The figure as a line of the table.
    fn row(&self) -> String {
        let beside = self.yardstick.map_or(String::new(), |(value, whose)| {
            format!("  {:6.2} times {whose} ({})", self.per_second / value, short(value))
        });
        format!("  {:<24} {:<26} {:>10}{beside}", self.game, self.what, short(self.per_second))
    }
}

/// A speed to three digits.
pub(super) fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{:.1} M", v / 1e6),
        v if v >= 1e4 => format!("{:.1} k", v / 1e3),
        v => format!("{v:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::speed;

    #[test]
    fn a_figure_keeps_to_its_time() {
        for branching in [2.0f64, 7.0, 40.0, 1000.0] {
            let mut spent = 0.0;
            let count = |depth: u32| {
                let nodes = branching.powf(f64::from(depth));
                spent += nodes / 1e6;
                (nodes, nodes / 1e6)
            };
            let measured = speed(1.0, count);
            assert!((measured / 1e6 - 1.0).abs() < 1e-6, "{branching}: {measured} a second");
            assert!((0.3..1.7).contains(&spent), "{branching}: {spent} s");
        }
    }
}
