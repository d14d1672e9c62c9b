//! Completions and manual pages, made of what can be typed.

use std::{fs, path::Path};

use crate::plyglot;

#[test]
fn every_shell_completes_commands_and_options() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = plyglot(&["completions", shell]).ok();
        for word in ["games-db", "calibrate", "tournament", "random-plies", "cpu-time"] {
            assert!(script.contains(word), "{shell} does not know {word}");
        }
    }
    assert_eq!(plyglot(&["completions", "tcsh"]).code, 2);
}

#[test]
fn every_command_has_a_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("man").join("man1");
    let _ = fs::remove_dir_all(&folder);
    let said = plyglot(&["man", folder.to_str().unwrap()]).ok();
    let pages = fs::read_dir(&folder).unwrap().count();
    assert!(said.contains(&format!("{pages} pages; man -l ")), "{said}");
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let first = page("plyglot.1");
    let help = plyglot(&["--help"]).ok();
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    for line in commands.take_while(|line| !line.is_empty()).filter(|line| line.starts_with("  ")) {
        let name = line.split_whitespace().next().unwrap();
        if line.starts_with("   ") || name == "help" {
            continue;
        }
        assert!(page(&format!("plyglot-{name}.1")).contains(".SH SYNOPSIS"), "{name}");
        assert!(first.contains(&name.replace('-', "\\-")), "{name}");
    }
    assert!(page("plyglot-games-db-list.1").contains("\\-\\-limit"), "pages of pages");
    let refused = plyglot(&["man", folder.join("plyglot.1").to_str().unwrap()]).refused();
    assert!(refused.contains("cannot make "), "{refused}");
}
