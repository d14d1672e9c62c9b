//! Max^n: everybody maximises their own value (Luckhart and Irani 1986), with shallow pruning where
//! the evaluation declares what values can sum to (Sturtevant and Korf 2000).
//!
//! The value of a position depends on which of several moves equal for their player counts, so the
//! rule is an option. Branches are pruned only where they cannot even tie, and ties are told apart by
//! generation order: neither pruning nor move ordering changes the result under any rule.

use std::cmp::Ordering;

use plyglot_core::{
    Control, Evaluate, Game, Handover, History, Options, Order, Payoffs, PerPlayer, Player, Score,
    mix, seats,
};

use crate::{
    Built, Line, Parts, Search, Task, Thought,
    lookup::DELAY,
    node::repeats,
    params::{Count, Params, Ties},
    root::wins,
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
    /// The same by index in the node, in the order they are tried.
    picks: Vec<(i32, u32)>,
    /// The expected line from every distance to the root.
    lines: Vec<Vec<M>>,
}

impl<G: Game, E: Evaluate<G> + ?Sized> MaxN<G, E> {
    pub(crate) fn new(eval: Box<E>, order: Option<Box<dyn Order<G>>>, params: Params) -> Self {
        let buffers = Buffers { moves: Vec::new(), picks: Vec::new(), lines: Vec::new() };
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
        let decisive = E::Score::from_real(E::Score::WIN.real() / 2.0);
        let room = room(game, &*self.eval)
            .filter(|room| !(self.params.fastest && room.most > decisive))
            .map(|room| room.two);
        let mut worker = Worker {
            game,
            eval: &*self.eval,
            order: self.order.as_deref(),
            params: &self.params,
            buffers: &mut self.buffers,
            root: game.to_move(task.state),
            history: task.history.clone(),
            repeats: repeats(game, &self.params),
            room,
            decisive,
            seed: mix(task.seed),
            estimated: false,
        };
        worker.buffers.moves.clear();
        worker.buffers.picks.clear();
        worker.deepen(task, control, report)
    }
}

/// What values can be, where an evaluation tells.
struct Room<S> {
    /// The most that one seat can have.
    most: S,
    /// The most that any two seats can have between them.
    two: S,
}

/// Two seats share what the others' least values leave of the sum.
fn room<G: Game, E: Evaluate<G> + ?Sized>(game: &G, eval: &E) -> Option<Room<E::Score>> {
    let (most, sum) = eval.bounds(game)?;
    let mut two = sum;
    for _ in 2..game.players() {
        two = two - eval.least(game)?;
    }
    Some(Room { most, two })
}

/// A move at the root with what was found in the iteration under way.
struct RootMove<M, S> {
    mv: M,
    idx: u32,
    values: PerPlayer<S>,
    /// Whether it may be among the wanted ones: its values are exact.
    exact: bool,
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
    /// The most that two seats can have between them; none if nothing is pruned.
    room: Option<E::Score>,
    decisive: E::Score,
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
            && let Some(line) = self.winning_line(&mut state, &roots, control)
        {
            return Thought { lines: vec![line], depth: 1, nodes: control.nodes, ..thought };
        }
        let first = if self.params.deepen { 1 } else { self.params.depth };
        for depth in first..=self.params.depth {
            self.estimated = false;
            let complete = self.iterate(&mut state, &mut roots, depth, wanted, control);
            // Cut short, it counts if the best move of the iteration before was completed.
            if complete || roots[0].exact && wanted == 1 {
                thought.lines = self.lines(&mut roots, wanted);
            }
            thought.nodes = control.nodes;
            if !complete {
                break;
            }
            thought.depth = depth;
            report(&thought);
            let won = self.params.early_exit && roots[0].values[self.root] > self.decisive;
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
            exact: false,
            line: vec![*mv],
        });
        let mut roots: Vec<_> = roots.collect();
        if let Some(order) = self.order {
            roots.sort_by_key(|root| -i64::from(order.priority(self.game, state, root.mv)));
        }
        roots
    }

    fn winning_line(
        &mut self,
        state: &mut G::State,
        roots: &[RootMove<G::Move, E::Score>],
        control: &mut Control<'_>,
    ) -> Option<Line<G::Move>> {
        for root in roots {
            if !control.tick() {
                return None;
            }
            let undo = self.game.make(state, root.mv);
            let payoffs = self.game.outcome(state).filter(|all| wins(self.game, all, self.root));
            let scores = payoffs.map(|all| self.terminal(state, &all, 1));
            self.game.unmake(state, root.mv, undo);
            if let Some(scores) = scores {
                return Some(Line::scored_by_all(self.game, self.root, vec![root.mv], &scores));
            }
        }
        None
    }

    /// Searches all root moves to a depth; false if the budget is spent.
    fn iterate(
        &mut self,
        state: &mut G::State,
        roots: &mut [RootMove<G::Move, E::Score>],
        depth: u32,
        wanted: usize,
        control: &mut Control<'_>,
    ) -> bool {
        roots.iter_mut().for_each(|root| root.exact = false);
        // The own values of the best moves so far, best first.
        let mut best: Vec<E::Score> = Vec::with_capacity(wanted + 1);
        for root in roots {
            let bar = if best.len() < wanted { None } else { best.last().copied() };
            let limit = self.limit_below(bar);
            let mv = root.mv;
            root.values = self.play(state, mv, depth, 0, (limit, E::Score::INFINITE), control);
            if control.spent() {
                return false;
            }
            let own = root.values[self.root];
            root.exact = bar.is_none_or(|bar| own >= bar);
            if root.exact {
                root.line.truncate(1);
                root.line.extend_from_slice(&self.buffers.lines[1]);
                best.insert(best.partition_point(|better| *better >= own), own);
                best.truncate(wanted);
            }
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
            b.exact.cmp(&a.exact).then_with(|| {
                if !a.exact {
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
        let best = roots.iter().filter(|root| root.exact).take(wanted);
        let line = |root: &RootMove<G::Move, E::Score>| {
            Line::scored_by_all(self.game, self.root, root.line.clone(), &root.values)
        };
        best.map(line).collect()
    }

    /// What everybody gets after a move. `limits` are what the next player must not exceed: the first
    /// if it is another than the mover, the second if it is the same.
    fn play(
        &mut self,
        state: &mut G::State,
        mv: G::Move,
        depth: u32,
        ply: usize,
        limits: (E::Score, E::Score),
        control: &mut Control<'_>,
    ) -> PerPlayer<E::Score> {
        while self.buffers.lines.len() <= ply + 1 {
            self.buffers.lines.push(Vec::new());
        }
        self.buffers.lines[ply + 1].clear();
        let mover = self.game.to_move(state);
        let undo = self.game.make(state, mv);
        let in_turn = self.params.count == Count::Turn && self.game.mid_turn(state);
        let limit = if self.game.to_move(state) == mover { limits.1 } else { limits.0 };
        let values = self.search(state, depth - u32::from(!in_turn), ply + 1, limit, control);
        self.game.unmake(state, mv, undo);
        values
    }

    /// What everybody gets at a node. Once its player has more than `limit`, the player above has a
    /// better move elsewhere, and the rest of the node no longer matters.
    fn search(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        limit: E::Score,
        control: &mut Control<'_>,
    ) -> PerPlayer<E::Score> {
        if !control.tick() {
            return PerPlayer::default();
        }
        if let Some(payoffs) = self.game.outcome(state) {
            return self.terminal(state, &payoffs, ply);
        }
        if self.repeats == 0 || self.game.mid_turn(state) {
            return self.search_running(state, depth, ply, limit, control);
        }
        let values = if self.history.visit_reaches(self.game.hash(state), self.repeats) {
            self.terminal(state, &self.game.draw(), ply)
        } else {
            self.search_running(state, depth, ply, limit, control)
        };
        self.history.pop();
        values
    }

    fn search_running(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        limit: E::Score,
        control: &mut Control<'_>,
    ) -> PerPlayer<E::Score> {
        if depth == 0 {
            self.estimated = true;
            return self.eval.scores(self.game, state);
        }
        let mover = self.game.to_move(state);
        let salt = if self.params.ties == Ties::Random { self.game.hash(state) } else { 0 };
        let (base, start) = (self.buffers.moves.len(), self.buffers.picks.len());
        self.push_moves(state);
        let mut best: Option<(u32, PerPlayer<E::Score>)> = None;
        for at in start..self.buffers.picks.len() {
            let idx = self.buffers.picks[at].1;
            let mv = self.buffers.moves[base + idx as usize];
            let below = self.limit_below(best.map(|(_, values)| values[mover]));
            let values = self.play(state, mv, depth, ply, (below, limit), control);
            if control.spent() {
                break;
            }
            let better = best.is_none_or(|(best_idx, best)| {
                values[mover] > best[mover]
                    || values[mover] == best[mover]
                        && self.prefers(salt, (idx, &values), (best_idx, &best))
            });
            if better {
                best = Some((idx, values));
                self.set_line(ply, mv);
            }
            if values[mover] > limit {
                break;
            }
        }
        self.buffers.moves.truncate(base);
        self.buffers.picks.truncate(start);
        best.map_or_else(PerPlayer::default, |(_, values)| values)
    }

    /// What another player must not exceed if a player who has `own` elsewhere is to care.
    fn limit_below(&self, own: Option<E::Score>) -> E::Score {
        match (self.room, own) {
            (Some(room), Some(own)) => room - own,
            _ => E::Score::INFINITE,
        }
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

    /// Lists the moves of a node, by the game's ordering where the order can save work.
    fn push_moves(&mut self, state: &G::State) {
        let Buffers { moves, picks, .. } = &mut *self.buffers;
        let (base, start) = (moves.len(), picks.len());
        self.game.moves(state, moves);
        let order = self.order.filter(|_| self.room.is_some());
        for (idx, mv) in moves[base..].iter().enumerate() {
            let priority = order.map_or(0, |order| order.priority(self.game, state, *mv));
            picks.push((priority, idx as u32));
        }
        if order.is_some() {
            picks[start..].sort_unstable_by_key(|(priority, idx)| (-i64::from(*priority), *idx));
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
        let delay = E::Score::from_int(ply as i64 * DELAY);
        for seat in seats(self.game.players()) {
            let value = self.eval.terminal(self.game, state, payoffs, seat);
            values[seat] = if !self.params.fastest {
                value
            } else if value > self.decisive {
                value - delay
            } else if value < -self.decisive {
                value + delay
            } else {
                value
            };
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
