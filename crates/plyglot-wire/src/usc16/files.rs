//! The folder of a program, and the files in it.

use std::{
    env, fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process,
};

/// What a program is asked.
pub(super) const INPUT: &str = "input.txt";
/// What it answers.
pub(super) const OUTPUT: &str = "output.txt";
/// What it keeps from turn to turn.
pub(super) const NOTES: &str = "playdata.txt";
/// The most bytes of a file that are read.
const MOST_BYTES: u64 = 1 << 16;

/// A folder that a program works in; one that was made for it goes with this value.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    made: bool,
}

impl Folder {
    /// A folder that is there. What an earlier game has left in it is removed.
    pub(super) fn given(path: &str) -> io::Result<Folder> {
        let folder = Folder { path: PathBuf::from(path), made: false };
        [INPUT, OUTPUT, NOTES].into_iter().try_for_each(|name| folder.remove(name))?;
        Ok(folder)
    }

    /// A new one among the temporary folders.
    pub(super) fn make() -> io::Result<Folder> {
        let (own, temporary) = (process::id(), env::temp_dir());
        for number in 0.. {
            let path = temporary.join(format!("plyglot-usc16-{own}-{number}"));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder { path, made: true }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Writes a file anew, whatever was there: to write into a pipe would wait for ever.
    pub(super) fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.remove(name)?;
        let file = fs::OpenOptions::new().write(true).create_new(true).open(self.path.join(name));
        file?.write_all(text.as_bytes())
    }

    pub(super) fn read(&self, name: &str) -> Result<String, String> {
        read(&self.path.join(name)).map_err(|why| format!("{name}: {why}"))
    }

    pub(super) fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.made {
            // What a program has left behind may not be ours to remove.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

/// The text of a file that is one, and not too long.
pub(super) fn read(path: &Path) -> Result<String, String> {
    let found = fs::symlink_metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    })?;
    if !found.is_file() {
        return Err("is no file".to_owned());
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("has more than {MOST_BYTES} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| "is no text".to_owned())
}
