//! What the lab in the browser is told.

use std::{net::IpAddr, path::PathBuf};

use clap::Args as ClapArgs;

/// The port if nothing else is said and it is free.
pub(crate) const USUAL_PORT: u16 = 7417;

#[derive(ClapArgs, Default)]
pub(crate) struct WebArgs {
    /// The port; 7417 or any that is free if none is named, any that is free for 0.
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// The folder of tables and maps; plyglot in the folder that the system has for such data.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// The file of records of runs, the same as that of match.
    #[arg(long, value_name = "FILE", default_value = "plyglot.db")]
    pub(crate) db: PathBuf,
    /// Open the address in the browser, even where none is expected.
    #[arg(long, overrides_with = "no_open")]
    pub(crate) open: bool,
    /// Only print the address.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Let pages name programs to start and files to read.
    #[arg(long)]
    pub(crate) allow_exec: bool,
    /// Listen to other machines at this address of this one; 0.0.0.0 is all of them.
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<IpAddr>,
    /// Threads that think; as many as the machine has cores if none is named.
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<usize>,
}
