//! Alpha-beta to the end of the game, over payoffs and, where asked for, distances.

use plyglot_core::{Control, Game, History};

use super::{Problem, SolveConfig, Solved, moves::Moves, table::Table};

/// One payoff more is worth this many plies, where distances count.
const STEP: i64 = 1 << 20;

const INFINITE: i64 = i64::MAX / 4;

/// Nearer to the end than this, counting replies costs more than it saves.
const WORTH_ORDERING: u32 = 4;

/// Bounds on the value of a position.
#[derive(Clone, Copy)]
struct Entry {
    lower: i64,
    upper: i64,
    /// Decisions that were looked ahead.
    height: u32,
    /// The move that was best, counted in the order of generation.
    best: u16,
}

/// A value with how many decisions were looked ahead for it.
#[derive(Clone, Copy)]
struct Found {
    value: i64,
    height: u32,
}

/// The search, with its table and buffers.
pub(crate) struct Exact<'a, G: Game> {
    problem: &'a Problem<'a, G>,
    goal: Option<i32>,
    step: i64,
    table: Table<Entry>,
    /// Positions on the path.
    path: History,
    /// A position occurred twice on one path.
    cyclic: bool,
    moves: Moves<G::Move>,
}

impl<'a, G: Game> Exact<'a, G> {
    /// A search that has seen nothing.
    pub(crate) fn new(problem: &'a Problem<'a, G>, config: &SolveConfig) -> Self {
        Exact {
            problem,
            goal: config.aim.goal,
            step: if config.distance { STEP } else { 1 },
            table: Table::new(config.table),
            path: History::default(),
            cyclic: false,
            moves: Moves::new(),
        }
    }

    /// Fills in what it proves; true if the game can repeat positions, and then it proves nothing.
    pub(crate) fn solve(
        &mut self,
        state: &G::State,
        control: &mut Control<'_>,
        solved: &mut Solved<G::Move>,
    ) -> bool {
        let mut state = state.clone();
        if let Some(goal) = self.goal {
            let (alpha, beta) = self.window_below(goal);
            let value = self.search(&mut state, (alpha, beta), u32::MAX, control).value;
            if !self.cyclic && !control.spent() {
                let reached = value >= beta;
                solved.at_least = reached.then_some(goal);
                solved.at_most = (!reached).then(|| goal - 1);
            }
            return self.cyclic;
        }
        let Some(value) = self.narrow(&mut state, control) else { return self.cyclic };
        let (payoff, distance) = self.decode(value);
        (solved.at_least, solved.at_most) = (Some(payoff), Some(payoff));
        solved.distance = (self.step > 1 && payoff != self.problem.draw).then_some(distance);
        solved.line = self.line(&mut state, value, control);
        false
    }

    /// A window that tells values of at least this payoff from others.
    fn window_below(&self, goal: i32) -> (i64, i64) {
        let between = i64::from(goal) * self.step - self.step / 2;
        if self.step == 1 { (i64::from(goal) - 1, i64::from(goal)) } else { (between, between + 1) }
    }

    /// The exact value by windows that begin around the draw and follow the bounds found, growing.
    fn narrow(&mut self, state: &mut G::State, control: &mut Control<'_>) -> Option<i64> {
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        let mut guess = i64::from(self.problem.draw) * self.step;
        let mut width = self.step;
        while lower < upper {
            let alpha = guess.saturating_sub(width).max(lower - 1);
            let beta = guess.saturating_add(width).min(upper + 1);
            let value = self.search(state, (alpha, beta), u32::MAX, control).value;
            if self.cyclic || control.spent() {
                return None;
            }
            if value < beta {
                upper = upper.min(value);
            }
            if value > alpha {
                lower = lower.max(value);
            }
            guess = value;
            width *= 4;
        }
        Some(lower)
    }

    /// The value of a position if it lies in the window, else a bound on it. `expected` is a guess at
    /// how many decisions the game still takes.
    fn search(
        &mut self,
        state: &mut G::State,
        (mut alpha, mut beta): (i64, i64),
        expected: u32,
        control: &mut Control<'_>,
    ) -> Found {
        let game = self.problem.game;
        // 1. The end of the game, or of the budget.
        if !control.tick() || self.cyclic {
            return Found { value: 0, height: 0 };
        }
        if let Some(payoff) = self.problem.worth(state) {
            return Found { value: i64::from(payoff) * self.step, height: 0 };
        }
        // 2. What the table knows.
        let (key, horizon) = (game.hash(state), game.horizon(state));
        let known = self.table.get(key).filter(|entry| entry.height < horizon);
        if let Some(entry) = known {
            let Entry { lower, upper, height, .. } = entry;
            if lower >= beta || lower == upper {
                return Found { value: lower, height };
            }
            if upper <= alpha {
                return Found { value: upper, height };
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
        }
        // 3. A position that led to itself.
        if self.path.visit(key) > 1 {
            self.cyclic = true;
        }
        // 4. All moves, until the window closes.
        let own = self.problem.is_own(state);
        let ordered = expected >= WORTH_ORDERING || known.is_some();
        let first = known.map(|entry| entry.best);
        let base = self.moves.push(self.problem, state, first, ordered, control);
        let mut best = Found { value: if own { -INFINITE } else { INFINITE }, height: 0 };
        let (mut low, mut high, mut number) = (alpha, beta, 0);
        let mut expected = expected.saturating_sub(1);
        for at in base..self.moves.len() {
            let (this, mv) = self.moves.get(at);
            let undo = game.make(state, mv);
            let found = self.search_child(state, (low, high), expected, control);
            game.unmake(state, mv, undo);
            if control.spent() || self.cyclic {
                break;
            }
            best.height = best.height.max(found.height + 1);
            expected = found.height;
            if own && found.value > best.value || !own && found.value < best.value {
                (best.value, number) = (found.value, this);
                if own {
                    low = low.max(best.value)
                } else {
                    high = high.min(best.value)
                }
                if low >= high {
                    break;
                }
            }
        }
        self.moves.truncate(base);
        self.path.pop();
        // 5. What was learnt.
        if !control.spent() && !self.cyclic && best.height < horizon {
            self.learn(key, known, best, number, (alpha, beta));
        }
        best
    }

    /// The value after a move as its maker sees it: a win one ply later is worth a little less.
    fn search_child(
        &mut self,
        state: &mut G::State,
        (alpha, beta): (i64, i64),
        expected: u32,
        control: &mut Control<'_>,
    ) -> Found {
        if self.step == 1 {
            return self.search(state, (alpha, beta), expected, control);
        }
        let plies = i64::from(self.problem.plies(state));
        let found = self.search(state, (alpha - plies, beta + plies), expected, control);
        Found { value: self.later(found.value, plies), ..found }
    }

    /// A value so many plies earlier in the game.
    fn later(&self, value: i64, plies: i64) -> i64 {
        let draw = i64::from(self.problem.draw);
        match self.decode(value).0 {
            payoff if i64::from(payoff) > draw => value - plies,
            payoff if i64::from(payoff) < draw => value + plies,
            _ => value,
        }
    }

    /// The payoff of a value, and the plies to the end.
    fn decode(&self, value: i64) -> (i32, u32) {
        let payoff = (value + self.step / 2).div_euclid(self.step);
        (payoff as i32, (value - payoff * self.step).unsigned_abs() as u32)
    }

    fn learn(
        &mut self,
        key: u64,
        known: Option<Entry>,
        found: Found,
        best: u16,
        (alpha, beta): (i64, i64),
    ) {
        let Found { value, height } = found;
        let mut entry =
            known.unwrap_or(Entry { lower: -INFINITE, upper: INFINITE, height: 0, best });
        if value > alpha {
            entry.lower = entry.lower.max(value);
        }
        if value < beta {
            entry.upper = entry.upper.min(value);
        }
        entry.height = entry.height.max(height);
        entry.best = best;
        self.table.put(key, entry.height, entry);
    }

    /// Best play from a position whose value is known.
    fn line(
        &mut self,
        state: &mut G::State,
        mut value: i64,
        control: &mut Control<'_>,
    ) -> Vec<G::Move> {
        let game = self.problem.game;
        let mut line = Vec::new();
        'position: while self.problem.worth(state).is_none() {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            for mv in moves {
                let undo = game.make(state, mv);
                let plies = if self.step == 1 { 0 } else { i64::from(self.problem.plies(state)) };
                let window = (value - plies - 1, value + plies + 1);
                let found = self.search(state, window, u32::MAX, control).value;
                if control.spent() {
                    break 'position;
                }
                if self.later(found, plies) == value {
                    line.push(mv);
                    value = found;
                    continue 'position;
                }
                game.unmake(state, mv, undo);
            }
            break;
        }
        line
    }
}
