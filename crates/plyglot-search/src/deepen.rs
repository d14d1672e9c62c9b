//! The alpha-beta family as players: iterative deepening on one thread or several.

use std::{
    marker::PhantomData,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use plyglot_core::{
    Bound, Control, Eval, Evaluate, Game, Handover, Options, Oracle, Order, OwnPlanner, SpecError,
};

use crate::{
    Built, Line, Parts, Search, Task, Thought,
    advised::Advised,
    alone::Alone,
    best_reply::BestReply,
    best_reply_plus::BestReplyPlus,
    circles::Circles,
    cut::{Cuts, Selection},
    distance::decisive,
    finish::Finish,
    footing::Footing,
    hope::Hope,
    node::{Worker, trail},
    order::Memory,
    params::{Params, Repetition, Silent},
    planned::Planned,
    probe::asked,
    root::{Pass, RootMove, Wanted, winning_move},
    silent::{ByOrder, ByWorth, Judge},
    table::{Busy, Table},
    view::{InTurn, View},
};

/// A search of the family: a view of the tree, an evaluation, and what is remembered between moves.
pub(crate) struct AlphaBeta<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> {
    eval: Box<E>,
    order: Option<Box<dyn Order<G>>>,
    oracle: Option<Box<dyn Oracle<G>>>,
    params: Params,
    cuts: Option<Cuts>,
    table: Option<Table<E::Score>>,
    busy: Option<Busy>,
    /// One for every thread.
    memories: Vec<Memory<V::Move>>,
    view: PhantomData<fn() -> V>,
}

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> AlphaBeta<G, V, E> {
    /// A search that has its table; an error if the machine does not give the memory.
    pub(crate) fn new(
        eval: Box<E>,
        order: Option<Box<dyn Order<G>>>,
        params: Params,
    ) -> Result<Self, SpecError> {
        let table = (params.tt > 0).then(|| Table::new(params.tt)).transpose()?;
        let busy = (params.threads > 1 && params.tt > 0).then(Busy::new);
        let memories = (0..params.threads.max(1)).map(|_| Memory::new()).collect();
        let (cuts, oracle, view) = (Cuts::new(&params)?, None, PhantomData);
        Ok(AlphaBeta { eval, order, oracle, params, cuts, table, busy, memories, view })
    }

    /// The same with endings that are known.
    fn asking(self, oracle: Option<Box<dyn Oracle<G>>>) -> Self {
        AlphaBeta { oracle, ..self }
    }
}

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Search<G> for AlphaBeta<G, V, E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        if let Some(table) = &mut self.table {
            table.next_age();
        }
        self.memories.iter_mut().for_each(Memory::refresh);
        let (halt, helper_nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let (by_order, by_worth) = (ByOrder(self.order.as_deref()), ByWorth(&*self.eval));
        let setup = Setup {
            eval: &*self.eval,
            order: self.order.as_deref(),
            oracle: self.oracle.as_deref(),
            judge: match self.params.silent {
                Silent::Order => &by_order,
                Silent::Eval => &by_worth,
            },
            params: &self.params,
            cuts: self.cuts.as_ref(),
            table: self.table.as_ref(),
            busy: self.busy.as_ref(),
            halt: &halt,
        };
        let Some((memory, helpers)) = self.memories.split_first_mut() else {
            unreachable!("there is at least one thread")
        };
        // Every thread may spend an equal share of the nodes.
        let share = control.remaining() / (helpers.len() as u64 + 1);
        let mut controls: Vec<_> = helpers.iter().map(|_| control.fork(share)).collect();
        let mut own = control.fork(if helpers.is_empty() { control.remaining() } else { share });
        let thought = thread::scope(|scope| {
            for (memory, control) in helpers.iter_mut().zip(&mut controls) {
                let (setup, nodes) = (&setup, &helper_nodes);
                scope.spawn(move || help(setup.worker::<V>(task, control, memory), task, nodes));
            }
            let worker = setup.worker::<V>(task, &mut own, memory);
            let thought = lead(worker, task, &helper_nodes, report);
            halt.store(true, Ordering::Relaxed);
            thought
        });
        control.nodes += own.nodes + helper_nodes.load(Ordering::Relaxed);
        Thought { nodes: control.nodes, ..thought }
    }

    fn new_game(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.memories.iter_mut().for_each(Memory::forget);
    }

    fn can_restrict(&self) -> bool {
        true
    }
}

/// What the threads of a search share.
struct Setup<'a, G: Game, E: Evaluate<G> + ?Sized> {
    eval: &'a E,
    order: Option<&'a dyn Order<G>>,
    oracle: Option<&'a dyn Oracle<G>>,
    judge: &'a (dyn Judge<G> + Sync),
    params: &'a Params,
    cuts: Option<&'a Cuts>,
    table: Option<&'a Table<E::Score>>,
    busy: Option<&'a Busy>,
    halt: &'a AtomicBool,
}

impl<'a, G: Game, E: Evaluate<G> + ?Sized> Setup<'a, G, E> {
    fn worker<'c, V: View<G>>(
        &self,
        task: &Task<'a, G>,
        control: &'a mut Control<'c>,
        memory: &'a mut Memory<V::Move>,
    ) -> Worker<'a, 'c, G, V, E> {
        let pov = task.game.to_move(task.state);
        let repeats = self.params.repetition.limit(task.game);
        Worker {
            game: task.game,
            eval: self.eval,
            tracker: self.eval.tracker(task.game),
            order: self.order,
            oracle: self.oracle,
            asked: asked(self.oracle, task.game, task.state),
            judge: self.judge,
            params: self.params,
            cuts: self.cuts,
            table: self.table,
            busy: self.busy,
            halt: self.halt,
            control,
            memory,
            view: V::new(task.game, pov, self.params),
            pov,
            history: task.history.clone(),
            repeats,
            trail: trail(task.history, self.params, repeats),
            limit: 0,
            circles: Circles::at(task.game, task.state),
            footing: Footing::NONE,
            checking: false,
            stopped: false,
        }
    }
}

/// Thinks on the thread that answers.
fn lead<G: Game, V: View<G>, E: Evaluate<G> + ?Sized>(
    mut worker: Worker<'_, '_, G, V, E>,
    task: &Task<'_, G>,
    helper_nodes: &AtomicU64,
    report: &mut dyn FnMut(&Thought<G::Move>),
) -> Thought<G::Move> {
    let mut state = task.state.clone();
    let wanted = Wanted { lines: task.lines.max(1), seed: task.seed };
    if let Some(thought) = worker.told(task, wanted) {
        return thought;
    }
    let mut roots = worker.root_moves(task, &mut state);
    let mut thought = Thought {
        lines: vec![Line::unknown(vec![V::plain(roots[0].mv)])],
        depth: 0,
        nodes: 0,
        table: 0,
        proven: false,
    };
    if worker.params.early_exit
        && wanted.lines == 1
        && let plain = roots.iter().map(|root| V::plain(root.mv))
        && let Some((at, payoffs)) =
            winning_move(task.game, &mut state, plain, worker.pov, || worker.tick())
    {
        let (moves, value) = (vec![V::plain(roots[at].mv)], worker.terminal(&state, &payoffs, 1));
        thought.lines = vec![Line::scored(task.game, worker.pov, moves, value, Bound::Exact)];
        return Thought { depth: 1, nodes: worker.control.nodes, ..thought };
    }
    if worker.stopped {
        return Thought { nodes: worker.control.nodes, ..thought };
    }
    let exact_tree = is_exact(task.game, worker.params) && V::FAITHFUL;
    worker.deepen(&mut state, &mut roots, wanted, &mut |worker, roots, depth, complete| {
        thought.lines = worker.lines(task.state, roots, depth, wanted);
        thought.depth = depth;
        if complete {
            thought.nodes = worker.control.nodes + helper_nodes.load(Ordering::Relaxed);
            thought.table = worker.table.map_or(0, Table::usage);
            thought.proven = exact_tree && !worker.footing.estimated;
            report(&thought);
        }
    });
    thought
}

/// Thinks alongside, for the sake of the shared table.
fn help<G: Game, V: View<G>, E: Evaluate<G> + ?Sized>(
    mut worker: Worker<'_, '_, G, V, E>,
    task: &Task<'_, G>,
    nodes: &AtomicU64,
) {
    let mut state = task.state.clone();
    let wanted = Wanted { lines: task.lines.max(1), seed: task.seed };
    let mut roots = worker.root_moves(task, &mut state);
    let mut counted = 0;
    worker.deepen(&mut state, &mut roots, wanted, &mut |worker, roots, depth, complete| {
        if complete {
            worker.lines(task.state, roots, depth, wanted);
        }
        nodes.fetch_add(worker.control.nodes - counted, Ordering::Relaxed);
        counted = worker.control.nodes;
    });
    nodes.fetch_add(worker.control.nodes - counted, Ordering::Relaxed);
}

/// Whether a search to the end of the game finds its value: two sides, nothing left out, a draw a
/// draw. A table does not know the path that a draw by repetition depends on.
fn is_exact<G: Game>(game: &G, params: &Params) -> bool {
    let repetition = params.repetition == Repetition::Rule && params.tt == 0;
    let Selection { probcut, margin, .. } = params.selection;
    let whole = params.width == 0 && params.replies == 0 && probcut == 0.0 && margin == 0.0;
    let plain = whole && params.null == 0 && params.contempt == 0.0;
    game.sides().count() == 2 && plain && (game.repetition() == 0 || repetition)
}

/// Hears of a worker's iterations: worker, root moves, depth, and whether it was completed.
type Step<'s, W, M, S> = &'s mut dyn FnMut(&mut W, &mut [RootMove<M, S>], u32, bool);

impl<G: Game, V: View<G>, E: Evaluate<G> + ?Sized> Worker<'_, '_, G, V, E> {
    /// Searches deeper and deeper, or at once to the full depth. An iteration cut short counts as far
    /// as it came if its first move, the best of the one before, was completed. One that the steps of
    /// the clock made shallow counts only if there is none before it, and then as depth 1.
    fn deepen(
        &mut self,
        state: &mut G::State,
        roots: &mut [RootMove<V::Move, E::Score>],
        wanted: Wanted,
        step: Step<'_, Self, V::Move, E::Score>,
    ) {
        let first = if self.params.deepen { 1 } else { self.params.depth };
        let mut last = None;
        for depth in first..=self.params.depth {
            match self.aspire(state, roots, depth, last, wanted) {
                Pass::Done(_) if self.footing.cut => {
                    if last.is_none() {
                        step(self, roots, 1, true);
                    }
                    return;
                }
                Pass::Done(value) => {
                    step(self, roots, depth, true);
                    last = Some(value);
                    let won = self.params.early_exit && wanted.lines == 1 && value > decisive();
                    let hopes = self.params.hope && wanted.lines == 1;
                    let lost = hopes && value < -decisive::<E::Score>();
                    if won || lost || !self.footing.estimated {
                        return;
                    }
                }
                Pass::Stopped => {
                    if roots[0].exact && wanted.lines == 1 {
                        step(self, roots, depth, false);
                    }
                    return;
                }
            }
        }
    }
}

/// Paranoid search, alpha-beta of the root's team against everybody else; between two sides it is
/// plain alpha-beta.
pub(crate) fn build_paranoid<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    build::<G, InTurn>(options, parts)
}

/// Paranoid search with an evaluation of either kind of score.
pub fn paranoid<G: Handover, E: Evaluate<G> + ?Sized + 'static>(
    eval: Box<E>,
    order: Option<Box<dyn Order<G>>>,
    params: Params,
) -> Built<G> {
    search::<G, InTurn, E>(eval, order, None, None, params)
}

/// Best-reply search: one opponent replies, the turn handed over.
pub(crate) fn build_brs<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    build::<G, BestReply<G::Move>>(options, parts)
}

/// Best-reply search in turn: one opponent searches, the others play their best ordered move.
pub(crate) fn build_brs_plus<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    build::<G, BestReplyPlus<G::Move>>(options, parts)
}

fn build<G: Handover, V: View<G> + 'static>(options: &Options, parts: Parts<G>) -> Built<G> {
    let params = Params::read(options);
    let (wanted, megabytes) = (params.solver, params.tt);
    let search = if params.hope {
        let shared: Arc<dyn Evaluate<G, Score = i64>> = parts.eval.into();
        let (eval, again): (Eval<G>, Eval<G>) = (Box::new(Arc::clone(&shared)), Box::new(shared));
        let search =
            search::<G, V, _>(eval, parts.order, parts.oracle, parts.planner, params.clone())?;
        Box::new(Hope::new(search, again, params))
    } else {
        search::<G, V, _>(parts.eval, parts.order, parts.oracle, parts.planner, params)?
    };
    if !wanted {
        return Ok(search);
    }
    let solver = parts.solver.ok_or_else(|| {
        SpecError("option solver=on: this game has no solver of its own, expected off".to_owned())
    })?;
    Ok(Box::new(Advised::new(search, Finish::new(solver(megabytes)))))
}

fn search<G: Handover, V: View<G> + 'static, E: Evaluate<G> + ?Sized + 'static>(
    eval: Box<E>,
    order: Option<Box<dyn Order<G>>>,
    oracle: Option<Box<dyn Oracle<G>>>,
    planner: Option<OwnPlanner<G>>,
    params: Params,
) -> Built<G> {
    let (plan, alone, width) = (params.plan, params.alone, params.beam);
    let mut search: Box<dyn Search<G>> =
        Box::new(AlphaBeta::<G, V, E>::new(eval, order, params)?.asking(oracle));
    if alone {
        let planner = planner_of(planner, plan)?(width as usize);
        search = Box::new(Advised::new(search, Alone(planner)));
    }
    Ok(if plan { Box::new(Planned::new(search)) } else { search })
}

/// The planner of a game that has one, for a search that looks ahead by whole turns.
fn planner_of<G: Game>(
    planner: Option<OwnPlanner<G>>,
    by_turns: bool,
) -> Result<OwnPlanner<G>, SpecError> {
    let refused = |why: &str| SpecError(format!("option alone=on: {why}"));
    let planner =
        planner.ok_or_else(|| refused("this game has no planner of its own, expected off"))?;
    by_turns
        .then_some(planner)
        .ok_or_else(|| refused("plans are of whole turns, expected plan=on too"))
}
