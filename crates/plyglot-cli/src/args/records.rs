//! What can be typed to look at records.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

#[derive(ClapArgs)]
pub(crate) struct GamesDbArgs {
    #[command(subcommand)]
    pub(crate) action: GamesDbAction,
}

#[derive(Subcommand)]
pub(crate) enum GamesDbAction {
    /// List games, the newest first.
    List(ListArgs),
    /// Everything about one game: agents, moves with their times and values, the final board.
    Show(ShowGameArgs),
    /// Write games for other programs.
    Export(ExportArgs),
    /// Watch a game again, move by move.
    Replay(ReplayArgs),
    /// Measure how the points that agents told translate into scores.
    Calibrate(CalibrateArgs),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EndingArg {
    /// By its rules.
    Rules,
    /// By a fault of an agent.
    Forfeit,
    /// Cut short by agreement or length.
    Adjudicated,
}

#[derive(ClapArgs)]
pub(crate) struct ListArgs {
    /// The file of records.
    pub(crate) db: PathBuf,
    /// Only games of this run: its id or the beginning of it.
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,
    /// Only games in which this agent took part.
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// Only games that ended so.
    #[arg(long, value_enum)]
    pub(crate) ending: Option<EndingArg>,
    /// At most so many games; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) limit: usize,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ShowGameArgs {
    /// The file of records.
    pub(crate) db: PathBuf,
    /// The number of the game, as `list` tells it.
    pub(crate) game: i64,
    /// Print the full specifications of game and agents instead of short ones that mean the same.
    #[arg(long)]
    pub(crate) full: bool,
    /// Print JSON: the line that `export` would write.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ExportArgs {
    /// The file of records.
    pub(crate) db: PathBuf,
    /// How games are written: jsonl (one JSON object a line with everything that is known), csv (one row a
    /// game for spreadsheets), or a format of the game's own, such as pdn for checkers: `plyglot games GAME`
    /// lists them.
    #[arg(long, value_name = "NAME", default_value = "jsonl")]
    pub(crate) format: String,
    /// Only games of this run: its id or the beginning of it.
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,
    /// The file to write instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(ClapArgs)]
pub(crate) struct ImportArgs {
    /// The game, with options in brackets; files that tell their own rules are read by those.
    pub(crate) game: String,
    /// The files of games.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The file of records; it is made if it is not there.
    #[arg(long, value_name = "FILE", default_value = "plyglot.db")]
    pub(crate) db: PathBuf,
    /// The format of the files, where their names do not end with it: jsonl, or one of the game's own, as
    /// `plyglot games GAME` lists them.
    #[arg(long, value_name = "NAME")]
    pub(crate) format: Option<String>,
    /// Print JSON: the counts, and every game that was left out or judged otherwise.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct CalibrateArgs {
    /// The file of records.
    pub(crate) db: PathBuf,
    /// Only games of this run: its id or the beginning of it.
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ReplayArgs {
    /// The file of records.
    pub(crate) db: PathBuf,
    /// The number of the game, as `list` tells it.
    pub(crate) game: i64,
    /// Seconds between moves, in a terminal.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value = "0.5")]
    pub(crate) delay: String,
    /// Stop after this many plies, the opening included.
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
}

#[derive(ClapArgs)]
pub(crate) struct ReportArgs {
    /// The file of records.
    pub(crate) db: PathBuf,
    /// The file to write; the name of the file of records with another ending if it is not given.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Only this run: its id or the beginning of it.
    #[arg(long, value_name = "ID")]
    pub(crate) run: Option<String>,
    /// The most games that can be replayed in the page: those with faults first, then the newest.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: usize,
    /// Only the plots, as one SVG picture.
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
    /// Only the numbers, as JSON on standard output unless a file is named.
    #[arg(long)]
    pub(crate) json: bool,
}
