//! What goes into a search and what comes out.

use plyglot_core::{Bound, Control, Game, History, PerPlayer, Player, Score, Value, Worth, seats};

use crate::distance::DELAY;

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

    /// Whether the search heeds [`Task::only`].
    fn can_restrict(&self) -> bool {
        false
    }
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
    /// The moves to choose from; all if it is empty. See [`Search::can_restrict`].
    pub only: &'a [G::Move],
    /// Seed of every random choice.
    pub seed: u64,
}

impl<G: Game> Task<'_, G> {
    /// Whether a move may be chosen.
    pub fn allows(&self, mv: &G::Move) -> bool {
        self.only.is_empty() || self.only.contains(mv)
    }
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
    /// The number by which the search compared it, for the player to move at the root.
    pub value: f64,
    /// What that means, for every seat of which the search knows it.
    pub worth: PerPlayer<Option<Value>>,
}

impl<M> Line<M> {
    /// A line of whose worth nothing is known.
    pub fn unknown(moves: Vec<M>) -> Self {
        Line { moves, value: 0.0, worth: PerPlayer::default() }
    }

    /// A line worth points to a seat, by an evaluation that tells nothing of the others.
    pub fn points(seat: Player, moves: Vec<M>, points: f64) -> Self {
        Line::own(seat, moves, points, Value::points(points))
    }

    /// A line worth something to a seat that says nothing of the others.
    pub fn own(seat: Player, moves: Vec<M>, value: f64, worth: Value) -> Self {
        let mut all = PerPlayer::default();
        all[seat] = Some(worth);
        Line { moves, value, worth: all }
    }

    /// A line worth something to a seat and its side, and the opposite to the other side where there are two.
    pub(crate) fn valued<G: Game>(
        game: &G,
        seat: Player,
        moves: Vec<M>,
        value: f64,
        worth: Value,
    ) -> Self {
        Line { moves, value, worth: for_sides(game, seat, worth) }
    }

    /// A line with the score of one seat, which may be that of an end of the game.
    pub(crate) fn scored<G: Game, S: Score>(
        game: &G,
        seat: Player,
        moves: Vec<M>,
        score: S,
        bound: Bound,
    ) -> Self {
        let value = Value { worth: meaning(game, seat, score), bound };
        Line { moves, value: score.real(), worth: for_sides(game, seat, value) }
    }

    /// A line with the scores of all seats.
    pub(crate) fn scored_by_all<G: Game, S: Score>(
        game: &G,
        seat: Player,
        moves: Vec<M>,
        scores: &PerPlayer<S>,
    ) -> Self {
        let mut worth = PerPlayer::default();
        for own in seats(game.players()) {
            worth[own] = Some(meaning(game, own, scores[own]).into());
        }
        Line { moves, value: scores[seat].real(), worth }
    }
}

/// What a value for a seat is to everybody: to its side the same, and to the other, if there is just one,
/// the opposite.
fn for_sides<G: Game>(game: &G, seat: Player, value: Value) -> PerPlayer<Option<Value>> {
    let (sides, mut worth) = (game.sides(), PerPlayer::default());
    for other in seats(game.players()) {
        if sides.of(other) == sides.of(seat) {
            worth[other] = Some(value);
        } else if sides.count() == 2 {
            worth[other] = value.opposite();
        }
    }
    worth
}

/// What a score says: beyond half a win it is that of an end of the game, from which every decision on
/// the way there has taken a little.
fn meaning<G: Game, S: Score>(game: &G, seat: Player, score: S) -> Worth {
    let (value, win) = (score.real(), S::WIN.real());
    let beaten = (value / win).round();
    if beaten == 0.0 {
        return Worth::Points(value);
    }
    let opponents = game.sides().opponents(seat).count().max(1) as f64;
    let delay = ((beaten * win - value) / (DELAY as f64 * beaten.signum())).round();
    let distance = (delay > 0.0).then_some(delay as u32);
    Worth::End { score: ((beaten / opponents + 1.0) / 2.0).clamp(0.0, 1.0), distance }
}
