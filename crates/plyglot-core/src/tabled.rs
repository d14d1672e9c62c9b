//! Positions by number, so that the ends of a game can be worked out backwards and kept in tables, and what
//! is known of them.

use std::cmp::Ordering;

use crate::{Game, History};

/// How a position ends under best play, for the side to move: the winner hurries, the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in so many plies.
    Win(u32),
    /// The side to move loses in so many plies; 0 if the game is over.
    Loss(u32),
}

impl Ending {
    /// Plies to the end; 0 for a draw.
    pub fn plies(self) -> u32 {
        match self {
            Ending::Draw => 0,
            Ending::Win(plies) | Ending::Loss(plies) => plies,
        }
    }

    /// Whether the side to move wins, draws or loses.
    pub fn verdict(self) -> Ordering {
        match self {
            Ending::Draw => Ordering::Equal,
            Ending::Win(_) => Ordering::Greater,
            Ending::Loss(_) => Ordering::Less,
        }
    }

    /// The same for the side that moved there, before its move.
    pub fn before(self) -> Self {
        match self {
            Ending::Draw => Ending::Draw,
            Ending::Win(plies) => Ending::Loss(plies + 1),
            Ending::Loss(plies) => Ending::Win(plies + 1),
        }
    }

    /// Greater is better for the side to move: sooner wins, later losses.
    pub fn rank(self) -> i64 {
        match self {
            Ending::Draw => 0,
            Ending::Win(plies) => i64::from(u32::MAX - plies),
            Ending::Loss(plies) => -i64::from(u32::MAX - plies),
        }
    }
}

/// How a game numbers its endings. They lie in *slices*, as a rule by material: positions of one slice
/// have the numbers 0 to its size, some of which may be of no position (*holes*). Who is to move is no
/// part of it: a position and the same one with the colours exchanged have one number, and so may those
/// that the symmetries of the board map to each other.
///
/// The game is one of two sides that take turns, a win is worth as much as any other, and whoever is to move
/// when it is over has not won. Only positions between turns have numbers; a turn of several decisions is one
/// ply. Draws by counters and repetition are no part of these numbers, see [`Tabled::undrawn`].
pub trait Tabled<G: Game>: Sync {
    /// Tells numberings and rules apart: a file of tables is only good under the one it was made with. To be
    /// changed with the numbers or with the rules that tables are about. `None` for rules without tables.
    fn layout(&self, game: &G) -> Option<String>;

    /// The fewest pieces there are slices of.
    fn fewest(&self) -> u32;

    /// The most pieces there are slices of, whether or not those can be worked out.
    fn most(&self) -> u32;

    /// The rules without the draws that only the past decides.
    fn undrawn(&self, game: &G) -> G;

    /// The slices with exactly so many pieces, in groups: moves from a group stay in it, end the game, or
    /// lead to an earlier group of the list or to fewer pieces.
    fn groups(&self, game: &G, pieces: u32) -> Vec<Vec<u32>>;

    /// How many numbers a slice has.
    fn size(&self, game: &G, slice: u32) -> u64;

    /// What is in a slice, in words.
    fn about(&self, slice: u32) -> String;

    /// The slice of a position; `None` if it is in no slice, however many pieces are asked for.
    fn slice(&self, game: &G, state: &G::State) -> Option<u32>;

    /// The number of a position in its slice, which it must have.
    fn index(&self, game: &G, state: &G::State) -> u64;

    /// The position of a number; `None` for a hole.
    fn state(&self, game: &G, slice: u32, index: u64) -> Option<G::State>;

    /// Appends positions from which a move leads to this one without leaving the group: each number as often
    /// as it has moves to positions with the number of this one.
    fn predecessors(&self, game: &G, state: &G::State, out: &mut Vec<G::State>);
}

/// Knows how some positions end, as tables do. Draws by counters and repetition are unknown to it: whoever
/// asks has to see whether they could come first. What it calls a draw is one under all rules.
pub trait Oracle<G: Game>: Send + Sync {
    /// How many pieces a position has, if it is known.
    fn pieces(&self, game: &G, state: &G::State) -> Option<u32>;

    /// How a position of an unfinished game ends, if it has no more than `most` pieces and is known.
    fn ending(&self, game: &G, state: &G::State, most: u32) -> Option<Ending>;
}

/// Whether an end so many plies from a position comes before every draw that tables do not know. On the way there
/// no position comes twice, so one that repeats has been there before.
pub fn comes_first<G: Game>(game: &G, state: &G::State, history: &History, plies: u32) -> bool {
    plies < game.horizon(state) && !may_repeat(game, state, history)
}

/// Whether some other position of the past would be drawn if it came once more.
pub fn may_repeat<G: Game>(game: &G, state: &G::State, history: &History) -> bool {
    let (present, times) = (game.hash(state), game.repetition());
    let often = |key: &u64| *key != present && history.count(*key) + 1 >= times;
    times != 0 && history.keys().iter().any(often)
}
