//! A game's own solver in play: it takes over where it can be expected to finish within the budget.

use plyglot_core::{Bound, Control, Exact, Game, Solver, Sought, Value, Worth};

use crate::{
    advised::Expert,
    task::{Line, Search, Task, Thought},
};

/// It is tried where so many times the nodes that it usually takes can be had: some positions take several
/// times as many as most.
const CAUTION: f64 = 2.0;

/// What it may spend before the search gets the rest.
const SHARE: f64 = 0.6;

/// What it may spend on the payoff with win or draw in hand.
const SHARE_IN_HAND: f64 = 0.8;

/// What is kept at most to prove that the search's choice wins, too.
const MOST_KEPT: f64 = 0.5;

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
        self.run(task, task.state, sought, control.part(share), control)
    }

    /// Lets the solver spend a part of the budget on a position.
    fn run(
        &mut self,
        task: &Task<'_, G>,
        state: &G::State,
        sought: Sought,
        mut part: Control<'_>,
        control: &mut Control<'_>,
    ) -> Option<Exact<G::Move>> {
        let found = self.solver.solve(task.game, state, sought, &mut part);
        control.nodes += part.nodes;
        let seconds = part.elapsed().as_secs_f64();
        // Less than a millisecond tells of the clock rather than of the solver, and the first time of the memory.
        if std::mem::replace(&mut self.warm, true) && seconds > 1e-3 {
            self.speed = part.nodes as f64 / seconds;
        }
        found
    }

    /// The move that the search prefers to the one that is proven to win, if it is proven to win, too, before the
    /// budget is spent. Moves that turn out not to win are left out.
    fn prefer(
        &mut self,
        task: &Task<'_, G>,
        won: &Exact<G::Move>,
        search: &mut dyn Search<G>,
        control: &mut Control<'_>,
    ) -> Option<Thought<G::Move>> {
        let mut moves = Vec::new();
        task.game.moves(task.state, &mut moves);
        while moves.len() > 1 {
            let mut part = control.part(self.share_of_search(task, won, control)?);
            let found =
                search.think(&Task { only: &moves, ..*task }, &mut part, &mut |_: &Thought<_>| {});
            control.nodes += part.nodes;
            let mv = found.lines[0].moves[0];
            if found.depth == 0 || mv == won.line[0] {
                return None;
            }
            let next = self.after(task, mv, control)?;
            if is_won(task.game, &next) {
                let line = found.lines[0].moves.clone();
                let exact = Exact { line, depth: won.depth, ..next };
                return Some(Thought { table: found.table, ..thought(task, exact, control.nodes) });
            }
            moves.retain(|own| *own != mv);
        }
        None
    }

    /// The share of what is left that the search may spend, so that its choice can be proven; nothing if there is
    /// nothing left.
    fn share_of_search(
        &self,
        task: &Task<'_, G>,
        won: &Exact<G::Move>,
        control: &Control<'_>,
    ) -> Option<f64> {
        let left = self.affordable(control).filter(|left| *left > 0.0)?;
        let usual = self.solver.usual_nodes(task.game, task.state, Sought::Verdict);
        let kept = usual.max(won.nodes as f64) * CAUTION / left;
        Some(1.0 - kept.min(MOST_KEPT))
    }

    /// The verdict after a move, for who plays it.
    fn after(
        &mut self,
        task: &Task<'_, G>,
        mv: G::Move,
        control: &mut Control<'_>,
    ) -> Option<Exact<G::Move>> {
        let (game, mut state, seat) =
            (task.game, task.state.clone(), task.game.to_move(task.state));
        game.make(&mut state, mv);
        if let Some(payoffs) = game.outcome(&state) {
            let (payoff, bound) = (payoffs[seat], Bound::Exact);
            return Some(Exact { payoff, bound, line: vec![mv], depth: 1, nodes: 0 });
        }
        let found = self.run(task, &state, Sought::Verdict, control.part(1.0), control)?;
        let (sides, mover) = (game.sides(), game.to_move(&state));
        Some(match sides.of(mover) == sides.of(seat) {
            true => found,
            false => opposite(game, found),
        })
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
    /// may find what is hardest to win against. With a proven win whose payoff is too dear it looks for a move
    /// that wins by more.
    fn answer(
        &mut self,
        task: &Task<'_, G>,
        search: &mut dyn Search<G>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>> {
        let verdict = self.attempt(task, Sought::Verdict, SHARE, control)?;
        let is_lost = verdict.bound == Bound::AtMost;
        let known = (!is_lost).then(|| thought(task, verdict.clone(), control.nodes));
        if let Some(known) = &known {
            report(known);
        }
        let share = if is_lost { SHARE } else { SHARE_IN_HAND };
        let exact = self.attempt(task, Sought::Payoff, share, control);
        let better = match exact {
            Some(exact) => Some(thought(task, exact, control.nodes)),
            None if is_won(task.game, &verdict) => self.prefer(task, &verdict, search, control),
            None => None,
        };
        if let Some(better) = &better {
            report(better);
        }
        better.or_else(|| known.map(|known| Thought { nodes: control.nodes, ..known }))
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

/// Whether a move is proven to win.
fn is_won<G: Game>(game: &G, exact: &Exact<G::Move>) -> bool {
    exact.bound != Bound::AtMost && 2 * exact.payoff > game.payoff_sum().unwrap_or(0)
}

/// What is proven for one side, as the other one has it.
fn opposite<G: Game>(game: &G, exact: Exact<G::Move>) -> Exact<G::Move> {
    let bound = match exact.bound {
        Bound::Exact => Bound::Exact,
        Bound::AtLeast => Bound::AtMost,
        Bound::AtMost => Bound::AtLeast,
    };
    Exact { payoff: game.payoff_sum().unwrap_or(0) - exact.payoff, bound, ..exact }
}
