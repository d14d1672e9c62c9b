//! Seats at the table and values held per seat.

use std::ops;

/// The most players any game may have.
pub const MAX_PLAYERS: usize = 8;

/// A seat at the table, counted from zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(pub u8);

impl Player {
    /// The seat as an array index.
    pub const fn idx(self) -> usize {
        self.0 as usize
    }
}

/// The first `count` seats.
pub fn seats(count: u8) -> impl DoubleEndedIterator<Item = Player> + Clone {
    (0..count).map(Player)
}

/// One value per seat; unused seats keep the default. Fixed size, so it never allocates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PerPlayer<T>(pub [T; MAX_PLAYERS]);

impl<T> ops::Index<Player> for PerPlayer<T> {
    type Output = T;
    fn index(&self, player: Player) -> &T {
        &self.0[player.idx()]
    }
}

impl<T> ops::IndexMut<Player> for PerPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.idx()]
    }
}

/// What each seat got at the end of a game: more is better. Ranks, points and wins derive from it.
pub type Payoffs = PerPlayer<i32>;

impl Payoffs {
    /// The end of a game of two: one point from the loser to the winner, none in a draw.
    pub fn duel(winner: Option<Player>) -> Payoffs {
        let mut payoffs = Payoffs::default();
        if let Some(winner) = winner {
            (payoffs.0[winner.idx()], payoffs.0[1 - winner.idx()]) = (1, -1);
        }
        payoffs
    }
}

/// Rank of each of the first `players` seats by payoff: one plus the number of strictly better
/// seats, so equal payoffs share a rank.
pub fn ranks(payoffs: &Payoffs, players: u8) -> Vec<u8> {
    let seats = &payoffs.0[..usize::from(players)];
    seats.iter().map(|own| 1 + seats.iter().filter(|other| *other > own).count() as u8).collect()
}
