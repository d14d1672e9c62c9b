//! How far searches run over their time: every one on every game that it fits.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use plyglot_catalog::{Budget, Catalog, Request, WallClock};

use super::{Out, announce, search::positions};
use crate::{
    args::BenchArgs,
    error::Error,
    input::{open_game, read_file},
    progress,
};

const GAMES: &[&str] = &[
    "dala",
    "chexers",
    "reversixt(map=cross3)",
    "reversixt(map=arena50)",
    "reversi",
    "checkers",
    "halma",
    "halma(level=turn)",
];

/// The time given for each move.
const BUDGET: Duration = Duration::from_millis(50);

/// What a search takes for the positions of a game, about; not every one plays every game.
const PAIR_SECONDS: f64 = 0.15;

/// Prints the worst overrun of each search on each game, in milliseconds.
pub(super) fn run(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Result<(), Error> {
    let of_game = |game: &&&str| args.game.as_deref().is_none_or(|wanted| game.starts_with(wanted));
    let games: Vec<_> = GAMES.iter().filter(of_game).collect();
    let pairs = games.len() * catalog.searches().len();
    announce("overruns", &format!("{pairs} pairs of game and search"), pairs as f64 * PAIR_SECONDS);
    let bar = progress::bar(pairs as u64);
    writeln!(out, "worst overrun in milliseconds, {} ms a move", BUDGET.as_millis())?;
    let mut worst_of_all = 0.0f64;
    for game in games {
        let opened = open_game(catalog, game)?;
        for search in catalog.searches() {
            bar.inc(1);
            let Ok(mut agent) = catalog.agent(search.name, &opened, &read_file) else { continue };
            let stop = AtomicBool::new(false);
            let budget = Budget { nodes: None, time: Some(BUDGET) };
            let mut worst = 0.0f64;
            for session in positions(&opened) {
                let clock = WallClock::start();
                let request = Request { budget, seed: 1, ..Request::new(&clock, &stop) };
                let start = Instant::now();
                agent.think(&*session, &request, &mut |_| {})?;
                let over = start.elapsed().saturating_sub(BUDGET);
                worst = worst.max(over.as_secs_f64() * 1e3);
            }
            worst_of_all = worst_of_all.max(worst);
            writeln!(out, "{game:<24} {:<10} {worst:7.2}", search.name)?;
        }
    }
    bar.finish_and_clear();
    writeln!(out, "worst of all {worst_of_all:.2}")?;
    Ok(())
}
