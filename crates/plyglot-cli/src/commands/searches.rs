//! `plyglot searches`: what can think, with which options.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_core::{GameEntry, Named, Options};
use serde_json::{Value, json};

use super::{Done, Out, options};
use crate::{args::SearchesArgs, error::Error};

pub(super) fn run(catalog: &Catalog, args: &SearchesArgs, out: Out<'_>) -> Done {
    if args.json {
        let searches = catalog.searches().iter().map(|search| {
            let games: Vec<_> = fitting(catalog, search);
            json!({ "name": search.name, "about": search.about, "games": games,
                "options": options::values(search.options) })
        });
        writeln!(out, "{}", Value::from(searches.collect::<Vec<_>>()))?;
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
    writeln!(out, "plays {}", fitting(catalog, search).join(", "))?;
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
    Ok(())
}

/// The games that a search can play under their default options.
fn fitting(catalog: &Catalog, search: &plyglot_catalog::SearchEntry) -> Vec<&'static str> {
    let plays = |game: &&GameEntry| {
        let session = game.build(&Options::defaults(game.options));
        session.is_ok_and(|session| catalog.fits(search, &*session).is_ok())
    };
    catalog.games().filter(plays).map(|game| game.name).collect()
}
