//! `plyglot fit-cuts`: how values of shallow and deep searches go together.

use std::process::ExitCode;

use plyglot_arena::rules::Rules;
use plyglot_catalog::Catalog;
use plyglot_tuner::cuts::{self, Fitting, Line};
use serde_json::json;

use super::{Done, Out};
use crate::{
    args::fit::FitCutsArgs,
    columns::{Head, Table},
    error::Error,
    input::read_file,
    progress, tables,
    words::{self, counted},
};

pub(super) fn run(catalog: &Catalog, args: &FitCutsArgs, out: Out<'_>) -> Done {
    let rules = Rules::open(catalog, &args.game, &read_file)?;
    let variants = &rules.variants;
    let agent = |opened| cuts::whole(catalog, opened, &args.agent, args.depth, &read_file);
    let fitting = Fitting {
        games: (args.games as usize).div_ceil(variants.len()),
        per_game: args.per_game as usize,
        depth: args.depth,
        random_plies: args.random_plies as usize,
        seed: args.seed,
        threads: args.threads.map_or_else(tables::threads, usize::from),
    };
    cuts::check_openings(variants, &fitting)
        .map_err(|error| Error::Input(format!("--random-plies: {error}")))?;
    let games = fitting.games * variants.len();
    let bar = progress::bar(games as u64);
    let mut samples = Vec::new();
    for opened in variants {
        let (agent, done) = (agent(opened)?, || bar.inc(1));
        samples.extend(cuts::sample(catalog, opened, &agent, &fitting, &read_file, &done)?);
    }
    bar.finish_and_clear();
    let lines = cuts::lines(&samples, args.depth);
    let text = cuts::text(&cuts::pairs(&lines));
    if args.json {
        let told = json!({
            "game": rules.listed,
            "agent": agent(rules.first())?.to_string(),
            "games": games,
            "seed": args.seed,
            "positions": samples.len(),
            "pairs": lines.iter().map(pair_json).collect::<Vec<_>>(),
            "cuts": text,
        });
        writeln!(out, "{told}")?;
    } else {
        let positions = counted(samples.len(), "position", "positions");
        let (games, game) = (words::games(games), rules.short());
        writeln!(out, "{positions} of {games} of {game}, seed {}", args.seed)?;
        print(&lines, &text, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn pair_json(own: &Line) -> serde_json::Value {
    json!({
        "depth": own.depth,
        "check": own.check,
        "slope": own.line.slope,
        "shift": own.line.shift,
        "deviation": own.line.deviation,
        "positions": own.line.count,
    })
}

fn print(lines: &[Line], text: &str, out: Out<'_>) -> Result<(), Error> {
    let heads = ["depth", "check", "slope", "shift", "deviation", "positions"];
    let mut table = Table::new(heads.map(|head| Head::numbers(head, 0)).into());
    for own in lines {
        let cells = vec![
            own.depth.to_string(),
            own.check.to_string(),
            format!("{:.3}", own.line.slope),
            format!("{:.1}", own.line.shift),
            format!("{:.1}", own.line.deviation),
            own.line.count.to_string(),
        ];
        table.row(cells, Vec::new());
    }
    table.print(out)?;
    match text.is_empty() {
        true => writeln!(out, "too few positions for a line: take more games")?,
        false => writeln!(out, "cuts={text}")?,
    }
    Ok(())
}
