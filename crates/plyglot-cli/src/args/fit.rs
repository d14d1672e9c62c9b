//! What can be typed to measure the numbers of selective search.

use clap::Args as ClapArgs;

pub(crate) const FIT_CUTS: &str = "Examples:
  plyglot fit-cuts reversi
  plyglot fit-cuts checkers --agent \"alphabeta(quiescence=8)\" --games 500 --depth 10
  plyglot fit-cuts dala --json
  plyglot fit-cuts \"reversixt(map=generated,seed={1..12})\" --games 240
The last line is the option to give to the agent, together with probcut=1.5 or so; docs/search.md tells
what it means. The same seed gives the same numbers with any number of threads.";

#[derive(ClapArgs)]
pub(crate) struct FitCutsArgs {
    /// The game, with options in brackets; of a range of them, as `seed={1..24}`, games are taken of all.
    pub(crate) game: String,
    /// The agent, one of the alpha-beta family; whatever of it leaves moves out is switched off.
    #[arg(long, value_name = "SPEC", default_value = "best")]
    pub(crate) agent: String,
    /// Games against itself that positions are taken from.
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// The most positions of a game.
    #[arg(long, value_name = "N", default_value_t = 4,
        value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) per_game: u32,
    /// How deep positions are searched.
    #[arg(long, value_name = "N", default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    /// Random plies at the beginning of a game; after it, every fourth is random.
    #[arg(long, value_name = "N", default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) random_plies: u32,
    /// Seed of the games.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads to use; as many as there are cores if not given.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
