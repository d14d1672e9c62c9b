//! Where the plies of a position lead, positions told apart up to the symmetries of the rules.

use crate::{Game, Notation, for_each_ply};

/// A legal ply, and where it leads.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The ply, in canonical spelling.
    pub ply: String,
    /// The identity of the position after it, as [`crate::AnySession::key`] tells it.
    pub key: u64,
    /// Whether the side that played it decides again.
    pub again: bool,
    /// The score of that side, where the ply ends the game by its rules.
    pub end: Option<f64>,
}

/// The identity of a position: the same for all that the symmetries of the rules map to each other, whatever the
/// counters say.
pub(crate) fn key<G: Game>(game: &G, state: &G::State) -> u64 {
    game.symmetric(state).iter().map(|image| game.hash(image)).fold(game.hash(state), u64::min)
}

/// Where the legal plies lead, in the order of lists.
pub(crate) fn reaches<G: Notation>(game: &G, state: &G::State) -> Vec<Reach> {
    let (sides, mover) = (game.sides(), game.to_move(state));
    let mut reaches = Vec::new();
    for_each_ply(game, state, &mut |ply| {
        let mut after = state.clone();
        for mv in ply {
            game.make(&mut after, *mv);
        }
        let end = game.outcome(&after).map(|payoffs| sides.score(&payoffs, mover));
        reaches.push(Reach {
            ply: game.write_ply(state, ply),
            key: key(game, &after),
            again: sides.of(game.to_move(&after)) == sides.of(mover),
            end,
        });
    });
    reaches.sort_by(|a, b| game.compare_plies(&a.ply, &b.ply));
    reaches
}
