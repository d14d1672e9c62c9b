//! What can be typed.

pub(crate) mod arena;
pub(crate) mod book;
pub(crate) mod fit;
pub(crate) mod net;
pub(crate) mod records;
pub(crate) mod shell;
pub(crate) mod solve;
pub(crate) mod watch;
pub(crate) mod web;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueHint};
use plyglot_guard::PROMISE;

/// Plyglot: a laboratory for board-game AI.
///
/// Without a command it opens the lab in the browser. A game is written as its name, with options in
/// brackets: dala, "dala(rules=ludii)", "reversixt(map=my.map)", "halma(variant=duel8)".
#[derive(Parser)]
#[command(name = "plyglot", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Open the lab in the browser: play, watch, analyse, review, run matches, draw maps.
    #[command(after_help = "Examples:
  plyglot web
  plyglot web --no-open --port 8080
  plyglot web --listen 0.0.0.0 --db results.db
The server is for this machine alone unless --listen says otherwise, and whoever opens it needs the
address as it is printed, with its token. A second start opens the server that runs already.
docs/web.md tells more, and docs/api.md how programs use it.")]
    Web(web::WebArgs),
    /// List the games, or everything about one of them.
    #[command(after_help = "Examples:\n  plyglot games\n  plyglot games halma")]
    Games(GamesArgs),
    /// Draw a position and say who moves, the counters and the result.
    #[command(after_help = "Examples:
  plyglot show chexers
  plyglot show checkers --moves \"11-15 23-18\"
  plyglot show checkers --moves @club.pdn#2
  plyglot show \"halma(variant=duel8)\" --json
  plyglot show chexers --svg > board.svg")]
    Show(ShowArgs),
    /// List the legal moves, one a line, sorted.
    #[command(after_help = "Examples:
  plyglot legal reversi
  plyglot legal dala --moves \"c3 c4 d3 d4\" --json")]
    Legal(PositionArgs),
    /// Count move sequences of a given length.
    #[command(after_help = "Examples:
  plyglot perft checkers --depth 10
  plyglot perft chexers --depth 7 --threads 2 --hash 256
  plyglot perft \"dala(rules=ludii)\" --depth 6 --divide")]
    Perft(PerftArgs),
    /// Check the game against files of perft counts and games, or against the laws of every game.
    #[command(after_help = "Examples:
  plyglot conform dala
  plyglot conform checkers --games 10 --json
  plyglot conform dala --perft testdata/dala/perft.json --playouts testdata/dala/playouts.jsonl")]
    Conform(ConformArgs),
    /// Play seeded random games and tell how long they were and how they ended.
    #[command(after_help = "Examples:
  plyglot random chexers --games 1000 --seed 7
  plyglot random dala --games 20 --seed 7 --json > games.jsonl
  plyglot conform dala --playouts games.jsonl")]
    Random(RandomArgs),
    /// Measure the speed of rules and searches, beside the fastest figures known.
    #[command(after_help = "Examples:
  plyglot bench
  plyglot bench reversi --part rules --seconds 5 --json
  plyglot bench --part switches        what each technique is worth, as a table
  plyglot bench --part threads         what a second thread gives")]
    Bench(BenchArgs),
    /// List the searches, or everything about one of them.
    #[command(after_help = "Examples:\n  plyglot searches\n  plyglot searches paranoid")]
    Searches(SearchesArgs),
    /// List the named players of the games, with what they stand for and their options.
    #[command(after_help = "Examples:
  plyglot agents
  plyglot agents dala
  plyglot agents dala --full
  plyglot agents \"reversixt(map=octet8)\"      what the names stand for among eight players
  plyglot think dala --agent \"classic(relax_step=0)\"")]
    Agents(AgentsArgs),
    /// Take an agent's evaluation of a position apart: the terms and the total for every player.
    #[command(after_help = "Examples:
  plyglot explain chexers --agent classic --moves \"MOVE(-3,0)(-2,0)\"
  plyglot explain checkers --agent \"classic(king=10)\" --position W:W25,29,K6:B7,11,12 --json
  plyglot explain reversi --agent paranoid
Of a search that is no classic player only the total is known.")]
    Explain(ExplainArgs),
    /// Let an agent think about a position: its move, value, depth and what it expects.
    #[command(after_help = "Examples:
  plyglot think checkers --time 2
  plyglot think chexers --agent \"brs(depth=5,tt=64)\" --lines 3
  plyglot think reversi --agent \"mcts(policy=maxn)\" --nodes 10000 --seed 7 --json")]
    Think(ThinkArgs),
    /// Prove what a position is worth under best play.
    #[command(after_help = "Examples:
  plyglot solve \"reversi(size=4)\"
  plyglot solve checkers --position W:WK27,K31:BK19 --distance
  plyglot solve checkers --position W:W9:B14,K32 --tables 3
  plyglot solve dala --position \"....../..xo../....x./..o.../.x..../.....o o 0 0 0 60\" --time 10
The exit status is 0 if the result is proven, 1 if the limits came first.")]
    Solve(solve::SolveArgs),
    /// Solve a puzzle of a game's own literature as well as it can be, or check a solution.
    #[command(after_help = solve::PUZZLES)]
    SolvePuzzle(solve::PuzzleArgs),
    /// Work out all endings with few pieces, keep them in a file, ask them about a position.
    #[command(after_help = solve::TABLES)]
    Tables(solve::TablesArgs),
    /// Grow an opening book by search, line by line, or show what is in it.
    #[command(after_help = book::BOOK)]
    Book(book::BookArgs),
    /// Play a game at the keyboard, against agents or other people.
    #[command(after_help = "Examples:
  plyglot play reversi
  plyglot play dala --seats paranoid,human --time 3
  plyglot play chexers --seats \"human,brs(depth=5),random\" --seed 7
A seat is `human` or an agent as `plyglot think --agent` takes it. Type `help` while playing.")]
    Play(PlayArgs),
    /// Be an engine: obey a match runner or another program over standard input and output.
    #[command(after_help = "Examples:
  plyglot engine reversi
  plyglot engine \"halma(variant=duel8)\" --agent \"brs(depth=4)\"
The protocol is UGI, extended to eight players; docs/protocol.md tells all about it. In a terminal,
try: go nodes 10000, query legal, quit.")]
    Engine(EngineArgs),
    /// Be a server or referee for other programs, in their own protocol.
    #[command(after_help = "Examples:
  plyglot host                                    the protocols
  plyglot host reversixt --account 2 --watch      a server for two clients on the usual map
  plyglot host reversixt --maps maps/ --agents best --time 1
  plyglot host chexers --games 200 --trace
Clients connect to the port of the protocol on this machine; --listen lets other machines in. Seats that
neither --agents nor --bots take are for clients. Games go into the file of records, for report and
games-db. docs/protocols.md has an example and a small bot for every protocol.")]
    Host(net::HostArgs),
    /// Let one of our agents play on a server, or be the engine of another program, in its own protocol.
    #[command(after_help = "Examples:
  plyglot join                                    the protocols
  plyglot join reversixt 127.0.0.1:7777 --agent best --group 5
  plyglot join chexers --name flying --channel lab --watch
Of every time limit a margin is kept for the way and for a busy machine (--margin); it grows when
answers take longer than they were meant to.")]
    Join(net::JoinArgs),
    /// Play agents against each other: balanced seats, paired openings, error bars, records.
    #[command(after_help = format!("Examples:
  plyglot match checkers --agents best classic --games 100 --time 0.2
  plyglot match chexers --agents best classic classic --time 0.2 --concurrency 2
  plyglot match dala --agents \"new=paranoid(lmr=1)\" old=paranoid --nodes 20000 --games 2000 \\
      --sprt elo0=0,elo1=10
  plyglot match reversi --agents mine='exec(cmd=\"python3 bot.py\")' best --clock 60+0.5
  plyglot match \"reversixt(map=generated,seed={{31..40}},players=3)\" --agents best hand --games 60
Games that ended are in the file of records (--db): the same command goes on where it stopped.
{PROMISE}"))]
    Match(arena::MatchArgs),
    /// Play a tournament that a file describes: round robin, gauntlet, Swiss, knockout, contest.
    #[command(after_help = format!("Examples:
  plyglot tournament examples/tournaments/round-robin.toml
  plyglot tournament cup.toml --dry-run
  plyglot tournament cup.toml --db cup.db --concurrency 2 --json
Games that ended are in the file of records: the same command goes on where it stopped. The file is
explained in docs/tournaments.md.
{PROMISE}"))]
    Tournament(arena::TournamentArgs),
    /// Look for better parameters of an agent by play, as a file describes.
    #[command(after_help = format!("Examples:
  plyglot tune examples/tuning/reversi-texel.toml
  plyglot tune mine.toml --dry-run
  plyglot match reversi --agents @mine.agent best --games 400
Games that ended are in the file of records: the same command goes on where it stopped. The file and
its methods are explained in docs/tuning.md.
{PROMISE}"))]
    Tune(arena::TuneArgs),
    /// Learn an evaluation by play, as a file describes, and prove that it is better.
    #[command(after_help = "Examples:
  plyglot learn examples/learning/reversi.toml --dry-run
  plyglot learn lesson.toml --workers 2
  plyglot match reversi --agents \"alphabeta(eval=learned(file=lesson-g1.model))\" best --games 400
Games that ended are in the file of records: the same command goes on where it stopped, and the same file
gives the same weights. The exit status is 0 if they are shown to be better than the start, 1 if not. The
file is explained in docs/learning.md.")]
    Learn(arena::LearnArgs),
    /// Measure what shallow searches say of deep ones, for cuts that rest on it.
    #[command(after_help = fit::FIT_CUTS)]
    FitCuts(fit::FitCutsArgs),
    /// Put a claim about the players to the test, or list all that can be.
    #[command(after_help = "Examples:
  plyglot experiment
  plyglot experiment checkers-cache
  plyglot experiment dala-depth --full --concurrency 2 --db dala.db
  plyglot experiment all --quick --json
The verdict is that the claim holds, does not hold, or that there is too little to tell. Games are
ordinary matches in the file of records; what was found is in docs/experiments.md.")]
    Experiment(arena::ExperimentArgs),
    /// Look at the games in a file of records, replay them, take them elsewhere.
    #[command(after_help = "Examples:
  plyglot games-db list plyglot.db --agent best --limit 20
  plyglot games-db show plyglot.db 17
  plyglot games-db replay plyglot.db 17 --delay 0.3
  plyglot games-db export plyglot.db --run 3f2a --format pdn -o games.pdn")]
    GamesDb(records::GamesDbArgs),
    /// Put games that were played elsewhere into a file of records: replayed and judged by the rules.
    #[command(after_help = "Examples:
  plyglot import checkers club.pdn --db games.db
  plyglot import reversi cup.ggf base.wtb --db games.db
  plyglot import dala a.jsonl b.jsonl --db games.db --json
  plyglot import \"checkers(draws=none)\" club.pdn --db games.db
Reports, lists and exports count these games like others. `plyglot games GAME` tells the formats.")]
    Import(records::ImportArgs),
    /// Make a page of a file of records: tables, plots, and every game to replay on a board.
    #[command(after_help = "Examples:
  plyglot report plyglot.db
  plyglot report plyglot.db -o report.html --run 3f2a
  plyglot report plyglot.db --svg -o plots.svg
  plyglot report plyglot.db --json
The page is one file that needs no network. report.html#game=3&ply=10 opens a game.")]
    Report(records::ReportArgs),
    /// Watch a game played out on the board; without a game, an exhibition and what to try next.
    #[command(after_help = "Examples:
  plyglot watch
  plyglot watch halma --seed 3 --delay 0.05
  plyglot watch chexers --agent brs --agent paranoid --agent random
  plyglot watch checkers --agent best --time 0.2 --moves \"11-15 23-18\"")]
    Watch(watch::WatchArgs),
    /// Print what makes a shell complete the words of this program.
    #[command(after_help = shell::COMPLETIONS)]
    Completions(shell::CompletionsArgs),
    /// Write manual pages of the program and all its commands.
    #[command(after_help = "Examples:\n  plyglot man man1\n  man -l man1/plyglot-match.1")]
    Man(shell::ManArgs),
}

#[derive(ClapArgs)]
pub(crate) struct GamesArgs {
    /// Only this game, with its options.
    pub(crate) game: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct AgentsArgs {
    /// Only the players of this game, with their options; with options of the game, under these.
    pub(crate) game: Option<String>,
    /// Print full specifications too, every option and weight; JSON always has them.
    #[arg(long)]
    pub(crate) full: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A position: a game, perhaps a text, perhaps moves from there.
#[derive(ClapArgs)]
pub(crate) struct Place {
    /// The game, with options in brackets.
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) from: Beginning,
}

/// Where a game is taken up.
#[derive(Clone, ClapArgs, Default)]
pub(crate) struct Beginning {
    /// The position to begin with, in any form the game reads; @FILE reads it from a file.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play from there, separated by blanks or semicolons; @FILE reads them from a file, and
    /// @GAMES.pdn, @GAMES.pdn#17, @GAMES.jsonl a game from a file of games.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

#[derive(ClapArgs)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Print JSON: the scene, the legal moves and how they are clicked.
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,
    /// Print an SVG picture.
    #[arg(long)]
    pub(crate) svg: bool,
}

#[derive(ClapArgs)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Length of the sequences.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) depth: u32,
    /// Print the count below each legal move.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Threads to use.
    #[arg(long, value_name = "T", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Megabytes for a table of counts already known; 0 for none.
    #[arg(long, value_name = "MB", default_value_t = 0,
        value_parser = clap::value_parser!(u32).range(0..=1_048_576))]
    pub(crate) hash: u32,
    /// Play out the last move too instead of only counting it.
    #[arg(long)]
    pub(crate) no_bulk: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ConformArgs {
    /// The game, with options in brackets.
    pub(crate) game: String,
    /// A file of perft counts: {position, depth, nodes}.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) perft: Vec<String>,
    /// A file of games: {position, moves, legal, final, result, reason}.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) playouts: Vec<String>,
    /// A file of recorded evaluations and decisions of the game's classic players.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) players: Vec<String>,
    /// Leave out perft rows with more nodes than this.
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) max_nodes: u64,
    /// Random games for the check of the laws, when no file is given.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) games: u64,
    /// Seed of those games.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print JSON: what was checked, the counts and every disagreement.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct RandomArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Games to play.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u64,
    /// Seed; the same seed gives the same games.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print the games as JSON lines, in the format that conform reads.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum BenchPart {
    /// Rules and searches.
    All,
    /// Perft and random games.
    Rules,
    /// Searches on fixed positions, with the signature of their node counts.
    Search,
    /// Nodes and time to a fixed depth with each switch taken away in turn.
    Switches,
    /// Two threads beside one.
    Threads,
    /// Exact endings of Reversi: the FFO positions 40 to 44, and 14 to 20 empty squares.
    Endgame,
    /// How far every search runs over its time on every game.
    Overrun,
    /// What a match costs besides thinking: games played, recorded and rated.
    Arena,
    /// The lab in the browser: the size of its pages, and how soon a move is told to those who look.
    Web,
    /// Hosted games: 200 at once with clients that answer at once, and the host's own delay per move.
    Net,
}

#[derive(ClapArgs)]
pub(crate) struct BenchArgs {
    /// Only this game.
    pub(crate) game: Option<String>,
    /// What to measure.
    #[arg(long, value_enum, default_value = "all")]
    pub(crate) part: BenchPart,
    /// Processor seconds for each figure of the rules, about; a run of the arena takes up to twice
    /// as many, all else has a fixed size.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1.0)]
    pub(crate) seconds: f64,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct SearchesArgs {
    /// Only this search, with its options.
    pub(crate) search: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The agent whose evaluation is wanted, with options in brackets.
    #[arg(long, value_name = "SPEC")]
    pub(crate) agent: String,
    /// Print the full specification, every option and weight, instead of a short one that means the same.
    #[arg(long)]
    pub(crate) full: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct ThinkArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// The search, with options in brackets.
    #[arg(long, value_name = "SPEC", default_value = "paranoid")]
    pub(crate) agent: String,
    /// Search to this depth; the same as the option depth of the agent.
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Stop after this many nodes.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Stop after this many seconds; 1 if no limit is given.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) time: Option<String>,
    /// Take a fair share of a game clock: seconds left, and seconds added a move.
    #[arg(long, value_name = "S+S", allow_negative_numbers = true, conflicts_with = "time")]
    pub(crate) clock: Option<String>,
    /// Stop after this many seconds of processor time; each thread of a search has as many.
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with_all = ["time", "clock"])]
    pub(crate) cpu_time: Option<String>,
    /// Print the full specification, every option and weight, instead of a short one that means the same.
    #[arg(long)]
    pub(crate) full: bool,
    /// Give this many of the best moves.
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub(crate) lines: u16,
    /// Seed of random choices.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) place: Place,
    /// Who plays, in the order of the seats; the last agent takes the seats left over.
    #[arg(long, value_name = "SEATS", default_value = "human")]
    pub(crate) seats: String,
    /// Seconds an agent may think about a move; 1 if no limit is given.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) time: Option<String>,
    /// Nodes an agent may visit for a move; without --time, games can be repeated exactly.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Seed of the agents' random choices.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(ClapArgs)]
pub(crate) struct EngineArgs {
    /// The game, with options in brackets, until the runner sets another.
    #[arg(default_value = "reversi")]
    pub(crate) game: String,
    /// The agent, with options in brackets, until the runner sets another [default: best, where the game has it].
    #[arg(long, value_name = "SPEC")]
    pub(crate) agent: Option<String>,
    /// Seed of random choices, until the runner sets another.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
}
