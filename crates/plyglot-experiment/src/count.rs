//! Node counts: does a search with a technique need fewer nodes than without it?

use std::sync::atomic::AtomicBool;

use plyglot_arena::Error;
use plyglot_catalog::{AnyAgent, Catalog, Opened, Request};
use plyglot_core::{AnySession, NoClock, options::no_files};
use plyglot_stats::{elo::Estimate, ratio::geometric_mean};

use crate::{
    part::{Part, Unit},
    places::places,
    verdict::{self, Answer},
};

/// A saving below this share of the nodes would not matter.
const MATTERS: f64 = 0.02;

/// A comparison of two searches on the same positions.
pub struct Count {
    /// What is compared.
    pub name: String,
    /// The game.
    pub opened: Opened,
    /// The search with the technique.
    pub with: String,
    /// The search without it.
    pub without: String,
    /// The answer that the claim expects to the question whether nodes are saved.
    pub expected: Answer,
    /// Positions of a quick and of a full run.
    pub positions: [usize; 2],
    /// Random plies before the positions, from and to.
    pub(crate) plies: (u32, u32),
    pub(crate) seed: u64,
}

impl Count {
    /// Counts on so many positions, until `stop` is raised; `step` is called after each.
    pub fn measure(
        &self,
        catalog: &Catalog,
        positions: usize,
        confidence: f64,
        stop: &AtomicBool,
        step: &mut dyn FnMut(),
    ) -> Result<Part, Error> {
        let mut agents = Vec::new();
        for spec in [&self.with, &self.without] {
            agents.push(catalog.agent(spec, &self.opened, &no_files)?);
        }
        let (mut ratios, mut sums) = (Vec::new(), [0, 0]);
        for session in places(&self.opened, self.plies, positions, self.seed)? {
            let mut nodes = [0; 2];
            for (agent, own) in agents.iter_mut().zip(&mut nodes) {
                *own = think(&mut **agent, &*session, stop)?;
            }
            if stop.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            ratios.push(nodes[0].max(1) as f64 / nodes[1].max(1) as f64);
            sums = [sums[0] + nodes[0], sums[1] + nodes[1]];
            step();
        }
        Ok(self.part(&ratios, sums, confidence))
    }

    fn part(&self, ratios: &[f64], sums: [u64; 2], confidence: f64) -> Part {
        let found = geometric_mean(ratios, confidence);
        let answer = found.as_ref().map_or(Answer::Open, |found| saves(found, ratios.len()));
        let [with, without] = sums;
        let seen = format!("{} positions, {with} nodes with it, {without} without", ratios.len());
        let told = (ratios.len(), seen);
        Part::new((self.name.clone(), Unit::Ratio), found, told, answer, self.expected)
    }
}

/// Whether nodes are saved, by the ratio of nodes with the technique to those without it.
fn saves(ratio: &Estimate, positions: usize) -> Answer {
    let saved = Estimate { value: 1.0 - ratio.value, low: 1.0 - ratio.high, high: 1.0 - ratio.low };
    match positions < verdict::FEWEST {
        true => Answer::Open,
        false => verdict::above(&saved, 0.0, MATTERS),
    }
}

/// The nodes of a search from a fresh start.
pub(crate) fn think(
    agent: &mut dyn AnyAgent,
    session: &dyn AnySession,
    stop: &AtomicBool,
) -> Result<u64, Error> {
    agent.new_game();
    let request = Request { seed: 1, ..Request::new(&NoClock, stop) };
    let answer = agent.think(session, &request, &mut |_| {});
    answer.map(|answer| answer.nodes).map_err(|error| Error::Input(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn savings_need_an_interval_below_one_and_enough_positions() {
        let ratio = |low, high| Estimate { value: (low + high) / 2.0, low, high };
        assert_eq!(saves(&ratio(0.5, 0.9), 20), Answer::Yes);
        assert_eq!(saves(&ratio(0.5, 0.9), 7), Answer::Open);
        assert_eq!(saves(&ratio(0.99, 1.2), 20), Answer::No);
        assert_eq!(saves(&ratio(0.9, 1.2), 20), Answer::Open);
        assert_eq!(saves(&ratio(1.0, 1.0), 20), Answer::No);
    }
}
