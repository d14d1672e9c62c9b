//! Other systems than this one.

use std::process::Command;

use crate::{cargo, cargo_with, folders, has_program, install as install_package, root, run};

const WEB: &str = "wasm32-unknown-unknown";
const WINDOWS: &str = "x86_64-pc-windows-gnu";
const MAC: &str = "aarch64-apple-darwin";

/// Programs that are needed, each with its Debian package: SQLite is written in C.
const PROGRAMS: [(&str, &str); 2] =
    [("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64"), (QEMU, "qemu-user-static")];
const QEMU: &str = "qemu-x86_64-static";

/// Installs what is missing, and says so.
pub(crate) fn install() -> Result<(), String> {
    for (program, package) in PROGRAMS {
        install_package(program, package)?;
    }
    let installed = installed_targets();
    let missing = [WEB, WINDOWS, MAC].into_iter().filter(|target| !has_line(&installed, target));
    for target in missing {
        println!("xtask: the target {target} is missing: rustup target add {target}");
        run(Command::new("rustup").args(["target", "add", target]))?;
    }
    Ok(())
}

/// What is not installed, in words.
pub(crate) fn missing() -> Option<String> {
    let installed = installed_targets();
    let target = [WEB, WINDOWS, MAC].into_iter().find(|target| !has_line(&installed, target));
    let program = PROGRAMS.into_iter().find(|(program, _)| !has_program(program));
    target.or(program.map(|(program, _)| program)).map(|what| format!("{what} is not installed"))
}

fn installed_targets() -> String {
    let list = Command::new("rustup").args(["target", "list", "--installed"]).output();
    list.map(|list| String::from_utf8_lossy(&list.stdout).into_owned()).unwrap_or_default()
}

fn has_line(text: &str, line: &str) -> bool {
    text.lines().any(|found| found == line)
}

/// Checks everything for every target.
pub(crate) fn check() -> Result<(), String> {
    let mut web = vec!["check", "--target", WEB];
    let crates = folders("crates")?;
    for name in ["plyglot-catalog", "plyglot-conform", "plyglot-stats", "plyglot-lab"] {
        if crates.iter().any(|found| found == name) {
            web.extend(["--package", name]);
        }
    }
    cargo(&web)?;
    cargo(&["check", "--workspace", "--target", WINDOWS])?;
    // A check links nothing, so it does without SQLite in the machine code of a Mac.
    let no_sqlite = [
        ("LIBSQLITE3_SYS_USE_PKG_CONFIG", "1"),
        ("SQLITE3_LIB_DIR", "."),
        ("SQLITE3_INCLUDE_DIR", "."),
    ];
    cargo_with(&["check", "--workspace", "--target", MAC], &no_sqlite)?;
    if cfg!(target_arch = "x86_64") { old_processor() } else { Ok(()) }
}

/// A processor without what the program is compiled for gets a sentence, not an illegal instruction.
fn old_processor() -> Result<(), String> {
    cargo(&["build", "--package", "plyglot-cli", "--bin", "plyglot"])?;
    let mut command = Command::new(QEMU);
    command.args(["-cpu", "core2duo", "target/debug/plyglot", "games"]).current_dir(root());
    println!("xtask: {command:?}");
    let done = command.output().map_err(|error| format!("{QEMU}: {error}"))?;
    let told = String::from_utf8_lossy(&done.stderr);
    if done.status.code() == Some(2) && told.contains("x86-64-v3") {
        return Ok(());
    }
    Err(format!("xtask: on an old processor the program ends with {}: {told}", done.status))
}
