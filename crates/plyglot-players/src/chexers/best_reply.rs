//! Best-reply search as programmed: alpha-beta to a fixed depth in which the two others share every
//! second level, and one action of either of them answers.

use plyglot_chexers::{Chexers, Kind, Move, State};
use plyglot_core::{Control, Game, Options, options};
use plyglot_search::{Line, Search, Task, Thought};

use super::{
    board::{Action, Board},
    evaluation::{Classic, Weights},
};

options! {
    /// What best-reply search is set to.
    #[derive(Clone, Copy, Debug)]
    pub struct BestReplyParams {
        /// levels to search: own, theirs, own, ...
        pub depth: u32 = "5" in 1..=50,
        /// the depth of search at which the winning exit is played at once; it is not at any other
        pub early_exit: u32 = "5" in 0..=50,
        /// The evaluation of the leaves.
        pub weights: Weights,
    }
}

/// The player that searches best replies.
#[derive(Clone, Debug)]
pub struct BestReply {
    /// The evaluation of the leaves.
    pub evaluation: Classic,
    /// Everything else.
    pub params: BestReplyParams,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The value for the player to act.
    pub value: f64,
    /// The best action and what is expected after it; empty if nothing was completed.
    pub line: Vec<Action>,
    /// The number of evaluations.
    pub evals: u64,
    /// The levels that were searched completely.
    pub depth: u32,
}

impl BestReply {
    /// The player under checked options.
    pub fn read(options: &Options) -> BestReply {
        let params = BestReplyParams::read(options);
        BestReply { evaluation: Classic::new(params.weights), params }
    }

    /// Searches a position for its player to act.
    pub fn search(&self, game: &Chexers, state: &State, control: &mut Control<'_>) -> Found {
        let (board, me) = (Board::with_blocks(game, state), game.to_move(state).0);
        let (mut line, goal) = (Vec::new(), game.exits_to_win());
        let evaluation = &self.evaluation;
        let mut tree = Tree { evaluation, me, goal, control, evals: 0, actions: Vec::new() };
        if self.params.depth == self.params.early_exit
            && let Some(exit) = tree.winning_exit(&board)
        {
            return Found { value: 0.0, line: vec![exit], evals: 0, depth: 1 };
        }
        let window = (f64::NEG_INFINITY, f64::INFINITY);
        let value = tree.node(&board, window, self.params.depth, true, &mut line);
        let evals = tree.evals;
        let depth = if control.spent() { 0 } else { self.params.depth };
        Found { value, line, evals, depth }
    }
}

/// One search under way.
struct Tree<'a, 'c> {
    evaluation: &'a Classic,
    me: u8,
    /// Exits that win the game.
    goal: u8,
    control: &'a mut Control<'c>,
    evals: u64,
    /// The actions of every node of the path, one node after the other.
    actions: Vec<Action>,
}

impl Tree<'_, '_> {
    /// The value of a board for the side to act, as far as the window asks, and the best line. Once
    /// the control is spent, that of what was completed.
    fn node(
        &mut self,
        board: &Board,
        window: (f64, f64),
        depth: u32,
        ours: bool,
        line: &mut Vec<Action>,
    ) -> f64 {
        line.clear();
        if !self.control.tick() {
            return f64::NEG_INFINITY;
        }
        if depth == 0 || board.exits.contains(&self.goal) {
            return self.leaf(board, ours);
        }
        let first = self.actions.len();
        self.list(board, ours);
        let best = self.best_of(first, board, window, depth, ours, line);
        self.actions.truncate(first);
        best
    }

    /// The value of the best action listed from `first` on, the first one if several are equal.
    fn best_of(
        &mut self,
        first: usize,
        board: &Board,
        (mut alpha, beta): (f64, f64),
        depth: u32,
        ours: bool,
        line: &mut Vec<Action>,
    ) -> f64 {
        let (mut best, mut reply) = (f64::NEG_INFINITY, Vec::new());
        for at in first..self.actions.len() {
            let action = self.actions[at];
            let child = board.after(action);
            let value = -self.node(&child, (-beta, -alpha), depth - 1, !ours, &mut reply);
            if self.control.spent() {
                break;
            }
            if value > best {
                best = value;
                line.clear();
                line.push(action);
                line.append(&mut reply);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn leaf(&mut self, board: &Board, ours: bool) -> f64 {
        self.evals += 1;
        let value = self.evaluation.value(board, self.me);
        if ours { value } else { -value }
    }

    /// Appends the actions of one side, sorted by kind.
    fn list(&mut self, board: &Board, ours: bool) {
        let first = self.actions.len();
        for colour in (0..3).filter(|colour| (*colour == self.me) == ours) {
            board.actions(colour, &mut self.actions);
        }
        self.actions[first..].sort_by_key(Action::rank);
    }

    /// The exit that wins the game at once. Exits come first, so nothing is tried before it.
    fn winning_exit(&mut self, board: &Board) -> Option<Action> {
        self.list(board, true);
        let exit = self.actions.first().copied().filter(|action| action.kind == Kind::Exit);
        self.actions.clear();
        exit.filter(|exit| board.after(*exit).exits[usize::from(self.me)] == self.goal)
    }
}

impl Search<Chexers> for BestReply {
    fn think(
        &mut self,
        task: &Task<'_, Chexers>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let found = self.search(task.game, task.state, control);
        let seat = task.game.to_move(task.state);
        let mut line = Line::points(seat, in_turn(task, &found.line), found.value);
        if line.moves.is_empty() {
            let value = self.evaluation.value(&Board::of(task.state), seat.0);
            line = Line::points(seat, vec![first_legal(task)], value);
        }
        let (depth, nodes) = (found.depth, control.nodes);
        let thought = Thought { lines: vec![line], depth, nodes, table: 0, proven: false };
        if depth > 0 {
            report(&thought);
        }
        thought
    }
}

/// The expected actions as moves, as long as everybody acts in turn.
fn in_turn(task: &Task<'_, Chexers>, line: &[Action]) -> Vec<Move> {
    let mut state = *task.state;
    let moves = line.iter().map_while(|action| {
        let mv = action.to_move(task.game, &state)?;
        task.game.make(&mut state, mv);
        Some(mv)
    });
    moves.collect()
}

/// What is played when there was no time to think.
pub(super) fn first_legal(task: &Task<'_, Chexers>) -> Move {
    let mut legal = Vec::new();
    task.game.moves(task.state, &mut legal);
    legal.first().copied().unwrap_or(Move::PASS)
}
