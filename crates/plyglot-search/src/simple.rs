//! Players that do not look beyond their own turn: `random` and `greedy`.

use plyglot_core::{Control, Evaluate, Game, Handover, Options, Rng, Score, choices, options};

use crate::{
    Built, Parts,
    params::{Draws, Evaluated},
    task::{Line, Search, Task, Thought},
    turns::{Shortlist, TurnWorth, first_legal, for_each_turn},
};

options! {
    /// How equally good turns are told apart.
    #[derive(Clone, Copy, Debug)]
    pub struct Equals {
        /// which of equally good turns is played: the first met or one drawn by the seed
        pub ties: Draw = "first",
    }
}

choices! {
    /// Which of equally good turns is played.
    pub enum Draw {
        /// The first met.
        First = "first",
        /// One drawn by the seed.
        Random = "random",
    }
}

impl Equals {
    /// What turns are drawn with, if they are.
    pub fn rng(self, seed: u64) -> Option<Rng> {
        (self.ties == Draw::Random).then(|| Rng::stream(seed, 0))
    }
}

options! {
    /// What `greedy` is set to.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct GreedyParams {
        eval: Evaluated,
        draws: Draws,
        equals: Equals,
    }
}

/// Plays decisions drawn with equal chances.
pub struct Random;

impl<G: Game> Search<G> for Random {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        control.tick();
        let mut rng = Rng::stream(task.seed, 0);
        let pick = if task.only.is_empty() {
            task.game.random_move(task.state, &mut Vec::new(), &mut rng)
        } else {
            Some(task.only[rng.below(task.only.len())])
        };
        let line = pick.map_or_else(|| first_legal(task), |mv| Line::unknown(vec![mv]));
        Thought { lines: vec![line], depth: 0, nodes: control.nodes, table: 0, proven: false }
    }

    fn can_restrict(&self) -> bool {
        true
    }
}

/// Plays the turn after which the evaluation is best for the player who moved.
struct Greedy<E: ?Sized> {
    eval: Box<E>,
    params: GreedyParams,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Search<G> for Greedy<E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let judge = TurnWorth::new(task, &*self.eval, self.params.draws);
        let mut list = Shortlist::new(task.lines, self.params.equals.rng(task.seed));
        for_each_turn(
            task.game,
            task.state,
            task.only,
            u32::MAX,
            control,
            &mut |state, turn, _| {
                list.offer(judge.value_after(state), turn);
            },
        );
        list.into_thought(task, control)
    }

    fn can_restrict(&self) -> bool {
        true
    }
}

/// Builds `random`.
pub(crate) fn build_random<G: Handover>(_options: &Options, _parts: Parts<G>) -> Built<G> {
    Ok(Box::new(Random))
}

/// Builds `greedy`.
pub(crate) fn build_greedy<G: Handover>(options: &Options, parts: Parts<G>) -> Built<G> {
    Ok(Box::new(Greedy { eval: parts.eval, params: GreedyParams::read(options) }))
}

/// The greater of two scores.
pub(crate) fn greater<S: Score>(a: S, b: S) -> S {
    if b > a { b } else { a }
}
