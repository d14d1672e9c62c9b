//! The signature changes with the code, and with nothing else.

#[path = "../../build.rs"]
#[allow(dead_code)]
mod build;

use std::{env, fs, path::PathBuf, process};

use plyglot_catalog::{Catalog, SIGNATURE};

/// A crate of some files, and its signature.
fn signature(name: &str, files: &[(&str, &str)]) -> String {
    let root = env::temp_dir().join(format!("plyglot-signature-{}-{name}", process::id()));
    let own = root.join("engine");
    for (path, text) in files {
        fs::create_dir_all(own.join(path).parent().unwrap()).unwrap();
        fs::write(own.join(path), text).unwrap();
    }
    let found = build::signature_of(&[own]).unwrap();
    fs::remove_dir_all(root).unwrap();
    found
}

const CODE: &str = "/// Doc.\nfn a() {\n    b(1);\n}\n";

#[test]
fn documentation_and_tests_do_not_change_it() {
    let plain = signature("plain", &[("src/lib.rs", CODE), ("maps/a.map", "1\n2\n")]);
    let documented =
        "//! More.\r\n\r\nfn a() {\r\n  // Why.\r\n  b(1);\r\n}\r\n#[cfg(test)]\r\nmod tests;\r\n";
    let others = [
        ("src/lib.rs", documented),
        ("maps/a.map", "1\r\n2\r\n"),
        ("src/tests.rs", "fn test() {}"),
        ("src/tests/more.rs", "fn test() {}"),
        ("tests/it/main.rs", "fn test() {}"),
        ("Cargo.toml", "[package]"),
        ("README.md", "words"),
    ];
    assert_eq!(signature("documented", &others), plain);
}

#[test]
fn code_data_and_names_change_it() {
    let plain = signature("before", &[("src/lib.rs", CODE), ("maps/a.map", "1\n")]);
    let other = CODE.replace('1', "2");
    let changed = [
        signature("code", &[("src/lib.rs", &other), ("maps/a.map", "1\n")]),
        signature("data", &[("src/lib.rs", CODE), ("maps/a.map", "2\n")]),
        signature("name", &[("src/lib.rs", CODE), ("maps/b.map", "1\n")]),
        signature("more", &[("src/lib.rs", CODE), ("maps/a.map", "1\n"), ("src/new.rs", "")]),
    ];
    for (at, other) in changed.iter().enumerate() {
        assert!(*other != plain && !changed[..at].contains(other), "{at}");
    }
}

#[test]
fn it_covers_the_core_the_games_the_searches_and_the_players() {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let crates = build::crates(&own).unwrap();
    let names: Vec<_> = crates.iter().map(|path| path.file_name().unwrap().to_owned()).collect();
    for part in ["core", "search", "players", "catalog"] {
        assert!(names.contains(&format!("plyglot-{part}").into()), "{part} is not in {names:?}");
    }
    for game in Catalog::standard().games() {
        assert!(names.contains(&format!("plyglot-{}", game.name).into()), "{}", game.name);
        assert_eq!(Catalog::standard().signature(game.name).unwrap(), SIGNATURE);
    }
    assert_eq!(build::signature_of(&crates).unwrap(), SIGNATURE);
}
