//! The player: plain alpha-beta in which a capture is a node of its own, with the tie-breaks of the
//! first level.

use std::time::Duration;

use plyglot_core::{Control, Evaluate, Game, Player, Score, choices, options};
use plyglot_dala::{Dala, Move, Square, State};
use plyglot_search::{Line, Search, Task, Thought};

use super::eval::{ClassicEval, Ends, Readings, enemy_of, total_distance};

options! {
    /// How the player searches and chooses, and what its evaluation shares with the list of options.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Conduct {
        /// once all pieces are dropped, look one deeper for this many pieces gone; 0 for never
        pub relax_step: u32 = "6" in 0..=24,
        /// heed soft_seconds and hard_seconds, so that answers depend on the time
        pub clock: bool = "off",
        /// seconds after which the cutoff depth is at most 2
        pub soft_seconds: Duration = "20" in 0.0..=1e6,
        /// seconds after which every position is judged as it is
        pub hard_seconds: Duration = "30" in 0.0..=1e6,
        /// How the factors are read.
        pub readings: Readings,
        /// the order of moves, which decides the last ties: from a6 to f1, or from a1 to f6
        pub generation: Generation = "reading",
        /// of equally good moves prefer those that capture
        pub tie_capture: bool = "on",
        /// then those with the better evaluation right after the drop or step
        pub tie_local: bool = "on",
        /// then, when stepping, those with the smaller sum of distances between own or all pieces
        pub tie_distance: Distance = "own",
        /// What finished games are worth.
        pub ends: Ends,
        /// prefer nearer wins and later losses
        pub prefer_fast: bool = "off",
    }
}

choices! {
    /// The order in which moves are generated.
    pub enum Generation {
        /// By squares as one reads: the highest rank first, each from the left.
        Reading = "reading",
        /// By the numbers of the squares.
        Rising = "rising",
    }
}

choices! {
    /// Whose pieces should stand close together when everything else is equal.
    pub enum Distance {
        /// The player's own.
        Own = "own",
        /// All on the board.
        All = "all",
        /// Nobody's.
        Off = "off",
    }
}

impl Conduct {
    /// When the cutoff depth becomes 2 at most.
    fn soft(&self) -> Duration {
        if self.clock { self.soft_seconds } else { Duration::MAX }
    }

    /// When every node becomes a leaf.
    fn hard(&self) -> Duration {
        if self.clock { self.hard_seconds } else { Duration::MAX }
    }
}

/// The player.
#[derive(Clone, Debug, Default)]
pub struct Classic {
    /// The evaluation, with the parameters of both seats.
    pub eval: ClassicEval,
    /// The manner of searching.
    pub conduct: Conduct,
}

impl Search<Dala> for Classic {
    fn think(
        &mut self,
        task: &Task<'_, Dala>,
        control: &mut Control<'_>,
        report: &mut dyn FnMut(&Thought<Move>),
    ) -> Thought<Move> {
        let mut worker = Worker::new(self, task, control);
        let mut state = *task.state;
        let choice = worker.choose(&mut state);
        let complete = !worker.control.spent();
        let depth = if complete { worker.limit(&state) } else { 0 };
        let seat = task.game.to_move(task.state);
        let line = Line::points(seat, choice.moves, choice.rank.value.real());
        let nodes = worker.control.nodes;
        let thought = Thought { lines: vec![line], depth, nodes, table: 0, proven: false };
        if complete {
            report(&thought);
        }
        thought
    }
}

/// What decides between decisions of the first level: the first difference counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    value: i64,
    scores: bool,
    local: i64,
    closeness: i64,
}

/// A decision of the first level with what is expected to follow.
struct Choice {
    rank: Rank,
    moves: Vec<Move>,
}

struct Worker<'a, 'c> {
    /// The rules less those of draws, which the player does not know.
    game: Dala,
    eval: &'a ClassicEval,
    conduct: &'a Conduct,
    me: Player,
    control: &'a mut Control<'c>,
    /// The moves of all nodes on the path.
    moves: Vec<Move>,
    /// The best line from every node on the path.
    lines: Vec<Vec<Move>>,
}

impl<'a, 'c> Worker<'a, 'c> {
    fn new(player: &'a Classic, task: &Task<'_, Dala>, control: &'a mut Control<'c>) -> Self {
        Worker {
            game: task.game.perft_rules(),
            eval: &player.eval,
            conduct: &player.conduct,
            me: task.game.to_move(task.state),
            control,
            moves: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The turn to play, or as much of it as was decided when the control was spent.
    fn choose(&mut self, state: &mut State) -> Choice {
        self.generate(state);
        let fallback = self.moves[0];
        self.moves.clear();
        // In mid-turn the drop or step has been made already, and has cost its depth.
        let depth = u32::from(self.game.mid_turn(state));
        let Some(mut choice) = self.pick(state, depth, -i64::INFINITE) else {
            let rank = Rank { value: 0, scores: false, local: 0, closeness: 0 };
            return Choice { rank, moves: vec![fallback] };
        };
        // Once every node is a leaf, the victim of the chosen action has not been looked for.
        if choice.moves.len() == 1 && !self.control.spent() {
            let undo = self.game.make(state, choice.moves[0]);
            if self.game.mid_turn(state)
                && let Some(victim) = self.pick(state, depth + 1, -i64::INFINITE)
            {
                choice.moves.extend(victim.moves);
            }
            self.game.unmake(state, choice.moves[0], undo);
        }
        choice
    }

    /// The best decision by the rules of the first level. A value up to `floor` only says that there
    /// is nothing better. `None` if the control was spent before the first one was judged.
    fn pick(&mut self, state: &mut State, depth: u32, floor: i64) -> Option<Choice> {
        self.control.tick();
        let base = self.generate(state);
        let mut best: Option<Choice> = None;
        for idx in base..self.moves.len() {
            let mv = self.moves[idx];
            // One below the best, so that equal values come back exact.
            let floor = best.as_ref().map_or(floor, |best| floor.max(best.rank.value - 1));
            let Some(choice) = self.judge(state, mv, depth, floor) else { break };
            if best.as_ref().is_none_or(|best| choice.rank > best.rank) {
                best = Some(choice);
            }
        }
        self.moves.truncate(base);
        best
    }

    /// What a decision of the first level is worth; `None` if the control was spent over it.
    fn judge(&mut self, state: &mut State, mv: Move, depth: u32, floor: i64) -> Option<Choice> {
        if self.control.spent() {
            return None;
        }
        let child_depth = depth + cost(mv);
        let undo = self.game.make(state, mv);
        let mut moves = vec![mv];
        let value = if self.game.mid_turn(state) && self.control.elapsed() < self.conduct.hard() {
            let best = self.pick(state, child_depth, floor);
            best.map_or(0, |best| {
                moves.extend(best.moves);
                best.rank.value
            })
        } else {
            let value = self.search(state, 0, child_depth, floor, i64::INFINITE);
            moves.extend(&self.lines[0]);
            value
        };
        let rank = self.rank(state, mv, child_depth, value);
        self.game.unmake(state, mv, undo);
        (!self.control.spent()).then_some(Choice { rank, moves })
    }

    /// The rank of a decision that has been made, with its value.
    fn rank(&self, state: &State, mv: Move, depth: u32, value: i64) -> Rank {
        let mut rank = Rank { value, scores: false, local: 0, closeness: 0 };
        if let Move::Take(_) = mv {
            rank.local = self
                .end(state, depth)
                .unwrap_or_else(|| self.eval.score(&self.game, state, self.me));
            return rank;
        }
        rank.scores = self.conduct.tie_capture && self.game.mid_turn(state);
        if self.conduct.tie_local {
            rank.local = self.eval.score(&self.game, state, self.me);
        }
        if let Move::Step { .. } = mv {
            let own = state.pieces(self.me);
            rank.closeness = match self.conduct.tie_distance {
                Distance::Own => -total_distance(own),
                Distance::All => -total_distance(own | state.pieces(enemy_of(self.me))),
                Distance::Off => 0,
            };
        }
        rank
    }

    /// The minimax value of a node, exact between the bounds. Its line is left at `height`.
    fn search(
        &mut self,
        state: &mut State,
        height: usize,
        depth: u32,
        mut alpha: i64,
        mut beta: i64,
    ) -> i64 {
        self.clear_line(height);
        if !self.control.tick() {
            return 0;
        }
        if let Some(value) = self.leaf(state, depth) {
            return value;
        }
        let base = self.generate(state);
        let mine = self.game.to_move(state) == self.me;
        let mut best = if mine { -i64::INFINITE } else { i64::INFINITE };
        for idx in base..self.moves.len() {
            let mv = self.moves[idx];
            let undo = self.game.make(state, mv);
            let value = self.search(state, height + 1, depth + cost(mv), alpha, beta);
            self.game.unmake(state, mv, undo);
            if if mine { value > best } else { value < best } {
                best = value;
                self.extend_line(height, mv);
            }
            if mine {
                alpha = alpha.max(best)
            } else {
                beta = beta.min(best)
            }
            if alpha >= beta || self.control.spent() {
                break;
            }
        }
        self.moves.truncate(base);
        best
    }

    /// The value of a node that is not searched further.
    fn leaf(&self, state: &State, depth: u32) -> Option<i64> {
        if let Some(value) = self.end(state, depth) {
            return Some(value);
        }
        let late = self.control.elapsed() >= self.conduct.hard();
        let cut = late || !self.game.mid_turn(state) && depth >= self.limit(state);
        cut.then(|| self.eval.score(&self.game, state, self.me))
    }

    /// The value of the game if it is over.
    fn end(&self, state: &State, depth: u32) -> Option<i64> {
        let payoffs = self.game.outcome(state)?;
        let value = self.eval.terminal(&self.game, state, &payoffs, self.me);
        let late = if self.conduct.prefer_fast { i64::from(depth) } else { 0 };
        Some(value - i64::from(payoffs[self.me]) * late)
    }

    /// How many drops and steps deep the search goes where this is the position.
    fn limit(&self, state: &State) -> u32 {
        let mut limit = self.eval.seats[self.me.idx() & 1].depth;
        let [first, second] = [Player(0), Player(1)];
        if state.reserve(first) == 0 && state.reserve(second) == 0 {
            let on_board = u32::from(state.total(first) + state.total(second));
            let gone = (2 * u32::from(self.game.pieces())).saturating_sub(on_board);
            limit += gone.checked_div(self.conduct.relax_step).unwrap_or(0);
        }
        if self.control.elapsed() >= self.conduct.soft() { limit.min(2) } else { limit }
    }

    /// Appends the moves of a position in their order, and returns where they begin.
    fn generate(&mut self, state: &State) -> usize {
        let base = self.moves.len();
        self.game.moves(state, &mut self.moves);
        let generation = self.conduct.generation;
        self.moves[base..].sort_unstable_by_key(|mv| place(*mv, generation));
        base
    }

    fn clear_line(&mut self, height: usize) {
        if self.lines.len() <= height {
            self.lines.resize_with(height + 1, Vec::new);
        }
        self.lines[height].clear();
    }

    /// Makes the line of a node its move and the line of the child.
    fn extend_line(&mut self, height: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(height + 1);
        let (line, after) = (&mut upper[height], &lower[0]);
        line.clear();
        line.push(mv);
        line.extend_from_slice(after);
    }
}

/// What a decision adds to the depth: choosing a victim is free.
fn cost(mv: Move) -> u32 {
    u32::from(!matches!(mv, Move::Take(_)))
}

/// The place of a move in the order of generation: by square, steps from one square up, down, left
/// and right.
fn place(mv: Move, generation: Generation) -> u32 {
    let by_square = |square: Square| match generation {
        Generation::Reading => 4 * (u32::from(7 - square.rank()) * 8 + u32::from(square.file())),
        Generation::Rising => 4 * square.idx() as u32,
    };
    match mv {
        Move::Drop(square) | Move::Take(square) => by_square(square),
        Move::Step { from, to } => {
            let sideways = 2 * u32::from(from.rank() == to.rank());
            let second = to < from && sideways == 0 || to > from && sideways != 0;
            by_square(from) + sideways + u32::from(second)
        }
        Move::Pass => 0,
    }
}
