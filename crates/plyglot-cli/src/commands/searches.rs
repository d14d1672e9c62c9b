//! `plyglot searches`: what can think, with which options.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_core::{GameEntry, Named};
use plyglot_lab::games;

use super::{Done, Out, json, options};
use crate::{args::SearchesArgs, error::Error};

pub(super) fn run(catalog: &Catalog, args: &SearchesArgs, out: Out<'_>) -> Done {
    if args.json {
        let chosen = match &args.search {
            Some(name) => vec![catalog.search(name)?],
            None => catalog.searches().iter().collect(),
        };
        let searches: Vec<_> =
            chosen.into_iter().map(|entry| games::search(catalog, entry)).collect();
        writeln!(out, "{}", json(&searches))?;
    } else if let Some(name) = &args.search {
        detail(catalog, name, out)?;
    } else {
        for search in catalog.searches() {
            writeln!(out, "{:<10} {}", search.name, search.about)?;
        }
        writeln!(out, "\nplyglot searches NAME shows a search's options.")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn detail(catalog: &Catalog, name: &str, out: Out<'_>) -> Result<(), Error> {
    let search = catalog.search(name)?;
    let bold = anstyle::Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}: {}", search.name, search.about)?;
    writeln!(out, "plays {}", games::search(catalog, search).games.join(", "))?;
    options::print(search.name, search.options, out)?;
    if search.options.iter().any(|option| option.name == "eval") {
        writeln!(out, "\nevaluations and move orderings:")?;
        for game in catalog.games() {
            let names = |list: Vec<Named>, always| {
                list.iter().map(|named| named.name).chain([always]).collect::<Vec<_>>().join(", ")
            };
            let evaluations = names((game.evaluations)(), "none");
            let orders = names((game.orders)(), "off");
            writeln!(out, "  {:<10} eval = {evaluations}; order = {orders}", game.name)?;
        }
    }
    let own = |game: &GameEntry| {
        let set: Vec<_> =
            game.usual(search.name).map(|(name, value)| format!("{name} = {value}")).collect();
        (!set.is_empty()).then(|| format!("  {:<10} {}", game.name, set.join(", ")))
    };
    let usual: Vec<_> = catalog.games().filter_map(own).collect();
    if !usual.is_empty() {
        writeln!(out, "\nother defaults, unless eval = none:\n{}", usual.join("\n"))?;
    }
    Ok(())
}
