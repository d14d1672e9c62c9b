//! `mcts`: Monte-Carlo tree search for any number of players.
//!
//! - `params`: its options
//! - `value`: what positions are worth to everybody, from 0 to 1, under each selection policy
//! - `tree`: the nodes; `select`: UCT, progressive history and bias, implicit minimax
//! - `worker`: one thread: descent, backup, proofs; `expand`: children and their scores; `playout`: random and guided play
//! - `reuse`: the tree of the move before; `answer`: lines and values for the outside
//!
//! Nodes are decisions made, in the tree and in playouts alike.

mod answer;
mod expand;
mod params;
mod playout;
mod reuse;
mod select;
#[cfg(test)]
mod tests;
mod tree;
mod value;
mod worker;

pub(crate) use params::{MctsParams, Policy};
#[cfg(test)]
pub(crate) use value::Scale;

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

use plyglot_core::{Control, Evaluate, Game, Handover, Options, Player, Rng, Score};

#[cfg(not(test))]
use value::Scale;

use self::{
    reuse::Finder,
    select::Lore,
    tree::Tree,
    value::Packing,
    worker::{Shared, Worker},
};
use crate::{
    Built, Parts,
    past::Past,
    task::{Search, Task, Thought},
};

/// Simulations after which the first report is made; the next ones follow at doubled numbers.
const FIRST_REPORT: u64 = 256;

/// Monte-Carlo tree search.
pub(crate) struct Mcts<G: Game, E: ?Sized> {
    /// The evaluation, for cut-off playouts, bias, implicit minimax and guided playouts.
    eval: Box<E>,
    params: MctsParams,
    kept: Option<Kept<G>>,
    lore: Lore,
}

/// What stays between moves.
struct Kept<G: Game> {
    tree: Tree<G::Move>,
    state: G::State,
    root: Player,
    scale: f64,
}

impl<G: Handover, E: Evaluate<G> + ?Sized> Mcts<G, E> {
    /// A search that has seen nothing yet.
    pub(crate) fn new(eval: Box<E>, params: MctsParams) -> Self {
        let lore = Lore::new(params.history > 0.0);
        Mcts { eval, params, kept: None, lore }
    }

    /// Bytes that the tree holds.
    #[cfg(test)]
    pub(crate) fn memory_used(&self) -> usize {
        self.kept.as_ref().map_or(0, |kept| kept.tree.used())
    }

    /// The tree to go on with: what is known of the position, or an empty one.
    fn take_tree(&mut self, task: &Task<'_, G>) -> Kept<G> {
        let (game, root) = (task.game, task.game.to_move(task.state));
        let state = task.state.clone();
        let Some(mut kept) = self.kept.take() else {
            let tree = Tree::new(self.params.memory << 20, root);
            return Kept { tree, state, root, scale: 0.0 };
        };
        let same_view = match self.params.policy {
            Policy::Maxn => true,
            Policy::Paranoid => game.team(kept.root) == game.team(root),
            Policy::BestReply => false,
        };
        let finder = Finder::new(game, task.state, task.history);
        let found = (self.params.reuse && same_view)
            .then(|| finder.find(&kept.tree.root, &kept.state))
            .flatten();
        match found {
            Some(path) => kept.tree.descend(&path),
            None => {
                kept.tree.restart(root);
                kept.scale = 0.0;
            }
        }
        (kept.state, kept.root) = (state, root);
        kept
    }

    /// The scale of the evaluation: the one set, the one the kept tree was built with, or one
    /// measured by random play from here: three times the spread that chance makes, but at least
    /// half the present lead, so that values do not saturate.
    fn measure_scale(&self, task: &Task<'_, G>, scale: &mut Scale, control: &mut Control<'_>) {
        const SAMPLES: u64 = 8;
        const LENGTH: u32 = 16;
        let game = task.game;
        let mut rng = Rng::stream(task.seed, u64::MAX);
        let (mut state, mut moves, mut leads) = (task.state.clone(), Vec::new(), Vec::new());
        let root = game.to_move(task.state);
        let lead = |state: &G::State| {
            let scores = self.eval.scores(game, state);
            scale.lead(root, |seat| scores[seat].real())
        };
        let now = lead(&state);
        for _ in 0..SAMPLES {
            state.clone_from(task.state);
            for _ in 0..LENGTH {
                let Some(mv) = game.random_move(&state, &mut moves, &mut rng) else { break };
                game.make(&mut state, mv);
            }
            // One look at the clock per sample: cheap nodes would lull the control before dear ones.
            if !control.tick() {
                break;
            }
            if game.outcome(&state).is_none() {
                leads.push(lead(&state));
            }
        }
        let squares: f64 = leads.iter().map(|lead| (lead - now) * (lead - now)).sum();
        let spread = (squares / leads.len().max(1) as f64).sqrt();
        let measured = (3.0 * spread).max(now.abs() / 2.0);
        scale.scale = if measured > 0.0 { measured } else { 1.0 };
    }

    /// Runs all threads; the calling one reports.
    fn run(
        &self,
        task: &Task<'_, G>,
        shared: &Shared<'_, G, E>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) {
        let threads = self.params.threads.max(1) as u64;
        let past = || Past::new(task.game, task.history, self.params.repetition);
        let mut next_report = FIRST_REPORT;
        let mut after = |simulations, due| {
            shared.tree.collect(2);
            if simulations >= next_report || due {
                next_report = next_report.max(2 * simulations);
                report(&answer::thought(task, shared));
            }
        };
        if threads == 1 {
            let rng = Rng::stream(task.seed, 0);
            Worker::new(shared, control, rng, past()).run(&mut after);
            return;
        }
        let share = control.remaining() / threads;
        thread::scope(|scope| {
            for index in 1..threads {
                let (mut control, past) = (control.fork(share), past());
                scope.spawn(move || {
                    let rng = Rng::stream(task.seed, index);
                    Worker::new(shared, &mut control, rng, past).run(&mut |_, _| {});
                });
            }
            let rng = Rng::stream(task.seed, 0);
            Worker::new(shared, &mut control.fork(share), rng, past()).run(&mut after);
        });
        control.nodes += shared.nodes.load(Relaxed);
    }
}

impl<G: Handover, E: Evaluate<G> + ?Sized> Search<G> for Mcts<G, E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        if !task.only.is_empty() {
            self.kept = None;
        }
        let mut kept = self.take_tree(task);
        let mut scale = Scale::new(task.game, &self.params, kept.root);
        if self.params.scale == 0.0 {
            scale.scale = kept.scale;
            if kept.scale == 0.0 {
                self.measure_scale(task, &mut scale, control);
                kept.scale = scale.scale;
            }
        }
        let shared = Shared {
            game: task.game,
            eval: &*self.eval,
            params: &self.params,
            state: task.state,
            root: kept.root,
            only: task.only,
            scale,
            packing: Packing::new(task.game.players()),
            tree: &kept.tree,
            lore: &self.lore,
            simulations: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
        };
        self.run(task, &shared, control, report);
        let mut thought = answer::thought(task, &shared);
        thought.nodes = control.nodes;
        // A tree without some of the moves is of no use to the next question.
        self.kept = Some(kept).filter(|_| task.only.is_empty());
        thought
    }

    fn new_game(&mut self) {
        self.kept = None;
        self.lore.clear();
    }

    fn can_restrict(&self) -> bool {
        true
    }
}

/// Builds `mcts`.
pub(crate) fn build_mcts<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    Ok(Box::new(Mcts::new(parts.eval, MctsParams::read(options))))
}
