//! `plyglot agents`: the named players of the games.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_core::{GameEntry, Named, Options, Preset, options::no_files};
use serde_json::{Value, json};

use super::{Done, Out, options};
use crate::{args::GamesArgs, error::Error};

pub(super) fn run(catalog: &Catalog, args: &GamesArgs, out: Out<'_>) -> Done {
    let games: Vec<&GameEntry> = match &args.game {
        None => catalog.games().collect(),
        Some(name) => vec![catalog.game(name)?],
    };
    if args.json {
        let mut rows = Vec::new();
        for game in games {
            for preset in game.presets {
                rows.push(preset_value(game.name, preset, &full(catalog, game.name, preset)?));
            }
            let players = catalog.players(game.name)?;
            rows.extend(players.iter().map(|player| value(game.name, player)));
        }
        writeln!(out, "{}", Value::from(rows))?;
        return Ok(ExitCode::SUCCESS);
    }
    for GameEntry { name: game, presets, .. } in games {
        for preset in *presets {
            writeln!(out, "{game:<10} {:<22} {}", preset.name, preset.about)?;
            if args.game.is_some() {
                writeln!(out, "  {}\n  in full {}\n", preset.spec, full(catalog, game, preset)?)?;
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
fn full(catalog: &Catalog, game: &str, preset: &Preset) -> Result<String, Error> {
    let opened = catalog.open(game, &no_files)?;
    Ok(catalog.agent(preset.name, &opened, &no_files)?.spec().to_owned())
}

fn preset_value(game: &str, preset: &Preset, full: &str) -> Value {
    json!({
        "game": game,
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
