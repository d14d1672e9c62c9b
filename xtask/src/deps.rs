//! What the project depends on: what is outdated, what is there twice, what is under which licence.

mod behind;
mod licence;
mod tree;

use std::process::{Command, Output};

use self::tree::Tree;
use crate::{cargo_program, root};

/// Lists all that could be better, and fails if something must be.
pub(crate) fn check() -> Result<(), String> {
    let tree = Tree::read(&output(&["metadata", "--format-version", "1", "--locked"])?.stdout)?;
    let (own, others) = behind::lists(&report()?, &tree.direct());
    print("outdated", &own);
    print("outdated, but held by other packages", &others);
    print("in several versions", &tree.duplicates());
    fit(&tree)
}

/// Checks the licences without a network, or tells that it takes one.
pub(crate) fn licences() -> Result<(), String> {
    match output(&["metadata", "--format-version", "1", "--locked", "--offline"]) {
        Ok(told) => fit(&Tree::read(&told.stdout)?),
        Err(_) => {
            println!("xtask: licences not checked, packages are missing: see cargo xtask deps");
            Ok(())
        }
    }
}

fn fit(tree: &Tree) -> Result<(), String> {
    let faults = tree.unfit_licences();
    if faults.is_empty() {
        println!("xtask: all licences are fit");
        return Ok(());
    }
    Err(format!("xtask: unfit licences:\n  {}", faults.join("\n  ")))
}

fn print(what: &str, lines: &[String]) {
    match lines {
        [] => println!("xtask: {what}: nothing"),
        lines => println!("xtask: {what}:\n  {}", lines.join("\n  ")),
    }
}

/// What Cargo says of newer versions; without a network, of those it has heard of.
fn report() -> Result<String, String> {
    let question = ["update", "--dry-run", "--verbose", "--color", "never"];
    let told = output(&question).or_else(|_| {
        println!("xtask: the registry does not answer; newest is what this machine has heard of");
        output(&[&question[..], &["--offline"]].concat())
    })?;
    Ok(String::from_utf8_lossy(&told.stderr).into_owned())
}

fn output(args: &[&str]) -> Result<Output, String> {
    let done = Command::new(cargo_program()).args(args).current_dir(root()).output();
    let done = done.map_err(|error| format!("xtask: cargo cannot be run: {error}"))?;
    if done.status.success() {
        return Ok(done);
    }
    let told = String::from_utf8_lossy(&done.stderr);
    Err(format!("xtask: cargo {} failed: {}", args.join(" "), told.trim_end()))
}
