//! `plyglot completions` and `plyglot man`: the declared arguments for shells and readers of manuals.

use std::{fs, process::ExitCode};

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use super::{Done, Out};
use crate::{
    args::{
        Args,
        shell::{CompletionsArgs, ManArgs},
    },
    error::Error,
    output::write_whole,
};

pub(super) fn completions(args: &CompletionsArgs, out: Out<'_>) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "plyglot", &mut script);
    out.write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn man(args: &ManArgs, out: Out<'_>) -> Done {
    let folder = args.folder.display();
    fs::create_dir_all(&args.folder)
        .map_err(|error| Error::Input(format!("cannot make {folder}: {error}")))?;
    // The pages name each other, which needs the names of commands in full.
    let mut program = Args::command().disable_help_subcommand(true);
    program.build();
    let mut commands = vec![&program];
    let mut pages = 0;
    while let Some(command) = commands.pop() {
        page(command, args)?;
        pages += 1;
        commands.extend(command.get_subcommands());
    }
    writeln!(out, "{folder}: {pages} pages; man -l {folder}/plyglot.1 shows the first")?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of one command.
fn page(command: &Command, args: &ManArgs) -> Result<(), Error> {
    let man = Man::new(command.clone());
    write_whole(&args.folder.join(man.get_filename()), |file| Ok(man.render(file)?))
}
