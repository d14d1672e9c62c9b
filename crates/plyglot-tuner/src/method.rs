//! What every method of tuning does: it asks for games between individuals and is told the scores.

use serde::{Deserialize, Serialize};

use crate::space::{Individual, Point};

/// Games that a method wants.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Who takes part.
    pub players: Vec<Individual>,
    /// Who meets whom, by number among the players.
    pub meetings: Vec<Meeting>,
    /// With how many openings each meeting is played, in all seats.
    pub openings: usize,
}

/// Whom a player meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Whose score is told.
    pub first: usize,
    /// Against whom: another player, or the opponents of the run where that is nobody.
    pub second: Option<usize>,
}

impl Trial {
    /// One player against another.
    pub fn duel(first: Individual, second: Individual, openings: usize) -> Trial {
        let meetings = vec![Meeting { first: 0, second: Some(1) }];
        Trial { players: vec![first, second], meetings, openings }
    }
}

/// What a trial brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// By meeting, the score of the first from 0 to 1 with every opening, seats evened out.
    pub scores: Vec<Vec<f64>>,
}

impl Played {
    /// The mean score of the first of a meeting.
    pub fn mean(&self, meeting: usize) -> f64 {
        let scores = &self.scores[meeting];
        scores.iter().sum::<f64>() / scores.len().max(1) as f64
    }
}

/// Something that looks for better parameters. It depends on its seed and on what it is told alone, so that
/// a run is rebuilt from its records.
pub trait Method: Send {
    /// What to play next, with what share of the budget is spent; nothing when there is no more to try.
    fn ask(&mut self, progress: f64) -> Option<Trial>;

    /// Takes note of the scores of the trial asked for last, and says what came of it.
    fn tell(&mut self, played: &Played) -> Step;

    /// The individual that it would choose now.
    fn best(&self) -> Individual;

    /// Those of whom one will be the result; more than one play for it.
    fn finalists(&self) -> Vec<Individual> {
        vec![self.best()]
    }

    /// All individuals that it keeps, in the order in which they were found.
    fn pool(&self) -> &[Member] {
        &[]
    }
}

/// What came of a trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The values that the method would choose after it.
    pub values: Point,
    /// The score of what was tried.
    pub score: f64,
    /// Whether that was taken over.
    pub taken: bool,
}

/// An individual that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Whom it was made from, by number; nobody for one made at random.
    pub parent: Option<usize>,
    /// Its values.
    pub values: Point,
    /// Its score against its parent.
    pub score: Option<f64>,
}
