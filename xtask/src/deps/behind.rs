//! Packages of which there is a newer version.

use std::collections::BTreeSet;

/// A package that is behind: its name, the version in use and the newest one.
#[derive(Debug, PartialEq, Eq)]
struct Behind<'a> {
    name: &'a str,
    used: &'a str,
    newest: &'a str,
}

/// Reads what `cargo update --dry-run --verbose` tells: a line for each package that our manifests name,
/// and for each that only other packages ask for.
pub(super) fn lists(report: &str, direct: &BTreeSet<&str>) -> (Vec<String>, Vec<String>) {
    let behind = report.lines().filter_map(read);
    let (own, others): (Vec<_>, Vec<_>) = behind.partition(|one| direct.contains(one.name));
    let line = |one: Behind<'_>| format!("{} {}, newest {}", one.name, one.used, one.newest);
    (own.into_iter().map(line).collect(), others.into_iter().map(line).collect())
}

/// `Updating NAME vOLD -> vNEW`, `Unchanged NAME vOLD (available: vNEW)`, or both in one line where the
/// manifest admits something newer, but not the newest.
fn read(line: &str) -> Option<Behind<'_>> {
    let mut words = line.split_whitespace();
    if !matches!(words.next()?, "Updating" | "Unchanged") {
        return None;
    }
    let (name, used) = (words.next()?, words.next()?);
    let after = |mark: &str| line.split_once(mark)?.1.split_whitespace().next();
    let newest = after("(available:").or_else(|| after("->"))?;
    Some(Behind { name, used: version(used), newest: version(newest) })
}

/// A version without what stands around it.
fn version(word: &str) -> &str {
    word.trim_start_matches('v').trim_end_matches([',', ')'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "    Updating crates.io index
     Locking 2 packages to latest Rust 1.90 compatible versions
    Updating json v1.2.0 -> v1.3.1
    Updating toml v0.9.8 -> v0.9.12+spec-1.1.0 (available: v1.1.8+spec-1.1.0)
   Unchanged array v0.14.7 (available: v0.14.9)
   Unchanged clap v4.6.0 (available: v5.0.0, requires Rust 1.99)
      Adding const-oid v0.10.2
    Removing version_check v0.9.5
note: to see how you depend on a package, run `cargo tree --invert <dep>@<ver>`
warning: not updating lockfile due to dry run
";

    #[test]
    fn the_newest_version_is_told_whether_the_manifest_admits_it_or_not() {
        let (own, others) = lists(REPORT, &["clap", "json", "toml"].into());
        let expected = [
            "json 1.2.0, newest 1.3.1",
            "toml 0.9.8, newest 1.1.8+spec-1.1.0",
            "clap 4.6.0, newest 5.0.0",
        ];
        assert_eq!(own, expected);
        assert_eq!(others, ["array 0.14.7, newest 0.14.9"]);
    }

    #[test]
    fn a_report_without_newer_versions_lists_nothing() {
        let report = "    Updating crates.io index\n     Locking 0 packages\n";
        assert_eq!(lists(report, &BTreeSet::new()), (Vec::new(), Vec::new()));
    }
}
