//! A match: the same line-ups again and again, each time with a new opening, until a number of games
//! is played or a test is sure.

use plyglot_stats::{
    elo::Estimate,
    sprt::{Sprt, Status, Verdict},
    stopped,
};
use serde::Serialize;

use super::{Block, Frame, Schedule};
use crate::{
    Error, Job,
    standings::{self, Duel},
};

/// Openings planned at once.
const ROUND: usize = 2048;

/// A match between the entrants of a frame.
pub struct Versus {
    frame: Frame,
    blocks: Vec<Vec<Vec<usize>>>,
    openings: usize,
    sprt: Option<Sprt>,
}

impl Versus {
    /// A match of at least so many games over the line-ups of its blocks. With a test it ends as soon as
    /// the test of the first entrant against the others is decided.
    pub fn new(
        frame: Frame,
        blocks: Vec<Vec<Vec<usize>>>,
        games: usize,
        sprt: Option<Sprt>,
    ) -> Result<Versus, Error> {
        let mut of_opening = 0;
        for line_ups in &blocks {
            of_opening += frame.block_games(line_ups)?;
        }
        let openings = games.div_ceil(of_opening.max(1));
        Ok(Versus { frame, blocks, openings, sprt })
    }

    /// Who takes part and under which conditions.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    fn duel(&self, finished: &[Block]) -> Duel {
        standings::first_against_all(finished, &self.frame.entrants[0].name)
    }

    fn status(&self, finished: &[Block]) -> Option<Status> {
        let duel = self.duel(finished);
        Some(self.sprt.as_ref()?.status(&duel.cells, duel.games_per_block))
    }

    /// Where the test stands after some blocks.
    pub fn test(&self, finished: &[Block]) -> Option<Test> {
        let sprt = self.sprt.as_ref()?;
        let (status, duel) = (self.status(finished)?, self.duel(finished));
        let corrected = stopped::estimate(sprt, &duel.cells, duel.games_per_block);
        Some(Test { status, corrected })
    }
}

/// What a sequential test says.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// The log-likelihood ratio between its bounds.
    pub status: Status,
    /// The strength in the Elo of the test, without the bias that stopping brings.
    pub corrected: Estimate,
}

impl Schedule for Versus {
    fn round(&mut self, number: usize, _: &[Block]) -> Result<Vec<Job>, Error> {
        let first = number * ROUND;
        let mut jobs = Vec::new();
        for opening in first..self.openings.min(first + ROUND) {
            for line_ups in &self.blocks {
                jobs.push(self.frame.job(line_ups, opening)?);
            }
        }
        Ok(jobs)
    }

    fn verdict(&self, finished: &[Block]) -> Option<String> {
        let (sprt, status) = (self.sprt.as_ref()?, self.status(finished)?);
        let accepted = match status.verdict {
            Verdict::Running => return None,
            Verdict::AcceptH0 => sprt.elo0,
            Verdict::AcceptH1 => sprt.elo1,
        };
        Some(format!("accepted: Elo {accepted}"))
    }

    fn games(&self) -> Option<usize> {
        let of_opening = self.blocks.iter().filter_map(|block| self.frame.block_games(block).ok());
        Some(self.openings * of_opening.sum::<usize>())
    }
}
