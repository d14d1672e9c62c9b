//! Memory: does a search get by with so much?
//!
//! What counts is by how much the resident memory of the process grows, at its peak, while the agent is made
//! and thinks. Linux alone says so.

use std::{fs, sync::atomic::AtomicBool};

use plyglot_arena::Error;
use plyglot_catalog::{Catalog, Opened};
use plyglot_core::options::no_files;
use plyglot_stats::elo::Estimate;

use crate::{
    count::think,
    part::{Part, Unit},
    places::places,
    verdict::{self, Answer},
};

/// An agent whose memory is measured.
pub struct Memory {
    /// What is measured.
    pub name: String,
    /// The game.
    pub opened: Opened,
    /// The agent.
    pub agent: String,
    /// The memory that it is to get by with, in mebibytes.
    pub limit: f64,
    /// The answer that the claim expects to the question whether it does.
    pub expected: Answer,
    /// Positions of a quick and of a full run.
    pub positions: [usize; 2],
    pub(crate) plies: (u32, u32),
    pub(crate) seed: u64,
}

impl Memory {
    /// Measures on so many positions. The most that any of them took decides: of `n` like it, another takes
    /// more with a probability below 3/n or so.
    pub fn measure(
        &self,
        catalog: &Catalog,
        positions: usize,
        stop: &AtomicBool,
    ) -> Result<Part, Error> {
        let places = places(&self.opened, self.plies, positions, self.seed)?;
        let mut grown = Vec::new();
        for session in &places {
            let Some(before) = resident("VmRSS:").filter(|_| forget_peak()) else { break };
            let mut agent = catalog.agent(&self.agent, &self.opened, &no_files)?;
            think(&mut *agent, &**session, stop)?;
            grown.extend(resident("VmHWM:").map(|peak| (peak - before).max(0.0)));
        }
        Ok(self.part(&grown))
    }

    fn part(&self, grown: &[f64]) -> Part {
        let (name, limit) = (self.name.clone(), self.limit);
        let least = grown.iter().copied().fold(f64::INFINITY, f64::min);
        let most = grown.iter().copied().fold(0.0, f64::max);
        let found = (!grown.is_empty()).then_some(Estimate { value: most, low: least, high: most });
        let answer = match most <= limit {
            _ if grown.len() < verdict::FEWEST => Answer::Open,
            true => Answer::Yes,
            false => Answer::No,
        };
        let seen = match grown.is_empty() {
            true => "this system does not tell the peak of a process's memory".to_owned(),
            false => format!("{} positions, at most {most:.2} of {limit} MiB", grown.len()),
        };
        Part::new((name, Unit::Mebibytes), found, (grown.len(), seen), answer, self.expected)
    }
}

/// Forgets the peak of the resident memory so far; whether that worked.
fn forget_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// A line of what Linux says about the process, in mebibytes.
fn resident(line: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let own = status.lines().find_map(|own| own.strip_prefix(line))?;
    let kibibytes: f64 = own.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(agent: &str) -> Memory {
        let opened = Catalog::standard().open("chexers", &no_files).unwrap();
        Memory {
            name: agent.to_owned(),
            opened,
            agent: agent.to_owned(),
            limit: 1.5,
            expected: Answer::Yes,
            positions: [1, 1],
            plies: (3, 9),
            seed: 1,
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_table_is_seen() {
        let (catalog, stop) = (Catalog::standard(), AtomicBool::new(false));
        let part = memory("brs(depth=7,tt=64)").measure(&catalog, 1, &stop).unwrap();
        let found = part.found.expect("Linux tells");
        assert!(found.high > 4.0, "{found:?}");
        assert_eq!(part.answer, Answer::Open);
    }

    #[test]
    fn the_most_decides_if_there_are_enough() {
        let told = |grown: &[f64]| memory("random").part(grown).answer;
        assert_eq!(told(&[0.1; 7]), Answer::Open);
        assert_eq!(told(&[0.1; 8]), Answer::Yes);
        assert_eq!(told(&[0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 1.6]), Answer::No);
        assert_eq!(told(&[]), Answer::Open);
    }
}
