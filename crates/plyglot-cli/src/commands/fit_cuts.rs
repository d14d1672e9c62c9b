//! `plyglot fit-cuts`: how values of shallow and deep searches go together.

use std::process::ExitCode;

use plyglot_catalog::Catalog;
use plyglot_tuner::cuts::{self, Fitting, Line};
use serde_json::json;

use super::{Done, Out};
use crate::{
    args::fit::FitCutsArgs,
    columns::{Head, Table},
    error::Error,
    input::{open_game, read_file},
    progress, tables,
    words::{self, counted},
};

pub(super) fn run(catalog: &Catalog, args: &FitCutsArgs, out: Out<'_>) -> Done {
    let opened = open_game(catalog, &args.game)?;
    let agent = cuts::whole(catalog, &opened, &args.agent, args.depth, &read_file)?;
    let fitting = Fitting {
        games: args.games as usize,
        per_game: args.per_game as usize,
        depth: args.depth,
        random_plies: args.random_plies as usize,
        seed: args.seed,
        threads: args.threads.map_or_else(tables::threads, usize::from),
    };
    let bar = progress::bar(u64::from(args.games));
    let samples = cuts::sample(catalog, &opened, &agent, &fitting, &read_file, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let lines = cuts::lines(&samples, args.depth);
    let text = cuts::text(&cuts::pairs(&lines));
    if args.json {
        let told = json!({
            "game": opened.spec,
            "agent": agent.to_string(),
            "games": args.games,
            "seed": args.seed,
            "positions": samples.len(),
            "pairs": lines.iter().map(pair_json).collect::<Vec<_>>(),
            "cuts": text,
        });
        writeln!(out, "{told}")?;
    } else {
        let positions = counted(samples.len(), "position", "positions");
        let games = words::games(fitting.games);
        writeln!(out, "{positions} of {games} of {}, seed {}", opened.short, args.seed)?;
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
