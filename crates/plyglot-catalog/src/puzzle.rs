//! Puzzles: the games read and write them, searches solve them.

use std::{sync::atomic::AtomicBool, time::Duration};

use plyglot_core::{
    AnySession, Control, ForcedEnd, Game, History, Listed, Prover, PuzzleCheck, PuzzleError,
    PuzzleSolution, Session,
};
use plyglot_search::{Aim, SolveConfig};

use crate::answer::WallClock;

/// What the solution of a puzzle may cost.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleLimits {
    /// Most plies that are looked ahead.
    pub plies: u32,
    /// Time.
    pub time: Duration,
    /// MB for the table.
    pub table: usize,
}

/// What a game is asked about its puzzles.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    solve: fn(&dyn AnySession, &str, PuzzleLimits) -> Result<PuzzleSolution, PuzzleError>,
    check: fn(&dyn AnySession, &str, &str, PuzzleLimits) -> Result<PuzzleCheck, PuzzleError>,
}

impl Asked {
    pub(crate) fn of<G: Listed>() -> Self {
        Asked {
            solve: |game, text, mut limits| rules::<G>(game).solve_puzzle(text, &mut limits),
            check: |game, text, solution, mut limits| {
                rules::<G>(game).check_puzzle(text, solution, &mut limits)
            },
        }
    }
}

/// The puzzles of a game.
pub struct Puzzles<'a> {
    asked: Asked,
    session: &'a dyn AnySession,
    limits: PuzzleLimits,
}

impl<'a> Puzzles<'a> {
    pub(crate) fn new(asked: Asked, session: &'a dyn AnySession, limits: PuzzleLimits) -> Self {
        Puzzles { asked, session, limits }
    }

    /// Solves a puzzle.
    pub fn solve(&self, text: &str) -> Result<PuzzleSolution, PuzzleError> {
        (self.asked.solve)(self.session, text, self.limits)
    }

    /// Checks somebody's solution of a puzzle.
    pub fn check(&self, text: &str, solution: &str) -> Result<PuzzleCheck, PuzzleError> {
        (self.asked.check)(self.session, text, solution, self.limits)
    }
}

fn rules<G: Listed>(session: &dyn AnySession) -> &G {
    let session = session.as_any().downcast_ref::<Session<G>>();
    session.expect("the catalogue asks about its own game").game()
}

impl Prover for PuzzleLimits {
    fn forced_end<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
    ) -> Result<ForcedEnd<G::Move>, String> {
        let (clock, stop) = (WallClock::start(), AtomicBool::new(false));
        let mut control = Control::new(u64::MAX, self.time, &clock, &stop);
        let config = SolveConfig {
            distance: true,
            table: self.table,
            aim: Aim { deepest: self.plies, ..Aim::at(None) },
            ..SolveConfig::default()
        };
        let past = History::default();
        let solved = plyglot_search::solve(game, state, &past, None, &config, &mut control);
        if control.spent() {
            return Err("the time was over before anybody's win was proven".to_owned());
        }
        match solved.verdict.filter(|verdict| verdict.is_ne()) {
            Some(verdict) => {
                let (line, nodes) = (solved.line, solved.nodes);
                Ok(ForcedEnd { won: verdict.is_gt(), line, nodes })
            }
            None => Err(format!(
                "nobody can force a win within {} plies: it is a draw, or takes longer",
                self.plies
            )),
        }
    }
}
