//! Max^n: everybody maximises their own value (Luckhart and Irani 1986).
//!
//! The value of a position depends on which of several moves equal for their player counts, so the
//! rule is an option; ties are told apart by generation order, whatever order moves are tried in. Nothing
//! is pruned: with three players and more even the tightest bounds of what values can sum to would save a
//! few nodes in a hundred (Sturtevant and Korf 2000), and between two there is alpha-beta.

use std::cmp::Ordering;

use plyglot_core::{
    Control, Evaluate, Game, Handover, History, Options, Order, Payoffs, PerPlayer, Player, mix,
    seats,
};

use crate::{
    Built, Line, Parts, Search, Task, Thought,
    circles::Circles,
    distance::{decisive, delayed},
    drawn::{disdain, is_drawn},
    params::{Count, Params, Ties},
    root::winning_move,
};

/// Max^n with an evaluation and the buffers of a path.
pub(crate) struct MaxN<G: Game, E: Evaluate<G> + ?Sized> {
    eval: Box<E>,
    order: Option<Box<dyn Order<G>>>,
    params: Params,
    buffers: Buffers<G::Move>,
}

struct Buffers<M> {
    /// The moves of every node of the path, one node after the other.
    moves: Vec<M>,
    /// The expected line from every distance to the root.
    lines: Vec<Vec<M>>,
}

impl<G: Game, E: Evaluate<G> + ?Sized> MaxN<G, E> {
    pub(crate) fn new(eval: Box<E>, order: Option<Box<dyn Order<G>>>, params: Params) -> Self {
        let buffers = Buffers { moves: Vec::new(), lines: Vec::new() };
        MaxN { eval, order, params, buffers }
    }
}

impl<G: Game, E: Evaluate<G> + ?Sized> Search<G> for MaxN<G, E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let game = task.game;
        let mut worker = Worker {
            game,
            eval: &*self.eval,
            order: self.order.as_deref(),
            params: &self.params,
            buffers: &mut self.buffers,
            root: game.to_move(task.state),
            history: task.history.clone(),
            repeats: self.params.repetition.limit(game),
            circles: Circles::at(game, task.state),
            seed: mix(task.seed),
            estimated: false,
        };
        worker.buffers.moves.clear();
        worker.deepen(task, control, report)
    }

    fn can_restrict(&self) -> bool {
        true
    }
}

/// A move at the root with what was found in the iteration under way.
struct RootMove<M, S> {
    mv: M,
    idx: u32,
    values: PerPlayer<S>,
    /// Whether it has been searched.
    done: bool,
    line: Vec<M>,
}

/// One think.
struct Worker<'a, G: Game, E: Evaluate<G> + ?Sized> {
    game: &'a G,
    eval: &'a E,
    order: Option<&'a dyn Order<G>>,
    params: &'a Params,
    buffers: &'a mut Buffers<G::Move>,
    root: Player,
    history: History,
    repeats: u32,
    circles: Circles,
    seed: u64,
    /// Whether some value rests on an estimate rather than on the end of the game.
    estimated: bool,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Worker<'_, G, E> {
    fn deepen(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let (mut state, wanted) = (task.state.clone(), task.lines.max(1));
        let mut roots = self.root_moves(task, &mut state);
        let line = Line::unknown(vec![roots[0].mv]);
        let mut thought =
            Thought { lines: vec![line], depth: 0, nodes: 0, table: 0, proven: false };
        if self.params.early_exit
            && wanted == 1
            && let moves = roots.iter().map(|root| root.mv)
            && let Some((at, payoffs)) =
                winning_move(self.game, &mut state, moves, self.root, || control.tick())
        {
            let (moves, scores) = (vec![roots[at].mv], self.terminal(&state, &payoffs, 1));
            let line = Line::scored_by_all(self.game, self.root, moves, &scores);
            return Thought { lines: vec![line], depth: 1, nodes: control.nodes, ..thought };
        }
        let first = if self.params.deepen { 1 } else { self.params.depth };
        for depth in first..=self.params.depth {
            self.estimated = false;
            let complete = self.iterate(&mut state, &mut roots, depth, control);
            // Cut short, it counts if the best move of the iteration before was completed.
            if complete || roots[0].done && wanted == 1 {
                thought.lines = self.lines(&mut roots, wanted);
            }
            thought.nodes = control.nodes;
            if !complete {
                break;
            }
            thought.depth = depth;
            report(&thought);
            let won = self.params.early_exit && roots[0].values[self.root] > decisive();
            if !self.estimated || won && wanted == 1 {
                break;
            }
        }
        thought
    }

    fn root_moves(
        &mut self,
        task: &Task<'_, G>,
        state: &mut G::State,
    ) -> Vec<RootMove<G::Move, E::Score>> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves.retain(|mv| task.allows(mv));
        let roots = moves.iter().enumerate().map(|(idx, mv)| RootMove {
            mv: *mv,
            idx: idx as u32,
            values: PerPlayer::default(),
            done: false,
            line: vec![*mv],
        });
        let mut roots: Vec<_> = roots.collect();
        if let Some(order) = self.order {
            roots.sort_by_key(|root| -i64::from(order.priority(self.game, state, root.mv)));
        }
        roots
    }

    /// Searches all root moves to a depth; false if the budget is spent.
    fn iterate(
        &mut self,
        state: &mut G::State,
        roots: &mut [RootMove<G::Move, E::Score>],
        depth: u32,
        control: &mut Control<'_>,
    ) -> bool {
        roots.iter_mut().for_each(|root| root.done = false);
        for root in roots {
            root.values = self.play(state, root.mv, depth, 0, control).unwrap_or_default();
            if control.spent() {
                return false;
            }
            root.done = true;
            root.line.truncate(1);
            root.line.extend_from_slice(&self.buffers.lines[1]);
        }
        true
    }

    /// The best moves by the rule for ties, best first.
    fn lines(
        &self,
        roots: &mut [RootMove<G::Move, E::Score>],
        wanted: usize,
    ) -> Vec<Line<G::Move>> {
        roots.sort_by(|a, b| {
            b.done.cmp(&a.done).then_with(|| {
                if !a.done {
                    return Ordering::Equal;
                }
                let (own, other) = (a.values[self.root], b.values[self.root]);
                other.partial_cmp(&own).unwrap_or(Ordering::Equal).then_with(|| {
                    match self.prefers(0, (b.idx, &b.values), (a.idx, &a.values)) {
                        true => Ordering::Greater,
                        false => Ordering::Less,
                    }
                })
            })
        });
        let best = roots.iter().filter(|root| root.done).take(wanted);
        let line = |root: &RootMove<G::Move, E::Score>| {
            Line::scored_by_all(self.game, self.root, root.line.clone(), &root.values)
        };
        best.map(line).collect()
    }

    /// What everybody gets after a move; nothing if it leads back to where the same turn has been.
    fn play(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        depth: u32,
        ply: usize,
        control: &mut Control<'_>,
    ) -> Option<PerPlayer<E::Score>> {
        while self.buffers.lines.len() <= ply + 1 {
            self.buffers.lines.push(Vec::new());
        }
        self.buffers.lines[ply + 1].clear();
        let undo = self.game.make(state, mv);
        let in_turn = self.params.count == Count::Turn && self.game.mid_turn(state);
        let values = self.search(state, depth - u32::from(!in_turn), ply + 1, control);
        self.game.unmake(state, mv, undo);
        values
    }

    /// What everybody gets at a node.
    fn search(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        control: &mut Control<'_>,
    ) -> Option<PerPlayer<E::Score>> {
        if !control.tick() {
            return None;
        }
        if let Some(payoffs) = self.game.outcome(state) {
            return Some(self.terminal(state, &payoffs, ply));
        }
        if self.game.mid_turn(state) {
            self.circles.enter(self.game, state, ply).ok()?;
            let values = self.search_running(state, depth, ply, control);
            self.circles.leave();
            return values;
        }
        if self.repeats == 0 {
            return self.search_running(state, depth, ply, control);
        }
        let values = if self.history.visit_reaches(self.game.hash(state), self.repeats) {
            Some(self.terminal(state, &self.game.draw(), ply))
        } else {
            self.search_running(state, depth, ply, control)
        };
        self.history.pop();
        values
    }

    fn search_running(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        control: &mut Control<'_>,
    ) -> Option<PerPlayer<E::Score>> {
        if depth == 0 {
            self.estimated = true;
            return Some(self.eval.scores(self.game, state));
        }
        let mover = self.game.to_move(state);
        let salt = if self.params.ties == Ties::Random { self.game.hash(state) } else { 0 };
        let base = self.buffers.moves.len();
        self.game.moves(state, &mut self.buffers.moves);
        let mut best: Option<(u32, PerPlayer<E::Score>)> = None;
        for at in base..self.buffers.moves.len() {
            let (idx, mv) = ((at - base) as u32, self.buffers.moves[at]);
            let values = self.play(state, mv, depth, ply, control);
            if control.spent() {
                break;
            }
            let Some(values) = values else { continue };
            let better = best.is_none_or(|(best_idx, best)| {
                values[mover] > best[mover]
                    || values[mover] == best[mover]
                        && self.prefers(salt, (idx, &values), (best_idx, &best))
            });
            if better {
                best = Some((idx, values));
                self.set_line(ply, mv);
            }
        }
        self.buffers.moves.truncate(base);
        best.map(|(_, values)| values)
    }

    /// Whether a move takes the place of another that is equal for the player who decides.
    fn prefers(
        &self,
        salt: u64,
        (idx, values): (u32, &PerPlayer<E::Score>),
        (other_idx, others): (u32, &PerPlayer<E::Score>),
    ) -> bool {
        let (own, other) = (values[self.root], others[self.root]);
        let first = idx < other_idx;
        let lot = |idx: u32| mix(self.seed ^ mix(salt ^ u64::from(idx)));
        match self.params.ties {
            Ties::First => first,
            Ties::Last => !first,
            Ties::Worst => own < other || own == other && first,
            Ties::Best => own > other || own == other && first,
            Ties::Random => lot(idx) > lot(other_idx),
        }
    }

    fn set_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.buffers.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    fn terminal(&self, state: &G::State, payoffs: &Payoffs, ply: usize) -> PerPlayer<E::Score> {
        let mut values = PerPlayer::default();
        for seat in seats(self.game.players()) {
            let value = self.eval.terminal(self.game, state, payoffs, seat);
            values[seat] = if self.params.fastest { delayed(value, ply as i64) } else { value };
        }
        if self.params.contempt != 0.0 && is_drawn(self.game, payoffs) {
            disdain(self.game, self.root, self.params.contempt, &mut values);
        }
        values
    }
}

/// Max^n search: everybody for themselves.
pub(crate) fn build_maxn<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    Ok(maxn(parts.eval, parts.order, Params::read(options)))
}

/// Max^n with an evaluation of either kind of score.
pub fn maxn<G: Handover, E: Evaluate<G> + ?Sized + 'static>(
    eval: Box<E>,
    order: Option<Box<dyn Order<G>>>,
    params: Params,
) -> Box<dyn Search<G>> {
    Box::new(MaxN::new(eval, order, params))
}
