//! The pages of the lab: made, and checked as they are in the program.

mod fuzz;
mod words;

use std::{
    collections::BTreeMap,
    env,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

pub(crate) use self::{fuzz::fuzz, words::sources};
use crate::{has_program, install, root};

/// Names of the browser, in the order in which they are tried.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
/// The oldest Node.js that has what the tests use.
const NODE: u32 = 20;
/// The one that is installed if there is an older one only.
const NODE_TO_INSTALL: u32 = 22;

/// Makes the pages that are checked in.
pub(crate) fn build() -> Result<(), String> {
    tools()?;
    for script in ["types.mjs", "build.mjs"] {
        run_in_page(Command::new("node").arg(script))?;
    }
    println!("xtask: the pages are in {}", page().join("dist").display());
    Ok(())
}

/// Everything about the pages that a change must pass; the program has been built.
pub(crate) fn check() -> Result<(), String> {
    words::check(&program("plyglot"))?;
    tools()?;
    let browser = browser()?;
    check_types()?;
    check_dist()?;
    run_in_page(Command::new("npm").args(["run", "--silent", "check"]))?;
    run_in_page(Command::new("npm").args(["test", "--silent"]))?;
    let mut tests = Command::new("npm");
    tests.args(["run", "--silent", "browser"]).env_remove("PLYGLOT_PAGES");
    tests.env("PLYGLOT", program("plyglot")).env("CHROMIUM", browser);
    tests.env("PLYGLOT_EXAMPLE", program("examples/connect_four"));
    run_in_page(&mut tests)
}

/// Node.js, its packages, and those of the page as its lock file names them.
fn tools() -> Result<(), String> {
    for (name, package) in [("node", "nodejs"), ("npm", "npm")] {
        install(name, package).map_err(|error| {
            format!("{error}\nxtask: the pages cannot be made without {name}: install it")
        })?;
    }
    if !is_new_enough()? {
        // Older Debian has an older one; the registry has all.
        println!(
            "xtask: node is older than {NODE}: npm install node@{NODE_TO_INSTALL}, below target"
        );
        let place = own_node();
        fs::create_dir_all(&place)
            .map_err(|error| format!("xtask: {}: {error}", place.display()))?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--prefix"]).arg(&place);
        run_in_page(npm.arg(format!("node@{NODE_TO_INSTALL}")))?;
        if !is_new_enough()? {
            return Err(format!("xtask: the pages need node {NODE} or newer: install it"));
        }
    }
    let changed = |path: &str| fs::metadata(page().join(path)).and_then(|file| file.modified());
    let (lock, installed) = (changed("package-lock.json"), changed(INSTALLED));
    let current = matches!((lock, installed), (Ok(lock), Ok(installed)) if installed >= lock);
    if !current {
        println!("xtask: the packages of the page are missing or old: npm ci");
        run_in_page(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]))?;
    }
    Ok(())
}

/// Whether Node.js has what the tests use.
fn is_new_enough() -> Result<bool, String> {
    let version = Command::new("node").env("PATH", path()).arg("--version").output();
    let version = version.map_err(|error| format!("xtask: node cannot be run: {error}"))?;
    let version = String::from_utf8_lossy(&version.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|n| n.parse().ok());
    Ok(major.is_some_and(|major: u32| major >= NODE))
}

/// Where a newer Node.js goes if the system's is too old.
fn own_node() -> PathBuf {
    root().join("target/web/node")
}

/// The path of programs, with our own Node.js first if there is one.
fn path() -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    let own = own_node().join("node_modules/.bin");
    let all = own.is_dir().then_some(own).into_iter().chain(env::split_paths(&path));
    env::join_paths(all).unwrap_or(path.clone())
}

/// What npm writes when it is done.
const INSTALLED: &str = "node_modules/.package-lock.json";

/// The browser: the one that is named, one in the path, or a newly installed one.
fn browser() -> Result<PathBuf, String> {
    if let Some(named) = env::var_os("CHROMIUM") {
        let named = PathBuf::from(named);
        return match named.is_file() {
            true => Ok(named),
            false => Err(format!("xtask: CHROMIUM names {}, which is no file", named.display())),
        };
    }
    if !BROWSERS.iter().any(|name| has_program(name)) {
        install("chromium", "chromium").map_err(|error| {
            format!(
                "{error}\nxtask: there is no Chromium and it cannot be installed, so the pages \
                 cannot be tested: install it, or name one in CHROMIUM"
            )
        })?;
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path)
        .flat_map(|folder| BROWSERS.map(|name| folder.join(name)))
        .find(|file| file.is_file());
    found.ok_or_else(|| "xtask: there is no Chromium: name one in CHROMIUM".to_owned())
}

/// The types of the page are those that its script makes of the description of the API.
fn check_types() -> Result<(), String> {
    // The script takes and leaves files beside itself: it gets a place of its own.
    let place = scratch("types")?;
    let failed = |error: io::Error| format!("xtask: types of the page: {error}");
    fs::create_dir_all(place.join("page/src/api")).map_err(failed)?;
    fs::copy(page().join("types.mjs"), place.join("page/types.mjs")).map_err(failed)?;
    fs::copy(page().join("../openapi.json"), place.join("openapi.json")).map_err(failed)?;
    run_in_page(Command::new("node").arg(place.join("page/types.mjs")))?;
    let types = "src/api/types.ts";
    let made = fs::read(place.join("page").join(types)).map_err(failed)?;
    match fs::read(page().join(types)).map_err(failed)? == made {
        true => Ok(()),
        false => Err(format!("xtask: {types} is not what openapi.json says: cargo xtask web")),
    }
}

/// The pages that are checked in are those that their sources make.
fn check_dist() -> Result<(), String> {
    let made = scratch("dist")?;
    run_in_page(Command::new("node").args(["build.mjs", "--out"]).arg(&made))?;
    let (made, kept) = (files(&made), files(&page().join("dist")));
    let names = made.keys().chain(kept.keys());
    let mut other: Vec<&String> = names.filter(|name| made.get(*name) != kept.get(*name)).collect();
    other.sort();
    other.dedup();
    match other.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "xtask: page/dist is not what the sources make ({}): cargo xtask web",
            other.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ")
        )),
    }
}

/// The files below a folder by their names from there.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() {
            found.extend(
                files(&path).into_iter().map(|(own, text)| (format!("{name}/{own}"), text)),
            );
        } else {
            found.insert(name, fs::read(path).unwrap_or_default());
        }
    }
    found
}

/// An empty folder below `target`.
fn scratch(name: &str) -> Result<PathBuf, String> {
    let folder = target().join("web").join(name);
    let made = fs::remove_dir_all(&folder).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Ok(()),
        _ => Err(error),
    });
    let made = made.and_then(|()| fs::create_dir_all(&folder));
    made.map_err(|error| format!("xtask: {}: {error}", folder.display()))?;
    Ok(folder)
}

/// Where the page is written.
pub(crate) fn page() -> PathBuf {
    root().join("crates/plyglot-web/page")
}

fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A program of the debug build.
fn program(name: &str) -> PathBuf {
    target().join("debug").join(name)
}

fn run_in_page(command: &mut Command) -> Result<(), String> {
    let told: Vec<String> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    println!("xtask: {}", told.join(" "));
    let status = command.current_dir(page()).env("PATH", path()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("xtask: {} failed: {status}", told.join(" "))),
        Err(error) => Err(format!("xtask: {} cannot be run: {error}", told.join(" "))),
    }
}
