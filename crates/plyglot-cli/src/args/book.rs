//! What can be typed to grow an opening book.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

pub(crate) const BOOK: &str = "Examples:
  plyglot book reversi
  plyglot book checkers --nodes 50000 --positions 500 --concurrency 2
  plyglot book reversi --show
  plyglot match reversi --agents best \"best(book=on(file=reversi.book))\" --games 100
  plyglot match reversi --agents best hand --openings reversi.book
The same command goes on where it stopped, and gives the same book with any number of workers. Games of two
sides have books. docs/books.md tells more.";

#[derive(ClapArgs)]
pub(crate) struct BookArgs {
    /// The game, with options in brackets.
    pub(crate) game: String,
    /// The file of the book; what is there is grown on. Without it, the name of the game with the ending .book.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// Grow it until it has so many positions, rounded up to whole steps.
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=131_072))]
    pub(crate) positions: u32,
    /// Who searches; best without a book and without contempt if not given.
    #[arg(long, value_name = "SPEC")]
    pub(crate) agent: Option<String>,
    /// Nodes of a search [default: 100000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// No position is farther from the start [default: 30].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) plies: Option<u32>,
    /// What an error costs: lines are followed so many plies less for each whole score given away [default: 30].
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub(crate) omega: Option<u32>,
    /// Seed of the searches [default: 1].
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Searches at the same time. The book does not depend on it.
    #[arg(long, visible_alias = "workers", value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: u16,
    /// Only show what is in the book.
    #[arg(long)]
    pub(crate) show: bool,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
