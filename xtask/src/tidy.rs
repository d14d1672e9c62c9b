//! House rules that no other tool checks.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{folders, root, web};

/// Dependencies point one way, files stay small.
pub(crate) fn check() -> Result<(), String> {
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
    faults.extend(page()?);
    if faults.is_empty() { Ok(()) } else { Err(format!("xtask tidy:\n{}", faults.join("\n"))) }
}

/// Files of the page stay small, and have nothing that its content security policy forbids.
fn page() -> Result<Vec<String>, String> {
    /// What is made, not written.
    const MADE: &str = "types.ts";
    const FORBIDDEN: [&str; 5] =
        ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "style="];
    let mut faults = Vec::new();
    for path in web::sources(&web::page().join("src")) {
        let text = fs::read_to_string(&path).map_err(|error| format!("{path:?}: {error}"))?;
        if text.lines().count() > 300 && !path.ends_with(MADE) {
            faults.push(format!("{} has more than 300 lines", path.display()));
        }
        let found = FORBIDDEN.iter().filter(|word| text.contains(**word));
        faults.extend(found.map(|word| format!("{} has {word}", path.display())));
    }
    Ok(faults)
}

/// Crates that a crate's own code may use; games and searches never see each other.
fn layering() -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    for name in folders("crates")? {
        let manifest = fs::read_to_string(root().join("crates").join(&name).join("Cargo.toml"));
        let manifest = manifest.map_err(|error| format!("{name}: {error}"))?;
        let own = manifest.split("[dev-dependencies]").next().unwrap_or("");
        let used = own.lines().filter_map(|line| line.split_once(".workspace").map(|(dep, _)| dep));
        let used = used.filter_map(|dep| dep.strip_prefix("plyglot-"));
        let short = name.trim_start_matches("plyglot-");
        for dep in used.filter(|dep| !may_use(short, dep)) {
            faults.push(format!("{name} must not depend on plyglot-{dep}"));
        }
    }
    Ok(faults)
}

/// Whether a crate may use another one.
fn may_use(name: &str, dep: &str) -> bool {
    /// What stands above or beside the catalogue.
    const UPPER: [&str; 13] = [
        "arena",
        "cli",
        "conform",
        "experiment",
        "guard",
        "lab",
        "learn",
        "protocol",
        "report",
        "stats",
        "tuner",
        "web",
        "wire",
    ];
    match name {
        "core" | "guard" => false,
        "players" => dep != "catalog" && !UPPER.contains(&dep),
        "catalog" => !UPPER.contains(&dep),
        "lab" => matches!(dep, "core" | "catalog"),
        "protocol" => matches!(dep, "core" | "catalog" | "lab" | "guard"),
        "arena" => matches!(dep, "core" | "catalog" | "lab" | "guard" | "protocol" | "stats"),
        "learn" | "tuner" | "experiment" => matches!(dep, "core" | "catalog" | "arena" | "stats"),
        "report" => {
            matches!(dep, "core" | "catalog" | "lab" | "guard" | "arena" | "tuner" | "stats")
        }
        "wire" => {
            !matches!(dep, "cli" | "experiment" | "players" | "report" | "search" | "tuner" | "web")
        }
        "web" => {
            matches!(
                dep,
                "core" | "catalog" | "lab" | "protocol" | "arena" | "tuner" | "report" | "stats"
            )
        }
        "cli" => true,
        _ => dep == "core",
    }
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
