//! Files of endgame tables: two lines of text that tell what is inside, then all values, deflated.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
    thread,
};

use flate2::{Compression, bufread::DeflateDecoder, write::DeflateEncoder};
use plyglot_catalog::{Catalog, Endings, Opened, Tables};
use plyglot_core::shorten;
use serde::{Deserialize, Serialize};

use crate::{error::Error, output::write_whole, progress};

/// The first line.
const MAGIC: &str = "plyglot tables 1\n";
/// The second line is never longer.
const LONGEST_HEAD: u64 = 1000;

/// The second line.
#[derive(Serialize, Deserialize)]
struct Head {
    game: String,
    /// The numbering of the positions, and with it the rules.
    layout: String,
    pieces: u32,
    /// The values, before they were deflated.
    bytes: u64,
    checksum: String,
}

impl Head {
    fn of(opened: &Opened, endings: &Endings<'_>, tables: &Tables) -> Self {
        Head {
            game: opened.entry.name.to_owned(),
            layout: endings.layout().to_owned(),
            pieces: tables.pieces(),
            bytes: tables.values().map(|values| values.len() as u64).sum(),
            checksum: format!("{:016x}", tables.checksum()),
        }
    }
}

/// Tables that an argument names: built for so many pieces, or read from a file.
pub(crate) fn get(catalog: &Catalog, opened: &Opened, text: &str) -> Result<Tables, Error> {
    match text.parse() {
        Ok(pieces) => build(catalog, opened, pieces, threads()),
        Err(_) => read(catalog, opened, Path::new(text)),
    }
}

/// As many threads as the machine has cores.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Builds tables behind a progress bar.
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
    let head = Head::of(opened, &catalog.tables(opened)?, tables);
    let head = serde_json::to_string(&head).expect("a head is plain data");
    write_whole(path, |file| {
        let mut counted = Counted { file, bytes: 0 };
        writeln!(counted, "{MAGIC}{head}")?;
        let mut deflated = DeflateEncoder::new(&mut counted, Compression::default());
        for values in tables.values() {
            deflated.write_all(values)?;
        }
        deflated.finish()?;
        Ok(counted.bytes)
    })
}

/// Reads a file, and refuses what is not exactly what it says it is.
pub(crate) fn read(catalog: &Catalog, opened: &Opened, path: &Path) -> Result<Tables, Error> {
    let endings = catalog.tables(opened)?;
    read_from(opened, &endings, path)
        .map_err(|why| Error::Input(format!("tables {}: {why}", path.display())))
}

fn read_from(opened: &Opened, endings: &Endings<'_>, path: &Path) -> Result<Tables, String> {
    let unread = |error: io::Error| format!("cannot be read: {error}");
    let mut file = BufReader::new(File::open(path).map_err(unread)?);
    let head = read_head(&mut file)?;
    let name = opened.entry.name;
    if head.game != name {
        return Err(format!("they are of {}, not of {name}", shorten(&head.game)));
    }
    let anew = format!("build them anew with plyglot tables {name} --pieces {}", head.pieces);
    if head.layout != endings.layout() {
        let (found, wanted) = (shorten(&head.layout), endings.layout());
        return Err(format!("they number positions as {found}, expected {wanted}: {anew}"));
    }
    let plan = endings.plan(head.pieces).map_err(|error| error.to_string())?;
    if head.bytes != plan.numbers() {
        let (found, wanted) = (head.bytes, plan.numbers());
        return Err(format!("the head tells of {found} values, expected {wanted}: {anew}"));
    }
    let mut values = Vec::new();
    let mut inflated = DeflateDecoder::new(&mut file).take(plan.numbers() + 1);
    let whole = inflated.read_to_end(&mut values);
    whole.map_err(|error| format!("the file is cut short or damaged ({error}): {anew}"))?;
    let Some(tables) = endings.restore(plan, &values) else {
        let (found, wanted) = (values.len(), plan.numbers());
        let found = if found as u64 > wanted { "more".to_owned() } else { found.to_string() };
        return Err(format!("the file has {found} values, expected {wanted}: {anew}"));
    };
    if format!("{:016x}", tables.checksum()) != head.checksum {
        return Err(format!("the values are not those that were written (checksum): {anew}"));
    }
    if !file.fill_buf().map_err(unread)?.is_empty() {
        return Err(format!("something follows the values: {anew}"));
    }
    Ok(tables)
}

fn read_head(file: &mut impl BufRead) -> Result<Head, String> {
    let foreign = || format!("expected a file that begins with {:?}", MAGIC.trim_end());
    let mut magic = [0; MAGIC.len()];
    file.read_exact(&mut magic).map_err(|_| foreign())?;
    if magic != *MAGIC.as_bytes() {
        return Err(foreign());
    }
    let mut line = Vec::new();
    let read = file.take(LONGEST_HEAD).read_until(b'\n', &mut line);
    read.map_err(|error| format!("cannot be read: {error}"))?;
    serde_json::from_slice(&line)
        .map_err(|error| format!("the second line cannot be read: {error}"))
}

/// Counts what is written.
struct Counted<'a> {
    file: &'a mut dyn Write,
    bytes: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
