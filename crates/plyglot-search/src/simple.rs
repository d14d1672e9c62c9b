//! Players that do not look beyond their own turn: `random` and `greedy`.

use plyglot_core::{
    Control, Eval, Evaluate, Game, Handover, OptionKind, OptionSpec, Options, Rng, Score,
};

use crate::{
    Parts,
    params::EVAL,
    past::Past,
    task::{Line, Search, Task, Thought},
    turns::{Shortlist, first_legal, for_each_turn, value_after},
};

/// Which of several equally good turns is played.
pub(crate) const TIES: OptionSpec = OptionSpec {
    name: "ties",
    kind: OptionKind::Choice(&["first", "random"]),
    default: "first",
    help: "which of equally good turns is played: the first met or one drawn by the seed",
};

/// The options of `random`.
pub const RANDOM_OPTIONS: &[OptionSpec] = &[];

/// The options of `greedy`.
pub const GREEDY_OPTIONS: &[OptionSpec] = &[EVAL, TIES];

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
pub struct Greedy<E: ?Sized> {
    /// The evaluation.
    pub eval: Box<E>,
    /// Whether equally good turns are drawn for rather than the first one played.
    pub random_ties: bool,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Search<G> for Greedy<E> {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let past = Past::new(task.game, task.history);
        let rng = self.random_ties.then(|| Rng::stream(task.seed, 0));
        let mut list = Shortlist::new(task.lines, rng);
        for_each_turn(
            task.game,
            task.state,
            task.only,
            u32::MAX,
            control,
            &mut |state, turn, _| {
                list.offer(value_after(task, &*self.eval, &past, state), turn);
            },
        );
        list.into_thought(task, control)
    }

    fn can_restrict(&self) -> bool {
        true
    }
}

/// Builds `random`.
pub fn build_random<G: Handover>(_options: &Options, _parts: Parts<G>) -> Box<dyn Search<G>> {
    Box::new(Random)
}

/// Builds `greedy`.
pub fn build_greedy<G: Handover>(options: &Options, parts: Parts<G>) -> Box<dyn Search<G>> {
    let random_ties = options.word(TIES.name) == Some("random");
    match parts.eval {
        Eval::Int(eval) => Box::new(Greedy { eval, random_ties }),
        Eval::Real(eval) => Box::new(Greedy { eval, random_ties }),
    }
}

/// A whole number of a declared option that has a default.
pub(crate) fn count_of(options: &Options, name: &str) -> u64 {
    options.int(name).unwrap_or_default().max(0) as u64
}

/// The greater of two scores.
pub(crate) fn greater<S: Score>(a: S, b: S) -> S {
    if b > a { b } else { a }
}
