//! Two agents against each other: seeded openings, every side once, a score with its error.
//!
//! `cargo run --release --example compare -- checkers "alphabeta(depth=5)" \
//!     "alphabeta(depth=5,eval=material)" --openings 100 --nodes 5000`

use std::{process::ExitCode, sync::atomic::AtomicBool};

use clap::Parser;
use plyglot_catalog::{AnyAgent, Budget, Catalog, Opened, Request};
use plyglot_core::{Player, Rng, SpecError, options::no_files, seats};

/// Plays two agents against each other and prints the score of the first.
#[derive(Parser)]
struct Args {
    /// The game, with options in brackets.
    game: String,
    /// The agent whose score is printed.
    first: String,
    /// The agent that plays all other sides.
    second: String,
    /// Openings; each is played once with every side as the first agent's.
    #[arg(long, default_value_t = 50)]
    openings: u64,
    /// Random plies of an opening.
    #[arg(long, default_value_t = 8)]
    plies: u32,
    /// Nodes a move; without it only the agents' own limits hold.
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies after which a game is a draw.
    #[arg(long, default_value_t = 2000)]
    longest: u32,
    /// Seed of openings and agents.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<String, SpecError> {
    let catalog = Catalog::standard();
    let opened = catalog.open(&args.game, &no_files)?;
    let mut agents = [
        catalog.agent(&args.first, &opened, &no_files)?,
        catalog.agent(&args.second, &opened, &no_files)?,
    ];
    let mut sides: Vec<u8> =
        seats(opened.session.players()).map(|seat| opened.session.team(seat)).collect();
    sides.sort_unstable();
    sides.dedup();
    // The openings are independent, the games of one opening are not.
    let mut means = Vec::new();
    for opening in 0..args.openings {
        let scores = sides.iter().map(|side| play(&opened, &mut agents, *side, opening, args));
        means.push(scores.sum::<f64>() / sides.len() as f64);
    }
    let count = means.len() as f64;
    let mean = means.iter().sum::<f64>() / count;
    let variance = means.iter().map(|own| (own - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = 1.96 * (variance / count).sqrt();
    Ok(format!(
        "{:.1} % ± {:.1} (95 %) for {} against {} in {}, {} openings, seed {}",
        100.0 * mean,
        100.0 * error,
        agents[0].spec(),
        agents[1].spec(),
        opened.spec,
        args.openings,
        args.seed
    ))
}

/// The share of the other sides that the first agent's side finishes ahead of; ties count half.
fn play(
    opened: &Opened,
    agents: &mut [Box<dyn AnyAgent>; 2],
    side: u8,
    opening: u64,
    args: &Args,
) -> f64 {
    let mut session = opened.session.boxed();
    let mut rng = Rng::stream(args.seed, opening);
    (0..args.plies).for_each(|_| {
        session.play_random(&mut rng);
    });
    agents.iter_mut().for_each(|agent| agent.new_game());
    let (stop, budget) = (AtomicBool::new(false), Budget { nodes: args.nodes, time: None });
    for _ in 0..args.longest {
        if session.outcome().is_some() {
            break;
        }
        let own = usize::from(session.team(session.to_move()) != side);
        let request = Request { budget, lines: 1, seed: rng.next_u64(), stop: &stop };
        let answer = agents[own].think(&*session, &request, &mut |_| {});
        session.play(&answer.lines[0].plies[0]).expect("agents play legal moves");
    }
    let payoffs = session.outcome().unwrap_or_default();
    let own = seats(session.players()).find(|seat| session.team(*seat) == side);
    let own = payoffs[own.unwrap_or(Player(0))];
    let others = seats(session.players()).filter(|seat| session.team(*seat) != side);
    let points: Vec<f64> = others
        .map(|seat| match own.cmp(&payoffs[seat]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
        .collect();
    points.iter().sum::<f64>() / points.len().max(1) as f64
}
