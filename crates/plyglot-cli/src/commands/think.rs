//! `plyglot think`: what an agent would play, and why.

use std::{
    io::{self, IsTerminal, Write as _},
    process::ExitCode,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_arena::ProcessorClock;
use plyglot_catalog::{Answer, AnyAgent, Budget, Catalog, Opened, Request, WallClock, agent_spec};
use plyglot_core::Clock;
use serde::Serialize;

use super::{Done, Out, arena::conditions, json};
use crate::{
    args::ThinkArgs,
    error::Error,
    input::{open_place, read_file, seconds},
    words::pace,
};

pub(super) fn run(catalog: &Catalog, args: &ThinkArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    if opened.session.outcome().is_some() {
        return Err(Error::Input("the game is over: there is nothing to think about".to_owned()));
    }
    let mut agent = catalog.agent(&agent_text(args)?, &opened, &read_file)?;
    let stop = AtomicBool::new(false);
    let budget = budget(&*agent, args)?;
    let clock: Box<dyn Clock> = match args.cpu_time {
        Some(_) => Box::new(ProcessorClock::start()),
        None => Box::new(WallClock::start()),
    };
    let lines = args.lines.into();
    let (seed, book) = (args.seed, true);
    let request = Request { budget, lines, seed, book, ..Request::new(&*clock, &stop) };
    let live = !args.json && io::stderr().is_terminal();
    let mut shown = Instant::now();
    let answer = agent.think(&*opened.session, &request, &mut |answer| {
        if live && shown.elapsed() > Duration::from_millis(100) {
            shown = Instant::now();
            let _ = write!(io::stderr(), "\r\x1b[2K{}", one_line(answer, clock.now()));
        }
    })?;
    let spent = clock.now();
    if live {
        let _ = write!(io::stderr(), "\r\x1b[2K");
    }
    if args.json {
        let answer = (&answer).into();
        writeln!(out, "{}", json(&told(&opened, &*agent, args.seed, &answer, spent)))?;
    } else {
        print(&opened, &*agent, args, &answer, spent, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The specification of the agent, with `--depth` put into it.
fn agent_text(args: &ThinkArgs) -> Result<String, Error> {
    let Some(depth) = args.depth else { return Ok(args.agent.clone()) };
    let mut spec = agent_spec(&args.agent, &read_file)?;
    spec.given.retain(|(name, _)| name != "depth");
    spec.given.push(("depth".to_owned(), depth.to_string()));
    Ok(spec.to_string())
}

/// The limits given; one second if there is none, neither here nor in the agent itself.
fn budget(agent: &dyn AnyAgent, args: &ThinkArgs) -> Result<Budget, Error> {
    if let Some(clock) = &args.clock {
        let clock = conditions::clock(clock)?;
        let [left, increment] = [clock.base, clock.increment].map(Duration::from_millis);
        let budget = Budget::of_clock(left, increment);
        return Ok(Budget { nodes: args.nodes, ..budget });
    }
    let time = match (&args.time, &args.cpu_time, args.depth, args.nodes) {
        (Some(time), ..) => Some(seconds("--time", time)?),
        (None, Some(time), ..) => Some(seconds("--cpu-time", time)?),
        (None, None, None, None) if !agent.ends_by_itself() => Some(Duration::from_secs(1)),
        _ => None,
    };
    Ok(Budget { nodes: args.nodes, time })
}

fn per_second(nodes: u64, spent: Duration) -> f64 {
    nodes as f64 / spent.as_secs_f64().max(1e-9)
}

fn one_line(answer: &Answer, spent: Duration) -> String {
    let Some(line) = answer.lines.first() else { return String::new() };
    let speed = per_second(answer.nodes, spent) / 1e6;
    let text = format!(
        "depth {}  {}  {} nodes  {speed:.2} M/s  {}",
        answer.depth,
        line.words(answer.mover),
        answer.nodes,
        line.plies.join(" ")
    );
    text.chars().take(100).collect()
}

fn print(
    opened: &Opened,
    agent: &dyn AnyAgent,
    args: &ThinkArgs,
    answer: &Answer,
    spent: Duration,
    out: Out<'_>,
) -> Result<(), Error> {
    for (place, line) in (1..).zip(&answer.lines) {
        let bold = anstyle::Style::new().bold();
        let (first, rest) =
            line.plies.split_first().map_or(("", &[][..]), |(f, rest)| (f.as_str(), rest));
        let value = line.words(answer.mover);
        writeln!(out, "{place}. {bold}{first}{bold:#}  {value}  {}", rest.join(" "))?;
    }
    let known = match (answer.book, answer.proven) {
        (true, _) => ", from the book",
        (_, true) => ", proven",
        _ => "",
    };
    let table = match answer.table {
        0 => String::new(),
        filled => format!(", table {:.1} % full", f64::from(filled) / 10.0),
    };
    let pace = pace(answer.nodes, spent.as_secs_f64());
    writeln!(out, "depth {}{known}, {pace}{table}", answer.depth)?;
    let (agent, game) = match args.full {
        true => (agent.spec(), &opened.spec),
        false => (agent.short(), &opened.short),
    };
    writeln!(out, "{agent} plays {game}, seed {}", args.seed)?;
    Ok(())
}

/// An answer with everything that repeats it.
#[derive(Serialize)]
struct Told<'a> {
    game: &'a str,
    position: String,
    agent: &'a str,
    seed: u64,
    #[serde(rename = "move")]
    ply: Option<&'a String>,
    pv: Option<&'a Vec<String>>,
    value: Option<plyglot_lab::Value>,
    expected: Option<&'a Vec<Option<f64>>>,
    #[serde(flatten)]
    answer: &'a plyglot_lab::Answer,
    seconds: f64,
    nodes_per_second: f64,
}

fn told<'a>(
    opened: &'a Opened,
    agent: &'a dyn AnyAgent,
    seed: u64,
    answer: &'a plyglot_lab::Answer,
    spent: Duration,
) -> Told<'a> {
    let best = answer.lines.first();
    Told {
        game: &opened.spec,
        position: opened.session.position(),
        agent: agent.spec(),
        seed,
        ply: best.and_then(|line| line.ply.as_ref()),
        pv: best.map(|line| &line.pv),
        value: best.and_then(|line| line.value),
        expected: best.map(|line| &line.expected),
        answer,
        seconds: spent.as_secs_f64(),
        nodes_per_second: per_second(answer.nodes, spent),
    }
}
