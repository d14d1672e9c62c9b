//! `plyglot tables`: all endings with few pieces, worked out and asked.

use std::{
    path::Path,
    process::ExitCode,
    time::{Duration, Instant},
};

use plyglot_catalog::{Catalog, Ending, Opened, Probed, Tables};
use serde_json::{Value, json};

use super::{Done, Out, solve::verdict_word};
use crate::{
    args::solve::TablesArgs,
    columns::{Head, Table},
    error::Error,
    input::open_place,
    tables,
    words::{counted, decimals},
};

pub(super) fn run(catalog: &Catalog, args: &TablesArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    let asked = args.place.from.position.is_some() || args.place.from.moves.is_some();
    let start = Instant::now();
    let tables = match &args.file {
        Some(path) => tables::read(catalog, &opened, path)?,
        None => {
            let threads = args.threads.map_or_else(tables::threads, usize::from);
            tables::build(catalog, &opened, args.pieces.unwrap_or(DEFAULT_PIECES), threads)?
        }
    };
    let spent = start.elapsed();
    let written = args.output.as_deref().map(|path| tables::write(catalog, &opened, &tables, path));
    let made = Made { tables: &tables, spent, written: written.transpose()? };
    let probed = asked.then(|| catalog.tables(&opened).map(|endings| endings.probe(&tables)));
    let probed = probed.transpose()?;
    if args.json {
        writeln!(out, "{}", told(catalog, &opened, &made, probed.as_ref())?)?;
    } else if let Some(probed) = &probed {
        print_probed(probed.as_ref(), tables.pieces(), out)?;
    } else {
        print_made(&made, args, out)?;
    }
    let missing = probed.is_some_and(|probed| probed.is_none());
    Ok(if missing { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Seconds to build, and enough to be of use.
const DEFAULT_PIECES: u32 = 4;

/// Tables, how long it took to have them, and how large their file is, if one was written.
struct Made<'a> {
    tables: &'a Tables,
    spent: Duration,
    written: Option<u64>,
}

fn told(
    catalog: &Catalog,
    opened: &Opened,
    made: &Made<'_>,
    probed: Option<&Option<Probed>>,
) -> Result<Value, Error> {
    let endings = catalog.tables(opened)?;
    let slices = made.tables.slices().map(|(slice, tally)| {
        json!({
            "slice": endings.about(slice),
            "win": tally.wins,
            "draw": tally.draws,
            "loss": tally.losses,
            "longest": tally.longest,
        })
    });
    let mut answer = json!({
        "game": opened.spec,
        "layout": endings.layout(),
        "pieces": made.tables.pieces(),
        "checksum": format!("{:016x}", made.tables.checksum()),
        "slices": slices.collect::<Vec<_>>(),
        "seconds": made.spent.as_secs_f64(),
        "file_bytes": made.written,
    });
    if let Some(probed) = probed {
        answer["position"] = opened.session.position().into();
        answer["found"] = probed.as_ref().map_or(Value::Null, |probed| {
            let plies = probed
                .plies
                .iter()
                .map(|(ply, ending)| json!({"ply": ply, "ending": ending.map(ending_json)}));
            json!({
                "ending": ending_json(probed.ending),
                "plies": plies.collect::<Vec<_>>(),
                "pv": probed.line,
            })
        });
    }
    Ok(answer)
}

fn ending_json(ending: Ending) -> Value {
    let plies = (ending != Ending::Draw).then(|| ending.plies());
    json!({"verdict": verdict_word(ending.verdict()), "distance": plies})
}

fn words(ending: Ending) -> String {
    let verdict = verdict_word(ending.verdict());
    match ending {
        Ending::Draw => verdict.to_owned(),
        _ => format!("{verdict} in {}", counted(ending.plies(), "ply", "plies")),
    }
}

fn print_probed(probed: Option<&Probed>, pieces: u32, out: Out<'_>) -> Result<(), Error> {
    let Some(probed) = probed else {
        writeln!(out, "the tables, for up to {pieces} pieces, do not have this position")?;
        return Ok(());
    };
    writeln!(out, "{}, for the player to move, draw rules left out", words(probed.ending))?;
    if !probed.line.is_empty() {
        writeln!(out, "best play: {}", probed.line.join(" "))?;
    }
    for (ply, ending) in &probed.plies {
        writeln!(out, "  {ply:<8} {}", ending.map_or("not in the tables".to_owned(), words))?;
    }
    Ok(())
}

fn print_made(made: &Made<'_>, args: &TablesArgs, out: Out<'_>) -> Result<(), Error> {
    let heads = ["pieces", "positions", "won", "drawn", "lost", "longest"];
    let mut table = Table::new(heads.map(|head| Head::numbers(head, 0)).into());
    let tallies = (0..=made.tables.pieces()).map(|pieces| (pieces, made.tables.tally(pieces)));
    for (pieces, tally) in tallies.filter(|(_, tally)| tally.positions() > 0) {
        let counts = [tally.positions(), tally.wins, tally.draws, tally.losses];
        let mut cells = vec![pieces.to_string()];
        cells.extend(counts.map(|count| count.to_string()));
        cells.push(counted(tally.longest, "ply", "plies"));
        table.row(cells, Vec::new());
    }
    table.print(out)?;
    let had = if args.file.is_some() { "read" } else { "built" };
    writeln!(out, "for the player to move; {had} in {} s", decimals(made.spent.as_secs_f64(), 2))?;
    if let (Some(bytes), Some(path)) = (made.written, args.output.as_deref().map(Path::display)) {
        writeln!(out, "{path}: {bytes} bytes")?;
    }
    Ok(())
}
