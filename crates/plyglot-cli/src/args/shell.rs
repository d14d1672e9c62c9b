//! What can be typed to make the program at home in a shell.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use clap_complete::Shell;

/// Where each shell looks for completions.
pub(crate) const COMPLETIONS: &str = "Examples:
  source <(plyglot completions bash)                        in ~/.bashrc
  plyglot completions zsh > ~/.zfunc/_plyglot               a folder of fpath
  plyglot completions fish > ~/.config/fish/completions/plyglot.fish
  plyglot completions powershell | Out-String | Invoke-Expression   in $PROFILE";

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
