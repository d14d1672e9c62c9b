//! `plyglot agents`: the named players of the games.

use std::process::ExitCode;

use plyglot_catalog::{Catalog, Opened, Values};
use plyglot_lab::games::{self, Agent};

use super::{Done, Out, json, options};
use crate::{args::AgentsArgs, error::Error, input::open_game, tables};

pub(super) fn run(catalog: &Catalog, args: &AgentsArgs, out: Out<'_>) -> Done {
    let chosen: Vec<Opened> = match &args.game {
        None => {
            catalog.games().map(|game| open_game(catalog, game.name)).collect::<Result<_, _>>()?
        }
        Some(game) => vec![open_game(catalog, game)?],
    };
    let mut agents = Vec::new();
    for opened in &chosen {
        agents.extend(games::agents(catalog, opened)?);
    }
    if args.json {
        writeln!(out, "{}", json(&agents))?;
        return Ok(ExitCode::SUCCESS);
    }
    for agent in &agents {
        writeln!(out, "{:<10} {:<22} {}", agent.game, agent.part.name, agent.part.about)?;
        if args.game.is_some() {
            detail(catalog, agent, args.full, out)?;
        }
    }
    if let ([], [opened]) = (&agents[..], &chosen[..]) {
        let game = opened.entry.name;
        writeln!(out, "{game} names no players; any search is one: plyglot searches lists them")?;
    }
    weights_found(catalog, &chosen, out)?;
    tables_found(catalog, &chosen, out)?;
    books_found(catalog, &chosen, out)?;
    if args.game.is_none() {
        writeln!(
            out,
            "\nplyglot agents GAME shows specifications and options; any search is an agent too."
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells which learnt weights players have, and where those come from.
fn weights_found(catalog: &Catalog, games: &[Opened], out: Out<'_>) -> Result<(), Error> {
    for opened in games {
        let game = opened.entry.name;
        let all = games::weights(catalog, opened)?;
        let told = match all.iter().find(|own| own.used) {
            None if all.is_empty() => continue,
            None => {
                let names: Vec<_> = all.iter().map(|own| own.name.as_str()).collect();
                format!("none for these rules; {} are for others", names.join(", "))
            }
            Some(own) => format!("{}, which come with the program: {}", own.name, own.about),
        };
        writeln!(out, "{game:<10} {:<22} {told}", "learnt weights")?;
    }
    Ok(())
}

/// Tells up to how many pieces players can ask tables of endings, and where those come from.
fn tables_found(catalog: &Catalog, games: &[Opened], out: Out<'_>) -> Result<(), Error> {
    for opened in games {
        let game = opened.entry.name;
        let Ok(endings) = catalog.tables(opened) else { continue };
        let folder = tables::usual_folder(game, endings.layout())?;
        // Why a folder cannot be used is told where players look for it.
        let kept =
            tables::kept(game, &endings).map(|own| own.map_or(0, |own| own.into_values().pieces()));
        let pieces = catalog.stocked(opened).map_or(0, |tables| tables.pieces());
        let place = folder.display();
        let there = |none: &str| match kept {
            Ok(_) => format!("{place} has {none}"),
            Err(_) => format!("{place} is damaged"),
        };
        let told = match pieces {
            0 => format!("none; {}", there("none")),
            pieces if kept.as_ref().is_ok_and(|kept| *kept == pieces) => {
                format!("up to {pieces} pieces, found in {place}")
            }
            pieces => {
                format!("up to {pieces} pieces, which come with the program; {}", there("no more"))
            }
        };
        writeln!(out, "{game:<10} {:<22} {told}", "tables of endings")?;
    }
    Ok(())
}

/// Tells which opening books players have, and where those come from.
fn books_found(catalog: &Catalog, games: &[Opened], out: Out<'_>) -> Result<(), Error> {
    for opened in games {
        let game = opened.entry.name;
        let told = match catalog.book(opened)? {
            Some((name, book)) => {
                let (positions, nodes) = (book.positions(), book.settings.nodes);
                format!(
                    "{name}, which comes with the program: {positions} positions, {nodes} nodes each"
                )
            }
            None if opened.entry.books.is_empty() => continue,
            None => {
                let names: Vec<_> = opened.entry.books.iter().map(|(name, _)| *name).collect();
                let verb = if names.len() == 1 { "is" } else { "are" };
                format!("none for these rules; {} {verb} for others", names.join(", "))
            }
        };
        writeln!(out, "{game:<10} {:<22} {told}", "opening book")?;
    }
    Ok(())
}

fn detail(catalog: &Catalog, agent: &Agent, full: bool, out: Out<'_>) -> Result<(), Error> {
    let preset = agent.stands_for.as_ref();
    if let Some(spec) = preset {
        writeln!(out, "  stands for {spec}")?;
    }
    if full {
        writeln!(out, "  in full {}", agent.specification)?;
    }
    if preset.is_some() {
        writeln!(out)?;
        return Ok(());
    }
    let players = catalog.players(&agent.game)?;
    let player = players.iter().find(|player| player.name == agent.part.name);
    options::print(&agent.part.name, player.map_or(&[], |player| player.options), out)?;
    writeln!(out)?;
    Ok(())
}
