//! The project's own commands: `cargo xtask test`, `cargo xtask conform`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

const HELP: &str = "cargo xtask COMMAND
  test      everything a change must pass: format, lints, tests, tidiness
  conform   all of testdata against the release build, large perft counts included (minutes)";

fn main() -> ExitCode {
    let command = env::args().nth(1).unwrap_or_default();
    let done = match command.as_str() {
        "test" => test(),
        "conform" => conform(),
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
    println!("xtask: the Rust toolchain is all that the tests need; nothing to install");
    tidy()?;
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])?;
    cargo(&["test", "--workspace"])?;
    println!("xtask: all is well");
    Ok(())
}

/// Every file of testdata, whole.
fn conform() -> Result<(), String> {
    cargo(&["build", "--release", "--quiet"])?;
    for game in ["dala", "chexers", "reversixt", "checkers", "halma"] {
        let file = |name: &str| root().join("testdata").join(game).join(name).display().to_string();
        let program = root().join("target/release/plyglot").display().to_string();
        let (perft, playouts) = (file("perft.json"), file("playouts.jsonl"));
        println!("xtask: {game}");
        let mut args = vec!["conform", game, "--perft", &perft, "--playouts", &playouts];
        let more = ["disqualified.jsonl", "real_games.jsonl"].map(file);
        for path in more.iter().filter(|path| Path::new(path).exists()) {
            args.extend(["--playouts", path]);
        }
        run(Command::new(program).args(args))?;
    }
    Ok(())
}

fn cargo(args: &[&str]) -> Result<(), String> {
    println!("xtask: cargo {}", args.join(" "));
    run(Command::new(env::var_os("CARGO").unwrap_or("cargo".into())).args(args))
}

fn run(command: &mut Command) -> Result<(), String> {
    let status = command.current_dir(root()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("xtask: {command:?} failed: {status}")),
        Err(error) => Err(format!("xtask: {command:?} cannot be run: {error}")),
    }
}

fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("xtask lies in the workspace").to_owned()
}

/// House rules that no other tool checks: dependencies point one way, files stay small.
fn tidy() -> Result<(), String> {
    let mut faults = Vec::new();
    for path in rust_files(&root().join("crates")) {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path:?}: {error}"))?;
        let is_test = path.components().any(|part| {
            let part = part.as_os_str();
            part == "tests" || part == "tests.rs"
        });
        if text.lines().count() > 500 && !is_test {
            faults.push(format!("{} has more than 500 lines", path.display()));
        }
    }
    faults.extend(layering()?);
    if faults.is_empty() { Ok(()) } else { Err(format!("xtask tidy:\n{}", faults.join("\n"))) }
}

/// Crates that a crate's own code may use; games and searches never see each other.
fn layering() -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    let folders = fs::read_dir(root().join("crates")).map_err(|error| error.to_string())?;
    for folder in folders.flatten() {
        let name = folder.file_name().to_string_lossy().into_owned();
        let manifest = fs::read_to_string(folder.path().join("Cargo.toml"));
        let manifest = manifest.map_err(|error| format!("{name}: {error}"))?;
        let own = manifest.split("[dev-dependencies]").next().unwrap_or("");
        let used = own.lines().filter_map(|line| line.split_once(".workspace").map(|(dep, _)| dep));
        for dep in used.filter(|dep| dep.starts_with("plyglot-")) {
            let allowed = match name.as_str() {
                "plyglot-core" => false,
                "plyglot-players" => dep != "plyglot-catalog" && !above_catalogue(dep),
                "plyglot-catalog" => !above_catalogue(dep),
                "plyglot-protocol" => matches!(dep, "plyglot-core" | "plyglot-catalog"),
                "plyglot-arena" => matches!(
                    dep,
                    "plyglot-core" | "plyglot-catalog" | "plyglot-protocol" | "plyglot-stats"
                ),
                "plyglot-report" => matches!(
                    dep,
                    "plyglot-core" | "plyglot-catalog" | "plyglot-arena" | "plyglot-stats"
                ),
                "plyglot-cli" => true,
                _ => dep == "plyglot-core",
            };
            if !allowed {
                faults.push(format!("{name} must not depend on {dep}"));
            }
        }
    }
    Ok(faults)
}

/// Whether a crate stands above or beside the catalogue.
fn above_catalogue(name: &str) -> bool {
    let upper = ["arena", "cli", "conform", "protocol", "report", "stats"];
    name.strip_prefix("plyglot-").is_some_and(|rest| upper.contains(&rest))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
