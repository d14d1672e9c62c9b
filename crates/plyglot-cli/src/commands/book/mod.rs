//! `plyglot book`: opening books, grown by search.

mod grow;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::Ordering,
};

use plyglot_catalog::{
    Catalog, Opened,
    books::{Book, Settings, ShownLine},
};
use plyglot_core::{Spec, shorten};
use serde_json::{Value, json};

use super::{Done, Out, arena};
use crate::{
    args::book::BookArgs,
    error::Error,
    input::{open_game, read_file},
    output::write_whole,
    progress,
    words::{counted, decimals},
};
use grow::Growth;

pub(super) fn run(catalog: &Catalog, args: &BookArgs, out: Out<'_>) -> Done {
    let opened = open_game(catalog, &args.game)?;
    let usual = || PathBuf::from(format!("{}.book", opened.entry.name));
    let path = args.file.clone().unwrap_or_else(usual);
    let mut told = Told { path: &path, added: 0, bytes: 0, interrupted: false };
    let book = match args.show {
        true => read(&opened, &path)?,
        false => grow(catalog, &opened, args, &mut told)?,
    };
    told.bytes = fs::metadata(&path).map_or(0, |own| own.len());
    match args.json {
        true => writeln!(out, "{}", told.json(&book))?,
        false => told.print(&book, args, out)?,
    }
    Ok(if told.interrupted { ExitCode::from(130) } else { ExitCode::SUCCESS })
}

/// The book of a file.
fn read(opened: &Opened, path: &Path) -> Result<Book, Error> {
    let name = path.display().to_string();
    let text = read_file(&name).map_err(Error::Input)?;
    Book::read(&text, &opened.spec, &*opened.session)
        .map_err(|error| Error::Input(format!("{name}: {error}")))
}

/// Grows the book of a file, which need not be there yet, and writes it after every step.
fn grow(
    catalog: &Catalog,
    opened: &Opened,
    args: &BookArgs,
    told: &mut Told<'_>,
) -> Result<Book, Error> {
    let start = &*opened.session;
    let mut book = match fs::exists(told.path).is_ok_and(|there| there) {
        true => {
            let found = read(opened, told.path)?;
            check_settings(&found.settings, &wanted(catalog, opened, args, Some(&found))?, told)?;
            found
        }
        false => {
            let settings = wanted(catalog, opened, args, None)?;
            let refuse = |error| Error::Input(format!("{}: {error}", opened.short));
            Book::new(settings, "", start).map_err(refuse)?
        }
    };
    book.engine = catalog.signature(opened.entry.name)?;
    let before = book.positions();
    let stop = arena::stop_on_signals()?;
    let goal = args.positions as usize;
    let mut growth = Growth::new(catalog, opened, &book.settings, args.concurrency, &stop)?;
    let bar = progress::bar(goal.saturating_sub(before) as u64);
    // What is not whole is never written: who is stopped loses the step under way and nothing else.
    let mut whole = book.clone();
    while growth.step(&mut book, goal)? {
        let text = book.write();
        write_whole(told.path, |file| Ok(file.write_all(text.as_bytes())?))?;
        whole.clone_from(&book);
        bar.set_position((book.positions() - before) as u64);
    }
    bar.finish_and_clear();
    told.added = whole.positions().saturating_sub(before);
    told.interrupted = stop.load(Ordering::Relaxed);
    if !told.path.exists() {
        return Err(Error::Unsolved("interrupted before the first search ended".to_owned()));
    }
    Ok(whole)
}

/// The settings that are asked for; what is not given is as in the book that is there, or usual.
fn wanted(
    catalog: &Catalog,
    opened: &Opened,
    args: &BookArgs,
    found: Option<&Book>,
) -> Result<Settings, Error> {
    let there = found.map(|book| &book.settings);
    let agent = match (&args.agent, there) {
        (None, Some(there)) => there.agent.clone(),
        (given, _) => {
            let usual = || plain_best(catalog, opened);
            let text = given.clone().map_or_else(usual, Ok)?;
            catalog.agent(&text, opened, &read_file)?.spec().to_owned()
        }
    };
    Ok(Settings {
        game: opened.spec.clone(),
        agent,
        nodes: args.nodes.or(there.map(|own| own.nodes)).unwrap_or(100_000),
        omega: args.omega.or(there.map(|own| own.omega)).unwrap_or(30),
        plies: args.plies.or(there.map(|own| own.plies)).unwrap_or(30),
        seed: args.seed.or(there.map(|own| own.seed)).unwrap_or(1),
    })
}

/// The best player without a book, to whom draws are worth as much as to the other side.
fn plain_best(catalog: &Catalog, opened: &Opened) -> Result<String, Error> {
    let usual = plyglot_lab::games::usual_agent(&opened.entry);
    let mut spec = Spec::parse(catalog.agent(usual, opened, &read_file)?.spec())?;
    for (name, value) in &mut spec.given {
        match &**name {
            "book" => *value = "off".to_owned(),
            "contempt" => *value = "0".to_owned(),
            _ => {}
        }
    }
    Ok(spec.to_string())
}

/// Refuses to go on with a book that was grown otherwise.
fn check_settings(own: &Settings, wanted: &Settings, told: &Told<'_>) -> Result<(), Error> {
    let pairs = [
        ("agent", own.agent.clone(), wanted.agent.clone()),
        ("nodes", own.nodes.to_string(), wanted.nodes.to_string()),
        ("omega", own.omega.to_string(), wanted.omega.to_string()),
        ("plies", own.plies.to_string(), wanted.plies.to_string()),
        ("seed", own.seed.to_string(), wanted.seed.to_string()),
    ];
    match pairs.iter().find(|(_, own, wanted)| own != wanted) {
        None => Ok(()),
        Some((name, own, wanted)) => Err(Error::Input(format!(
            "{}: this book was grown with --{name} {}, not {}; leave --{name} out to go on, or name another \
             --file",
            told.path.display(),
            shorten(own),
            shorten(wanted)
        ))),
    }
}

/// What became of a book.
struct Told<'a> {
    path: &'a Path,
    added: usize,
    bytes: u64,
    interrupted: bool,
}

/// So many lines are shown.
const LINES: usize = 30;

impl Told<'_> {
    fn print(&self, book: &Book, args: &BookArgs, out: Out<'_>) -> Result<(), Error> {
        let heads = ["line", "score", "depth", "positions", "nodes"];
        writeln!(
            out,
            "{:<32} {:>8} {:>6} {:>10} {:>14}",
            heads[0], heads[1], heads[2], heads[3], heads[4]
        )?;
        for ShownLine { plies, known } in book.first_lines(LINES) {
            let line = format!("{}{}", "  ".repeat(plies as usize - 1), known.ply);
            let score = format!("{:.1} %", 100.0 * known.value);
            let (depth, positions, nodes) = (known.depth, known.positions, known.nodes);
            writeln!(out, "{line:<32} {score:>8} {depth:>6} {positions:>10} {nodes:>14}")?;
        }
        let Settings { agent, nodes, omega, plies, seed, .. } = &book.settings;
        let positions = counted(book.positions(), "position", "positions");
        let deepest = counted(book.deepest(), "ply", "plies");
        let value = decimals(100.0 * book.value(), 1);
        writeln!(
            out,
            "{positions}, the farthest after {deepest}; who moves first expects {value} %"
        )?;
        writeln!(
            out,
            "{agent}\nsearches {nodes} nodes, omega {omega}, at most {plies} plies, seed {seed}"
        )?;
        let path = self.path.display();
        match args.show {
            true => writeln!(out, "{path}: {} bytes", self.bytes)?,
            false => writeln!(out, "{path}: {} bytes, {} new", self.bytes, self.added)?,
        }
        if self.interrupted {
            writeln!(out, "interrupted; the same command goes on from here")?;
        }
        Ok(())
    }

    fn json(&self, book: &Book) -> Value {
        let line = |own: ShownLine| {
            json!({
                "plies": own.plies,
                "move": own.known.ply,
                "expected": own.known.value,
                "depth": own.known.depth,
                "positions": own.known.positions,
                "nodes": own.known.nodes,
            })
        };
        json!({
            "settings": book.settings,
            "engine": book.engine,
            "positions": book.positions(),
            "added": self.added,
            "deepest": book.deepest(),
            "expected": book.value(),
            "lines": book.first_lines(LINES).into_iter().map(line).collect::<Vec<_>>(),
            "checksum": book.checksum(),
            "file": self.path,
            "file_bytes": self.bytes,
            "interrupted": self.interrupted,
        })
    }
}
