//! All values as one stream: two lines of text that tell what is inside, then the values, deflated.

use std::io::{self, BufRead, Read, Write};

use flate2::{Compression, bufread::DeflateDecoder, write::DeflateEncoder};
use plyglot_core::{Game, Tabled, shorten};
use serde::{Deserialize, Serialize};

use crate::{Plan, Tables};

/// The first line.
const MAGIC: &str = "plyglot tables 1\n";
/// The second line is never longer.
pub(crate) const LONGEST_HEAD: u64 = 1000;

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

/// Writes the tables of a game that numbers its positions so.
pub fn write(tables: &Tables, game: &str, layout: &str, out: &mut dyn Write) -> io::Result<()> {
    let head = Head {
        game: game.to_owned(),
        layout: layout.to_owned(),
        pieces: tables.pieces(),
        bytes: tables.values().map(|values| values.len() as u64).sum(),
        checksum: format!("{:016x}", tables.checksum()),
    };
    let head = serde_json::to_string(&head).expect("a head is plain data");
    writeln!(out, "{MAGIC}{head}")?;
    let mut deflated = DeflateEncoder::new(out, Compression::default());
    for values in tables.values() {
        deflated.write_all(values)?;
    }
    deflated.finish().map(drop)
}

/// Reads the tables of a game, and refuses what is not exactly what it says it is. `rules` is the specification that
/// whoever has to build them anew has to give.
pub fn read<G: Game>(
    mut from: &mut dyn BufRead,
    name: &str,
    rules: &str,
    game: &G,
    index: &dyn Tabled<G>,
) -> Result<Tables, String> {
    let head: Head = read_head(&mut from, MAGIC)?;
    // A shell takes brackets for its own.
    let quote = if rules.contains('(') { "\"" } else { "" };
    let pieces = head.pieces;
    let anew =
        format!("build them anew with plyglot tables {quote}{rules}{quote} --pieces {pieces}");
    let layout = index.layout(game).unwrap_or_default();
    check_names([name, &head.game], [&layout, &head.layout], &anew)?;
    let plan = Plan::new(game, index, head.pieces).map_err(|error| error.to_string())?;
    if head.bytes != plan.numbers() {
        let (found, wanted) = (head.bytes, plan.numbers());
        return Err(format!("the head tells of {found} values, expected {wanted}: {anew}"));
    }
    let mut values = Vec::new();
    let mut inflated = DeflateDecoder::new(&mut from).take(plan.numbers() + 1);
    let whole = inflated.read_to_end(&mut values);
    whole.map_err(|error| format!("the file is cut short or damaged ({error}): {anew}"))?;
    let Some(tables) = Tables::from_values(game, index, plan, &values) else {
        let (found, wanted) = (values.len(), plan.numbers());
        let found = if found as u64 > wanted { "more".to_owned() } else { found.to_string() };
        return Err(format!("the file has {found} values, expected {wanted}: {anew}"));
    };
    if format!("{:016x}", tables.checksum()) != head.checksum {
        return Err(format!("the values are not those that were written (checksum): {anew}"));
    }
    if !from.fill_buf().map_err(unread)?.is_empty() {
        return Err(format!("something follows the values: {anew}"));
    }
    Ok(tables)
}

/// Whether a head is of the game and the numbering that are wanted, each told before what was found.
pub(crate) fn check_names(
    [name, game]: [&str; 2],
    [wanted, layout]: [&str; 2],
    anew: &str,
) -> Result<(), String> {
    if game != name {
        return Err(format!("they are of {}, not of {name}", shorten(game)));
    }
    if layout != wanted {
        let found = shorten(layout);
        return Err(format!("they number positions as {found}, expected {wanted}: {anew}"));
    }
    Ok(())
}

/// The second line, if the first is as it should be.
pub(crate) fn read_head<H: for<'a> Deserialize<'a>>(
    from: &mut dyn BufRead,
    magic: &str,
) -> Result<H, String> {
    let foreign = || format!("expected a file that begins with {:?}", magic.trim_end());
    let mut found = vec![0; magic.len()];
    from.read_exact(&mut found).map_err(|_| foreign())?;
    if found != magic.as_bytes() {
        return Err(foreign());
    }
    let mut line = Vec::new();
    from.take(LONGEST_HEAD).read_until(b'\n', &mut line).map_err(unread)?;
    serde_json::from_slice(&line)
        .map_err(|error| format!("the second line cannot be read: {error}"))
}

fn unread(error: io::Error) -> String {
    format!("cannot be read: {error}")
}
