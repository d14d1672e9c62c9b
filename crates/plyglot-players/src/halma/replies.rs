//! The deep player with pruned replies: only its own actions are tried, everybody else gets one.

use plyglot_core::{Control, Game, Options, Player, Rng, Score, choices, options};
use plyglot_halma::{Halma, Move, State};
use plyglot_search::{Line, Search, Task, Thought};

use super::{
    alphabeta::line_after,
    eval::{Course, Measure, Race, Weights},
    turns::{Turn, first_without_hop, ordered_moves, thought},
};

options! {
    /// What the player with pruned replies is set to.
    #[derive(Clone, Copy, Debug)]
    pub struct RepliesParams {
        /// plies looked ahead, one reply of each player included
        pub depth: u32 = "8" in 1..=40,
        /// actions that a hop is followed by within its ply
        pub follow: u32 = "2" in 0..=20,
        /// the one action of everybody else: the first that is no hop, or a random one
        pub replies: Reply = "first",
        /// leave out own actions that lead away from the target
        pub skip: bool = "on",
        /// leave out an action that takes the previous own one back
        pub skip_undo: bool = "on",
        /// What positions are worth.
        pub weights: Weights,
    }
}

choices! {
    /// The one action of everybody else.
    pub enum Reply {
        /// The first that is no hop.
        First = "first",
        /// A random one.
        Random = "random",
    }
}

/// Looks several own turns ahead as if the others hardly mattered.
pub struct Replies {
    /// The evaluation.
    pub eval: Race,
    /// The settings.
    pub params: RepliesParams,
    /// The last action sent that moved a piece, and who sent it.
    last: Option<(Player, Move)>,
}

/// One search.
struct Tree<'a, 'c> {
    game: &'a Halma,
    eval: &'a Race,
    params: &'a RepliesParams,
    pov: Player,
    course: Course,
    rng: Rng,
    control: &'a mut Control<'c>,
}

impl Tree<'_, '_> {
    /// The own decisions tried in a position; `last` is the own one before it.
    fn candidates(&self, state: &State, last: Option<Move>) -> Vec<Move> {
        let left = |at| self.course.distance(at, Measure::Manhattan);
        let nearing = |mv: &Move| mv.is_end() || left(mv.to) <= left(mv.from);
        let undoes = |mv: &Move| last.is_some_and(|last| (last.from, last.to) == (mv.to, mv.from));
        let mut moves = ordered_moves(self.game, state);
        moves.retain(|mv| !self.params.skip || nearing(mv));
        moves.retain(|mv| !self.params.skip_undo || mv.is_end() || !undoes(mv));
        moves
    }

    /// The own plies: a decision, and after a hop up to `follow` more of the same chain.
    fn plies(&self, state: &State, last: Option<Move>) -> Vec<Turn> {
        let mut plies = Vec::new();
        for mv in self.candidates(state, last) {
            self.grow(state, vec![mv], &mut plies);
        }
        plies
    }

    /// Plays the last of `moves` and follows the chain it may have opened.
    fn grow(&self, state: &State, moves: Vec<Move>, plies: &mut Vec<Turn>) {
        let Some(mv) = moves.last().copied() else { return };
        let mut after = state.clone();
        self.game.make(&mut after, mv);
        if !self.game.mid_turn(&after) || moves.len() > self.params.follow as usize {
            plies.push(Turn { moves, after });
            return;
        }
        for next in self.candidates(&after, Some(mv)) {
            let longer = moves.iter().copied().chain([next]).collect();
            self.grow(&after, longer, plies);
        }
    }

    /// What another player does: the first action that is no hop, or the first if all are.
    fn reply(&mut self, state: &State) -> Option<Move> {
        if self.params.replies == Reply::Random {
            return self.game.random_move(state, &mut Vec::new(), &mut self.rng);
        }
        first_without_hop(self.game, state)
    }

    /// The value of a position `depth` plies before the leaves, and in `line` the play to it.
    fn search(
        &mut self,
        state: &State,
        depth: u32,
        last: Option<Move>,
        line: &mut Vec<Move>,
    ) -> i64 {
        line.clear();
        self.control.tick();
        let over = self.game.outcome(state).is_some();
        if depth == 0 || over || self.control.spent() {
            return self.eval.value(self.game, state, self.pov);
        }
        if self.game.to_move(state) == self.pov {
            return self.best(state, depth, last, line);
        }
        let Some(mv) = self.reply(state) else {
            return self.eval.value(self.game, state, self.pov);
        };
        let mut after = state.clone();
        self.game.make(&mut after, mv);
        let value = self.search(&after, depth - 1, last, line);
        line.insert(0, mv);
        value
    }

    /// The first of the best own plies. Where everything is left out the position speaks for itself.
    fn best(&mut self, state: &State, depth: u32, last: Option<Move>, line: &mut Vec<Move>) -> i64 {
        let mut best = None;
        let mut below = Vec::new();
        for ply in self.plies(state, last) {
            let moved = ply.moves.iter().rfind(|mv| !mv.is_end()).copied().or(last);
            let value = self.search(&ply.after, depth - 1, moved, &mut below);
            let cut_short = self.control.spent();
            if best.is_none_or(|best| value > best && !cut_short) {
                best = Some(value);
                *line = [&ply.moves[..], &below[..]].concat();
            }
            // Nothing is better than a win.
            if cut_short || value >= i64::WIN {
                break;
            }
        }
        best.unwrap_or_else(|| self.eval.value(self.game, state, self.pov))
    }
}

impl Replies {
    /// A player that has sent nothing yet, under checked options.
    pub fn read(options: &Options) -> Self {
        let params = RepliesParams::read(options);
        Replies { eval: Race { weights: params.weights }, params, last: None }
    }

    /// The own action before this decision, if it is this seat's.
    fn previous(&self, pov: Player) -> Option<Move> {
        self.last.filter(|(seat, _)| *seat == pov).map(|(_, mv)| mv)
    }
}

impl Search<Halma> for Replies {
    fn think(
        &mut self,
        task: &Task<'_, Halma>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let pov = task.game.to_move(task.state);
        let mut tree = Tree {
            game: task.game,
            eval: &self.eval,
            params: &self.params,
            pov,
            course: Course::of(task.game, pov),
            rng: Rng::stream(task.seed, 0),
            control,
        };
        let mut moves = Vec::new();
        let value = tree.best(task.state, self.params.depth, self.previous(pov), &mut moves) as f64;
        if moves.is_empty() {
            moves.extend(ordered_moves(task.game, task.state).first());
        }
        let mv = moves[0];
        if !mv.is_end() {
            self.last = Some((pov, mv));
        }
        let line = Line::points(pov, line_after(mv, &moves[1..]), value);
        let answer = thought(vec![line], self.params.depth, control);
        report(&answer);
        answer
    }

    fn new_game(&mut self) {
        self.last = None;
    }
}
