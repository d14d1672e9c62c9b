//! Matches: is the first agent stronger than the other?

use std::collections::BTreeMap;

use plyglot_arena::{
    Adjudication, Entrant, Error, Limits,
    opening::Source,
    schedule::{Frame, Schedule as _, Variant, Versus},
    seating::{Orders, match_blocks},
    standings::Duel,
};
use plyglot_catalog::{Catalog, Opened};
use plyglot_stats::{
    elo::{self, Estimate, Strength},
    sprt::{Sprt, Verdict},
};

use crate::{
    file::{Budget, Size},
    part::{Part, Unit},
    verdict::{self, Answer},
};

/// A match of an experiment.
pub struct Match {
    /// What is compared.
    pub name: String,
    /// The game.
    pub opened: Opened,
    /// The two agents; the question is whether the first is stronger.
    pub entrants: Vec<Entrant>,
    /// What moves may cost.
    pub limits: Limits,
    /// The answer that the claim expects.
    pub expected: Answer,
    /// Games of a quick and of a full run.
    pub games: [usize; 2],
    pub(crate) openings: Source,
    /// The files that specifications name.
    pub(crate) files: BTreeMap<String, String>,
    /// An advantage below this would not matter, in Elo.
    pub(crate) worth: f64,
    pub(crate) seed: u64,
}

impl Match {
    /// The schedule. A full one ends as soon as a sequential test is sure, one of `parts` like it.
    pub fn versus(
        &self,
        catalog: &Catalog,
        budget: &Budget,
        parts: usize,
    ) -> Result<Versus, Error> {
        let (entrants, openings) = (self.entrants.clone(), self.openings.clone());
        let usual = Adjudication::default();
        let max_plies = budget.max_plies.unwrap_or(usual.max_plies);
        let frame = Frame {
            engine: catalog.signature(self.opened.entry.name)?,
            game: self.opened.spec.clone(),
            variants: vec![Variant::new(&self.opened, entrants, openings, self.seed)],
            sides: self.opened.session.sides(),
            limits: self.limits.clone(),
            adjudication: Adjudication { max_plies, ..usual },
            orders: Orders::Rotations,
            seed: self.seed,
            files: self.files.clone(),
        };
        let blocks = match_blocks(self.entrants.len(), frame.sides.count());
        let games = budget.games.unwrap_or(self.games[budget.size as usize]);
        let error = verdict::ERROR / parts.max(1) as f64;
        let sprt = (budget.size == Size::Full).then(|| Sprt {
            elo0: 0.0,
            elo1: self.worth,
            alpha: error,
            beta: error,
            ..Sprt::default()
        });
        Versus::new(frame, blocks, games, sprt)
    }

    /// What the games of the schedule say: its test if it has one, or else the interval.
    pub fn part(&self, versus: &Versus, duel: &Duel, confidence: f64) -> Part {
        let blocks = duel.cells.total() as usize;
        let interval = elo::score_within(&duel.cells, confidence).map(elo::from_score);
        let (found, answer) = match versus.test() {
            Some(test) => {
                let answer = match test.status.verdict {
                    Verdict::Running => Answer::Open,
                    Verdict::AcceptH0 => Answer::No,
                    Verdict::AcceptH1 => Answer::Yes,
                };
                (open_ended(&test.corrected), answer)
            }
            None => (Some(interval), self.of_interval(&interval, blocks)),
        };
        let found = found.filter(|_| blocks >= 2);
        let seen = format!(
            "{} games, {} won, {} drawn, {} lost",
            duel.games(),
            duel.wins,
            duel.draws,
            duel.losses
        );
        Part::new((self.name.clone(), Unit::Elo), found, (blocks, seen), answer, self.expected)
    }

    fn of_interval(&self, interval: &Estimate, blocks: usize) -> Answer {
        match blocks < verdict::FEWEST {
            true => Answer::Open,
            false => verdict::above(interval, 0.0, self.worth),
        }
    }
}

/// A strength as an estimate: ends that are open, and values beyond the end that is there, are infinite.
fn open_ended(strength: &Strength) -> Option<Estimate> {
    let (low, high) = (strength.low, strength.high);
    let beyond = match (low, high) {
        (None, None) => return None,
        (Some(_), _) => f64::INFINITY,
        (None, Some(_)) => f64::NEG_INFINITY,
    };
    Some(Estimate {
        value: strength.value.unwrap_or(beyond),
        low: low.unwrap_or(f64::NEG_INFINITY),
        high: high.unwrap_or(f64::INFINITY),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_that_is_told_in_part_is_told_as_much_again() {
        let (value, low, high) = (Some(300.0), Some(100.0), Some(600.0));
        let told = |value, low, high| {
            let strength = Strength { value, low, high };
            assert_eq!(open_ended(&strength).map(Strength::of), Some(strength));
        };
        told(value, low, high);
        told(value, low, None);
        told(None, low, None);
        told(None, None, high.map(|elo: f64| -elo));
        assert_eq!(open_ended(&Strength::default()), None);
    }
}
