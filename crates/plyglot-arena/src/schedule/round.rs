//! A round of a schedule: encounters that are all played with the same openings.

use super::{Block, Frame, points::Points};
use crate::{Error, Job};

/// A round, whose jobs are made one by one.
pub(super) struct Round {
    /// Line-ups by encounter.
    encounters: Vec<Vec<Vec<usize>>>,
    first_opening: usize,
    jobs: usize,
    planned: usize,
    noted: usize,
    /// What its blocks brought so far.
    pub(super) points: Points,
}

impl Round {
    /// All encounters with each of so many openings from the first on.
    pub(super) fn new(
        frame: &Frame,
        encounters: Vec<Vec<Vec<usize>>>,
        first_opening: usize,
        openings: usize,
    ) -> Round {
        let (jobs, points) = (openings * encounters.len(), Points::new(frame));
        Round { encounters, first_opening, jobs, planned: 0, noted: 0, points }
    }

    /// The next job; `None` after the last.
    pub(super) fn next(&mut self, frame: &mut Frame) -> Result<Option<Job>, Error> {
        if self.planned == self.jobs {
            return Ok(None);
        }
        let count = self.encounters.len();
        let (opening, at) = (self.first_opening + self.planned / count, self.planned % count);
        let job = frame.job(&self.encounters[at], opening)?;
        self.planned += 1;
        Ok(Some(job))
    }

    /// Adds a finished block; true if it was the last one.
    pub(super) fn note(&mut self, block: &Block) -> bool {
        self.points.add(block);
        self.noted += 1;
        self.noted == self.jobs
    }
}
