//! Searches on fixed positions: node counts that only a change of behaviour changes, and speed.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use cpu_time::ThreadTime;
use plyglot_catalog::{Budget, Catalog, Opened, Request};
use plyglot_core::{AnySession, Rng};
use serde_json::{Value, json};

use super::{Out, rules::short};
use crate::{args::BenchArgs, error::Error, input::open_game, progress};

/// An agent on the fixed positions of a game, to its depth or for so many nodes a position.
struct Case {
    game: &'static str,
    agent: &'static str,
    nodes: Option<u64>,
}

const fn case(game: &'static str, agent: &'static str) -> Case {
    Case { game, agent, nodes: None }
}

const fn sampled(game: &'static str, agent: &'static str, nodes: u64) -> Case {
    Case { game, agent, nodes: Some(nodes) }
}

const CASES: &[Case] = &[
    case("dala", "alphabeta(depth=5)"),
    case("chexers", "paranoid(depth=5)"),
    case("chexers", "brs(depth=5)"),
    case("chexers", "brs+(depth=5)"),
    case("reversixt(map=cross3)", "paranoid(depth=5)"),
    case("reversi", "alphabeta(depth=9)"),
    case("reversi", "alphabeta(depth=10,eval=mobility)"),
    case("checkers", "alphabeta(depth=11)"),
    case("halma", "alphabeta(depth=2)"),
    case("halma", "hops"),
    sampled("dala", "mcts", 200_000),
    sampled("chexers", "mcts(policy=brs)", 200_000),
    sampled("checkers", "mcts", 200_000),
    sampled("halma", "mcts(playout_limit=20)", 200_000),
];

/// What an agent did on the positions of a game.
pub(super) struct Run {
    game: &'static str,
    agent: &'static str,
    nodes: u64,
    seconds: f64,
}

/// Plies of random play that lead to the fixed positions.
const OPENINGS: [u32; 4] = [0, 6, 12, 20];

/// The fixed positions of a game.
pub(super) fn positions(opened: &Opened) -> Vec<Box<dyn AnySession>> {
    let play = |(index, plies): (u64, &u32)| {
        let mut rng = Rng::stream(2026, index);
        let mut session = opened.session.boxed();
        for _ in 0..*plies {
            session.play_random(&mut rng);
        }
        session
    };
    (0..).zip(&OPENINGS).map(play).filter(|session| session.outcome().is_none()).collect()
}

/// Nodes and processor seconds of an agent over positions, each thought about from a fresh start.
pub(super) fn think_all(
    catalog: &Catalog,
    opened: &Opened,
    agent: &str,
    nodes: Option<u64>,
) -> Result<(u64, f64, f64), Error> {
    let mut agent = catalog.agent(agent, opened)?;
    let stop = AtomicBool::new(false);
    let budget = Budget { nodes, time: None };
    let (mut total, mut processor, mut wall) = (0, 0.0, Duration::ZERO);
    for session in positions(opened) {
        agent.new_game();
        let request = Request { budget, lines: 1, seed: 1, stop: &stop };
        let (start, started) = (ThreadTime::now(), Instant::now());
        total += agent.think(&*session, &request, &mut |_| {}).nodes;
        processor += start.elapsed().as_secs_f64();
        wall += started.elapsed();
    }
    Ok((total, processor, wall.as_secs_f64()))
}

/// Runs every case, or those of one game.
pub(super) fn measure(catalog: &Catalog, args: &BenchArgs) -> Result<Vec<Run>, Error> {
    let of_game = |case: &&Case| {
        args.game
            .as_deref()
            .is_none_or(|game| case.game.split('(').next() == game.split('(').next())
    };
    let cases: Vec<_> = CASES.iter().filter(of_game).collect();
    let bar = progress::bar(cases.len() as u64);
    let mut runs = Vec::new();
    for Case { game, agent, nodes } in cases {
        let opened = open_game(catalog, game)?;
        let (nodes, seconds, _) = think_all(catalog, &opened, agent, *nodes)?;
        runs.push(Run { game, agent, nodes, seconds });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(runs)
}

/// The sum of all nodes: a commit that changes it changes how something plays.
pub(super) fn signature(runs: &[Run]) -> u64 {
    runs.iter().map(|run| run.nodes).sum()
}

/// The runs as JSON rows.
pub(super) fn values(runs: &[Run]) -> Value {
    let row = |run: &Run| {
        json!({ "game": run.game, "agent": run.agent, "nodes": run.nodes, "seconds": run.seconds,
            "nodes_per_second": run.nodes as f64 / run.seconds.max(1e-9) })
    };
    runs.iter().map(row).collect()
}

/// The runs as a table.
pub(super) fn print(runs: &[Run], out: Out<'_>) -> Result<(), Error> {
    writeln!(out, "\nsearches: {} fixed positions a game, one thread", OPENINGS.len())?;
    for run in runs {
        let speed = short(run.nodes as f64 / run.seconds.max(1e-9));
        writeln!(
            out,
            "  {:<24} {:<34} {:>11} nodes {speed:>9} a second",
            run.game, run.agent, run.nodes
        )?;
    }
    writeln!(out, "signature {}", signature(runs))?;
    Ok(())
}

/// What a second thread gives, to the same depth on the same positions.
pub(super) fn threads(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Result<(), Error> {
    const DEEPER: &[(&str, &str, &str)] = &[
        ("dala", "alphabeta", "6"),
        ("chexers", "paranoid", "7"),
        ("reversixt", "paranoid", "8"),
        ("checkers", "alphabeta", "15"),
        ("halma", "alphabeta", "3"),
    ];
    let mut products = (1.0f64, 1.0f64, 0);
    for (game, search, depth) in DEEPER {
        if args.game.as_deref().is_some_and(|wanted| wanted != *game) {
            continue;
        }
        let opened = open_game(catalog, game)?;
        let run = |threads: u8| {
            let agent = format!("{search}(depth={depth},threads={threads},tt=64)");
            think_all(catalog, &opened, &agent, None)
        };
        let ((nodes, _, one), (more, _, two)) = (run(1)?, run(2)?);
        let speed = (more as f64 / two) / (nodes as f64 / one);
        let to_depth = one / two;
        products = (products.0 * speed, products.1 * to_depth, products.2 + 1);
        writeln!(
            out,
            "{game:<10} {search}(depth={depth}): {speed:.2} times the nodes a second, {to_depth:.2} times the speed to the depth ({one:.2} s, {two:.2} s)"
        )?;
    }
    let mean = |product: f64| product.powf(1.0 / f64::from(products.2.max(1)));
    writeln!(
        out,
        "two threads, geometric mean: {:.2} times the nodes a second, {:.2} times the speed",
        mean(products.0),
        mean(products.1)
    )?;
    Ok(())
}
