//! What tables of endings say, in the tree and at the root.
//!
//! In the tree a known ending is a value. A draw is one under all rules, whatever contempt says; a win or loss
//! is as far away as the tables tell, and counts as one if its end comes before the counters can. Otherwise it is
//! searched on, and at the end of the search no more than a very good or very bad position.
//!
//! At the root only moves are played that keep what there is. A win is played by the shortest way, so it makes
//! progress, and a loss by the longest; where the best is a draw the search chooses among the moves that keep it,
//! asking tables for fewer pieces alone, since all else would be equal to it. Where a counter may end the game before
//! the shortest way does, the search looks for one that sets the counter back.

use plyglot_core::{
    Bound, Ending, Evaluate, Game, Oracle, Payoffs, Player, Rng, Score, comes_first,
};

use crate::{
    Line, Task, Thought,
    distance::delayed,
    node::Worker,
    root::{RootMove, Wanted},
    view::View,
};

/// No line is told farther.
const LONGEST: usize = 1000;

/// A move of the root and how it ends for whoever plays it.
type Judged<M> = (M, Ending);

/// Up to how many pieces a search from this position asks in its tree.
pub(crate) fn asked<G: Game>(oracle: Option<&dyn Oracle<G>>, game: &G, root: &G::State) -> u32 {
    let known = oracle.and_then(|oracle| oracle.pieces(game, root));
    known.filter(|_| !is_pressed(oracle, game, root)).map_or(u32::MAX, |pieces| pieces - 1)
}

/// Whether a position is won, but perhaps too late for a counter.
fn is_pressed<G: Game>(oracle: Option<&dyn Oracle<G>>, game: &G, state: &G::State) -> bool {
    let known = oracle.and_then(|oracle| oracle.ending(game, state, u32::MAX));
    matches!(known, Some(Ending::Win(plies)) if plies >= game.horizon(state))
}

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, V, E> {
    /// The value of a node of an unfinished game whose ending is known, unless it may not come to that and there is
    /// some depth left to see.
    #[inline]
    pub(crate) fn known_ending(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: usize,
    ) -> Option<E::Score> {
        let ending = self.oracle?.ending(self.game, state, self.asked)?;
        let proven = ending == Ending::Draw || ending.plies() < self.game.horizon(state);
        if !proven && depth > 0 {
            return None;
        }
        // A table of positions does not know what counters and the path allow.
        let undrawn = self.game.repetition() == 0 && self.game.horizon(state) == u32::MAX;
        self.footing.estimated |= ending != Ending::Draw && !undrawn;
        Some(self.worth(state, self.game.to_move(state), ending, ply, proven))
    }

    /// What an ending for a player is worth to the root.
    fn worth(
        &self,
        state: &G::State,
        mover: Player,
        ending: Ending,
        ply: usize,
        proven: bool,
    ) -> E::Score {
        let other = Player(1 - mover.0);
        let payoffs = match ending {
            Ending::Draw => self.game.draw(),
            Ending::Win(_) => Payoffs::duel(Some(mover)),
            Ending::Loss(_) => Payoffs::duel(Some(other)),
        };
        let value = self.eval.terminal(self.game, state, &payoffs, self.pov);
        let away = i64::from(ending.plies()) + ply as i64;
        if ending == Ending::Draw {
            value
        } else if !proven {
            let sign = value.real().signum();
            E::Score::from_real(sign * (E::Score::WIN.real() / 4.0 - away as f64))
        } else if self.params.fastest {
            delayed(value, away)
        } else {
            value
        }
    }

    /// What tables say of the root, if that is all that is wanted: values of all moves that are asked for, or one
    /// that wins or loses at best.
    pub(crate) fn told(&mut self, task: &Task<'_, G>, wanted: Wanted) -> Option<Thought<G::Move>> {
        let mut judged = self.judged(task)?;
        judged.sort_by_key(|(_, ending)| std::cmp::Reverse(ending.rank()));
        let best = judged.first()?.1;
        let pressed = is_pressed(self.oracle, task.game, task.state);
        if (best == Ending::Draw || pressed) && wanted.lines == 1 {
            return None;
        }
        if self.params.random_ties {
            let ties = judged.iter().take_while(|(_, ending)| *ending == best).count();
            judged.swap(0, Rng::stream(wanted.seed, 0).below(ties));
        }
        let first = |plies| comes_first(task.game, task.state, task.history, plies);
        let lines = judged.iter().take(wanted.lines).map(|(mv, ending)| {
            let proven = first(ending.plies());
            let value = self.worth(task.state, self.pov, *ending, 0, proven);
            let moves = self.best_play(task, *mv, *ending);
            Line::scored(task.game, self.pov, moves, value, Bound::Exact)
        });
        let lines = lines.collect();
        let proven = best == Ending::Draw || first(best.plies());
        Some(Thought { lines, depth: best.plies(), nodes: self.control.nodes, table: 0, proven })
    }

    /// Leaves only the moves that keep what the root is worth by the tables; every win where one has to be found that
    /// is soon enough.
    pub(crate) fn keep_value(
        &mut self,
        task: &Task<'_, G>,
        roots: &mut Vec<RootMove<V::Move, E::Score>>,
    ) {
        let Some(judged) = self.judged(task) else { return };
        let best = judged.iter().map(|(_, ending)| ending.rank()).max();
        let pressed = is_pressed(self.oracle, task.game, task.state);
        let is_best = |end: &Ending| match end {
            Ending::Win(_) if pressed => true,
            end => Some(end.rank()) == best,
        };
        let keeps = |mv| judged.iter().any(|(own, end)| *own == mv && is_best(end));
        roots.retain(|root| keeps(V::plain(root.mv)));
    }

    /// The moves to choose from with how they end, if the tables have the root.
    fn judged(&mut self, task: &Task<'_, G>) -> Option<Vec<Judged<G::Move>>> {
        let oracle = self.oracle?;
        oracle.pieces(task.game, task.state)?;
        let mut moves = Vec::new();
        task.game.moves(task.state, &mut moves);
        moves.retain(|mv| task.allows(mv));
        let judged = moves.into_iter().map(|mv| {
            self.control.tick();
            let mut state = task.state.clone();
            task.game.make(&mut state, mv);
            Some((mv, ending_after(task, oracle, &state, self.pov)?))
        });
        judged.collect()
    }

    /// A move and best play of both sides after it, to the end of the game.
    fn best_play(&self, task: &Task<'_, G>, first: G::Move, ending: Ending) -> Vec<G::Move> {
        let (mut state, mut line) = (task.state.clone(), vec![first]);
        task.game.make(&mut state, first);
        let Some(oracle) = self.oracle.filter(|_| ending != Ending::Draw) else { return line };
        while task.game.outcome(&state).is_none() && line.len() < LONGEST {
            let Some((mv, _)) = best_move(task, oracle, &state) else { break };
            task.game.make(&mut state, mv);
            line.push(mv);
        }
        line
    }
}

/// The first of the best moves of a position, and how it ends for whoever plays it.
fn best_move<G: Game>(
    task: &Task<'_, G>,
    oracle: &dyn Oracle<G>,
    state: &G::State,
) -> Option<Judged<G::Move>> {
    let (mut moves, mover) = (Vec::new(), task.game.to_move(state));
    task.game.moves(state, &mut moves);
    let mut best = None::<Judged<G::Move>>;
    for mv in moves {
        let mut child = state.clone();
        task.game.make(&mut child, mv);
        let ending = ending_after(task, oracle, &child, mover)?;
        if best.is_none_or(|(_, other)| ending.rank() > other.rank()) {
            best = Some((mv, ending));
        }
    }
    best
}

/// How a position ends for the player who has just moved there, perhaps in mid-turn. A position of the past that
/// is drawn if it comes once more is drawn.
fn ending_after<G: Game>(
    task: &Task<'_, G>,
    oracle: &dyn Oracle<G>,
    state: &G::State,
    mover: Player,
) -> Option<Ending> {
    let game = task.game;
    if let Some(payoffs) = game.outcome(state) {
        return Some(match payoffs[mover].cmp(&game.draw()[mover]) {
            std::cmp::Ordering::Less => Ending::Loss(1),
            std::cmp::Ordering::Equal => Ending::Draw,
            std::cmp::Ordering::Greater => Ending::Win(1),
        });
    }
    if game.mid_turn(state) {
        return best_move(task, oracle, state).map(|(_, ending)| ending);
    }
    let times = game.repetition();
    if times > 0 && task.history.count(game.hash(state)) + 1 >= times {
        return Some(Ending::Draw);
    }
    oracle.ending(game, state, u32::MAX).map(Ending::before)
}
