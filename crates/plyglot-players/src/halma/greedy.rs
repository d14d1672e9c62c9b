//! The greedy players: the turn after which the own pieces stand best, with or without a look at
//! random continuations.

use plyglot_core::{Control, Game, Options, Player, Rng, options};
use plyglot_halma::{Halma, Move, State};
use plyglot_search::{Equals, Line, Search, Task, Thought};

use super::{
    eval::{Race, Weights},
    turns::{Chain, Length, Plan, Turn, thought, turns},
};

options! {
    /// What a greedy player is set to.
    #[derive(Clone, Copy, Debug)]
    pub struct GreedyParams {
        /// How long chains are.
        pub chain: Chain,
        /// own turns looked at, the others playing at random in between
        pub depth: u32 = "1" in 1..=4,
        /// How equally good turns are told apart.
        pub equals: Equals,
        /// random continuations of each turn
        pub rollouts: i64 = "0" in 0..=100_000,
        /// How far random continuations go.
        pub length: Length,
        /// the mean of the continuations counts one part in this many
        pub divisor: i64 = "10" in 1..=1_000_000,
        /// What positions are worth.
        pub weights: Weights,
    }
}

/// Scores every turn by the position after it and plays the best. A chain of hops is planned as a
/// whole and then sent action by action.
pub struct Greedy {
    /// The evaluation.
    pub eval: Race,
    /// The settings.
    pub params: GreedyParams,
    plan: Plan,
}

/// What scoring the turns of one position needs.
struct Scoring<'a, 'c> {
    game: &'a Halma,
    eval: &'a Race,
    params: &'a GreedyParams,
    pov: Player,
    rng: Rng,
    scratch: Vec<Move>,
    control: &'a mut Control<'c>,
}

impl Scoring<'_, '_> {
    /// The value of the position after a turn, with `more` own turns to come.
    fn value(&mut self, after: &State, more: u32) -> i64 {
        let now = self.eval.value(self.game, after, self.pov);
        if self.game.outcome(after).is_some() {
            return now;
        }
        if more > 0 {
            return self.next_turn(after, more).unwrap_or(now);
        }
        if self.params.rollouts == 0 {
            return now;
        }
        let sum: i64 = (0..self.params.rollouts).map(|_| self.continuation(after)).sum();
        now + sum / self.params.rollouts / self.params.divisor
    }

    /// The best of the next own turn, the others playing at random until then.
    fn next_turn(&mut self, after: &State, more: u32) -> Option<i64> {
        let mut state = after.clone();
        while self.game.to_move(&state) != self.pov {
            self.play_at_random(&mut state)?;
        }
        let mut best = None;
        for turn in turns(self.game, &state, self.params.chain.hops) {
            if !self.control.tick() {
                break;
            }
            best = best.max(Some(self.value(&turn.after, more - 1)));
        }
        best
    }

    /// Plays random decisions of all players and evaluates where they end.
    fn continuation(&mut self, after: &State) -> i64 {
        let mut state = after.clone();
        for _ in 0..self.params.length.length {
            if !self.control.tick() || self.play_at_random(&mut state).is_none() {
                break;
            }
        }
        self.eval.value(self.game, &state, self.pov)
    }

    fn play_at_random(&mut self, state: &mut State) -> Option<()> {
        let mv = self.game.random_move(state, &mut self.scratch, &mut self.rng)?;
        self.game.make(state, mv);
        Some(())
    }
}

impl Greedy {
    /// A player with nothing planned, under checked options.
    pub fn read(options: &Options) -> Self {
        let params = GreedyParams::read(options);
        Greedy { eval: Race { weights: params.weights }, params, plan: Plan::default() }
    }

    /// The turns with their values, best first and equal ones in their order; those only that the
    /// budget was enough for, but always one.
    fn rank(&self, task: &Task<'_, Halma>, control: &mut Control<'_>) -> Vec<(i64, Turn)> {
        let mut scoring = Scoring {
            game: task.game,
            eval: &self.eval,
            params: &self.params,
            pov: task.game.to_move(task.state),
            rng: Rng::stream(task.seed, 1),
            scratch: Vec::new(),
            control,
        };
        let mut ranked = Vec::new();
        for turn in turns(task.game, task.state, self.params.chain.hops) {
            let in_time = scoring.control.tick();
            if !in_time && !ranked.is_empty() {
                break;
            }
            let value = scoring.value(&turn.after, self.params.depth - 1);
            // What was cut short is comparable with nothing.
            if !scoring.control.spent() || ranked.is_empty() {
                ranked.push((value, turn));
            }
        }
        ranked.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
        if let Some(mut rng) = self.params.equals.rng(task.seed) {
            let ties = ranked.iter().take_while(|(value, _)| *value == ranked[0].0).count();
            ranked.swap(0, rng.below(ties));
        }
        ranked
    }
}

impl Search<Halma> for Greedy {
    fn think(
        &mut self,
        task: &Task<'_, Halma>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        if let Some(planned) = self.plan.recall(task, control) {
            return planned;
        }
        let best = self.rank(task, control).into_iter().take(task.lines.max(1));
        let pov = task.game.to_move(task.state);
        let line = |(value, turn): (i64, Turn)| Line::points(pov, turn.moves, value as f64);
        let answer = thought(best.map(line).collect(), self.params.depth, control);
        self.plan.remember(task, &answer.lines[0]);
        report(&answer);
        answer
    }

    fn new_game(&mut self) {
        self.plan.clear();
    }
}
