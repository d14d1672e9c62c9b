//! What can be typed for other programs' protocols.

use std::{net::IpAddr, path::PathBuf};

use clap::Args as ClapArgs;

#[derive(ClapArgs)]
pub(crate) struct HostArgs {
    /// The protocol; `plyglot host` alone lists them.
    pub(crate) protocol: Option<String>,
    /// The game, with options in brackets; what the protocol usually plays if none is named.
    pub(crate) game: Option<String>,
    /// Maps to be played one after the other: files, or folders of them.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "game")]
    pub(crate) maps: Vec<PathBuf>,
    /// Our agents that take part, SPEC or NAME=SPEC; clients and bots take the other seats, and all change
    /// seats from game to game.
    #[arg(long, value_name = "SPEC", num_args = 1..)]
    pub(crate) agents: Vec<String>,
    /// Programs that speak the protocol over their standard input and output, or as it asks.
    #[arg(long, value_name = "COMMAND", num_args = 1..)]
    pub(crate) bots: Vec<String>,
    /// The port; the protocol's usual one if none is named, any that is free for 0.
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Listen to other machines at this address of this one; 0.0.0.0 is all of them.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,
    /// Games in all.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// Games at the same time; all if everybody is a client, otherwise one.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) at_once: Option<u32>,
    /// Seconds a move.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) time: Option<String>,
    /// Seconds a move, where what is left over is kept for later moves.
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with_all = ["time", "clock"])]
    pub(crate) account: Option<String>,
    /// A clock for each seat's whole game: seconds, and seconds added a move.
    #[arg(long, value_name = "S+S", allow_negative_numbers = true, conflicts_with = "time")]
    pub(crate) clock: Option<String>,
    /// Depth of each move, as a wish to clients and for our agents.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Seconds a move may be late before it is a fault.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) margin: Option<String>,
    /// Seconds to wait for answers that have no time limit.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) patience: Option<String>,
    /// Write every game to this folder, in the format of the game's own world.
    #[arg(long, value_name = "DIR")]
    pub(crate) logs: Option<PathBuf>,
    /// Seed of lots and agents.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The file of records.
    #[arg(long, value_name = "FILE", default_value = "plyglot.db")]
    pub(crate) db: PathBuf,
    /// Keep no records.
    #[arg(long, conflicts_with = "db")]
    pub(crate) no_db: bool,
    /// Show every message, on standard error.
    #[arg(long)]
    pub(crate) trace: bool,
    /// Show the board.
    #[arg(long)]
    pub(crate) watch: bool,
    /// Print JSON: a line for every game.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct JoinArgs {
    /// The protocol; `plyglot join` alone lists them.
    pub(crate) protocol: Option<String>,
    /// The server, as HOST:PORT, HOST or :PORT; this machine and the usual port are left out. Protocols
    /// over standard input and output have none.
    pub(crate) server: Option<String>,
    /// Who plays, with options in brackets.
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub(crate) agent: String,
    /// The game, with options in brackets, as far as the server does not say it.
    #[arg(long, value_name = "SPEC")]
    pub(crate) game: Option<String>,
    /// What the client is called.
    #[arg(long, value_name = "NAME", default_value = "Plyglot")]
    pub(crate) name: String,
    /// Whom to play with, where a protocol knows channels.
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(crate) channel: String,
    /// The group, where a protocol knows groups.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=99))]
    pub(crate) group: u8,
    /// Games, each with a connection of its own.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// Seconds to try until there is a server.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value = "10")]
    pub(crate) retry: String,
    /// Seconds a move at most, whatever the server allows.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) time: Option<String>,
    /// Seconds that are kept back of every limit; more are kept when the way or the machine needs it.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value = "0.03")]
    pub(crate) margin: String,
    /// Nodes a move at most.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Depth of each move at most.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Seed of random choices.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Show every message, on standard error.
    #[arg(long)]
    pub(crate) trace: bool,
    /// Show the board, on standard error.
    #[arg(long)]
    pub(crate) watch: bool,
    /// Print JSON: a line for every game.
    #[arg(long)]
    pub(crate) json: bool,
}
