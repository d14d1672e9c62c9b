//! Seats at the table and values held per seat.

use std::{cmp::Ordering, ops};

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

/// Who wins and loses together. A side is a team, or a seat that plays for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    of: PerPlayer<u8>,
    players: u8,
    count: u8,
}

impl Sides {
    /// The sides of so many seats by their teams, counted from zero in the order of seats.
    pub fn new(players: u8, team: impl Fn(Player) -> u8) -> Sides {
        let (mut of, mut count) = (PerPlayer::default(), 0);
        for seat in seats(players) {
            let mate = seats(seat.0).find(|mate| team(*mate) == team(seat));
            of[seat] = mate.map_or(count, |mate| of[mate]);
            count += u8::from(mate.is_none());
        }
        Sides { of, players, count }
    }

    /// The side of a seat.
    pub fn of(&self, seat: Player) -> usize {
        self.of[seat].into()
    }

    /// How many sides there are.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// The first seat of every side.
    pub fn first_seats(&self) -> impl Iterator<Item = Player> + use<> {
        let of = self.of;
        seats(self.players).filter(move |seat| seats(seat.0).all(|mate| of[mate] != of[*seat]))
    }

    /// What every seat has, from what every side has.
    pub fn spread<T: Copy>(&self, by_side: &[T]) -> Vec<T> {
        seats(self.players).map(|seat| by_side[self.of(seat)]).collect()
    }

    /// The seats of other sides.
    pub fn opponents(&self, seat: Player) -> impl Iterator<Item = Player> + use<> {
        let (of, own) = (self.of, self.of[seat]);
        seats(self.players).filter(move |other| of[*other] != own)
    }

    /// Whether the end of a game puts a seat ahead of all its opponents, level with the best of them, or
    /// behind one.
    pub fn standing(&self, payoffs: &Payoffs, seat: Player) -> Ordering {
        let best = self.opponents(seat).map(|other| payoffs[other]).max();
        best.map_or(Ordering::Equal, |best| payoffs[seat].cmp(&best))
    }

    /// The ranks of a game that a seat has lost for its side: the side is last, all others share the first
    /// rank.
    pub fn forfeit_ranks(&self, loser: Player) -> Vec<u8> {
        let last = 1 + self.opponents(loser).count() as u8;
        let rank = |seat: Player| if self.of[seat] == self.of[loser] { last } else { 1 };
        seats(self.players).map(rank).collect()
    }

    /// The score of a seat at the end of a game: the share of its opponents that it is ahead of, ties half.
    pub fn score(&self, payoffs: &Payoffs, seat: Player) -> f64 {
        let (mut beaten, mut opponents) = (0.0, 0.0);
        for other in self.opponents(seat) {
            beaten += match payoffs[seat].cmp(&payoffs[other]) {
                Ordering::Greater => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Less => 0.0,
            };
            opponents += 1.0;
        }
        if opponents > 0.0 { beaten / opponents } else { 0.5 }
    }
}
