//! A game's own solver in play: it takes over where it can be expected to finish within the budget.

use plyglot_core::{Bound, Control, Exact, Game, Solver, Sought, Value, Worth};

use crate::{
    advised::Expert,
    task::{Line, Task, Thought},
};

/// It is tried where so many times the nodes that it usually takes can be had: some positions take several
/// times as many as most.
const CAUTION: f64 = 2.0;

/// What it may spend before the search gets the rest.
const SHARE: f64 = 0.6;

/// Nodes a second until they have been measured; few, since trying in vain costs more than waiting.
const SLOW: f64 = 10e6;

/// Plays proven moves where it can, first those that keep win or draw, then those that get the most.
pub(crate) struct Finish<G: Game> {
    solver: Box<dyn Solver<G>>,
    /// Nodes a second, measured.
    speed: f64,
    /// Whether it has its memory, which takes time to get.
    warm: bool,
}

impl<G: Game> Finish<G> {
    pub(crate) fn new(solver: Box<dyn Solver<G>>) -> Self {
        Finish { solver, speed: SLOW, warm: false }
    }

    /// Tries to prove something with a share of what is left, if that should be enough.
    fn attempt(
        &mut self,
        task: &Task<'_, G>,
        sought: Sought,
        share: f64,
        control: &mut Control<'_>,
    ) -> Option<Exact<G::Move>> {
        let usual = self.solver.usual_nodes(task.game, task.state, sought);
        if usual * CAUTION > self.affordable(control)? {
            return None;
        }
        let mut part = control.part(share);
        let found = self.solver.solve(task.game, task.state, sought, &mut part);
        control.nodes += part.nodes;
        let seconds = part.elapsed().as_secs_f64();
        // Less than a millisecond tells of the clock rather than of the solver, and the first time of the memory.
        if std::mem::replace(&mut self.warm, true) && seconds > 1e-3 {
            self.speed = part.nodes as f64 / seconds;
        }
        found
    }

    /// The nodes that are left by number and by time; `None` without any limit, where the search decides
    /// when to stop.
    fn affordable(&self, control: &Control<'_>) -> Option<f64> {
        let by_number = control.nodes_left().map(|left| left as f64);
        let by_time = control.time_left().map(|left| left.as_secs_f64() * self.speed);
        [by_number, by_time].into_iter().flatten().min_by(f64::total_cmp)
    }
}

impl<G: Game> Expert<G> for Finish<G> {
    /// What can be proven within the budget, if that is more than that everything loses: then the search
    /// may find what is hardest to win against.
    fn answer(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>> {
        let verdict = self.attempt(task, Sought::Verdict, SHARE, control)?;
        let is_lost = verdict.bound == Bound::AtMost;
        let known = (!is_lost).then(|| thought(task, verdict, control.nodes));
        if let Some(known) = &known {
            report(known);
        }
        // With win or draw in hand there is nothing else to do with the rest.
        let share = if is_lost { SHARE } else { 1.0 };
        let exact = self.attempt(task, Sought::Payoff, share, control);
        let Some(exact) = exact else {
            return known.map(|known| Thought { nodes: control.nodes, ..known });
        };
        let exact = thought(task, exact, control.nodes);
        report(&exact);
        Some(exact)
    }

    fn forget(&mut self) {
        self.solver.forget();
    }
}

fn thought<G: Game>(task: &Task<'_, G>, exact: Exact<G::Move>, nodes: u64) -> Thought<G::Move> {
    let seat = task.game.to_move(task.state);
    let worth = Value { worth: Worth::Payoff(exact.payoff), bound: exact.bound };
    let line = Line::valued(task.game, seat, exact.line, exact.payoff.into(), worth);
    Thought { lines: vec![line], depth: exact.depth, nodes, table: 0, proven: true }
}
