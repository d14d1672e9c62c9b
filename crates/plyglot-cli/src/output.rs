//! Files that programs and people read.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process,
};

use crate::error::Error;

/// Refuses a path that nothing can be written to, before somebody works for it.
pub(crate) fn check_writable(path: &Path) -> Result<(), Error> {
    let refuse =
        |error: io::Error| Error::Input(format!("cannot write {}: {error}", path.display()));
    let mut trial = path.as_os_str().to_owned();
    trial.push(format!(".{}.part", process::id()));
    let trial = PathBuf::from(trial);
    File::create(&trial).map_err(refuse)?;
    fs::remove_file(&trial).map_err(refuse)
}

/// Writes a file that appears whole or not at all: what was there stays until then. A device or a pipe is
/// written to directly.
pub(crate) fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn io::Write) -> Result<T, Error>,
) -> Result<T, Error> {
    let refuse =
        |error: io::Error| Error::Input(format!("cannot write {}: {error}", path.display()));
    // The file that a link names is replaced, not the link.
    let goal = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let direct = goal.exists() && !goal.is_file();
    let mut part = goal.clone().into_os_string();
    part.push(if direct { String::new() } else { format!(".{}.part", process::id()) });
    let part = PathBuf::from(part);
    let mut file = io::BufWriter::new(File::create(&part).map_err(refuse)?);
    let written = write(&mut file).and_then(|told| Ok(io::Write::flush(&mut file).map(|()| told)?));
    drop(file);
    let written = written.and_then(|told| match direct {
        true => Ok(told),
        false => Ok(fs::rename(&part, &goal).map(|()| told)?),
    });
    if !direct && written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written.map_err(|error| match error {
        Error::Output(error) => refuse(error),
        error => error,
    })
}
