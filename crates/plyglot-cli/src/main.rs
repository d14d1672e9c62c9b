//! The `plyglot` program.

fn main() -> std::process::ExitCode {
    plyglot_cli::main(&plyglot_catalog::Catalog::standard())
}
