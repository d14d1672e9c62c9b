//! The first alpha-beta player: a few actions deep, everybody's actions tried that do not lead away
//! from their target.

use plyglot_core::{Control, Evaluate, Game, Options, Player, Rng, Score, options};
use plyglot_halma::{Halma, Move, State};
use plyglot_search::{Line, Search, Task, Thought};

use super::{
    eval::{Course, Measure, Race, Weights},
    turns::{ordered_moves, thought},
};

options! {
    /// What the alpha-beta player is set to.
    #[derive(Clone, Copy, Debug)]
    pub struct AlphaBetaParams {
        /// actions looked ahead
        pub depth: u32 = "3" in 1..=20,
        /// leave out actions that lead away from the mover's target
        pub skip: bool = "on",
        /// before this round the others get one random action each
        pub random_before: u32 = "0" in 0..=1_000_000,
        /// so they do once this many own pieces have arrived; 0 for never
        pub random_arrived: u32 = "0" in 0..=19,
        /// What positions are worth.
        pub weights: Weights,
    }
}

/// Alpha-beta with hard bounds; the own team maximises, the others minimise.
pub struct AlphaBeta {
    /// The evaluation.
    pub eval: Race,
    /// The settings.
    pub params: AlphaBetaParams,
}

impl AlphaBeta {
    /// The player under checked options.
    pub fn read(options: &Options) -> Self {
        let params = AlphaBetaParams::read(options);
        AlphaBeta { eval: Race { weights: params.weights }, params }
    }
}

/// One search.
struct Tree<'a, 'c> {
    game: &'a Halma,
    eval: &'a Race,
    params: &'a AlphaBetaParams,
    pov: Player,
    /// Whether the others play at random here.
    random: bool,
    rng: Rng,
    control: &'a mut Control<'c>,
}

impl Tree<'_, '_> {
    /// The decisions tried in a position: all that do not lead away, or all if all do.
    fn candidates(&mut self, state: &State) -> Vec<Move> {
        let mover = self.game.to_move(state);
        if self.random && mover != self.pov {
            let picked = self.game.random_move(state, &mut Vec::new(), &mut self.rng);
            return picked.into_iter().collect();
        }
        let mut moves = ordered_moves(self.game, state);
        let course = Course::of(self.game, mover);
        let left = |at| course.distance(at, Measure::Euclid);
        let nearing = |mv: &Move| mv.is_end() || left(mv.to) <= left(mv.from);
        if self.params.skip && moves.iter().any(nearing) {
            moves.retain(nearing);
        }
        moves
    }

    /// The value within the bounds, and in `line` the play that leads to it.
    fn search(
        &mut self,
        state: &mut State,
        depth: u32,
        bounds: (i64, i64),
        line: &mut Vec<Move>,
    ) -> i64 {
        line.clear();
        if !self.control.tick() {
            return bounds.0;
        }
        if depth == 0 || self.game.outcome(state).is_some() {
            return self.eval.value(self.game, state, self.pov).clamp(bounds.0, bounds.1);
        }
        let own = self.game.team(self.game.to_move(state)) == self.game.team(self.pov);
        let (mut alpha, mut beta) = bounds;
        let mut below = Vec::new();
        for mv in self.candidates(state) {
            let undo = self.game.make(state, mv);
            let value = self.search(state, depth - 1, (alpha, beta), &mut below);
            self.game.unmake(state, mv, undo);
            let better = if own { value > alpha } else { value < beta };
            if self.control.spent() {
                break;
            }
            if better {
                *if own { &mut alpha } else { &mut beta } = value;
                line.clear();
                line.push(mv);
                line.append(&mut below);
            }
            if alpha >= beta {
                break;
            }
        }
        if own { alpha } else { beta }
    }

    /// The first of the best decisions, with the play expected after it.
    fn best(&mut self, state: &State) -> Line<Move> {
        let mut state = state.clone();
        let mut best = Line::unknown(Vec::new());
        let (mut alpha, mut below) = (-i64::INFINITE, Vec::new());
        for mv in self.candidates(&state) {
            let undo = self.game.make(&mut state, mv);
            let bounds = (alpha, i64::INFINITE);
            let value = self.search(&mut state, self.params.depth - 1, bounds, &mut below);
            self.game.unmake(&mut state, mv, undo);
            if best.moves.is_empty() || (value > alpha && !self.control.spent()) {
                let complete = !self.control.spent();
                let expected =
                    if complete { value } else { self.eval.score(self.game, &state, self.pov) };
                best = Line::points(self.pov, line_after(mv, &below), expected as f64);
                alpha = alpha.max(if complete { value } else { alpha });
            }
            if self.control.spent() {
                break;
            }
        }
        best
    }
}

/// A decision and what follows. After a hop the search is asked again, so nothing follows it.
pub(super) fn line_after(mv: Move, below: &[Move]) -> Vec<Move> {
    let below = if mv.is_hop() { &[] } else { below };
    [&[mv], below].concat()
}

impl Search<Halma> for AlphaBeta {
    fn think(
        &mut self,
        task: &Task<'_, Halma>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let pov = task.game.to_move(task.state);
        let arrived = (task.state.pieces(pov) & task.game.target(pov)).len();
        let late = self.params.random_arrived > 0 && arrived >= self.params.random_arrived;
        let mut tree = Tree {
            game: task.game,
            eval: &self.eval,
            params: &self.params,
            pov,
            random: late || task.state.round() < self.params.random_before,
            rng: Rng::stream(task.seed, 0),
            control,
        };
        let line = tree.best(task.state);
        let answer = thought(vec![line], self.params.depth, control);
        report(&answer);
        answer
    }
}
