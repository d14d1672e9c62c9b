//! `plyglot import`: games that were played elsewhere, among the records.

use std::{collections::BTreeMap, fs::File, path::Path, process::ExitCode};

use plyglot_arena::{
    entrant::Files,
    import::{self, Importer},
    store::Store,
};
use plyglot_catalog::{Catalog, Opened};
use plyglot_core::Content;
use plyglot_lab::files;
use serde::Serialize;

use super::{Done, Out, json};
use crate::{
    args::records::ImportArgs,
    error::{Error, warn_all},
    input::{read_content, read_file},
    progress,
    words::{self, plain},
};

pub(super) fn run(catalog: &Catalog, args: &ImportArgs, out: Out<'_>) -> Done {
    let loaded = Files::new(&read_file);
    let opened = catalog.open(&args.game, &|path: &str| loaded.load(path))?;
    // What is missing or cannot be read is told before anything is written.
    let mut sources = Vec::new();
    for path in &args.files {
        let path = path.to_string_lossy().into_owned();
        let opens = File::open(&path);
        opens.map_err(|error| Error::Input(format!("cannot read {path}: {error}")))?;
        sources.push((format(&opened, args, &path)?, path));
    }
    let game_files = loaded.into_read();
    let mut store = Store::open(&args.db)?;
    let mut told = Vec::new();
    for (format, path) in &sources {
        let source = Source { catalog, opened: &opened, format, path };
        told.push(source.import(&mut store, &game_files, args)?);
    }
    if args.json {
        writeln!(out, "{}", json(&told))?;
    } else {
        print(&told, &args.db, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The format of a file: as said, or as its name ends.
fn format(opened: &Opened, args: &ImportArgs, path: &str) -> Result<String, Error> {
    if let Some(format) = &args.format {
        let read = files::read(opened, format, &Content::default()).map(|_| format.clone());
        return read.map_err(|error| Error::Input(format!("--format: {error}")));
    }
    let found = files::format_of(&opened.entry, path).map(|format| format.name.to_owned());
    found.ok_or_else(|| {
        let known: Vec<_> = files::formats(&opened.entry).iter().map(|own| own.name).collect();
        let (game, known) = (opened.entry.name, known.join(", "));
        Error::Input(format!(
            "{path}: its name tells no format of {game}, which are: {known}; --format says which"
        ))
    })
}

/// What became of a file.
#[derive(Default, Serialize)]
struct Told {
    file: String,
    /// Games in it.
    games: usize,
    /// Games that are new among the records.
    added: usize,
    /// Games that were there already.
    known: usize,
    /// Games that cannot be kept, and why.
    left_out: Vec<Remark>,
    /// Games that are kept with another result than the file states.
    judged: Vec<Remark>,
}

#[derive(Serialize)]
struct Remark {
    /// The number of the game in its file, from 1.
    game: usize,
    /// The ply at fault, from 1.
    ply: Option<usize>,
    why: String,
}

/// A file to import.
struct Source<'a> {
    catalog: &'a Catalog,
    opened: &'a Opened,
    format: &'a str,
    path: &'a str,
}

impl Source<'_> {
    fn import(
        &self,
        store: &mut Store,
        game_files: &BTreeMap<String, String>,
        args: &ImportArgs,
    ) -> Result<Told, Error> {
        let mut known = files::formats(&self.opened.entry).into_iter();
        let format = known.find(|own| own.name == self.format);
        let file = read_content(self.path, format).map_err(Error::Input)?;
        let name = Path::new(self.path).file_name().unwrap_or_default().to_string_lossy();
        let mut importer = Importer::begin(store, self.opened, &name, &self.command(args))?;
        let mut told = Told { file: self.path.to_owned(), ..Told::default() };
        let spinner = progress::spinner("reading games");
        for game in files::read(self.opened, self.format, &file)? {
            told.games += 1;
            let judged = game.and_then(|game| {
                let game = import::with_files(game, game_files);
                import::judge(self.catalog, self.opened, &game, &read_file)
            });
            match judged {
                Ok(judged) => {
                    let remark = |why| Remark { game: told.games, ply: None, why };
                    told.judged.extend(judged.note.clone().map(remark));
                    importer.add(judged)?;
                }
                Err(error) => {
                    told.left_out.push(Remark { game: told.games, ply: error.ply, why: error.why });
                }
            }
            if told.games.is_multiple_of(1000) {
                spinner.set_message(format!("{} read", words::games(told.games)));
            }
        }
        spinner.finish_and_clear();
        (told.added, told.known) = importer.end()?;
        warn_all(&told.warnings());
        Ok(told)
    }

    /// The command that puts the same games into the file.
    fn command(&self, args: &ImportArgs) -> String {
        let mut words = ["plyglot", "import", &args.game, self.path].map(str::to_owned).to_vec();
        if args.format.is_some() {
            words.extend(["--format".to_owned(), self.format.to_owned()]);
        }
        words.extend(["--db".to_owned(), args.db.display().to_string()]);
        words::command(&words)
    }
}

impl Told {
    fn warnings(&self) -> Vec<String> {
        let remark = |what: &str, own: &Remark| {
            let ply = own.ply.map_or(String::new(), |ply| format!("ply {ply}, "));
            plain(&format!("{}: game {}{what}: {ply}{}", self.file, own.game, own.why))
        };
        let left_out = self.left_out.iter().map(|own| remark(" is left out", own));
        left_out.chain(self.judged.iter().map(|own| remark("", own))).collect()
    }
}

fn print(told: &[Told], db: &Path, out: Out<'_>) -> Result<(), Error> {
    for own in told {
        let mut parts = vec![format!("{} new", own.added)];
        let counts = [
            (own.known, "known already"),
            (own.left_out.len(), "left out"),
            (own.judged.len(), "with another result by the rules"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        parts.extend(counts.map(|(count, what)| format!("{count} {what}")));
        writeln!(out, "{}: {}, {}", own.file, words::games(own.games), parts.join(", "))?;
    }
    let db = words::command(&[db.display().to_string()]);
    writeln!(out, "\nTo look at them:\nplyglot games-db list {db}\nplyglot report {db}")?;
    Ok(())
}
