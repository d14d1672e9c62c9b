//! What can be asked to be solved.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::Place;

pub(crate) const PUZZLES: &str = "Examples:
  plyglot solve-puzzle chexers warmup.json
  plyglot solve-puzzle checkers --inputfile board.txt --outputfile game.txt
  plyglot solve-puzzle checkers --single board.txt next.txt
  plyglot solve-puzzle checkers --validate board.txt game.txt
The exit status is 0 if the puzzle is solved, or the solution as good as it can be, and 1 if not. docs/puzzles.md has
the formats.";

pub(crate) const TABLES: &str = "Examples:
  plyglot tables checkers --pieces 3
  plyglot tables checkers --pieces 4 -o checkers-4.tables
  plyglot tables checkers --file checkers-4.tables --position W:WK27,K31:BK19
  plyglot solve checkers --position W:W9:B14,K32 --tables checkers-4.tables
  plyglot tables checkers --pieces 6 --dry-run
  plyglot tables checkers --pieces 5 --keep
Tables know the plies to the end under best play, but no draws by counters and repetition. With
--position the exit status is 1 if they do not have it. docs/tables.md tells more.";

#[derive(ClapArgs)]
pub(crate) struct TablesArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The most pieces of a position, both sides together [default: 4, or the fewest that endings have].
    #[arg(long, value_name = "N")]
    pub(crate) pieces: Option<u32>,
    /// Read the tables from a file instead of building them.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["pieces", "threads"])]
    pub(crate) file: Option<PathBuf>,
    /// Write the tables to a file.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Keep the tables in a folder, slice by slice: what was finished before stays, so more can be built at once
    /// than memory holds, and a run that was stopped goes on.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["file", "output"])]
    pub(crate) folder: Option<PathBuf>,
    /// The same in the folder where players look for tables.
    #[arg(long, conflicts_with_all = ["file", "output", "folder"])]
    pub(crate) keep: bool,
    /// Only show what there is to do.
    #[arg(long, conflicts_with_all = ["file", "output"])]
    pub(crate) dry_run: bool,
    /// Threads to use; as many as there are cores if not given.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Print JSON, with the counts of every slice.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct PuzzleArgs {
    /// The game, with options in brackets.
    pub(crate) game: String,
    /// The file of the puzzle.
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath,
        required_unless_present = "inputfile", conflicts_with = "inputfile")]
    pub(crate) input: Option<PathBuf>,
    /// The file of the solution; without it, the solution is printed.
    #[arg(value_name = "OUTPUT", value_hint = ValueHint::FilePath, conflicts_with = "outputfile")]
    pub(crate) output: Option<PathBuf>,
    /// The same as INPUT.
    #[arg(long, value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub(crate) inputfile: Option<PathBuf>,
    /// The same as OUTPUT.
    #[arg(long, value_name = "OUTPUT", value_hint = ValueHint::FilePath)]
    pub(crate) outputfile: Option<PathBuf>,
    /// Write the first move alone: an action, or the board after it.
    #[arg(long, conflicts_with = "validate")]
    pub(crate) single: bool,
    /// Check the solution that OUTPUT holds instead of writing one.
    #[arg(long)]
    pub(crate) validate: bool,
    /// Look this many plies ahead for somebody's win, where two sides play.
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) plies: u32,
    /// Stop after this many seconds, where two sides play.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value = "240")]
    pub(crate) time: String,
    /// Megabytes for the table, where two sides play.
    #[arg(long, value_name = "MB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) tt: u32,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SolveMethod {
    /// The game's own solver if it has one, alpha-beta otherwise.
    Auto,
    /// Alpha-beta to the end or, where positions can repeat, deeper and deeper.
    Alphabeta,
    /// Depth-first proof-number search.
    Proof,
}

#[derive(ClapArgs)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// How to go about it.
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) method: SolveMethod,
    /// Ask only whether the player to move gets at least this payoff.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) goal: Option<i32>,
    /// Find the plies to the end too, the winner hurrying and the loser delaying.
    #[arg(long)]
    pub(crate) distance: bool,
    /// Ask tables of endings: a file, a folder, or up to how many pieces.
    #[arg(long, value_name = "FILE|DIR|N", conflicts_with = "goal")]
    pub(crate) tables: Option<String>,
    /// Megabytes for the table.
    #[arg(long, value_name = "MB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) tt: u32,
    /// Stop after this many nodes.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Stop after this many seconds.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) time: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
