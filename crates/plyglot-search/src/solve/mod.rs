//! `solve`: results that are proven, for the team to move against everybody else.
//!
//! - `exact`: alpha-beta to the end of the game, for payoffs and distances in games without cycles
//! - `bounded`: what a side can force within so many plies, deeper and deeper: sound in games with
//!   cycles, and its first success is the exact distance
//! - `proof`: depth-first proof-number search for one goal
//!
//! With more than two sides the result is what the team can be sure of, whatever the others do.
//!
//! What makes the claims sound where positions repeat or counters run: a side never needs to repeat a
//! position in order to force something better than a repetition, so all three searches may hold
//! the first repetition against the side that tries. Positions of the game's past that would be drawn
//! on their next occurrence are drawn. Results that depend on the path are never put into a table, nor
//! are those that look further ahead than [`Game::horizon`] allows.

mod bounded;
mod exact;
mod proof;
mod table;

use std::cmp::Ordering;

use plyglot_core::{
    Bound, Control, Game, Handover, History, OptionKind, OptionSpec, Options, Payoffs, Player,
    Value, Worth,
};

use self::{bounded::Bounded, exact::Exact, proof::Proof};
use crate::{
    Parts,
    simple::count_of,
    task::{Line, Search, Task, Thought},
    turns::first_legal,
};

/// The options of `solve`.
pub const SOLVE_OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "method",
        kind: OptionKind::Choice(&["alphabeta", "proof"]),
        default: "alphabeta",
        help: "alpha-beta to the end, or depth-first proof-number search for win, draw or loss",
    },
    OptionSpec {
        name: "distance",
        kind: OptionKind::Flag,
        default: "off",
        help: "whether the plies to the end under best play are found too",
    },
    OptionSpec {
        name: "tt",
        kind: OptionKind::Int { min: 1, max: 1 << 20 },
        default: "64",
        help: "size of the table in MB",
    },
    OptionSpec {
        name: "epsilon",
        kind: OptionKind::Real { min: 0.0, max: 10.0 },
        default: "0.25",
        help: "how much longer than needed proof-number search stays with a move",
    },
];

/// How results are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// Alpha-beta: to the end or, where positions can repeat, deeper and deeper.
    #[default]
    AlphaBeta,
    /// Depth-first proof-number search.
    ProofNumber,
}

/// What is asked of [`solve`].
#[derive(Clone, Copy, Debug)]
pub struct SolveConfig {
    /// How to go about it.
    pub method: Method,
    /// Ask only whether the team to move gets at least this payoff; without it, what it gets.
    pub goal: Option<i32>,
    /// Whether the plies to the end are wanted, the winner hurrying and the loser delaying.
    pub distance: bool,
    /// Size of the table in MB.
    pub table: usize,
    /// How much proof-number search raises its thresholds above the second best.
    pub epsilon: f64,
    /// Most plies that are looked ahead in games with cycles.
    pub deepest: u32,
}

impl Default for SolveConfig {
    fn default() -> Self {
        let method = Method::AlphaBeta;
        SolveConfig { method, goal: None, distance: false, table: 64, epsilon: 0.25, deepest: 1000 }
    }
}

/// What is proven of a position, for the team to move there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<M> {
    /// The payoff is at least this.
    pub at_least: Option<i32>,
    /// The payoff is at most this.
    pub at_most: Option<i32>,
    /// Plies to the end, where they were asked for and the game is won or lost.
    pub distance: Option<u32>,
    /// Best play as far as it was kept.
    pub line: Vec<M>,
    /// Nodes visited.
    pub nodes: u64,
    draw: i32,
}

impl<M> Solved<M> {
    /// The payoff, if it is known exactly.
    pub fn value(&self) -> Option<i32> {
        self.at_least.filter(|_| self.at_least == self.at_most)
    }

    /// Better than a draw, a draw, or worse, if that is known.
    pub fn verdict(&self) -> Option<Ordering> {
        if self.at_least.is_some_and(|least| least > self.draw) {
            Some(Ordering::Greater)
        } else if self.at_most.is_some_and(|most| most < self.draw) {
            Some(Ordering::Less)
        } else {
            self.value().filter(|value| *value == self.draw).map(|_| Ordering::Equal)
        }
    }
}

/// The sides of a problem and the past that matters to it.
pub(crate) struct Problem<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) history: &'a History,
    pub(crate) root: Player,
    /// What the root gets in a draw by repetition.
    pub(crate) draw: i32,
}

impl<G: Game> Problem<'_, G> {
    /// Whether the root's team decides here.
    pub(crate) fn is_own(&self, state: &G::State) -> bool {
        self.game.team(self.game.to_move(state)) == self.game.team(self.root)
    }

    /// What the root gets, if the game is over after the move just made. A position of the past that
    /// has one occurrence left before it is drawn is drawn.
    pub(crate) fn payoff(&self, state: &G::State) -> Option<i32> {
        let limit = self.game.repetition();
        let drawn = || {
            let over = limit > 0
                && !self.game.mid_turn(state)
                && self.history.count(self.game.hash(state)) + 1 >= limit;
            over.then(|| self.game.draw())
        };
        self.game.outcome(state).or_else(drawn).map(|payoffs: Payoffs| payoffs[self.root])
    }

    /// Plies that the move leading here counts: one, unless a ply is a turn that goes on.
    pub(crate) fn plies(&self, state: &G::State) -> u32 {
        u32::from(!(G::PLY_IS_TURN && self.game.mid_turn(state)))
    }
}

/// Proves what it can about a position of an unfinished game before the control is spent.
pub fn solve<G: Handover>(
    game: &G,
    state: &G::State,
    history: &History,
    config: &SolveConfig,
    control: &mut Control<'_>,
) -> Solved<G::Move> {
    let root = game.to_move(state);
    let problem = Problem { game, history, root, draw: game.draw()[root] };
    let mut solved = Solved {
        at_least: None,
        at_most: None,
        distance: None,
        line: Vec::new(),
        nodes: 0,
        draw: problem.draw,
    };
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
            if config.distance && solved.verdict().is_some_and(Ordering::is_ne) {
                deepen(&problem, state, config, control, &mut solved);
            }
        }
    }
    solved.nodes = control.nodes;
    solved
}

/// Looks for a forced win or loss (or the goal asked for) within more and more plies.
fn deepen<G: Handover>(
    problem: &Problem<'_, G>,
    state: &G::State,
    config: &SolveConfig,
    control: &mut Control<'_>,
    solved: &mut Solved<G::Move>,
) {
    let (win, loss) = match config.goal {
        Some(goal) => (goal, goal),
        None => (problem.draw + 1, problem.draw),
    };
    let mut own = Bounded::new(problem, true, win, config.table / 2);
    let mut other = Bounded::new(problem, false, loss, config.table / 2);
    for depth in 1..=config.deepest {
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
fn prove<G: Handover>(
    problem: &Problem<'_, G>,
    state: &G::State,
    config: &SolveConfig,
    control: &mut Control<'_>,
    solved: &mut Solved<G::Move>,
) {
    let goals = config.goal.map_or(vec![problem.draw + 1, problem.draw], |goal| vec![goal]);
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
pub struct Solver {
    /// What is asked.
    pub config: SolveConfig,
}

impl<G: Handover> Search<G> for Solver {
    fn think(
        &mut self,
        task: &Task<'_, G>,
        control: &mut Control<'_>,
        _report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let solved = solve(task.game, task.state, task.history, &self.config, control);
        let proven = solved.value().is_some() || solved.verdict().is_some();
        let value = solved.at_least.or(solved.at_most).filter(|_| proven).unwrap_or_default();
        let depth = solved.distance.unwrap_or(solved.line.len() as u32);
        let bounds = (solved.at_least, solved.at_most);
        let moves = solved.line;
        let moves = if moves.is_empty() { first_legal(task).moves } else { moves };
        let seat = task.game.to_move(task.state);
        let lines = vec![match proven {
            true => {
                let bound = match bounds {
                    (Some(least), Some(most)) if least == most => Bound::Exact,
                    (Some(_), _) => Bound::AtLeast,
                    _ => Bound::AtMost,
                };
                let worth = Value { worth: Worth::Payoff(value), bound };
                Line::valued(task.game, seat, moves, value.into(), worth)
            }
            false => Line::unknown(moves),
        }];
        Thought { lines, depth, nodes: control.nodes, table: 0, proven }
    }
}

/// Builds `solve` as a player.
pub fn build_solve<G: Handover>(options: &Options, _parts: Parts<G>) -> Box<dyn Search<G>> {
    Box::new(Solver { config: SolveConfig::new(options) })
}

impl SolveConfig {
    /// What checked options ask.
    pub fn new(options: &Options) -> Self {
        SolveConfig {
            method: match options.word("method") {
                Some("proof") => Method::ProofNumber,
                _ => Method::AlphaBeta,
            },
            distance: options.flag("distance").unwrap_or_default(),
            table: count_of(options, "tt") as usize,
            epsilon: options.real("epsilon").unwrap_or_default(),
            ..SolveConfig::default()
        }
    }
}
