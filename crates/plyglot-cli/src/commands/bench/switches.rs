//! What each technique is worth: nodes and time to a fixed depth with one switch taken away.

use plyglot_catalog::Catalog;

use super::{Out, announce, search::think_all};
use crate::{args::BenchArgs, error::Error, input::open_game, progress};

/// The configuration that the switches are taken away from, by game.
const BASES: &[(&str, &str, &str)] = &[
    ("dala", "alphabeta", "depth=6"),
    ("chexers", "paranoid", "depth=7"),
    ("chexers", "brs", "depth=7"),
    ("reversixt(map=cross3)", "paranoid", "depth=6"),
    ("reversi", "alphabeta", "depth=10"),
    ("checkers", "alphabeta", "depth=13"),
    ("halma", "alphabeta", "depth=4"),
];

/// What is taken away, and how it is written.
const SWITCHES: &[(&str, &str)] = &[
    ("nothing", ""),
    ("transposition table", "tt=0"),
    ("the game's ordering", "order=off"),
    ("killers", "killers=off"),
    ("history", "history=off"),
    ("principal variation search", "pvs=off"),
    ("iterative deepening", "deepen=off"),
    ("early exit", "early_exit=off"),
    ("nearest wins first", "fastest=off"),
    ("repetitions", "repetition=off"),
    ("all ordering", "order=off,killers=off,history=off,counter=off"),
];

/// What a configuration takes, about.
const ROW_SECONDS: f64 = 0.12;

/// Prints a table in Markdown.
pub(super) fn run(catalog: &Catalog, args: &BenchArgs, out: Out<'_>) -> Result<(), Error> {
    let of_game = |base: &&(&str, &str, &str)| {
        args.game.as_deref().is_none_or(|game| base.0.split('(').next() == Some(game))
    };
    let bases: Vec<_> = BASES.iter().filter(of_game).collect();
    let rows = bases.len() * SWITCHES.len();
    announce("switches", &format!("{rows} configurations"), rows as f64 * ROW_SECONDS);
    let bar = progress::bar(rows as u64);
    writeln!(out, "| game | search | taken away | nodes | times | seconds | times |")?;
    writeln!(out, "|---|---|---|--:|--:|--:|--:|")?;
    for (game, search, base) in bases {
        let opened = open_game(catalog, game)?;
        let mut whole: Option<(u64, f64)> = None;
        for (what, change) in SWITCHES {
            let comma = if change.is_empty() { "" } else { "," };
            let agent = format!("{search}({base}{comma}{change})");
            let spent = think_all(catalog, &opened, &agent)?;
            let (nodes, seconds) = (spent.nodes, spent.processor_seconds);
            let (all_nodes, all_seconds) = *whole.get_or_insert((nodes, seconds));
            writeln!(
                out,
                "| {game} | {search}({base}) | {what} | {nodes} | {:.2} | {seconds:.3} | {:.2} |",
                nodes as f64 / all_nodes.max(1) as f64,
                seconds / all_seconds.max(1e-9)
            )?;
            out.flush()?;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(())
}
