//! `plyglot tables`: all endings with few pieces, worked out and asked.

use std::{
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use plyglot_catalog::{Catalog, Ending, Endings, Opened, Probed, Tables, Tally, Values};
use serde_json::{Value, json};

use super::{Done, Out, solve::verdict_word};
use crate::{
    args::solve::TablesArgs,
    columns::{Head, Table},
    error::Error,
    input::open_place,
    progress,
    tables::{self, Folder, Plan},
    words::{counted, decimals},
};

pub(super) fn run(catalog: &Catalog, args: &TablesArgs, out: Out<'_>) -> Done {
    let opened = open_place(catalog, &args.place)?;
    let asked = args.place.from.position.is_some() || args.place.from.moves.is_some();
    let endings = catalog.tables(&opened)?;
    let start = Instant::now();
    let made = match &args.file {
        Some(path) => Made::of(tables::read(catalog, &opened, path)?, start.elapsed()),
        None if args.folder.is_some() || args.keep || args.dry_run => {
            match in_folder(catalog, &opened, &endings, args, out)? {
                Some(made) => made,
                None => return Ok(ExitCode::SUCCESS),
            }
        }
        None => {
            let tables = tables::build(catalog, &opened, pieces(args, &endings), threads(args))?;
            let spent = start.elapsed();
            let path = args.output.as_deref();
            let written = path.map(|path| tables::write(catalog, &opened, &tables, path));
            Made { written: written.transpose()?, ..Made::of(tables, spent) }
        }
    };
    let probed = asked.then(|| endings.probe(&*made.values));
    if let Some(why) = made.values.fault() {
        let path = folder_of(&opened, &endings, args)?.unwrap_or_default();
        return Err(Error::Input(format!("tables {}: {why}", path.display())));
    }
    if args.json {
        writeln!(out, "{}", told(&opened, &endings, &made, probed.as_ref()))?;
    } else if let Some(probed) = &probed {
        print_probed(probed.as_ref(), made.values.pieces(), out)?;
    } else {
        print_made(&made, args, out)?;
    }
    let missing = probed.is_some_and(|probed| probed.is_none());
    Ok(if missing { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Seconds to build, and enough to be of use.
const DEFAULT_PIECES: u32 = 4;

fn pieces(args: &TablesArgs, endings: &Endings<'_>) -> u32 {
    args.pieces.unwrap_or(DEFAULT_PIECES.max(endings.fewest()))
}

fn threads(args: &TablesArgs) -> usize {
    args.threads.map_or_else(tables::threads, usize::from)
}

/// The folder that is meant, if one is.
fn folder_of(
    opened: &Opened,
    endings: &Endings<'_>,
    args: &TablesArgs,
) -> Result<Option<PathBuf>, Error> {
    let usual = || tables::usual_folder(opened.entry.name, endings.layout());
    let usual = args.keep.then(usual).transpose()?;
    Ok(args.folder.clone().or(usual))
}

/// Shows what there is to do in a folder, and does it unless only that is wanted.
fn in_folder(
    catalog: &Catalog,
    opened: &Opened,
    endings: &Endings<'_>,
    args: &TablesArgs,
    out: Out<'_>,
) -> Result<Option<Made>, Error> {
    let path = folder_of(opened, endings, args)?;
    let open = |path: PathBuf| Folder::open(opened.entry.name, endings, &path);
    let folder = path.map(open).transpose()?;
    let plan = Plan::new(endings, folder.as_ref(), pieces(args, endings), threads(args))?;
    if args.dry_run && args.json {
        writeln!(out, "{}", plan.json())?;
    } else if !args.json && (args.dry_run || plan.left() > 0) {
        plan.print(out)?;
        out.flush()?;
    }
    let Some(mut folder) = folder.filter(|_| !args.dry_run) else { return Ok(None) };
    plan.check(&catalog.caps())?;
    let (start, bar) = (Instant::now(), progress::bar(plan.left()));
    let built =
        folder.build(endings, pieces(args, endings), threads(args), &mut |done| bar.inc(done));
    bar.finish_and_clear();
    built?;
    let spent = start.elapsed();
    let slices = folder.finished().iter().map(|own| (own.pieces, own.slice, own.tally())).collect();
    let bytes = folder.finished().iter().map(|own| own.file_bytes).sum();
    let values = Box::new(folder.into_values());
    Ok(Some(Made { values, slices, checksum: None, spent, written: Some(bytes) }))
}

/// Tables, how long it took to have them, and how large their files are, if some were written.
struct Made {
    values: Box<dyn Values>,
    /// Every slice with its pieces and how its positions end.
    slices: Vec<(u32, u32, Tally)>,
    checksum: Option<String>,
    spent: Duration,
    written: Option<u64>,
}

impl Made {
    fn of(tables: Tables, spent: Duration) -> Self {
        let pieces = |slice| tables.pieces_of(slice).unwrap_or(0);
        let slices = tables.slices().map(|(slice, tally)| (pieces(slice), slice, tally)).collect();
        let checksum = Some(format!("{:016x}", tables.checksum()));
        Made { values: Box::new(tables), slices, checksum, spent, written: None }
    }
}

fn told(
    opened: &Opened,
    endings: &Endings<'_>,
    made: &Made,
    probed: Option<&Option<Probed>>,
) -> Value {
    let slices = made.slices.iter().map(|(_, slice, tally)| {
        json!({
            "slice": endings.about(*slice),
            "win": tally.wins,
            "draw": tally.draws,
            "loss": tally.losses,
            "longest": tally.longest,
        })
    });
    let mut answer = json!({
        "game": opened.spec,
        "layout": endings.layout(),
        "pieces": made.values.pieces(),
        "checksum": made.checksum,
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
    answer
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

fn print_made(made: &Made, args: &TablesArgs, out: Out<'_>) -> Result<(), Error> {
    let heads = ["pieces", "positions", "won", "drawn", "lost", "longest"];
    let mut table = Table::new(heads.map(|head| Head::numbers(head, 0)).into());
    for count in 0..=made.values.pieces() {
        let own = made.slices.iter().filter(|(pieces, ..)| *pieces == count);
        let tally = own.fold(Tally::default(), |sum, (_, _, tally)| sum.joined(*tally));
        if tally.positions() == 0 {
            continue;
        }
        let counts = [tally.positions(), tally.wins, tally.draws, tally.losses];
        let mut cells = vec![count.to_string()];
        cells.extend(counts.map(|count| count.to_string()));
        cells.push(counted(tally.longest, "ply", "plies"));
        table.row(cells, Vec::new());
    }
    table.print(out)?;
    let had = if args.file.is_some() { "read" } else { "built" };
    writeln!(out, "for the player to move; {had} in {} s", decimals(made.spent.as_secs_f64(), 2))?;
    if let Some(bytes) = made.written {
        let path = args.output.as_ref().or(args.folder.as_ref());
        let place = path.map_or("kept for players".to_owned(), |path| path.display().to_string());
        writeln!(out, "{place}: {bytes} bytes")?;
    }
    Ok(())
}
