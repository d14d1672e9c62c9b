//! What goes into a search and what comes out.

use plyglot_core::{Control, Game, History};

/// A player bound to one game type.
pub trait Search<G: Game>: Send {
    /// Thinks about the position until done or until the control is spent, and answers with the best
    /// of the last completed work: at least one line with at least one move, always. `report` hears
    /// of every completed step.
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move>;

    /// Forgets what was learnt in the game so far.
    fn new_game(&mut self) {}
}

/// A position to think about. The game must not be over.
pub struct Task<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position, which may be in mid-turn.
    pub state: &'a G::State,
    /// The positions so far, the present one last, for draws by repetition.
    pub history: &'a History,
    /// How many of the best moves are wanted with their values; searches that cannot tell give one.
    pub lines: usize,
    /// Seed of every random choice.
    pub seed: u64,
}

/// The state of a search after a step of its work.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The best moves with what is expected to follow, best first; never empty at the end.
    pub lines: Vec<Line<M>>,
    /// How deep the values of the lines go, in the units of the search. A search that was stopped may
    /// have looked at some moves only to that depth.
    pub depth: u32,
    /// Nodes visited, over all threads.
    pub nodes: u64,
    /// Share of the table in use, in thousandths.
    pub table: u32,
    /// Whether the value is proven to be that of the game.
    pub proven: bool,
}

/// A move, what is expected after it, and what that is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The decisions, the one to be played first.
    pub moves: Vec<M>,
    /// The value for the player to move at the root.
    pub value: f64,
}
