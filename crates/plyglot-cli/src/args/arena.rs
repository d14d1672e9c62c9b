//! What can be typed for matches.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

/// Which orders of a line-up are played.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Seatings {
    /// Every rotation of the line-up and of its reverse.
    Rotations,
    /// Every order of the line-up.
    All,
}

/// What limits count by.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PerArg {
    /// Every ply.
    Ply,
    /// All plies of a turn together.
    Turn,
}

/// What a move may cost.
#[derive(ClapArgs)]
pub(crate) struct LimitArgs {
    /// Seconds a move; 0.1 if no limit is given and some agent needs one.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) time: Option<String>,
    /// A clock for each seat's whole game: seconds, and seconds added a move.
    #[arg(long, value_name = "S+S", allow_negative_numbers = true, conflicts_with = "time")]
    pub(crate) clock: Option<String>,
    /// Seconds of processor time a move, which a busy machine takes from nobody; bots get wall time.
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with_all = ["time", "clock"])]
    pub(crate) cpu_time: Option<String>,
    /// Nodes a move.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// What a move is for these limits, where a turn has several plies (action-level Halma).
    #[arg(long, value_enum, default_value = "ply")]
    pub(crate) per: PerArg,
    /// Depth of each move, for all agents that have such an option and leave it open.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Seconds a move may be late before its game is lost.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value = "0.2")]
    pub(crate) margin: String,
    /// Seconds to wait for a bot whose moves have no time limit.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value = "60")]
    pub(crate) patience: String,
}

#[derive(ClapArgs)]
pub(crate) struct MatchArgs {
    /// The game, with options in brackets; `seed={1..24}` is a range of them, which openings take turns with.
    pub(crate) game: String,
    /// Who plays: SPEC, NAME=SPEC or "NAME"=SPEC, two or more. As many as the game has sides are one line-up.
    #[arg(long, value_name = "SPEC", num_args = 1.., required = true)]
    pub(crate) agents: Vec<String>,
    /// Games, rounded up to whole blocks of all seatings; with --sprt the most that are played.
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Begin with the openings of a file: one a line, moves, or `position TEXT moves MOVES`; or games in a
    /// format of their own (`plyglot games GAME`), as .pdn and .jsonl; or balanced lines of an opening book
    /// (`plyglot book`).
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub(crate) openings: Option<PathBuf>,
    /// Of games in such a file take so many plies, of a book the lines of so many; without it, games without a
    /// result are taken whole and lines to their ends.
    #[arg(long, value_name = "N", requires = "openings",
        value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) opening_plies: Option<u32>,
    /// Begin with this many random plies; otherwise with the game's own openings if it has any, or two
    /// random plies a seat.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: Option<u32>,
    /// Which orders of a line-up make a block.
    #[arg(long, value_enum, default_value = "rotations")]
    pub(crate) seatings: Seatings,
    /// Stop when sure: a sequential test of the first agent against the others.
    #[arg(long, value_name = "elo0=0,elo1=10,alpha=0.05,beta=0.05")]
    pub(crate) sprt: Option<String>,
    /// A game of so many plies is a draw.
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub(crate) max_plies: u32,
    /// A draw when every side has expected a score that close to one half for some of its moves in a row.
    #[arg(long, value_name = "after=40,moves=8,score=0.02")]
    pub(crate) draw: Option<String>,
    /// The end when both of two sides have expected so little for one of them for some moves in a row.
    #[arg(long, value_name = "moves=3,score=0.03")]
    pub(crate) resign: Option<String>,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: u16,
    /// Seed of openings and agents.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// The file of records; the same command goes on with what is there.
    #[arg(long, value_name = "FILE", default_value = "plyglot.db")]
    pub(crate) db: PathBuf,
    /// Keep no records.
    #[arg(long, conflicts_with = "db")]
    pub(crate) no_db: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct TournamentArgs {
    /// The file that says who plays what; paths in it are relative to it.
    pub(crate) file: PathBuf,
    /// The file of records; the same command goes on with what is there. Without it, the name of the
    /// tournament file with the ending .db.
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// Games at the same time, whatever the file says.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// Only tell what would be played.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct TuneArgs {
    /// The file that says what to look for, how and for how long; paths in it are relative to it.
    pub(crate) file: PathBuf,
    /// The file of records; the same command goes on with what is there. Without it, the name of the
    /// tuning file with the ending .db.
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// What is found is written to this path with the endings .agent, .pool and .params. Without it, the
    /// name of the tuning file.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Games at the same time, whatever the file says.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// Only tell what would be looked for.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct LearnArgs {
    /// The file that says who plays, how much, and what is learnt; paths in it are relative to it.
    pub(crate) file: PathBuf,
    /// The file of records; the same command goes on with what is there. Without it, the name of what is
    /// written with the ending .db.
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// Weights are written to this path with the endings -g1.model, -g2.model and so on, their course with
    /// .json and .svg. Without it, the output that the file names, or the name of the file.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Games at the same time, whatever the file says. The weights do not depend on it.
    #[arg(long, visible_alias = "workers", value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// Only tell what would be played, and how long that takes.
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ExperimentArgs {
    /// The experiment, or `all`; without it, all are listed.
    pub(crate) name: Option<String>,
    /// Take minutes; this is what is done if nothing is said.
    #[arg(long, conflicts_with = "full")]
    pub(crate) quick: bool,
    /// Go on until 10 Elo can be told, which takes hours.
    #[arg(long)]
    pub(crate) full: bool,
    /// Games of every match, rounded up to whole blocks, whatever the file says.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: Option<u32>,
    /// Positions on which nodes are counted, whatever the file says.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) positions: Option<u32>,
    /// A game of so many plies is a draw; 5000 if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: Option<u32>,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) concurrency: u16,
    /// The file of records; the same command goes on with what is there.
    #[arg(long, value_name = "FILE", default_value = "plyglot.db")]
    pub(crate) db: PathBuf,
    /// Print JSON, a line for each experiment.
    #[arg(long)]
    pub(crate) json: bool,
}
