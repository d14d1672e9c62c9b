//! `plyglot agents`: the named players of the games.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_lab::games::{self, Agent};

use super::{Done, Out, json, options};
use crate::{args::AgentsArgs, error::Error};

pub(super) fn run(catalog: &Catalog, args: &AgentsArgs, out: Out<'_>) -> Done {
    let chosen: Vec<&str> = match &args.game {
        None => catalog.games().map(|game| game.name).collect(),
        Some(name) => vec![catalog.game(name)?.name],
    };
    let mut agents = Vec::new();
    for game in chosen {
        agents.extend(games::agents(catalog, game)?);
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
    if let Some(name) = &args.game {
        for own in games::weights(catalog, name)? {
            writeln!(out, "learnt weights {}: {}", own.name, own.about)?;
        }
    }
    if args.game.is_none() {
        writeln!(
            out,
            "\nplyglot agents GAME shows specifications and options; any search is an agent too."
        )?;
    }
    Ok(ExitCode::SUCCESS)
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
