//! All ways to end the turn at hand, and a list of the best of them.

use std::collections::{HashSet, VecDeque};

use plyglot_core::{Bound, Control, Evaluate, Game, Payoffs, Rng, Score};

use crate::{
    drawn::is_drawn,
    params::Draws,
    past::Past,
    task::{Line, Task, Thought},
};

/// Positions in mid-turn that one enumeration follows at most.
const MOST_OPEN: usize = 1 << 20;

/// Hands every position in which the turn can end to `visit`, with the decisions that lead there:
/// turns of few decisions first, and within those in the order of generation. At most `hops`
/// decisions after which the turn goes on are made, and a position in mid-turn is followed only the
/// first time it is met. With `only`, turns begin with one of these. Stops when the control is spent.
pub(crate) fn for_each_turn<G: Game>(
    game: &G,
    state: &G::State,
    only: &[G::Move],
    hops: u32,
    control: &mut Control<'_>,
    visit: &mut impl FnMut(&mut G::State, &[G::Move], &mut Control<'_>),
) {
    let mut open = VecDeque::from([(state.clone(), Vec::new())]);
    let (mut seen, mut moves) = (HashSet::from([game.hash(state)]), Vec::new());
    while let Some((mut state, mut path)) = open.pop_front() {
        moves.clear();
        game.moves(&state, &mut moves);
        if path.is_empty() && !only.is_empty() {
            moves.retain(|mv| only.contains(mv));
        }
        for &mv in &moves {
            if !control.tick() {
                return;
            }
            let undo = game.make(&mut state, mv);
            path.push(mv);
            if game.mid_turn(&state) && game.outcome(&state).is_none() {
                let follow = path.len() <= hops as usize && seen.len() < MOST_OPEN;
                if follow && seen.insert(game.hash(&state)) {
                    open.push_back((state.clone(), path.clone()));
                }
            } else {
                visit(&mut state, &path, control);
            }
            path.pop();
            game.unmake(&mut state, mv, undo);
        }
    }
}

/// What the end of a turn is worth to the player who is to make it.
pub(crate) struct TurnWorth<'a, G: Game, E: ?Sized> {
    task: &'a Task<'a, G>,
    eval: &'a E,
    past: Past,
    contempt: f64,
}

impl<'a, G: Game, E: Evaluate<G> + ?Sized> TurnWorth<'a, G, E> {
    /// Judges by an evaluation, and draws as they are to be taken.
    pub(crate) fn new(task: &'a Task<'a, G>, eval: &'a E, draws: Draws) -> Self {
        let past = Past::new(task.game, task.history, draws.repetition);
        TurnWorth { task, eval, past, contempt: draws.contempt }
    }

    /// Whether the game is over after the turn.
    pub(crate) fn is_over(&self, state: &G::State) -> bool {
        self.past.peek(self.task.game, state).is_some()
    }

    /// The value of the position after the turn, the end of the game and repetition included.
    pub(crate) fn value_after(&self, state: &G::State) -> E::Score {
        self.value(state, self.past.peek(self.task.game, state))
    }

    /// The value of a position in which everybody gets so much, if the game is over there.
    pub(crate) fn value(&self, state: &G::State, ending: Option<Payoffs>) -> E::Score {
        let game = self.task.game;
        let pov = game.to_move(self.task.state);
        let Some(payoffs) = ending else { return self.eval.score(game, state, pov) };
        let value = self.eval.terminal(game, state, &payoffs, pov);
        let disdained = self.contempt != 0.0 && is_drawn(game, &payoffs);
        if disdained { value - E::Score::from_real(self.contempt) } else { value }
    }
}

/// The best turns met so far. Equal ones stay in the order they came in, or one of them is drawn.
pub(crate) struct Shortlist<S, M> {
    best: Vec<(S, Vec<M>)>,
    room: usize,
    ties: u64,
    rng: Option<Rng>,
}

impl<S: Score, M: Copy> Shortlist<S, M> {
    /// An empty list of at most `room` turns; with a generator, ties for the first place are drawn.
    pub(crate) fn new(room: usize, rng: Option<Rng>) -> Self {
        Shortlist { best: Vec::new(), room: room.max(1), ties: 0, rng }
    }

    /// Notes a turn and its value.
    pub(crate) fn offer(&mut self, value: S, turn: &[M]) {
        let first = self.best.first().map(|(best, _)| *best);
        let mut at = self.best.partition_point(|(other, _)| *other >= value);
        if first.is_none_or(|best| value > best) {
            self.ties = 1;
        } else if first == Some(value) {
            self.ties += 1;
            // The n-th of equals replaces the first with probability 1/n: all are equally likely.
            let ties = self.ties as usize;
            if self.rng.as_mut().is_some_and(|rng| rng.below(ties) == 0) {
                at = 0;
            }
        }
        if at < self.room {
            self.best.truncate(self.room - 1);
            self.best.insert(at, (value, turn.to_vec()));
        }
    }

    /// Whether nothing has been offered yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.best.is_empty()
    }

    /// The list as a search's answer; with an empty list the first legal move.
    pub(crate) fn into_thought<G: Game<Move = M>>(
        self,
        task: &Task<'_, G>,
        control: &Control<'_>,
    ) -> Thought<M> {
        let seat = task.game.to_move(task.state);
        let line = |(value, moves)| Line::scored(task.game, seat, moves, value, Bound::Exact);
        let mut lines: Vec<_> = self.best.into_iter().map(line).collect();
        if lines.is_empty() {
            lines.push(first_legal(task));
        }
        Thought { lines, depth: 1, nodes: control.nodes, table: 0, proven: false }
    }
}

/// The answer of a search that had no time to think.
pub(crate) fn first_legal<G: Game>(task: &Task<'_, G>) -> Line<G::Move> {
    let mut moves = Vec::new();
    task.game.moves(task.state, &mut moves);
    moves.retain(|mv| task.allows(mv));
    moves.truncate(1);
    Line::unknown(moves)
}
