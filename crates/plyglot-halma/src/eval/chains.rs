//! What the hops before a player's pieces promise: how many there are, and how far chains of them lead.

use crate::{
    Halma,
    board::{Board, Square, hop_all, pop_bit},
    hops::{Openings, flood},
};

/// What chains of hops would gain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gains {
    /// Rows and columns, of the best chain of every piece.
    pub(crate) all: i64,
    /// The same of the best of all.
    pub(crate) best: i64,
}

/// The number of hops toward the target that a player's pieces could make.
#[inline]
pub(crate) fn hops_ahead(game: &Halma, openings: &Openings, player: usize, own: Board) -> i64 {
    let mut count = 0;
    for direction in game.geometry.forward(player) {
        for class in 0..4 {
            let open = openings.open_toward(game, player, direction, class);
            count += (own.0[class] & open).count_ones();
        }
    }
    i64::from(count)
}

/// What the best chains of a player's pieces would gain, each from the board as it stands.
#[inline]
pub(crate) fn gains(game: &Halma, openings: &Openings, player: usize, own: Board) -> Gains {
    let mut gains = Gains::default();
    for class in 0..4 {
        let hops = openings.open_to(game, player, class);
        let mut pieces = own.0[class] & hops.iter().fold(0, |all, hops| all | hops);
        while pieces != 0 {
            let from = Square((class as u8) << 6 | pop_bit(&mut pieces));
            let reached = flood(hop_all(from.bit(), &hops), &hops, 0);
            let gain = game.geometry.gain(player, from, reached);
            gains.all += gain;
            gains.best = gains.best.max(gain);
        }
    }
    gains
}
