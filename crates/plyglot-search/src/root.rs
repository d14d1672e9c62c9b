//! The root of an alpha-beta search: every legal move with its value, searched depth by depth.

use plyglot_core::{Bound, Evaluate, Game, Payoffs, Player, Rng, Score};

use crate::{
    Line, Task,
    circles::Circles,
    footing::Footing,
    node::{Rank, TABLE_DEPTH, Window, Worker, previous},
    params::Aspiration,
    simple::greater,
    table,
    view::View,
};

/// A move at the root and what the search knows of it.
#[derive(Clone)]
pub(crate) struct RootMove<M, S> {
    pub(crate) mv: M,
    /// Its place among the generated moves.
    pub(crate) idx: usize,
    /// Its value in the iteration under way, or a bound of it.
    pub(crate) value: S,
    /// Whether the value is exact.
    pub(crate) exact: bool,
    /// Whether it spends what is better kept, while there are other moves.
    costly: bool,
    /// The move and what is expected to follow.
    pub(crate) line: Vec<M>,
}

impl<M, S: Score> RootMove<M, S> {
    /// How the true value stands to the one found.
    fn bound(&self) -> Bound {
        if self.exact { Bound::Exact } else { Bound::AtMost }
    }
}

/// How an iteration ended.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Pass<S> {
    /// The budget is spent.
    Stopped,
    /// Done, with the best value found, which may lie outside the window.
    Done(S),
}

/// What is wanted of the root.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// How many moves with exact values.
    pub(crate) lines: usize,
    pub(crate) seed: u64,
}

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, V, E> {
    /// The moves of the root: the one from the table first, then by the game's ordering.
    pub(crate) fn root_moves(
        &mut self,
        task: &Task<'_, G>,
        state: &mut G::State,
    ) -> Vec<RootMove<V::Move, E::Score>> {
        let mut moves = Vec::new();
        self.view.moves(self.game, state, self.judge, &mut moves);
        let mut priorities = vec![0; moves.len()];
        if let Some(order) = self.order {
            let each = |idx: usize, priority| priorities[idx] = priority;
            self.view.priorities(self.game, state, order, &moves, each);
        }
        let known = self.table.and_then(|table| table.get(self.key(state, self.params.depth)));
        let hash_move = known.and_then(|entry| entry.best).map(usize::from);
        let mut costs = vec![false; moves.len()];
        if self.params.costly > 0 {
            costs.iter_mut().zip(&moves).for_each(|(own, mv)| *own = self.is_costly(state, *mv));
        }
        let spared = costs.contains(&false);
        let roots = moves.iter().enumerate().map(|(idx, mv)| RootMove {
            mv: *mv,
            idx,
            value: E::Score::default(),
            exact: false,
            costly: spared && costs[idx],
            line: vec![*mv],
        });
        let mut roots: Vec<_> = roots.filter(|root| task.allows(&V::plain(root.mv))).collect();
        self.keep_value(task, &mut roots);
        roots.sort_by_key(|root| (hash_move != Some(root.idx), -i64::from(priorities[root.idx])));
        roots
    }

    /// Searches all root moves to a depth: with a window around the last value first, if so wanted,
    /// then with one bound moved further away, then without bounds.
    pub(crate) fn aspire(
        &mut self,
        state: &mut G::State,
        roots: &mut [RootMove<V::Move, E::Score>],
        depth: u32,
        last: Option<E::Score>,
        wanted: Wanted,
    ) -> Pass<E::Score> {
        let cells = f64::from(self.params.cells);
        let (near, far) = match self.params.aspiration {
            Aspiration::Off => (0.0, 0.0),
            Aspiration::Fixed => (self.params.window, 4.0 * self.params.window),
            Aspiration::Tiles => (self.params.window * cells, 20.0 * cells),
        };
        let center = last.filter(|_| wanted.lines == 1 && near > 0.0);
        if let Some(center) = center {
            let [near, far] = [near, far].map(E::Score::from_real);
            let mut window = Window { alpha: center - near, beta: center + near };
            for attempt in 0..2 {
                let pass = self.iterate(state, roots, depth, window, wanted);
                match pass {
                    Pass::Done(value) if !window.contains(value) => {
                        if attempt == 0 && value >= window.beta {
                            window.beta = center + far;
                        } else if attempt == 0 {
                            window.alpha = center - far;
                        }
                    }
                    _ => return pass,
                }
            }
        }
        self.iterate(state, roots, depth, Window::full(), wanted)
    }

    /// Searches all root moves to a depth within a window. Moves that other threads are at come last.
    fn iterate(
        &mut self,
        state: &mut G::State,
        roots: &mut [RootMove<V::Move, E::Score>],
        depth: u32,
        window: Window<E::Score>,
        wanted: Wanted,
    ) -> Pass<E::Score> {
        self.footing = Footing::NONE;
        self.limit = depth;
        self.memory.enter(0);
        self.memory.enter(1);
        roots.iter_mut().for_each(|root| (root.value, root.exact) = (-E::Score::INFINITE, false));
        let key = self.key(state, depth);
        let mut best = Best { values: Vec::with_capacity(roots.len()), wanted: wanted.lines };
        let mut searched = vec![false; roots.len()];
        for round in 0..2 {
            for at in 0..roots.len() {
                let mark = self.mark(key, depth, roots[at].idx as u32);
                let defer = round == 0 && at > 0 && self.is_taken(mark);
                if searched[at] || defer {
                    continue;
                }
                searched[at] = true;
                self.take(mark);
                let pass = self.search_root(state, &mut roots[at], depth, window, &mut best);
                self.release(mark);
                if pass != Some(()) {
                    return if self.stopped { Pass::Stopped } else { Pass::Done(best.top()) };
                }
            }
        }
        let top = roots.iter().map(|root| root.value).fold(-E::Score::INFINITE, greater);
        Pass::Done(top)
    }

    /// Searches one root move; nothing if the budget is spent or the value beyond the window.
    fn search_root(
        &mut self,
        state: &mut G::State,
        root: &mut RootMove<V::Move, E::Score>,
        depth: u32,
        window: Window<E::Score>,
        best: &mut Best<E::Score>,
    ) -> Option<()> {
        let bar = best.bar();
        let bar =
            if self.params.random_ties && bar > -E::Score::INFINITE { previous(bar) } else { bar };
        let open = Window { alpha: greater(window.alpha, bar), beta: window.beta };
        let place = if best.is_full() { best.values.len() } else { 0 };
        let rank = Rank { place, single: false, costly: root.costly, maximise: true };
        let value = self.play(state, root.mv, depth, 0, open, rank);
        if self.stopped {
            return None;
        }
        (root.value, root.exact) = (value, open.contains(value));
        if value > open.alpha {
            root.line.truncate(1);
            root.line.extend_from_slice(&self.memory.frames[1].line);
            best.add(value);
        }
        (value < window.beta).then_some(())
    }

    /// The line of a root move, as moves of the game in turn, with what the table knows of its
    /// continuation: exact entries of the same value, as deep as the search went.
    fn complete_line(
        &mut self,
        state: &G::State,
        root: &RootMove<V::Move, E::Score>,
        depth: u32,
    ) -> Vec<G::Move> {
        // The view may hand turns over; what is reported has to stand by the rules.
        let (mut by_rules, mut state) = (state.clone(), state.clone());
        let (mut plain, mut left) = (Vec::with_capacity(root.line.len()), depth);
        let mut circles = Circles::default();
        while self.game.outcome(&state).is_none() {
            // The table knows no path, and of moves as good as others it may know those that go in a circle.
            let mid_turn = self.game.mid_turn(&state);
            if mid_turn && circles.enter(self.game, &state, plain.len()).is_err() {
                break;
            }
            let listed = root.line.get(plain.len()).copied();
            let known =
                listed.or_else(|| self.known_move(&mut state, left, plain.len(), root.value));
            let Some(mv) = known.filter(|mv| self.view.in_turn(self.game, &by_rules, *mv)) else {
                break;
            };
            plain.push(V::plain(mv));
            self.game.make(&mut by_rules, V::plain(mv));
            self.view.make(self.game, &mut state, mv);
            left -= self.cost(&state, mv).min(left);
        }
        self.view = V::new(self.game, self.pov, self.params);
        plain
    }

    /// The best move of a node by the table, if its value is this one.
    fn known_move(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        value: E::Score,
    ) -> Option<V::Move> {
        let table = self.table.filter(|_| depth > 0)?;
        let Some(entry) = table.get(self.key(state, depth)) else {
            return if depth <= TABLE_DEPTH {
                self.move_of_value(state, depth, ply, value)
            } else {
                None
            };
        };
        let fits = entry.bound == table::Bound::Exact && (entry.depth == depth || entry.solid);
        if !fits || self.nearer_root(entry.value, ply) != value {
            return None;
        }
        let mut moves = Vec::new();
        self.view.moves(self.game, state, self.judge, &mut moves);
        moves.get(usize::from(entry.best?)).copied()
    }

    /// The first move with this value, found by searching: near the leaves the table has gaps.
    fn move_of_value(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: usize,
        value: E::Score,
    ) -> Option<V::Move> {
        let mut moves = Vec::new();
        self.view.moves(self.game, state, self.judge, &mut moves);
        let rank = Rank { place: 0, single: false, costly: false, maximise: true };
        self.memory.enter(ply);
        self.memory.enter(ply + 1);
        moves.into_iter().find(|mv| {
            let found = self.play(state, *mv, depth, ply, Window::full(), rank);
            found == value && !self.stopped
        })
    }

    /// The best moves with their lines, best first: those with exact values, at least one.
    pub(crate) fn lines(
        &mut self,
        state: &G::State,
        roots: &mut [RootMove<V::Move, E::Score>],
        depth: u32,
        wanted: Wanted,
    ) -> Vec<Line<G::Move>> {
        roots.sort_by(|a, b| {
            b.exact.cmp(&a.exact).then_with(|| match a.exact {
                true => b.value.partial_cmp(&a.value).unwrap_or(std::cmp::Ordering::Equal),
                false => std::cmp::Ordering::Equal,
            })
        });
        let chosen =
            if self.params.random_ties { random_tie(roots, depth, wanted.seed) } else { 0 };
        let mut places: Vec<usize> = (0..roots.len().min(wanted.lines)).collect();
        places.retain(|place| *place != chosen && roots[*place].exact);
        places.insert(0, chosen);
        places.truncate(wanted.lines);
        let footing = self.footing;
        let lines = places.iter().map(|place| {
            let root = &roots[*place];
            let moves = self.complete_line(state, root, depth);
            Line::scored(self.game, self.pov, moves, root.value, root.bound())
        });
        let lines = lines.collect();
        self.footing = footing;
        lines
    }
}

/// The best exact values of an iteration so far.
struct Best<S> {
    values: Vec<S>,
    wanted: usize,
}

impl<S: Score> Best<S> {
    fn is_full(&self) -> bool {
        self.values.len() >= self.wanted
    }

    /// The value a further move has to beat.
    fn bar(&self) -> S {
        if self.is_full() { self.values[self.wanted - 1] } else { -S::INFINITE }
    }

    fn top(&self) -> S {
        self.values.first().copied().unwrap_or(-S::INFINITE)
    }

    fn add(&mut self, value: S) {
        let at = self.values.partition_point(|better| *better >= value);
        self.values.insert(at, value);
        self.values.truncate(self.wanted);
    }
}

/// One of the moves that share the best exact value, whatever order they stand in.
fn random_tie<M, S: Score>(roots: &[RootMove<M, S>], depth: u32, seed: u64) -> usize {
    let mut ties: Vec<usize> = (0..roots.len())
        .filter(|at| roots[*at].exact && roots[*at].value == roots[0].value)
        .collect();
    ties.sort_by_key(|at| roots[*at].idx);
    if ties.is_empty() { 0 } else { ties[Rng::stream(seed, depth.into()).below(ties.len())] }
}

/// The first of some moves that puts a seat before everybody of another side at once, by its place, and
/// what everybody gets; the position is left after it. `tick` says whether there is time to try a move.
pub(crate) fn winning_move<G: Game>(
    game: &G,
    state: &mut G::State,
    moves: impl Iterator<Item = G::Move>,
    seat: Player,
    mut tick: impl FnMut() -> bool,
) -> Option<(usize, Payoffs)> {
    for (at, mv) in moves.enumerate() {
        if !tick() {
            return None;
        }
        let undo = game.make(state, mv);
        let wins = |all: &Payoffs| game.sides().opponents(seat).all(|other| all[other] < all[seat]);
        if let Some(payoffs) = game.outcome(state).filter(wins) {
            return Some((at, payoffs));
        }
        game.unmake(state, mv, undo);
    }
    None
}
