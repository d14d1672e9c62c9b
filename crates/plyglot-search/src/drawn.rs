//! What draws are worth to the player at the root.

use plyglot_core::{Game, Payoffs, PerPlayer, Player, Score, seats};

/// Whether nobody is ahead.
pub(crate) fn is_drawn<G: Game>(game: &G, payoffs: &Payoffs) -> bool {
    seats(game.players()).all(|seat| payoffs[seat] == payoffs.0[0])
}

/// Takes `contempt` from what a draw is worth to the root's team.
pub(crate) fn disdain<G: Game, S: Score>(
    game: &G,
    root: Player,
    contempt: f64,
    values: &mut PerPlayer<S>,
) {
    for seat in seats(game.players()).filter(|seat| game.team(*seat) == game.team(root)) {
        values[seat] = values[seat] - S::from_real(contempt);
    }
}
