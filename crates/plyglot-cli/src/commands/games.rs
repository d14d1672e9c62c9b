//! `plyglot games`: what can be played, with which options.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_core::{GameEntry, Named};
use plyglot_lab::{files, games};

use super::{Done, Out, json, options};
use crate::{args::GamesArgs, error::Error};

pub(super) fn run(catalog: &Catalog, args: &GamesArgs, out: Out<'_>) -> Done {
    let chosen: Vec<&GameEntry> = match &args.game {
        None => catalog.games().collect(),
        Some(name) => vec![catalog.game(name)?],
    };
    if args.json {
        let games: Vec<_> = chosen.into_iter().map(games::Game::from).collect();
        writeln!(out, "{}", json(&games))?;
    } else if args.game.is_some() {
        detail(catalog, chosen[0], out)?;
    } else {
        for game in chosen {
            writeln!(out, "{:<12} {:>6} players  {}", game.name, game.players, game.about)?;
        }
        writeln!(out, "\nplyglot games GAME shows a game's options.")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn detail(catalog: &Catalog, game: &GameEntry, out: Out<'_>) -> Result<(), Error> {
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
    let weights = games::weights(catalog, game.name)?;
    if !weights.is_empty() {
        writeln!(out, "\nlearnt weights, for eval=learned(file=NAME):")?;
    }
    for own in weights {
        writeln!(out, "  {bold}{}{bold:#}: {}", own.name, own.about)?;
    }
    Ok(())
}
