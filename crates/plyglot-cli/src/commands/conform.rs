//! `plyglot conform`: does this implementation agree with files, or with the laws of every game?

use std::process::ExitCode;

use plyglot_catalog::{Catalog, Records};
use plyglot_conform::{Event, FileError, Subject, Tally, check_games, check_perft, check_rows};
use plyglot_core::laws::LawConfig;

use super::{Done, Out};
use crate::{args::ConformArgs, error::Error, input, progress};

pub(super) fn run(catalog: &Catalog, args: &ConformArgs, out: Out<'_>) -> Done {
    let opened = input::open_game(catalog, &args.game)?;
    let files = [&args.perft, &args.playouts, &args.players];
    let tally = if files.iter().all(|paths| paths.is_empty()) {
        let config = LawConfig { games: args.games, seed: args.seed, ..LawConfig::default() };
        let report = opened.session.check_laws(&config);
        let broken = report.broken.len() as u64;
        for line in report.broken {
            writeln!(out, "{line}")?;
        }
        let (games, seed) = (args.games, args.seed);
        writeln!(out, "laws of {}, {games} random games, seed {seed}", opened.spec)?;
        Tally { passed: report.positions.saturating_sub(broken), failed: broken, skipped: 0 }
    } else {
        let records = catalog.records(opened.entry.name)?;
        let subject = Subject::with(opened.entry, opened.given, &input::read_file);
        let mut total = Tally::default();
        for path in &args.perft {
            let check = |text: &str, report: &mut dyn FnMut(Event)| {
                check_perft(&subject, text, args.max_nodes, report)
            };
            total = total.plus(check_file(path, out, check)?);
        }
        for path in &args.playouts {
            let check =
                |text: &str, report: &mut dyn FnMut(Event)| check_games(&subject, text, report);
            total = total.plus(check_file(path, out, check)?);
        }
        for path in &args.players {
            let Some(Records { rows, check }) = records else {
                let game = opened.entry.name;
                return Err(Error::Input(format!("{game} has no players whose records are known")));
            };
            let check =
                |text: &str, report: &mut dyn FnMut(Event)| check_rows(text, rows, check, report);
            total = total.plus(check_file(path, out, check)?);
        }
        total
    };
    let skipped = match tally.skipped {
        0 => String::new(),
        count => format!(", {count} skipped"),
    };
    writeln!(out, "{} passed, {} failed{skipped}", tally.passed, tally.failed)?;
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn check_file(
    path: &str,
    out: Out<'_>,
    check: impl FnOnce(&str, &mut dyn FnMut(Event)) -> Result<Tally, FileError>,
) -> Result<Tally, Error> {
    let text = input::read_file(path).map_err(Error::Input)?;
    let bar = progress::bar(0);
    let mut lines = Vec::new();
    let tally = check(&text, &mut |event| match event {
        Event::Disagreement(line) => lines.push(line),
        Event::Progress(done, total) => {
            bar.set_length(total);
            bar.set_position(done);
        }
    });
    bar.finish_and_clear();
    for line in lines {
        writeln!(out, "{path}: {line}")?;
    }
    tally.map_err(|error| Error::Input(format!("{path}: {error}")))
}
