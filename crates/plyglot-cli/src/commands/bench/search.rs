//! Searches on fixed positions: node counts that only a change of behaviour changes, and speed.

use std::{sync::atomic::AtomicBool, time::Instant};

use plyglot_arena::ProcessorClock;
use plyglot_catalog::{Catalog, Opened, Request, WallClock};
use plyglot_core::{AnySession, Clock, Rng};
use serde_json::{Value, json};

use super::{Out, Table, announce, rules::short};
use crate::{
    args::BenchArgs,
    error::Error,
    input::{open_game, read_file},
};

/// An agent on the fixed positions of a game.
struct Case {
    game: &'static str,
    agent: &'static str,
    /// Simulations a position, where the agent counts those: then speed is counted in them.
    simulations: Option<u64>,
    /// A speed to be beaten, and whose it is.
    yardstick: Option<(f64, &'static str)>,
}

const fn case(game: &'static str, agent: &'static str) -> Case {
    Case { game, agent, simulations: None, yardstick: None }
}

const fn sampled(game: &'static str, agent: &'static str) -> Case {
    Case { simulations: Some(SIMULATIONS), ..case(game, agent) }
}

/// Simulations a position; the agents below ask for as many.
const SIMULATIONS: u64 = 2000;

const CASES: &[Case] = &[
    case("dala", "alphabeta(depth=6)"),
    case("chexers", "paranoid(depth=7)"),
    case("chexers", "brs(depth=7)"),
    case("chexers", "brs+(depth=6)"),
    case("chexers", "maxn(depth=4)"),
    case("reversixt(map=cross3)", "paranoid(depth=6)"),
    case("reversixt(map=octet8)", "maxn(depth=3)"),
    case("reversi", "alphabeta(depth=10)"),
    Case {
        yardstick: Some((11.3e6, "the best generic library")),
        ..case("reversi", "alphabeta(depth=11,eval=mobility)")
    },
    case("checkers", "alphabeta(depth=13)"),
    case("halma", "alphabeta(depth=3)"),
    case("halma", "hops"),
    sampled("dala", "mcts(simulations=2000)"),
    sampled("dala", "mcts(simulations=2000,playout_limit=1000,exploration=0.7)"),
    sampled("chexers", "mcts(simulations=2000,playout_limit=1000,exploration=0.7,policy=brs)"),
    Case {
        yardstick: Some((6_000.0, "OpenSpiel")),
        ..sampled("checkers", "mcts(simulations=2000,playout_limit=1000,exploration=0.7)")
    },
    Case {
        yardstick: Some((1_000.0, "goal")),
        ..sampled("halma", "mcts(simulations=2000,playout_limit=40,exploration=0.7)")
    },
];

/// What the positions of a case take, about.
const CASE_SECONDS: f64 = 0.1;

/// What an agent did on the positions of a game.
pub(super) struct Run {
    case: &'static Case,
    nodes: u64,
    /// Nodes or simulations a processor second.
    per_second: f64,
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

/// What an agent spent on the fixed positions of a game.
pub(super) struct Spent {
    pub(super) nodes: u64,
    pub(super) positions: u64,
    pub(super) processor_seconds: f64,
    pub(super) seconds: f64,
}

/// Lets an agent think about every fixed position of a game from a fresh start.
pub(super) fn think_all(catalog: &Catalog, opened: &Opened, agent: &str) -> Result<Spent, Error> {
    let mut agent = catalog.agent(agent, opened, &read_file)?;
    let stop = AtomicBool::new(false);
    let mut spent = Spent { nodes: 0, positions: 0, processor_seconds: 0.0, seconds: 0.0 };
    for session in positions(opened) {
        agent.new_game();
        let clock = WallClock::start();
        let request = Request { seed: 1, ..Request::new(&clock, &stop) };
        let (processor, started) = (ProcessorClock::start(), Instant::now());
        spent.nodes += agent.think(&*session, &request, &mut |_| {})?.nodes;
        spent.processor_seconds += processor.now().as_secs_f64();
        spent.seconds += started.elapsed().as_secs_f64();
        spent.positions += 1;
    }
    Ok(spent)
}

/// Runs every case, or those of one game; a table shows each as soon as it is done.
pub(super) fn measure(
    catalog: &Catalog,
    args: &BenchArgs,
    out: Out<'_>,
) -> Result<Vec<Run>, Error> {
    let of_game = |case: &&Case| {
        args.game
            .as_deref()
            .is_none_or(|game| case.game.split('(').next() == game.split('(').next())
    };
    let cases: Vec<_> = CASES.iter().filter(of_game).collect();
    announce("searches", &format!("{} agents", cases.len()), cases.len() as f64 * CASE_SECONDS);
    let mut table = Table::new(args, cases.len(), out);
    if !cases.is_empty() {
        let count = OPENINGS.len();
        let what = format!("{count} fixed positions a game, one thread, per processor second");
        table.line(&format!("\nsearches: {what}"))?;
    }
    let mut runs = Vec::new();
    for case in cases {
        let opened = open_game(catalog, case.game)?;
        let spent = think_all(catalog, &opened, case.agent)?;
        let work = case.simulations.map_or(spent.nodes, |count| count * spent.positions);
        let per_second = work as f64 / spent.processor_seconds.max(1e-9);
        let run = Run { case, nodes: spent.nodes, per_second };
        table.row(&run.row())?;
        runs.push(run);
    }
    if !runs.is_empty() {
        table.line(&format!("signature {}", signature(&runs)))?;
    }
    Ok(runs)
}

/// The sum of all nodes: a commit that changes it changes how something plays.
pub(super) fn signature(runs: &[Run]) -> u64 {
    runs.iter().map(|run| run.nodes).sum()
}

/// The runs as JSON rows.
pub(super) fn values(runs: &[Run]) -> Value {
    let row = |run: &Run| {
        json!({
            "game": run.case.game,
            "agent": run.case.agent,
            "nodes": run.nodes,
            "unit": run.unit(),
            "per_second": run.per_second,
            "yardstick": run.case.yardstick.map(|(value, _)| value),
            "whose": run.case.yardstick.map(|(_, whose)| whose),
            "ratio": run.case.yardstick.map(|(value, _)| run.per_second / value),
        })
    };
    runs.iter().map(row).collect()
}

impl Run {
    fn unit(&self) -> &'static str {
        if self.case.simulations.is_some() { "simulations" } else { "nodes" }
    }

    /// The run as a line of the table.
    fn row(&self) -> String {
        let Case { game, agent, yardstick, .. } = self.case;
        let beside = yardstick.map_or(String::new(), |(value, whose)| {
            format!("  {:6.2} times {whose} ({})", self.per_second / value, short(value))
        });
        let (nodes, speed, unit) = (self.nodes, short(self.per_second), self.unit());
        format!("  {game:<22} {agent:<40} {nodes:>9} nodes {speed:>8} {unit}{beside}")
    }
}

/// What a game takes with one thread and with two, about.
const PAIR_SECONDS: f64 = 6.5;

/// What a second thread gives, to the same depth on the same positions.
pub(super) fn threads(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Result<(), Error> {
    const DEEPER: &[(&str, &str, &str)] = &[
        ("dala", "alphabeta", "8"),
        ("chexers", "paranoid", "10"),
        ("reversixt", "paranoid", "13"),
        ("checkers", "alphabeta", "18"),
        ("halma", "alphabeta", "7"),
    ];
    let of_game = |row: &&(&str, &str, &str)| args.game.as_deref().is_none_or(|game| game == row.0);
    let chosen: Vec<_> = DEEPER.iter().filter(of_game).collect();
    let seconds = chosen.len() as f64 * PAIR_SECONDS;
    announce("threads", &format!("{} games, with one and with two", chosen.len()), seconds);
    let mut products = (1.0f64, 1.0f64, 0);
    for (game, search, depth) in chosen {
        let opened = open_game(catalog, game)?;
        let run = |threads: u8| {
            let agent = format!("{search}(depth={depth},threads={threads},tt=64)");
            think_all(catalog, &opened, &agent)
        };
        let (single, double) = (run(1)?, run(2)?);
        let (one, two) = (single.seconds, double.seconds);
        let speed = (double.nodes as f64 / two) / (single.nodes as f64 / one);
        let to_depth = one / two;
        products = (products.0 * speed, products.1 * to_depth, products.2 + 1);
        writeln!(
            out,
            "{game:<10} {search}(depth={depth}): {speed:.2} times the nodes a second, {to_depth:.2} times the speed to the depth ({one:.2} s, {two:.2} s)"
        )?;
        out.flush()?;
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
