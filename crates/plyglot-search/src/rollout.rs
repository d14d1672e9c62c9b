//! `rollout`: the evaluation of each turn mixed with the mean over random continuations.

use plyglot_core::{Control, Evaluate, Game, Handover, Options, Rng, options};

use crate::{
    Built, Parts,
    hops::Chain,
    params::{Draws, Evaluated},
    simple::Equals,
    task::{Search, Task, Thought},
    turns::{Shortlist, TurnWorth, for_each_turn},
};

options! {
    /// What `rollout` is set to.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct RolloutParams {
        eval: Evaluated,
        /// random continuations of each turn
        count: u32 = "5" in 0..=1_000_000,
        /// most decisions of a continuation, by all players
        length: u32 = "10" in 1..=100_000,
        /// the mean over the continuations counts one part in this many
        divisor: i64 = "10" in 1..=1_000_000,
        chain: Chain,
        draws: Draws,
        equals: Equals,
    }
}

/// Plays the turn with the greatest evaluation plus a part of the mean evaluation after random play.
/// Divisions round towards zero.
struct Rollout<E: ?Sized> {
    eval: Box<E>,
    params: RolloutParams,
}

/// Random generators of one search and the buffer they play with.
struct Dice<M> {
    rng: Rng,
    scratch: Vec<M>,
}

impl<E: ?Sized> Rollout<E> {
    /// The mixed value of the position after a turn.
    fn value<G: Game>(
        &self,
        task: &Task<'_, G>,
        judge: &TurnWorth<'_, G, E>,
        state: &G::State,
        dice: &mut Dice<G::Move>,
        control: &mut Control<'_>,
    ) -> i64
    where
        E: Evaluate<G, Score = i64>,
    {
        let now = judge.value_after(state);
        if self.params.count == 0 || judge.is_over(state) {
            return now;
        }
        let mut sum = 0;
        let mut copy = state.clone();
        for _ in 0..self.params.count {
            copy.clone_from(state);
            sum += self.continuation(task, judge, &mut copy, dice, control);
            if control.spent() {
                return now;
            }
        }
        now + sum / i64::from(self.params.count) / self.params.divisor
    }

    /// Plays random decisions and evaluates where they end.
    fn continuation<G: Game>(
        &self,
        task: &Task<'_, G>,
        judge: &TurnWorth<'_, G, E>,
        state: &mut G::State,
        dice: &mut Dice<G::Move>,
        control: &mut Control<'_>,
    ) -> i64
    where
        E: Evaluate<G, Score = i64>,
    {
        let game = task.game;
        for _ in 0..self.params.length {
            let Some(mv) = game.random_move(state, &mut dice.scratch, &mut dice.rng) else { break };
            game.make(state, mv);
            if !control.tick() {
                break;
            }
        }
        judge.value(state, game.outcome(state))
    }
}

impl<G: Game, E: Evaluate<G, Score = i64> + ?Sized> Search<G> for Rollout<E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let judge = TurnWorth::new(task, &*self.eval, self.params.draws);
        let mut dice = Dice { rng: Rng::stream(task.seed, 1), scratch: Vec::new() };
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
                    let value = self.value(task, &judge, state, &mut dice, control);
                    if !control.spent() || list.is_empty() {
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

    fn can_restrict(&self) -> bool {
        true
    }
}

/// Builds `rollout`.
pub(crate) fn build_rollout<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    let params = RolloutParams::read(options);
    Ok(Box::new(Rollout { eval: parts.eval, params }))
}
