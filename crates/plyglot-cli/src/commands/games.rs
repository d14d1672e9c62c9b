//! `plyglot games`: what can be played, with which options.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_core::{GameEntry, OptionKind, OptionSpec};
use serde_json::{Value, json};

use super::{Done, Out};
use crate::{args::GamesArgs, error::Error};

pub(super) fn run(catalog: &Catalog, args: &GamesArgs, out: Out<'_>) -> Done {
    let chosen = match &args.game {
        None => catalog.games(),
        Some(name) => std::slice::from_ref(catalog.game(name)?),
    };
    if args.json {
        let games: Vec<_> = chosen.iter().map(game_value).collect();
        writeln!(out, "{}", Value::from(games))?;
    } else if args.game.is_some() {
        detail(&chosen[0], out)?;
    } else {
        for game in chosen {
            writeln!(out, "{:<10} {:>4} players  {}", game.name, game.players, game.about)?;
        }
        writeln!(out, "\nplyglot games GAME shows a game's options.")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn detail(game: &GameEntry, out: Out<'_>) -> Result<(), Error> {
    let bold = anstyle::Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}: {}", game.name, game.about)?;
    writeln!(out, "{} players", game.players)?;
    if game.options.is_empty() {
        writeln!(out, "no options")?;
        return Ok(());
    }
    writeln!(out, "\noptions, written {}({}=…):", game.name, game.options[0].name)?;
    for option in game.options {
        writeln!(out, "  {bold}{}{bold:#} = {}", option.name, option.kind)?;
        writeln!(out, "      {}; default: {}", option.help, default_text(option))?;
    }
    Ok(())
}

fn default_text(option: &OptionSpec) -> &str {
    if option.default.is_empty() { "as the others decide" } else { option.default }
}

fn game_value(game: &GameEntry) -> Value {
    let options = game.options.iter().map(|option| {
        let mut value = json!({
            "name": option.name,
            "help": option.help,
            "default": (!option.default.is_empty()).then_some(option.default),
        });
        let (kind, extra) = match option.kind {
            OptionKind::Flag => ("flag", Value::Null),
            OptionKind::Int { min, max } => ("int", json!([min, max])),
            OptionKind::Real { min, max } => ("real", json!([min, max])),
            OptionKind::Spec => ("spec", Value::Null),
            OptionKind::Choice(among) => ("choice", json!(among)),
            OptionKind::File(builtin) => ("file", json!(builtin)),
        };
        value["kind"] = json!(kind);
        value["values"] = extra;
        value
    });
    json!({
        "name": game.name,
        "about": game.about,
        "players": game.players,
        "options": options.collect::<Vec<_>>(),
    })
}
