//! Adversarial searches for two to eight players, generic over the game.
//!
//! A search takes a [`Task`], spends a [`Control`] and gives a [`Thought`]. It never prints, reads no
//! clock but the one in its control, and draws random numbers only from the task's seed. What can be
//! switched is declared once in [`SEARCHES`], and [`build`] makes a search of checked options.

mod task;

#[cfg(test)]
mod tests;

pub use task::{Line, Search, Task, Thought};

use plyglot_core::{Control, Eval, Handover, OptionSpec, Options, Order, SpecError};

/// A search that can be named in a specification.
#[derive(Clone, Copy)]
pub struct SearchEntry {
    /// The name in specifications.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Whether it needs exactly two sides: two players or two teams.
    pub two_sides: bool,
}

/// Everything a search of a game is made of.
pub struct Parts<G: Handover> {
    /// The evaluation.
    pub eval: Eval<G>,
    /// The game's own move ordering, if one is wanted.
    pub order: Option<Box<dyn Order<G>>>,
}
