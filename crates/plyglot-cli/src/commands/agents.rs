//! `plyglot agents`: the named players of the games.

use std::process::ExitCode;

use plyglot_catalog::{Catalog, Preset};
use plyglot_core::{Named, Options, options::no_files};
use serde_json::{Value, json};

use super::{Done, Out, options};
use crate::{args::GamesArgs, error::Error};

pub(super) fn run(catalog: &Catalog, args: &GamesArgs, out: Out<'_>) -> Done {
    let games: Vec<&str> = match &args.game {
        None => catalog.games().map(|game| game.name).collect(),
        Some(name) => vec![catalog.game(name)?.name],
    };
    if args.json {
        let mut rows = Vec::new();
        for game in games {
            for preset in catalog.presets(game) {
                rows.push(preset_value(preset, &full(catalog, preset)?));
            }
            rows.extend(catalog.players(game)?.iter().map(|player| value(game, player)));
        }
        writeln!(out, "{}", Value::from(rows))?;
        return Ok(ExitCode::SUCCESS);
    }
    for game in games {
        for preset in catalog.presets(game) {
            writeln!(out, "{game:<10} {:<22} {}", preset.name, preset.about)?;
            if args.game.is_some() {
                writeln!(out, "  {}\n  in full {}\n", preset.spec, full(catalog, preset)?)?;
            }
        }
        for player in catalog.players(game)? {
            writeln!(out, "{game:<10} {:<22} {}", player.name, player.about)?;
            if args.game.is_some() {
                detail(&player, out)?;
            }
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

/// What a preset stands for with every option written out.
fn full(catalog: &Catalog, preset: &Preset) -> Result<String, Error> {
    let opened = catalog.open(preset.game, &no_files)?;
    Ok(catalog.agent(preset.name, &opened, &no_files)?.spec().to_owned())
}

fn preset_value(preset: &Preset, full: &str) -> Value {
    json!({
        "game": preset.game,
        "name": preset.name,
        "about": preset.about,
        "stands_for": preset.spec,
        "specification": full,
    })
}

fn detail(player: &Named, out: Out<'_>) -> Result<(), Error> {
    writeln!(out, "  {}", specification(player))?;
    options::print(player.name, player.options, out)?;
    writeln!(out)?;
    Ok(())
}

fn specification(player: &Named) -> String {
    format!("{}{}", player.name, Options::defaults(player.options).normal_form())
}

fn value(game: &str, player: &Named) -> Value {
    json!({
        "game": game,
        "name": player.name,
        "about": player.about,
        "specification": specification(player),
        "options": options::values(player.options),
    })
}
