//! The program as a user runs it.

mod bench;
mod boards;
mod book;
mod bots;
mod bridge;
mod commands;
mod conform;
mod documents;
mod engine;
mod errors;
mod example;
mod experiment;
mod explain;
mod fit_cuts;
mod fuzz;
mod games_db;
mod import;
mod learn;
mod matches;
mod net;
mod play;
mod puzzles;
mod records;
mod report;
mod shell;
mod survival;
mod tables;
mod think;
mod tournament;
mod tune;
mod watch;
mod web;

use std::{path::PathBuf, process::Command};

/// What a run of the program gave.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// Runs `plyglot`.
fn plyglot(args: &[&str]) -> Ran {
    run(env!("CARGO_BIN_EXE_plyglot").into(), args)
}

fn run(program: PathBuf, args: &[&str]) -> Ran {
    // However wide the terminal of whoever runs the tests is, and whatever tables are kept for players.
    let mut command = Command::new(program);
    run_to_end(command.args(args).env_remove("COLUMNS").env("XDG_DATA_HOME", data_folder()))
}

/// Runs a command to its end, with nothing to read.
fn run_to_end(command: &mut Command) -> Ran {
    let done = command.output();
    let done = done.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    Ran {
        code: done.status.code().expect("the program ends by itself"),
        out: String::from_utf8(done.stdout).expect("output is text"),
        err: String::from_utf8(done.stderr).expect("errors are text"),
    }
}

impl Ran {
    /// The output of a run that went well.
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self.out
    }

    /// The output as JSON.
    #[track_caller]
    fn json(self) -> serde_json::Value {
        let out = self.ok();
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error} in {out}"))
    }

    /// The message of a run that refused its input.
    #[track_caller]
    fn refused(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
        self.err
    }
}

/// The folder for data of programs that tests have.
fn data_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("data")
}

/// A path for a file of one test, where nothing is yet.
fn scratch(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", path.display()));
    }
    path.display().to_string()
}

fn testdata(path: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("../../testdata").join(path).display().to_string()
}
