//! `solve`: results that are proven, for the team to move against everybody else.
//!
//! - `exact`: alpha-beta to the end of the game, for payoffs and distances in games without cycles
//! - `bounded`: what a side can force within so many plies, deeper and deeper: sound in games with
//!   cycles, and its first success is the exact distance
//! - `proof`: depth-first proof-number search for one goal
//!
//! What counts is the payoff, where it decides who is ahead: two sides and a constant sum. Elsewhere it
//! is the rank alone, ahead of all others, level with the best of them or behind one of them. With more
//! than two sides the result is what the team can be sure of, whatever the others do.
//!
//! What makes the claims sound where positions repeat or counters run: a side never needs to repeat a
//! position in order to force something better than a repetition, so all three searches may hold
//! the first repetition against the side that tries. Positions of the game's past that would be drawn
//! on their next occurrence are drawn. Results that depend on the path are never put into a table, nor
//! are those that look further ahead than [`Game::horizon`] allows.

mod bounded;
mod exact;
mod moves;
mod proof;
mod table;

use std::cmp::Ordering;

use plyglot_core::{
    Bound, Control, Ending, Game, Handover, History, OptionSpec, Options, Oracle, Payoffs, Player,
    Sides, Value, Worth, choices, may_repeat, options,
};

use self::{bounded::Bounded, exact::Exact, proof::Proof};
use crate::{
    Built, Parts,
    task::{Line, Search, Task, Thought},
    turns::first_legal,
};

options! {
    /// What is asked of [`solve`].
    #[derive(Clone, Copy, Debug)]
    pub struct SolveConfig {
        /// alpha-beta to the end, or depth-first proof-number search for win, draw or loss
        pub method: Method = "alphabeta",
        /// whether the plies to the end under best play are found too
        pub distance: bool = "off",
        /// size of the table in MB
        pub table("tt"): usize as Megabytes = "64" in 1..=1 << 20,
        /// how much longer than needed proof-number search stays with a move
        pub epsilon: f64 = "0.25" in 0.0..=10.0,
        /// What no option says.
        pub aim: Aim,
    }
}

choices! {
    /// How results are found.
    pub enum Method {
        /// Alpha-beta: to the end or, where positions can repeat, deeper and deeper.
        AlphaBeta = "alphabeta",
        /// Depth-first proof-number search.
        ProofNumber = "proof",
    }
}

/// What is to be proven, and how far ahead.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Ask only whether the team to move gets at least this payoff; without it, what comes of it.
    pub goal: Option<i32>,
    /// Most plies that are looked ahead in games with cycles.
    pub deepest: u32,
}

impl Aim {
    const OPTIONS: [OptionSpec; 0] = [];

    fn read(_options: &Options) -> Self {
        Aim::at(None)
    }

    /// To know whether the team to move gets at least this payoff, if one is given.
    pub fn at(goal: Option<i32>) -> Self {
        Aim { goal, deepest: 1000 }
    }
}

/// What is proven of a position, for the team to move there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// The payoff is at least this. Nothing is known of it where ranks count.
    pub at_least: Option<i32>,
    /// The payoff is at most this.
    pub at_most: Option<i32>,
    /// A win puts the team ahead of all others, a draw level with the best of them, a loss behind one of
    /// them, if that is known.
    pub verdict: Option<Ordering>,
    /// Plies to the end, where they were asked for and the game is won or lost.
    pub distance: Option<u32>,
    /// Best play as far as it was kept.
    pub line: Vec<M>,
    /// Nodes visited.
    pub nodes: u64,
}

impl<M> Solved<M> {
    /// The payoff, if it is known exactly.
    pub fn value(&self) -> Option<i32> {
        self.at_least.filter(|_| self.at_least == self.at_most)
    }
}

/// The sides of a problem and the past that matters to it.
pub(crate) struct Problem<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) history: &'a History,
    pub(crate) root: Player,
    sides: Sides,
    /// Whether results are the rank of the root, from -1 to 1, rather than its payoff.
    ranked: bool,
    /// The result of a draw by repetition.
    pub(crate) draw: i32,
    /// What is known of endings, where results are win, draw and loss.
    oracle: Option<&'a dyn Oracle<G>>,
    /// Whether a known win could be drawn by a position of the past.
    may_repeat: bool,
}

impl<'a, G: Game> Problem<'a, G> {
    /// The problem of the team to move. Payoffs count where they are asked for or decide.
    fn new(
        game: &'a G,
        state: &G::State,
        history: &'a History,
        goal: Option<i32>,
        oracle: Option<&'a dyn Oracle<G>>,
    ) -> Self {
        let (root, sides) = (game.to_move(state), game.sides());
        let ranked = goal.is_none() && !payoffs_decide(game);
        let oracle = oracle.filter(|_| goal.is_none());
        let may_repeat = oracle.is_some() && may_repeat(game, state, history);
        let mut problem =
            Problem { game, history, root, sides, ranked, draw: 0, oracle, may_repeat };
        problem.draw = problem.result(&game.draw());
        problem
    }

    fn result(&self, payoffs: &Payoffs) -> i32 {
        match self.ranked {
            true => self.sides.standing(payoffs, self.root) as i32,
            false => payoffs[self.root],
        }
    }

    /// What bounds of the result tell of the rank.
    fn verdict(&self, at_least: Option<i32>, at_most: Option<i32>) -> Option<Ordering> {
        if !self.ranked && !payoffs_decide(self.game) {
            None
        } else if at_least.is_some_and(|least| least > self.draw) {
            Some(Ordering::Greater)
        } else if at_most.is_some_and(|most| most < self.draw) {
            Some(Ordering::Less)
        } else {
            (at_least == Some(self.draw) && at_most == at_least).then_some(Ordering::Equal)
        }
    }

    /// Whether the root's team decides here.
    pub(crate) fn is_own(&self, state: &G::State) -> bool {
        self.game.team(self.game.to_move(state)) == self.game.team(self.root)
    }

    /// The result for the root, if the game is over after the move just made. A position of the past
    /// that has one occurrence left before it is drawn is drawn.
    pub(crate) fn worth(&self, state: &G::State) -> Option<i32> {
        let limit = self.game.repetition();
        let drawn = || {
            let over = limit > 0
                && !self.game.mid_turn(state)
                && self.history.count(self.game.hash(state)) + 1 >= limit;
            over.then(|| self.game.draw())
        };
        self.game.outcome(state).or_else(drawn).map(|payoffs| self.result(&payoffs))
    }

    /// How an unfinished game is known to end for whoever is to move. A win or loss that counters or the past
    /// could draw is not known; that there is none, or none so soon, they cannot change.
    pub(crate) fn ending(&self, state: &G::State) -> Option<Known> {
        let ending = self.oracle?.ending(self.game, state, u32::MAX)?;
        let drawn = self.may_repeat || ending.plies() >= self.game.horizon(state);
        Some(Known { ending, certain: ending == Ending::Draw || !drawn })
    }

    /// Plies that the move leading here counts: one, unless a ply is a turn that goes on.
    pub(crate) fn plies(&self, state: &G::State) -> u32 {
        u32::from(!(G::PLY_IS_TURN && self.game.mid_turn(state)))
    }
}

/// An ending without draws by counters and repetition, and whether these could not change it.
pub(crate) struct Known {
    pub(crate) ending: Ending,
    pub(crate) certain: bool,
}

/// Whether a payoff tells who is ahead.
fn payoffs_decide<G: Game>(game: &G) -> bool {
    game.payoff_sum().is_some() && game.sides().count() == 2
}

/// Proves what it can about a position of an unfinished game before the control is spent. Where positions can
/// repeat, alpha-beta asks the oracle what endings it knows.
pub fn solve<G: Game>(
    game: &G,
    state: &G::State,
    history: &History,
    oracle: Option<&dyn Oracle<G>>,
    config: &SolveConfig,
    control: &mut Control<'_>,
) -> Solved<G::Move> {
    let problem = Problem::new(game, state, history, config.aim.goal, oracle);
    let (at_least, at_most, verdict, distance) = (None, None, None, None);
    let mut solved = Solved { at_least, at_most, verdict, distance, line: Vec::new(), nodes: 0 };
    match config.method {
        Method::AlphaBeta => {
            let cyclic = game.repetition() > 0
                || Exact::new(&problem, config).solve(state, control, &mut solved);
            if cyclic && !control.spent() {
                deepen(&problem, state, config, control, &mut solved);
            }
        }
        Method::ProofNumber => {
            prove(&problem, state, config, control, &mut solved);
            let verdict = problem.verdict(solved.at_least, solved.at_most);
            if config.distance && verdict.is_some_and(Ordering::is_ne) {
                deepen(&problem, state, config, control, &mut solved);
            }
        }
    }
    solved.verdict = problem.verdict(solved.at_least, solved.at_most);
    if problem.ranked {
        (solved.at_least, solved.at_most) = (None, None);
    }
    solved.nodes = control.nodes;
    solved
}

/// Looks for a forced win or loss (or the goal asked for) within more and more plies.
fn deepen<G: Game>(
    problem: &Problem<'_, G>,
    state: &G::State,
    config: &SolveConfig,
    control: &mut Control<'_>,
    solved: &mut Solved<G::Move>,
) {
    let (win, loss) = match config.aim.goal {
        Some(goal) => (goal, goal),
        None => (problem.draw + 1, problem.draw),
    };
    let mut own = Bounded::new(problem, true, win, config.table / 2);
    let mut other = Bounded::new(problem, false, loss, config.table / 2);
    for depth in 1..=config.aim.deepest {
        let own_found = own.proves_root(state, depth, control);
        let other_found = !own_found && other.proves_root(state, depth, control);
        if control.spent() {
            return;
        }
        if own_found || other_found {
            solved.distance = config.distance.then_some(depth);
            let (side, bound) = if own_found {
                (&mut own, solved.at_least.insert(win))
            } else {
                (&mut other, solved.at_most.insert(loss - 1))
            };
            debug_assert!((*bound >= win) == own_found);
            solved.line = side.line(state, depth, control);
            return;
        }
        if own.is_complete() {
            solved.at_most = Some(win - 1);
        }
        if other.is_complete() {
            solved.at_least = Some(loss);
        }
        if own.is_complete() && other.is_complete() {
            return;
        }
    }
}

/// Proof-number search for the goal asked for, or for win and draw.
fn prove<G: Game>(
    problem: &Problem<'_, G>,
    state: &G::State,
    config: &SolveConfig,
    control: &mut Control<'_>,
    solved: &mut Solved<G::Move>,
) {
    let goals = config.aim.goal.map_or(vec![problem.draw + 1, problem.draw], |goal| vec![goal]);
    for goal in goals {
        // The side that a repetition does not help is the one that has something to prove.
        let own = problem.draw < goal;
        let mut proof = Proof::new(problem, own, goal, config);
        let Some(reached) = proof.solve(state, control) else { continue };
        if reached == own {
            solved.at_least = Some(goal);
            solved.line = proof.first_move(state).into_iter().collect();
            return;
        }
        solved.at_most = Some(goal - 1);
    }
}

/// A player that solves the position, or plays the first legal move if it cannot.
struct Solver {
    config: SolveConfig,
}

impl<G: Handover> Search<G> for Solver {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let solved = solve(task.game, task.state, task.history, None, &self.config, control);
        let seat = task.game.to_move(task.state);
        let found = worth(&solved, &task.game.sides(), seat);
        let depth = solved.distance.unwrap_or(solved.line.len() as u32);
        let moves = solved.line;
        let moves = if moves.is_empty() { first_legal(task).moves } else { moves };
        let lines = vec![match found {
            Some((value, worth)) => Line::valued(task.game, seat, moves, value, worth),
            None => Line::unknown(moves),
        }];
        let proven = found.is_some();
        Thought { lines, depth, nodes: control.nodes, table: 0, proven }
    }
}

/// What is proven, as a number and as a value: the payoff where it counts, else the score of the rank.
fn worth<M>(solved: &Solved<M>, sides: &Sides, seat: Player) -> Option<(f64, Value)> {
    let verdict = solved.verdict?;
    let (least, most) = (solved.at_least, solved.at_most);
    if let Some(payoff) = least.or(most) {
        let bound = match (least, most) {
            (Some(least), Some(most)) if least == most => Bound::Exact,
            (Some(_), _) => Bound::AtLeast,
            _ => Bound::AtMost,
        };
        return Some((payoff.into(), Value { worth: Worth::Payoff(payoff), bound }));
    }
    // Level with the best of several others means ahead of the rest; behind one, perhaps of no other.
    let several = sides.count() > 2;
    let (score, bound) = match verdict {
        Ordering::Greater => (1.0, Bound::Exact),
        Ordering::Equal => (0.5, if several { Bound::AtLeast } else { Bound::Exact }),
        Ordering::Less if several => {
            (1.0 - 1.0 / sides.opponents(seat).count() as f64, Bound::AtMost)
        }
        Ordering::Less => (0.0, Bound::Exact),
    };
    let worth = Worth::End { score, distance: None };
    Some((f64::from(verdict as i8), Value { worth, bound }))
}

/// Builds `solve` as a player.
pub(crate) fn build_solve<G: Handover>(options: &Options, _parts: Parts<G>) -> Built<G> {
    Ok(Box::new(Solver { config: SolveConfig::read(options) }))
}
