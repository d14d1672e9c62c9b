//! Referees: games that end by their whole course and not by a position.

use crate::{Game, Payoffs, Verdict};

/// Watches a game and may end it, as the drivers of some courses do. Part of a [`crate::Session`];
/// searches and playouts know nothing of it.
pub trait Referee<G: Game>: Send {
    /// Looks at the position after every ply, and at the first one; a ruling if that ends the game.
    fn look(&mut self, game: &G, state: &G::State) -> Option<Ruling>;

    /// A copy.
    fn boxed(&self) -> Box<dyn Referee<G>>;
}

impl<G: Game> Clone for Box<dyn Referee<G>> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

/// How a referee ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What everybody gets.
    pub payoffs: Payoffs,
    /// The result in the game's own words.
    pub verdict: Verdict,
}
