//! Files of endgame tables, one for all or one for each slice.

mod folder;
mod plan;

use std::{
    fs::{self, File},
    io::{BufReader, Write},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use plyglot_catalog::{Catalog, Endings, Opened, Shelf, Tables, Values};

use crate::{
    error::{Error, warn},
    machine,
    output::write_whole,
    progress,
};

pub(crate) use folder::Folder;
pub(crate) use plan::Plan;

/// Tables that an argument names: so many pieces, a file, or a folder.
pub(crate) fn get(
    catalog: &Catalog,
    opened: &Opened,
    text: &str,
) -> Result<Arc<dyn Values>, Error> {
    let endings = catalog.tables(opened)?;
    if let Ok(pieces) = text.parse::<u32>() {
        // What is there need not be built.
        let stocked = catalog.stocked(opened).filter(|tables| tables.pieces() >= pieces);
        return match stocked.filter(|_| pieces >= endings.fewest()) {
            Some(tables) => Ok(tables),
            None => Ok(Arc::new(build(catalog, opened, pieces, threads())?)),
        };
    }
    let path = Path::new(text);
    match path.is_dir() {
        true => {
            let folder = Folder::open_built(opened.entry.name, &endings, path)?;
            if let Some(gaps) = folder.gaps(&endings) {
                warn(&format!(
                    "tables {}: some slices are missing, there are {gaps}",
                    path.display()
                ));
            }
            Ok(Arc::new(folder.into_telling("no more is read of them")))
        }
        false => Ok(Arc::new(read(catalog, opened, path)?)),
    }
}

/// As many threads as the machine has cores.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Builds tables in memory behind a progress bar.
pub(crate) fn build(
    catalog: &Catalog,
    opened: &Opened,
    pieces: u32,
    threads: usize,
) -> Result<Tables, Error> {
    let endings = catalog.tables(opened)?;
    let plan = endings.plan(pieces)?;
    // The group in the making takes some bytes a position, beside what is finished.
    catalog.caps().check_memory("tables: memory", (2 * plan.numbers()) >> 20)?;
    let bar = progress::bar(plan.numbers());
    let tables = endings.build(plan, threads, &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    Ok(tables?)
}

/// Writes a file, whole or not at all, and tells its size in bytes.
pub(crate) fn write(
    catalog: &Catalog,
    opened: &Opened,
    tables: &Tables,
    path: &Path,
) -> Result<u64, Error> {
    let endings = catalog.tables(opened)?;
    write_whole(path, |file| {
        let mut counted = Counted { file, bytes: 0 };
        endings.write(tables, &mut counted)?;
        Ok(counted.bytes)
    })
}

/// Reads a file, and refuses what is not exactly what it says it is.
pub(crate) fn read(catalog: &Catalog, opened: &Opened, path: &Path) -> Result<Tables, Error> {
    let endings = catalog.tables(opened)?;
    let file = File::open(path).map_err(|error| format!("cannot be read: {error}"));
    file.and_then(|file| endings.read(&mut BufReader::new(file)))
        .map_err(|why| Error::Input(format!("tables {}: {why}", path.display())))
}

/// The folder in which players look for tables of rules that number positions so.
pub(crate) fn usual_folder(game: &str, layout: &str) -> Result<PathBuf, Error> {
    let data = machine::data_folder().map_err(|error| {
        Error::Input(format!("there is no home folder ({error}): name a folder with --folder"))
    })?;
    Ok(data.join("tables").join(format!("{game}-{layout}")))
}

/// What is in the folder in which players look, if there is one, or why it cannot be used.
pub(crate) fn kept(game: &str, endings: &Endings<'_>) -> Result<Option<Folder>, Error> {
    let path = usual_folder(game, endings.layout())?;
    if !fs::exists(&path).is_ok_and(|there| there) {
        return Ok(None);
    }
    Folder::open(game, endings, &path).map(Some)
}

/// What a fault in what is kept means for players.
const WITHOUT: &str = "players go on with the tables that came with the program, if any did";

/// The tables in the folder of the system for data of programs.
pub(crate) struct DataFolder;

impl Shelf for DataFolder {
    fn tables(&self, game: &str, endings: &Endings<'_>) -> Option<Arc<dyn Values>> {
        usual_folder(game, endings.layout()).ok()?;
        match kept(game, endings) {
            Ok(folder) => Some(Arc::new(folder?.into_telling(WITHOUT))),
            Err(Error::Input(why)) => {
                warn(&format!("{why}; players do without it"));
                None
            }
            Err(_) => None,
        }
    }
}

/// Counts what is written.
struct Counted<'a> {
    file: &'a mut dyn Write,
    bytes: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}
