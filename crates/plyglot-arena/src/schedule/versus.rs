//! A match: the same line-ups again and again, each time with a new opening, until a number of games
//! is played or a test is sure.

use plyglot_stats::{
    elo::Strength,
    sprt::{Sprt, Status, Verdict},
    stopped,
};
use serde::Serialize;

use super::{Block, Frame, Schedule, round::Round};
use crate::{Error, Job, standings::Duel};

/// A match between the entrants of a frame.
pub struct Versus {
    frame: Frame,
    round: Round,
    games: usize,
    sprt: Option<Sprt>,
    /// The first entrant against all others, up to the verdict.
    first: Duel,
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
        let (round, games) = (Round::new(&frame, blocks, 0, openings), openings * of_opening);
        Ok(Versus { frame, round, games, sprt, first: Duel::default() })
    }

    /// Who takes part and under which conditions.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    fn status(&self) -> Option<Status> {
        Some(self.sprt.as_ref()?.status(&self.first.cells, self.first.games_per_block))
    }

    /// Where the test stands after the blocks noted so far.
    pub fn test(&self) -> Option<Test> {
        let (sprt, duel) = (self.sprt.as_ref()?, &self.first);
        let corrected = stopped::strength(sprt, &duel.cells, duel.games_per_block);
        Some(Test { status: self.status()?, corrected })
    }
}

/// What a sequential test says.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// The log-likelihood ratio between its bounds.
    pub status: Status,
    /// The strength in the Elo of the test, without the bias that stopping brings.
    pub corrected: Strength,
}

impl Schedule for Versus {
    fn next(&mut self) -> Result<Option<Job>, Error> {
        self.round.next(&mut self.frame)
    }

    fn note(&mut self, block: &Block) {
        self.first.add_against_all(block, &self.frame.entrants[0].name);
    }

    fn verdict(&self) -> Option<String> {
        let (sprt, status) = (self.sprt.as_ref()?, self.status()?);
        let accepted = match status.verdict {
            Verdict::Running => return None,
            Verdict::AcceptH0 => sprt.elo0,
            Verdict::AcceptH1 => sprt.elo1,
        };
        Some(format!("accepted: Elo {accepted}"))
    }

    fn games(&self) -> Option<usize> {
        Some(self.games)
    }
}
