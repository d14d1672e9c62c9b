//! `plyglot engine`: an agent for match runners.

#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(windows)]
use std::os::windows::io::AsHandle;
use std::{fs::File, io, process::ExitCode};

use plyglot_catalog::Catalog;
use plyglot_protocol::{Defaults, Engine};

use super::Done;
use crate::{args::EngineArgs, input::read_file};

pub(super) fn run(catalog: &Catalog, args: &EngineArgs) -> Done {
    let defaults = Defaults { game: args.game.clone(), agent: args.agent.clone(), seed: args.seed };
    let mut engine = Engine::new(catalog, &read_file, defaults)?;
    engine.serve(io::stdin().lock(), own_output()?)?;
    Ok(ExitCode::SUCCESS)
}

/// The standard output once more: the program holds its lock, and searches answer from their own threads.
pub(super) fn own_output() -> io::Result<File> {
    let stdout = io::stdout();
    #[cfg(unix)]
    let output = stdout.as_fd().try_clone_to_owned()?;
    #[cfg(windows)]
    let output = stdout.as_handle().try_clone_to_owned()?;
    Ok(File::from(output))
}
