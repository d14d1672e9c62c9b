//! The earliest player: the best single action, with a second look at the first few hops.

use plyglot_core::{Control, Game, Options, Player, options};
use plyglot_halma::{Halma, Move, State};
use plyglot_search::{Line, Search, Task, Thought};

use super::{
    eval::{Race, Weights},
    turns::{ordered_moves, thought},
};

options! {
    /// What the earliest player is set to.
    #[derive(Clone, Copy, Debug)]
    pub struct SingleParams {
        /// hops of the list that are averaged with what can follow
        pub hops: usize = "3" in 0..=1000,
        /// What positions are worth.
        pub weights: Weights,
    }
}

/// Plays the action after which the evaluation is best.
pub struct Single {
    /// The evaluation.
    pub eval: Race,
    /// How many hops of the list are averaged with the best action that follows them.
    pub hops: usize,
}

impl Single {
    /// The player under checked options.
    pub fn read(options: &Options) -> Self {
        let SingleParams { hops, weights } = SingleParams::read(options);
        Single { eval: Race { weights }, hops }
    }

    /// The best value after an action of the same chain.
    fn following(&self, game: &Halma, state: &State, pov: Player) -> Option<i64> {
        let mut state = state.clone();
        let mut best = None;
        for mv in ordered_moves(game, &state) {
            let undo = game.make(&mut state, mv);
            best = best.max(Some(self.eval.value(game, &state, pov)));
            game.unmake(&mut state, mv, undo);
        }
        best
    }
}

impl Search<Halma> for Single {
    fn think(
        &mut self,
        task: &Task<'_, Halma>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let (game, pov) = (task.game, task.game.to_move(task.state));
        let mut state = task.state.clone();
        let mut hops = 0;
        let mut best: Option<(i64, Move)> = None;
        for mv in ordered_moves(game, task.state) {
            if !control.tick() && best.is_some() {
                break;
            }
            let undo = game.make(&mut state, mv);
            let mut value = self.eval.value(game, &state, pov);
            if mv.is_hop() && game.mid_turn(&state) && hops < self.hops {
                hops += 1;
                value = self.following(game, &state, pov).map_or(value, |next| (value + next) / 2);
            }
            game.unmake(&mut state, mv, undo);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
        }
        let lines = best.map(|(value, mv)| Line::points(pov, vec![mv], value as f64));
        let answer = thought(lines.into_iter().collect(), 1, control);
        report(&answer);
        answer
    }
}
