//! A game to be watched.

use clap::Args as ClapArgs;

use super::Beginning;

#[derive(Clone, ClapArgs)]
pub(crate) struct WatchArgs {
    /// The game, with options in brackets; an exhibition if there is none.
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) from: Beginning,
    /// Who plays, one after the other; the last one also takes the seats left over, random all of them if
    /// nobody is named.
    #[arg(long = "agent", value_name = "SPEC")]
    pub(crate) agents: Vec<String>,
    /// Nodes for each move; 100000 if no limit is given.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Seconds for each move; a game timed so cannot be repeated exactly.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) time: Option<String>,
    /// Seed of the players; the same seed gives the same game.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Seconds between moves, in a terminal.
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value_t = 0.15)]
    pub(crate) delay: f64,
}
