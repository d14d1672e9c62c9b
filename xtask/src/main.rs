//! The project's own commands: `cargo xtask test`, `targets`, `deps`, `conform`, `test-web`, `web` and `fuzz-web`.

mod deps;
mod targets;
mod tidy;
mod web;

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

const HELP: &str = "cargo xtask COMMAND
  test      everything a change must pass: format, lints, tests, tidiness, licences, the pages in a real
            browser, and what `targets` checks if all is there that it needs; installs Node.js, npm and
            Chromium with apt if they are missing
  targets   that everything compiles for Windows and macOS, all up to the lab for WebAssembly, and that a
            processor too old is told so; installs what is missing with rustup and apt
  deps      which dependencies are outdated, in the tree in several versions, or under a licence that
            will not do; only the last is a failure
  conform   all of testdata against the release build, large perft counts included (minutes)
  test-web  what `test` checks of the pages, alone
  web       makes the pages of the lab: crates/plyglot-web/page/dist and the types of its API
  fuzz-web  10,000 requests that schemathesis makes of the description of the API (minutes)";

fn main() -> ExitCode {
    let command = env::args().nth(1).unwrap_or_default();
    let done = match command.as_str() {
        "test" => test(),
        "targets" => targets::install().and_then(|()| targets::check()),
        "deps" => deps::check(),
        "conform" => conform(),
        "test-web" => cargo(&["build", "--package", "plyglot-cli", "--bins", "--examples"])
            .and_then(|()| web::check()),
        "web" => web::build(),
        "fuzz-web" => web::fuzz(),
        _ => Err(HELP.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Everything a change must pass.
fn test() -> Result<(), String> {
    // Debian's smallest systems come without these.
    install("kill", "procps")?;
    install("setsid", "util-linux")?;
    install("python3", "python3")?;
    tidy::check()?;
    deps::licences()?;
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])?;
    cargo(&["test", "--workspace"])?;
    web::check()?;
    match targets::missing() {
        None => targets::check()?,
        Some(what) => println!("xtask: other targets not checked, {what}: see cargo xtask targets"),
    }
    println!("xtask: all is well");
    Ok(())
}

/// Every file of testdata, whole.
fn conform() -> Result<(), String> {
    cargo(&["build", "--release", "--quiet"])?;
    for game in folders("testdata")? {
        let file =
            |name: &str| root().join("testdata").join(&game).join(name).display().to_string();
        let program = root().join("target/release/plyglot").display().to_string();
        let (perft, playouts) = (file("perft.json"), file("playouts.jsonl"));
        println!("xtask: {game}");
        let mut args = vec!["conform", &game, "--perft", &perft, "--playouts", &playouts];
        let more = ["disqualified.jsonl", "real_games.jsonl"].map(file);
        for path in more.iter().filter(|path| Path::new(path).exists()) {
            args.extend(["--playouts", path]);
        }
        run(Command::new(program).args(args))?;
    }
    Ok(())
}

fn cargo(args: &[&str]) -> Result<(), String> {
    cargo_with(args, &[])
}

/// Runs Cargo with some variables set.
fn cargo_with(args: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    println!("xtask: cargo {}", args.join(" "));
    run(Command::new(cargo_program()).args(args).envs(variables.iter().copied()))
}

/// The Cargo that runs us, or the one in the path.
fn cargo_program() -> OsString {
    env::var_os("CARGO").unwrap_or("cargo".into())
}

fn run(command: &mut Command) -> Result<(), String> {
    let status = command.current_dir(root()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("xtask: {command:?} failed: {status}")),
        Err(error) => Err(format!("xtask: {command:?} cannot be run: {error}")),
    }
}

/// Whether there is a program of this name.
fn has_program(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Installs a Debian package, unless the program is there for which it is needed.
fn install(program: &str, package: &str) -> Result<(), String> {
    if has_program(program) {
        return Ok(());
    }
    println!("xtask: {program} is missing: apt-get install {package}");
    run(Command::new("apt-get").args(["install", "--yes", package]))
}

/// The names of the folders in a folder of the project, in order.
fn folders(within: &str) -> Result<Vec<String>, String> {
    let found = fs::read_dir(root().join(within)).map_err(|error| format!("{within}: {error}"))?;
    let folders = found.flatten().filter(|entry| entry.path().is_dir());
    let names = folders.map(|folder| folder.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}

fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("xtask lies in the workspace").to_owned()
}
