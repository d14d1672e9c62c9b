//! Positions by number, so that the ends of a game can be worked out backwards and kept in tables.

use crate::Game;

/// How a game numbers its endings. They lie in *slices*, as a rule by material: positions of one slice
/// have the numbers 0 to its size, some of which may be of no position (*holes*). Who is to move is no
/// part of it: a position and the same one with the colours exchanged have one number.
///
/// The game is one of two sides that take turns move by move, a win is worth as much as any other, and whoever
/// is to move when it is over has not won. Draws by counters and repetition are no part of these numbers, see [`Tabled::undrawn`].
pub trait Tabled<G: Game>: Sync {
    /// Tells numberings apart: a file of tables is only good under the one it was made with. To be changed
    /// with the numbers or with the rules that tables are about.
    fn layout(&self) -> &'static str;

    /// The fewest pieces there are slices of.
    fn fewest(&self) -> u32;

    /// The rules without the draws that only the past decides.
    fn undrawn(&self, game: &G) -> G;

    /// The slices with exactly so many pieces, in groups: moves from a group stay in it, end the game, or
    /// lead to an earlier group of the list or to fewer pieces.
    fn groups(&self, pieces: u32) -> Vec<Vec<u32>>;

    /// How many numbers a slice has.
    fn size(&self, slice: u32) -> u64;

    /// What is in a slice, in words.
    fn about(&self, slice: u32) -> String;

    /// The slice of a position; `None` if it is in no slice, however many pieces are asked for.
    fn slice(&self, state: &G::State) -> Option<u32>;

    /// The number of a position in its slice, which it must have.
    fn index(&self, state: &G::State) -> u64;

    /// The position of a number; `None` for a hole.
    fn state(&self, slice: u32, index: u64) -> Option<G::State>;

    /// Appends the positions from which a move leads to this one without leaving the group, one for each
    /// such move.
    fn predecessors(&self, state: &G::State, out: &mut Vec<G::State>);
}
