//! The greedy player: the action after which the evaluation is best, if that is above a threshold.

use plyglot_chexers::{Chexers, Move, State};
use plyglot_core::{Control, Game, OptionSpec, Options, declare::with, options};
use plyglot_search::{Line, Search, Task, Thought};

use super::{
    best_reply::first_legal,
    board::{Action, Board},
    evaluation::{Classic, Weights},
};

options! {
    /// What the greedy player is set to: as programmed, the evaluation is below the threshold until the
    /// player is ahead.
    #[derive(Clone, Copy, Debug)]
    pub struct GreedyParams {
        /// only what is worth more than this is preferred to the first action generated
        pub threshold: f64 = "0" in -1e12..=1e12,
        /// The evaluation.
        pub weights: Weights,
    }
}

/// The options as they were meant: every evaluation is above the threshold.
pub(super) const GREEDY_FIXED_OPTIONS: [OptionSpec; GreedyParams::OPTIONS.len()] =
    with(GreedyParams::OPTIONS, &[("threshold", "-1000000000000")]);

/// The player that looks one action ahead.
#[derive(Clone, Debug)]
pub struct Greedy {
    /// The evaluation.
    pub evaluation: Classic,
    /// What an action must be worth more than.
    pub threshold: f64,
}

impl Greedy {
    /// The player under checked options.
    pub fn read(options: &Options) -> Greedy {
        let GreedyParams { threshold, weights } = GreedyParams::read(options);
        Greedy { evaluation: Classic::new(weights), threshold }
    }

    /// The action chosen and what it is worth. Without time to evaluate, the first one generated.
    pub fn choose(
        &self,
        game: &Chexers,
        state: &State,
        control: &mut Control<'_>,
    ) -> Option<(Action, f64)> {
        let (board, me) = (Board::with_blocks(game, state), game.to_move(state).0);
        let mut actions = Vec::new();
        board.actions(me, &mut actions);
        let mut chosen = None;
        let mut best = self.threshold;
        for &action in &actions {
            if !control.tick() {
                break;
            }
            let value = self.evaluation.value(&board.after(action), me);
            if value > best {
                (chosen, best) = (Some(action), value);
            }
        }
        let action = chosen.or(actions.first().copied())?;
        Some((action, self.evaluation.value(&board.after(action), me)))
    }
}

impl Search<Chexers> for Greedy {
    fn think(
        &mut self,
        task: &Task<'_, Chexers>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let chosen = self.choose(task.game, task.state, control);
        let (mv, value) = chosen
            .map_or((None, 0.0), |(action, value)| (action.to_move(task.game, task.state), value));
        let moves = vec![mv.unwrap_or_else(|| first_legal(task))];
        let depth = u32::from(!control.spent());
        let lines = vec![Line::points(task.game.to_move(task.state), moves, value)];
        let thought = Thought { lines, depth, nodes: control.nodes, table: 0, proven: false };
        if depth > 0 {
            report(&thought);
        }
        thought
    }
}
