//! How a search is asked for a ply, where a ply is several decisions.
//!
//! A search can be told which decision to choose from, and not which ones may follow. So where only some of the plies
//! may be played, it is asked in every position of the ply after whose next decision anything may follow, and the best
//! of what it says there is the answer.

use std::{cmp::Ordering, sync::atomic, time::Duration};

use plyglot_core::{Control, Game, Listed, Session, Worth, for_each_ply};
use plyglot_search::{Line, Search, Task, Thought};

use crate::{Request, agent::advance};

/// Nodes of the first thought about a choice, where there are several. The next one may have twice as many, so that
/// whoever stops it at any time has heard of all.
const SLICE: u64 = 1 << 16;
/// Who leaves most of its nodes has nothing more to find; threads that were not waited for may leave a good part.
const FINISHED: u64 = 16;

/// A question to a search.
pub(crate) struct Asked<'a, G: Listed> {
    pub(crate) session: &'a Session<G>,
    pub(crate) request: &'a Request<'a>,
    /// What the host allows.
    pub(crate) most_time: Duration,
}

impl<G: Listed> Asked<'_, G> {
    /// Thinks about the plies to choose from, all if there are none. The first line begins with a whole one.
    pub(crate) fn think(
        &self,
        search: &mut dyn Search<G>,
        plies: &[Vec<G::Move>],
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let Request { clock, stop, budget, lines, .. } = *self.request;
        let choices = choices(self.session.game(), self.session.state(), plies);
        let time = budget.time.unwrap_or(Duration::MAX).min(self.most_time);
        let deadline = clock.now().saturating_add(time);
        let over = || stop.load(atomic::Ordering::Relaxed) || clock.now() >= deadline;
        let mut nodes_left = budget.nodes.unwrap_or(u64::MAX);
        let mut thoughts = Thoughts::new(choices.len(), lines);
        let mut open: Vec<usize> = (0..choices.len()).collect();
        let mut slice = if open.len() == 1 { u64::MAX } else { SLICE };
        loop {
            let mut unfinished = Vec::new();
            for (before, at) in open.iter().enumerate() {
                if thoughts.of[*at].is_some() && over() {
                    return thoughts.together();
                }
                // What is left is shared out at once, if it is not much more.
                let part = nodes_left / (open.len() - before) as u64;
                let share = if part < slice.saturating_mul(3) { part } else { slice };
                let choice = &choices[*at];
                let (thought, nodes) =
                    self.follow(search, choice, (share, deadline), &mut |thought| {
                        report(&thoughts.with(*at, choice, thought));
                    });
                let cut = nodes >= share / FINISHED;
                thoughts.take(*at, choice, thought, !cut && !over());
                nodes_left = nodes_left.saturating_sub(nodes);
                if cut {
                    unfinished.push(*at);
                }
            }
            (open, slice) = (unfinished, slice.saturating_mul(2));
            // Less than was thought before finds nothing new.
            if open.is_empty() || nodes_left / (open.len() as u64) < slice {
                return thoughts.together();
            }
        }
    }

    /// Thinks about one choice, and tells how many nodes it took.
    fn follow(
        &self,
        search: &mut dyn Search<G>,
        choice: &Choice<G::Move>,
        (nodes, deadline): (u64, Duration),
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> (Thought<G::Move>, u64) {
        let Request { clock, stop, pulse, lines, seed, .. } = *self.request;
        let (game, history) = (self.session.game(), self.session.history());
        let mut state = self.session.state().clone();
        advance(game, &mut state, &choice.made);
        let (mut first, mut nodes_left) = (None::<Thought<G::Move>>, nodes);
        // A search may answer with only the first decisions of a ply: it is asked on until whole.
        loop {
            let mut control = Control::new(nodes_left, deadline, clock, stop).with_pulse(pulse);
            let (lines, only) = if first.is_none() { (lines, &*choice.next) } else { (1, &[][..]) };
            let task = Task { game, state: &state, history, only, lines, seed };
            let thought = search.think(&task, &mut control, &mut |thought| {
                if first.is_none() {
                    report(thought);
                }
            });
            nodes_left = nodes_left.saturating_sub(control.nodes);
            let whole = advance(game, &mut state, &thought.lines[0].moves);
            match &mut first {
                None => first = Some(thought),
                Some(first) => {
                    first.nodes += thought.nodes;
                    first.lines[0].moves.extend(&thought.lines[0].moves);
                }
            }
            if whole {
                return (first.expect("it thinks at least once"), nodes - nodes_left);
            }
        }
    }
}

/// Decisions of a ply, and the next ones to choose from, after which anything may follow; all if there are none.
struct Choice<M> {
    made: Vec<M>,
    next: Vec<M>,
}

/// The choice among plies as choices among decisions, of which every ply is in just one; among all plies if there are
/// none.
fn choices<G: Game>(game: &G, state: &G::State, plies: &[Vec<G::Move>]) -> Vec<Choice<G::Move>> {
    if plies.is_empty() {
        return vec![Choice { made: Vec::new(), next: Vec::new() }];
    }
    let (mut distinct, mut choices) = (Vec::<&[G::Move]>::new(), Vec::new());
    for ply in plies {
        if !distinct.contains(&&**ply) {
            distinct.push(ply);
        }
    }
    divide(game, state, &[], &distinct, &mut choices);
    choices
}

/// The same for the plies that go on like this, in the position after the decisions `made`.
fn divide<G: Game>(
    game: &G,
    state: &G::State,
    made: &[G::Move],
    rests: &[&[G::Move]],
    choices: &mut Vec<Choice<G::Move>>,
) {
    let (mut next, mut parted) = (Vec::new(), Vec::new());
    for (at, first) in rests.iter().map(|rest| rest[0]).enumerate() {
        if rests[..at].iter().any(|rest| rest[0] == first) {
            continue;
        }
        let own = rests.iter().filter(|rest| rest[0] == first);
        let own: Vec<_> = own.map(|rest| &rest[1..]).filter(|rest| !rest.is_empty()).collect();
        let mut after = state.clone();
        game.make(&mut after, first);
        let mut count = 0;
        if !own.is_empty() {
            for_each_ply(game, &after, &mut |_| count += 1);
        }
        match own.len() == count {
            true => next.push(first),
            false => parted.push((first, after, own)),
        }
    }
    if !next.is_empty() {
        choices.push(Choice { made: made.to_vec(), next });
    }
    for (first, after, own) in parted {
        divide(game, &after, &[made, &[first]].concat(), &own, choices);
    }
}

/// What was thought of every choice so far.
struct Thoughts<M> {
    of: Vec<Option<Thought<M>>>,
    /// How many lines are wanted.
    lines: usize,
    /// Nodes of all that was thought.
    nodes: u64,
}

impl<M: Copy> Thoughts<M> {
    fn new(choices: usize, lines: usize) -> Self {
        Thoughts { of: (0..choices).map(|_| None).collect(), lines, nodes: 0 }
    }

    /// Keeps what was thought of a choice: if it came to its end, and otherwise unless it was cut short before it
    /// saw as much as what is known of the choice. Depth alone tells nothing where it is the length of a line.
    fn take(&mut self, at: usize, choice: &Choice<M>, thought: Thought<M>, ended: bool) {
        self.nodes += thought.nodes;
        let newer = |own: &Thought<M>| own.depth <= thought.depth || own.nodes <= thought.nodes;
        if ended || self.of[at].as_ref().is_none_or(newer) {
            self.of[at] = Some(whole(choice, thought));
        }
    }

    /// All as one, with a choice that is being thought about.
    fn with(&self, at: usize, choice: &Choice<M>, thought: &Thought<M>) -> Thought<M> {
        let (of, lines, nodes) = (self.of.clone(), self.lines, self.nodes);
        let mut all = Thoughts { of, lines, nodes };
        all.take(at, choice, thought.clone(), false);
        all.together()
    }

    /// All as one, of which there must be one: the best first line is the first.
    fn together(&self) -> Thought<M> {
        let mut known: Vec<&Thought<M>> = self.of.iter().flatten().collect();
        known.sort_by(|a, b| better(&a.lines[0], &b.lines[0]));
        let best = known[0];
        if self.of.len() == 1 {
            return best.clone();
        }
        let mut rest: Vec<&Line<M>> = best.lines[1..].iter().collect();
        rest.extend(known[1..].iter().flat_map(|own| &own.lines));
        rest.sort_by(|a, b| better(a, b));
        let lines = [&best.lines[0]].into_iter().chain(rest).take(self.lines.max(1));
        let each = self.of.iter().map(Option::as_ref);
        Thought {
            lines: lines.cloned().collect(),
            depth: each.clone().map(|own| own.map_or(0, |own| own.depth)).min().unwrap_or(0),
            nodes: self.nodes,
            table: known.iter().map(|own| own.table).max().unwrap_or(0),
            proven: each.clone().all(|own| own.is_some_and(|own| own.proven)),
        }
    }
}

/// A thought about the position after the decisions of a choice, as one about the position before them.
fn whole<M: Copy>(choice: &Choice<M>, mut thought: Thought<M>) -> Thought<M> {
    for line in &mut thought.lines {
        line.moves.splice(..0, choice.made.iter().copied());
        for value in line.worth.0.iter_mut().flatten() {
            if let Worth::End { distance: Some(distance), .. } = &mut value.worth {
                *distance += choice.made.len() as u32;
            }
        }
    }
    thought
}

/// The better of two lines for who chooses; nothing is known of those that come last.
fn better<M>(a: &Line<M>, b: &Line<M>) -> Ordering {
    let known = |line: &Line<M>| line.worth.0.iter().any(Option::is_some);
    known(b).cmp(&known(a)).then_with(|| b.value.total_cmp(&a.value))
}
