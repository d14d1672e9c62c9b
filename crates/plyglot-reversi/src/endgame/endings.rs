//! The solver for whoever plays: by positions of the game, within a budget, and with a forecast.

use plyglot_core::{self as core, Bound, Control, Exact, Sought};

use super::Solver;
use crate::{Move, PassRule, Reversi, ScoreRule, Size, State};

/// A solver that fits the rules it is asked about.
pub(crate) struct Endings {
    megabytes: usize,
    solver: Option<(Size, ScoreRule, Solver)>,
}

impl Endings {
    /// A solver that takes its table of so many megabytes when it is first asked.
    pub(crate) fn new(megabytes: usize) -> Endings {
        Endings { megabytes, solver: None }
    }

    fn solver(&mut self, game: &Reversi) -> &mut Solver {
        let (size, rule) = (game.size, game.score);
        let kept = self.solver.take().filter(|own| (own.0, own.1) == (size, rule));
        let make = || (size, rule, Solver::new(size, rule, self.megabytes));
        &mut self.solver.insert(kept.unwrap_or_else(make)).2
    }
}

impl core::Solver<Reversi> for Endings {
    fn solve(
        &mut self,
        game: &Reversi,
        state: &State,
        sought: Sought,
        control: &mut Control<'_>,
    ) -> Option<Exact<Move>> {
        let mut counted = 0;
        let mut go_on = |nodes: u64| control.spend(nodes - std::mem::replace(&mut counted, nodes));
        let (own, opponent, solver) = (state.own(), state.opponent(), self.solver(game));
        let solution = match sought {
            Sought::Verdict => solver.verdict(own, opponent, &mut go_on),
            Sought::Payoff => solver.solve(own, opponent, &mut go_on),
        }?;
        control.spend(solution.nodes - counted);
        let bound = match (sought, solution.score.signum()) {
            (Sought::Verdict, 1) => Bound::AtLeast,
            (Sought::Verdict, -1) => Bound::AtMost,
            _ => Bound::Exact,
        };
        let shown = |mv: &Move| game.pass == PassRule::Move || *mv != Move::PASS;
        let line = solution.line.into_iter().filter(shown).collect();
        let (payoff, nodes, depth) = (solution.score, solution.nodes, empties(game, state));
        Some(Exact { payoff, bound, line, depth, nodes })
    }

    fn usual_nodes(&self, game: &Reversi, state: &State, sought: Sought) -> f64 {
        // Fitted to close games between players that look three plies ahead, 8 to 18 squares from the end:
        // `cargo test -p plyglot-reversi usual_nodes -- --ignored --nocapture`.
        let (least, growth) = match sought {
            Sought::Verdict => (1.2_f64, 1.98_f64),
            Sought::Payoff => (2.6, 2.08),
        };
        least * growth.powi(empties(game, state) as i32)
    }

    fn forget(&mut self) {
        // The memory stays: to get it anew would take time from the first move that is solved.
        self.solver.iter_mut().for_each(|(.., solver)| solver.forget());
    }
}

fn empties(game: &Reversi, state: &State) -> u32 {
    (game.size.squares() & !(state.own() | state.opponent())).count_ones()
}
