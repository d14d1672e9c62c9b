//! `plyglot agents`: the classic players of the games.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_core::{Named, Options};
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
            rows.extend(catalog.players(game)?.iter().map(|player| value(game, player)));
        }
        writeln!(out, "{}", Value::from(rows))?;
        return Ok(ExitCode::SUCCESS);
    }
    for game in games {
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
