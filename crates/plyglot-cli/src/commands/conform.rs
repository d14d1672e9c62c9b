//! `plyglot conform`: does this implementation agree with files, or with the laws of every game?

use std::process::ExitCode;

use plyglot_catalog::{Catalog, Opened, Records};
use plyglot_conform::{Event, FileError, Subject, Tally, check_games, check_perft, check_rows};
use plyglot_core::laws::LawConfig;
use serde::Serialize;

use super::{Done, Out, json};
use crate::{args::ConformArgs, error::Error, input, progress, words::counted};

pub(super) fn run(catalog: &Catalog, args: &ConformArgs, out: Out<'_>) -> Done {
    let opened = input::open_game(catalog, &args.game)?;
    let mut told = Told::new(&opened.spec);
    let lines: Option<Out<'_>> = if args.json { None } else { Some(&mut *out) };
    let files = [&args.perft, &args.playouts, &args.players];
    if files.iter().all(|paths| paths.is_empty()) {
        laws(&opened, args, &mut told, lines)?;
    } else {
        check_files(catalog, &opened, args, &mut told, lines)?;
    }
    match args.json {
        true => writeln!(out, "{}", json(&told))?,
        false => writeln!(out, "{}", told.summary())?,
    }
    Ok(if told.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What was checked and what came of it.
#[derive(Serialize)]
struct Told {
    game: String,
    /// Random games whose positions were held against the laws, and their seed.
    laws: Option<Laws>,
    files: Vec<String>,
    passed: u64,
    failed: u64,
    skipped: u64,
    disagreements: Vec<Disagreement>,
}

#[derive(Serialize)]
struct Laws {
    games: u64,
    seed: u64,
}

#[derive(Serialize)]
struct Disagreement {
    file: Option<String>,
    what: String,
}

impl Told {
    fn new(game: &str) -> Told {
        let (files, disagreements) = (Vec::new(), Vec::new());
        let (passed, failed, skipped) = (0, 0, 0);
        Told { game: game.to_owned(), laws: None, files, passed, failed, skipped, disagreements }
    }

    fn add(&mut self, tally: Tally) {
        self.passed += tally.passed;
        self.failed += tally.failed;
        self.skipped += tally.skipped;
    }

    fn summary(&self) -> String {
        let skipped = match self.skipped {
            0 => String::new(),
            count => format!(", {count} skipped"),
        };
        format!("{} passed, {} failed{skipped}", self.passed, self.failed)
    }
}

/// Holds the positions of random games against the laws.
fn laws(
    opened: &Opened,
    args: &ConformArgs,
    told: &mut Told,
    lines: Option<Out<'_>>,
) -> Result<(), Error> {
    let (games, seed) = (args.games, args.seed);
    let report = opened.session.check_laws(&LawConfig { games, seed, ..LawConfig::default() });
    let failed = report.broken.len() as u64;
    told.add(Tally { passed: report.positions.saturating_sub(failed), failed, skipped: 0 });
    told.laws = Some(Laws { games, seed });
    if let Some(out) = lines {
        for line in &report.broken {
            writeln!(out, "{line}")?;
        }
        let games = counted(games, "random game", "random games");
        writeln!(out, "laws of {}, {games}, seed {seed}", opened.short)?;
    }
    let broken = report.broken.into_iter();
    told.disagreements.extend(broken.map(|what| Disagreement { file: None, what }));
    Ok(())
}

/// Compares with every file that was named.
fn check_files(
    catalog: &Catalog,
    opened: &Opened,
    args: &ConformArgs,
    told: &mut Told,
    mut lines: Option<Out<'_>>,
) -> Result<(), Error> {
    let records = catalog.records(opened.entry.name)?;
    let subject = Subject::with(opened.entry, opened.given.clone(), &input::read_file);
    for path in &args.perft {
        check_file(path, told, &mut lines, |text, report| {
            check_perft(&subject, text, args.max_nodes, report)
        })?;
    }
    for path in &args.playouts {
        check_file(path, told, &mut lines, |text, report| check_games(&subject, text, report))?;
    }
    for path in &args.players {
        let Some(Records { rows, check }) = records else {
            let game = opened.entry.name;
            return Err(Error::Input(format!("{game} has no players whose records are known")));
        };
        check_file(path, told, &mut lines, |text, report| check_rows(text, rows, check, report))?;
    }
    Ok(())
}

fn check_file(
    path: &str,
    told: &mut Told,
    lines: &mut Option<Out<'_>>,
    check: impl FnOnce(&str, &mut dyn FnMut(Event)) -> Result<Tally, FileError>,
) -> Result<(), Error> {
    let text = input::read_file(path).map_err(Error::Input)?;
    let bar = progress::bar(0);
    let mut found = Vec::new();
    let tally = check(&text, &mut |event| match event {
        Event::Disagreement(line) => found.push(line),
        Event::Progress(done, total) => {
            bar.set_length(total);
            bar.set_position(done);
        }
    });
    bar.finish_and_clear();
    for what in found {
        if let Some(out) = lines {
            writeln!(out, "{path}: {what}")?;
        }
        told.disagreements.push(Disagreement { file: Some(path.to_owned()), what });
    }
    told.add(tally.map_err(|error| Error::Input(format!("{path}: {error}")))?);
    told.files.push(path.to_owned());
    Ok(())
}
