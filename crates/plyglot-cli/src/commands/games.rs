//! `plyglot games`: what can be played, with which options.

use std::process::ExitCode;

use plyglot_catalog::{Catalog, Opened};
use plyglot_core::Named;
use plyglot_lab::{files, games};

use super::{Done, Out, json, options};
use crate::{args::GamesArgs, error::Error, input::open_game};

pub(super) fn run(catalog: &Catalog, args: &GamesArgs, out: Out<'_>) -> Done {
    let chosen = args.game.as_ref().map(|own| open_game(catalog, own)).transpose()?;
    if args.json {
        let games: Vec<_> = match &chosen {
            Some(own) => vec![games::Game::from(&own.entry)],
            None => catalog.games().map(games::Game::from).collect(),
        };
        writeln!(out, "{}", json(&games))?;
    } else if let Some(opened) = &chosen {
        detail(catalog, opened, out)?;
    } else {
        for game in catalog.games() {
            writeln!(out, "{:<12} {:>6} players  {}", game.name, game.players, game.about)?;
        }
        writeln!(out, "\nplyglot games GAME shows a game's options.")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn detail(catalog: &Catalog, opened: &Opened, out: Out<'_>) -> Result<(), Error> {
    let game = &opened.entry;
    let bold = anstyle::Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}: {}", game.name, game.about)?;
    writeln!(out, "{} players", game.players)?;
    options::print(game.name, game.options, out)?;
    writeln!(out, "\nfiles of games, for import, --openings and --moves @FILE:")?;
    for format in files::formats(game) {
        let only = if format.written { "" } else { " (read, not written)" };
        writeln!(out, "  {bold}{}{bold:#}: {}{only}", format.name, format.about)?;
    }
    if let Some(about) = game.puzzles {
        writeln!(out, "\npuzzles, for solve-puzzle:\n  {about}")?;
    }
    for (what, list) in [("evaluations", (game.evaluations)()), ("orderings", (game.orders)())] {
        if !list.is_empty() {
            writeln!(out, "\n{what}:")?;
        }
        for Named { name, about, options } in list {
            writeln!(out, "  {bold}{name}{bold:#}: {about}")?;
            for weight in options {
                writeln!(out, "      {} = {} ({})", weight.name, weight.default, weight.help)?;
            }
        }
    }
    let weights = games::weights(catalog, opened)?;
    if !weights.is_empty() {
        writeln!(out, "\nlearnt weights, for eval=learned(file=NAME):")?;
    }
    for own in weights {
        let not = if own.used { "" } else { " (not for these rules)" };
        writeln!(out, "  {bold}{}{bold:#}{not}: {}", own.name, own.about)?;
    }
    Ok(())
}
