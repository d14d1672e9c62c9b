//! Proofs: what a position is worth, whatever anybody plays.

use std::{
    cmp::Ordering,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use plyglot_core::{AnySession, Control, Listed, Oracle, Session, Sought};
use plyglot_search::SolveConfig;
use plyglot_tables::Values;

use crate::{
    answer::{Budget, WallClock, write_plies},
    tables::oracle_of,
};

/// What is to be proven, and what it may cost.
pub struct Question<'a> {
    /// How to go about it.
    pub config: SolveConfig,
    /// Whether a solver of the game's own is used where there is one.
    pub own: bool,
    /// Tables of endings to ask.
    pub tables: Option<&'a Arc<dyn Values>>,
    /// What the answer may cost.
    pub budget: Budget,
    /// Raised by somebody else to have the answer at once.
    pub stop: &'a AtomicBool,
}

/// What is proven, for the team to move against everybody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The payoff is at least this. Where payoffs do not decide who is ahead, the verdict alone is sought.
    pub at_least: Option<i32>,
    /// The payoff is at most this.
    pub at_most: Option<i32>,
    /// A win puts the team ahead of all others, a draw level with the best of them, a loss behind one of
    /// them, if that is known.
    pub verdict: Option<Ordering>,
    /// Plies to the end, where they were asked for and the game is won or lost.
    pub distance: Option<u32>,
    /// Best play, as far as it was kept.
    pub plies: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
}

pub(crate) fn solve<G: Listed>(session: &dyn AnySession, question: &Question<'_>) -> Proof {
    let session = session.as_any().downcast_ref::<Session<G>>();
    let session = session.expect("the catalogue asks about its own game");
    let (game, state) = (session.game(), session.state());
    let clock = WallClock::start();
    let nodes = question.budget.nodes.unwrap_or(u64::MAX);
    let deadline = question.budget.time.unwrap_or(Duration::MAX);
    let mut control = Control::new(nodes, deadline, &clock, question.stop);
    let plies = |line: &[G::Move]| write_plies(game, state.clone(), line);
    let wanted = question.own && !question.config.distance;
    if let Some(solver) = G::SOLVER.filter(|_| wanted) {
        let mut solver = solver(question.config.table);
        let found = solver.solve(game, state, Sought::Payoff, &mut control);
        let draw = game.draw()[game.to_move(state)];
        return Proof {
            at_least: found.as_ref().map(|exact| exact.payoff),
            at_most: found.as_ref().map(|exact| exact.payoff),
            verdict: found.as_ref().map(|exact| exact.payoff.cmp(&draw)),
            distance: None,
            plies: found.as_ref().map_or(Vec::new(), |exact| plies(&exact.line)),
            nodes: found.map_or(control.nodes, |exact| exact.nodes),
        };
    }
    let config = &question.config;
    let known = question.tables.and_then(oracle_of::<G>);
    let oracle = known.as_ref().map(|known| known as &dyn Oracle<G>);
    let history = session.history();
    let solved = plyglot_search::solve(game, state, history, oracle, config, &mut control);
    Proof {
        at_least: solved.at_least,
        at_most: solved.at_most,
        verdict: solved.verdict,
        distance: solved.distance,
        plies: plies(&solved.line),
        nodes: solved.nodes,
    }
}
