//! What can be typed to make the program at home in a shell.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use clap_complete::Shell;

/// How each shell takes completions.
pub(crate) const COMPLETIONS: &str = "Examples:
  plyglot completions bash > plyglot.bash       sourced by ~/.bashrc
  plyglot completions zsh > _plyglot            in a folder of fpath
  plyglot completions fish > plyglot.fish       in ~/.config/fish/completions
  plyglot completions powershell > plyglot.ps1  run by $PROFILE";

#[derive(ClapArgs)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(ClapArgs)]
pub(crate) struct ManArgs {
    /// The folder to write them to; it is made if it is not there.
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
}
