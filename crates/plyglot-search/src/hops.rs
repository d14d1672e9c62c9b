//! `hops`: the best way to end one's own turn, with chains of hops of limited length, remembered and
//! played decision by decision.

use plyglot_core::{Control, Evaluate, Game, Handover, Options, Player, Score, options};

use crate::{
    Built, Parts,
    params::{Draws, Evaluated},
    simple::{Equals, greater},
    task::{Line, Search, Task, Thought},
    turns::{Shortlist, TurnWorth, for_each_turn},
};

options! {
    /// How long turns of many decisions may be.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Chain {
        /// most decisions of a turn after which it goes on; ending it comes on top
        pub(crate) hops: u32 = "10" in 0..=1000,
    }
}

options! {
    /// What `hops` is set to.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct HopsParams {
        eval: Evaluated,
        chain: Chain,
        /// own turns in a row to look at, as if nobody else moved between them
        moves: u32 = "1" in 1..=4,
        draws: Draws,
        equals: Equals,
    }
}

/// Plays the turn that ends where the evaluation is best; among the ends of a chain of hops it stops
/// where the best value was met.
struct Hops<G: Game, E: ?Sized> {
    eval: Box<E>,
    params: HopsParams,
    /// The rest of the turn being played, each decision with the position it is meant for.
    plan: Vec<(G::State, G::Move)>,
    planned: Option<Line<G::Move>>,
}

impl<G: Handover, E: Evaluate<G> + ?Sized> Hops<G, E> {
    /// The line planned earlier, if the position is the one it was planned for.
    fn recall(&mut self, task: &Task<'_, G>) -> Option<Line<G::Move>> {
        let fits = |(state, mv): &(G::State, G::Move)| state == task.state && task.allows(mv);
        let at = self.plan.iter().position(fits)?;
        self.plan.drain(..at);
        let moves = self.plan.iter().map(|(_, mv)| *mv).collect();
        Some(Line { moves, ..self.planned.clone()? })
    }

    /// Remembers a turn, together with the positions it leads through.
    fn remember(&mut self, task: &Task<'_, G>, line: &Line<G::Move>) {
        let mut state = task.state.clone();
        self.plan.clear();
        for mv in &line.moves {
            self.plan.push((state.clone(), *mv));
            task.game.make(&mut state, *mv);
        }
        self.planned = Some(line.clone());
    }

    /// The value of a position at the end of an own turn, with `more` further own turns to look at.
    fn value(
        &self,
        task: &Task<'_, G>,
        judge: &TurnWorth<'_, G, E>,
        state: &mut G::State,
        more: u32,
        control: &mut Control<'_>,
    ) -> E::Score {
        let now = judge.value_after(state);
        if more == 0 || judge.is_over(state) {
            return now;
        }
        let pov: Player = task.game.to_move(task.state);
        let holder = task.game.give_turn(state, pov);
        let mut best = -E::Score::INFINITE;
        for_each_turn(
            task.game,
            state,
            &[],
            self.params.chain.hops,
            control,
            &mut |end, _, control| {
                best = greater(best, self.value(task, judge, end, more - 1, control));
            },
        );
        task.game.give_turn(state, holder);
        // Nothing can be ended within the limits: the position speaks for itself.
        if best == -E::Score::INFINITE { now } else { best }
    }

    fn search(&self, task: &Task<'_, G>, control: &mut Control<'_>) -> Thought<G::Move> {
        let judge = TurnWorth::new(task, &*self.eval, self.params.draws);
        let mut list = Shortlist::new(task.lines, self.params.equals.rng(task.seed));
        // Where no turn ends within the limit, the limit has to give way.
        for hops in [self.params.chain.hops, u32::MAX] {
            for_each_turn(
                task.game,
                task.state,
                task.only,
                hops,
                control,
                &mut |state, turn, control| {
                    let value = self.value(task, &judge, state, self.params.moves - 1, control);
                    if !control.spent() || self.params.moves == 1 {
                        list.offer(value, turn);
                    }
                },
            );
            if !list.is_empty() {
                break;
            }
        }
        list.into_thought(task, control)
    }
}

impl<G: Handover, E: Evaluate<G> + ?Sized> Search<G> for Hops<G, E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        if let Some(line) = self.recall(task) {
            control.tick();
            let nodes = control.nodes;
            return Thought { lines: vec![line], depth: 1, nodes, table: 0, proven: false };
        }
        let thought = self.search(task, control);
        self.remember(task, &thought.lines[0]);
        thought
    }

    fn new_game(&mut self) {
        self.plan.clear();
    }

    fn can_restrict(&self) -> bool {
        true
    }
}

/// Builds `hops`.
pub(crate) fn build_hops<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    let params = HopsParams::read(options);
    Ok(Box::new(Hops::<G, _> { eval: parts.eval, params, plan: Vec::new(), planned: None }))
}
