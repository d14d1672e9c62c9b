//! `rollout`: the evaluation of each turn mixed with the mean over random continuations.

use plyglot_core::{
    Control, Eval, Evaluate, Game, Handover, OptionKind, OptionSpec, Options, Rng, Score,
};

use crate::{
    Parts,
    params::EVAL,
    past::Past,
    simple::{TIES, count_of},
    task::{Search, Task, Thought},
    turns::{Shortlist, for_each_turn, value_after},
};

/// The options of `rollout`.
pub const ROLLOUT_OPTIONS: &[OptionSpec] = &[
    EVAL,
    OptionSpec {
        name: "count",
        kind: OptionKind::Int { min: 0, max: 1_000_000 },
        default: "5",
        help: "random continuations of each turn",
    },
    OptionSpec {
        name: "length",
        kind: OptionKind::Int { min: 1, max: 100_000 },
        default: "10",
        help: "most decisions of a continuation, by all players",
    },
    OptionSpec {
        name: "divisor",
        kind: OptionKind::Int { min: 1, max: 1_000_000 },
        default: "10",
        help: "the mean over the continuations counts one part in this many",
    },
    OptionSpec {
        name: "hops",
        kind: OptionKind::Int { min: 0, max: 1000 },
        default: "10",
        help: "most decisions of a turn after which it goes on; ending it comes on top",
    },
    TIES,
];

/// What `rollout` is set to.
#[derive(Clone, Copy, Debug)]
pub struct RolloutParams {
    /// Continuations of each turn.
    pub count: u32,
    /// Decisions of a continuation.
    pub length: u32,
    /// What the mean is divided by.
    pub divisor: i64,
    /// Most decisions after which the turn goes on.
    pub hops: u32,
    /// Whether equally good turns are drawn for rather than the first one played.
    pub random_ties: bool,
}

/// Plays the turn with the greatest evaluation plus a part of the mean evaluation after random play.
/// Integer evaluations are divided as integers, rounding towards zero.
pub struct Rollout<S, E: ?Sized> {
    /// The evaluation.
    pub eval: Box<E>,
    /// The settings.
    pub params: RolloutParams,
    divide: fn(S, i64) -> S,
}

/// Random generators of one search and the buffer they play with.
struct Dice<M> {
    rng: Rng,
    scratch: Vec<M>,
}

impl<S: Score, E: ?Sized> Rollout<S, E> {
    /// The mixed value of the position after a turn.
    fn value<G: Game>(
        &self,
        task: &Task<'_, G>,
        past: &Past,
        state: &G::State,
        dice: &mut Dice<G::Move>,
        control: &mut Control<'_>,
    ) -> S
    where
        E: Evaluate<G, Score = S>,
    {
        let now = value_after(task, &*self.eval, past, state);
        if self.params.count == 0 || past.peek(task.game, state).is_some() {
            return now;
        }
        let mut sum = S::default();
        let mut copy = state.clone();
        for _ in 0..self.params.count {
            copy.clone_from(state);
            sum = sum + self.continuation(task, &mut copy, dice, control);
            if control.spent() {
                return now;
            }
        }
        let mean = (self.divide)(sum, self.params.count.into());
        now + (self.divide)(mean, self.params.divisor)
    }

    /// Plays random decisions and evaluates where they end.
    fn continuation<G: Game>(
        &self,
        task: &Task<'_, G>,
        state: &mut G::State,
        dice: &mut Dice<G::Move>,
        control: &mut Control<'_>,
    ) -> S
    where
        E: Evaluate<G, Score = S>,
    {
        let (game, pov) = (task.game, task.game.to_move(task.state));
        for _ in 0..self.params.length {
            let Some(mv) = game.random_move(state, &mut dice.scratch, &mut dice.rng) else { break };
            game.make(state, mv);
            if !control.tick() {
                break;
            }
        }
        match game.outcome(state) {
            Some(payoffs) => self.eval.terminal(game, state, &payoffs, pov),
            None => self.eval.score(game, state, pov),
        }
    }
}

impl<G: Game, S: Score, E: Evaluate<G, Score = S> + ?Sized> Search<G> for Rollout<S, E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let past = Past::new(task.game, task.history);
        let ties = self.params.random_ties.then(|| Rng::stream(task.seed, 0));
        let mut dice = Dice { rng: Rng::stream(task.seed, 1), scratch: Vec::new() };
        let mut list = Shortlist::new(task.lines, ties);
        // Where no turn ends within the limit, the limit has to give way.
        for hops in [self.params.hops, u32::MAX] {
            for_each_turn(
                task.game,
                task.state,
                task.only,
                hops,
                control,
                &mut |state, turn, control| {
                    let value = self.value(task, &past, state, &mut dice, control);
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
pub fn build_rollout<G: Handover>(options: &Options, parts: Parts<G>) -> Box<dyn Search<G>> {
    let params = RolloutParams {
        count: count_of(options, "count") as u32,
        length: count_of(options, "length") as u32,
        divisor: count_of(options, "divisor") as i64,
        hops: count_of(options, "hops") as u32,
        random_ties: options.word(TIES.name) == Some("random"),
    };
    match parts.eval {
        Eval::Int(eval) => Box::new(Rollout { eval, params, divide: |sum, by| sum / by }),
        Eval::Real(eval) => Box::new(Rollout { eval, params, divide: |sum, by| sum / by as f64 }),
    }
}
