//! Gives the catalogue the signature of the engine: a hash of its own code and that of every crate that
//! it depends on, so that nobody has to remember to change it.

#[path = "src/signature.rs"]
mod signature;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where it builds"));
    let crates = crates(&own).expect("the manifest can be read");
    for directory in &crates {
        println!("cargo:rerun-if-changed={}", directory.display());
    }
    let signature = signature_of(&crates).expect("the sources of the project stand side by side");
    println!("cargo:rustc-env=PLYGLOT_SIGNATURE={signature}");
}

/// The directories of a crate and of its neighbours that its manifest names, by name.
pub(crate) fn crates(own: &Path) -> io::Result<Vec<PathBuf>> {
    let manifest = fs::read_to_string(own.join("Cargo.toml"))?;
    let names = manifest.lines().filter(|line| line.starts_with("plyglot-"));
    let names = names.filter_map(|line| line.split(['.', ' ', '=']).next());
    let mut found: Vec<PathBuf> = names.map(|name| own.with_file_name(name)).collect();
    found.push(own.to_owned());
    found.sort();
    Ok(found)
}

/// The signature of everything in these directories that decides how games are played.
pub(crate) fn signature_of(crates: &[PathBuf]) -> io::Result<String> {
    let mut hash = signature::START;
    for directory in crates {
        let mut files = Vec::new();
        let name = directory.file_name().unwrap_or_default().to_string_lossy();
        list(directory, &name, &mut files)?;
        files.sort();
        for (name, path) in files {
            hash = signature::mix_bytes(hash, name.as_bytes());
            let bytes = fs::read(path)?;
            hash = match str::from_utf8(&bytes) {
                Ok(code) if name.ends_with(".rs") => signature::mix_code(hash, code),
                // A map is the same with the line ends of another system.
                Ok(text) => text.lines().fold(hash, |hash, line| {
                    signature::mix_bytes(signature::mix_bytes(hash, line.as_bytes()), b"\n")
                }),
                Err(_) => signature::mix_bytes(hash, &bytes),
            };
        }
    }
    Ok(signature::text(hash))
}

/// What decides nothing.
const OTHERS: [&str; 6] = ["tests", "tests.rs", "benches", "examples", "target", "Cargo.toml"];

/// Everything else below a directory, documents left out, with its name from there.
fn list(directory: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let own = entry.file_name().to_string_lossy().into_owned();
        if OTHERS.contains(&own.as_str()) || own.starts_with('.') || own.ends_with(".md") {
            continue;
        }
        let (name, path) = (format!("{prefix}/{own}"), entry.path());
        match path.is_dir() {
            true => list(&path, &name, files)?,
            false => files.push((name, path)),
        }
    }
    Ok(())
}
