//! The `plyglot` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    match plyglot_cli::refuse_processor() {
        Some(refused) => refused,
        None => run(),
    }
}

/// Not part of `main`, so that nothing of it runs on a processor that is refused.
#[inline(never)]
fn run() -> ExitCode {
    plyglot_cli::main(&plyglot_catalog::Catalog::standard())
}
