//! What there is to do until a folder has tables for so many pieces.

use plyglot_catalog::{Caps, Endings};
use serde::Serialize;

use super::Folder;
use crate::{
    columns::{Head, Table},
    error::Error,
    words::decimals,
};

/// Numbers that a thread works out in a second, measured on checkers.
const SPEED: f64 = 1.2e6;
/// Bytes on disk for a number, measured on checkers.
const PACKED: f64 = 0.42;
/// Bytes of memory that a number takes while its group is worked out.
const WORKED: u64 = 12;

/// What there is to do, by pieces.
pub(crate) struct Plan {
    steps: Vec<Step>,
    threads: usize,
}

/// What there is to do for so many pieces.
#[derive(Serialize)]
struct Step {
    pieces: u32,
    slices: usize,
    numbers: u64,
    /// Numbers of groups that are finished.
    done: u64,
    /// The most memory that is taken at a time, in MB.
    memory_mb: u64,
    /// What all of it takes on disk, in MB, about.
    disk_mb: f64,
    /// How long the rest takes, about.
    seconds: f64,
}

impl Plan {
    /// The way from what a folder has, if there is one, to so many pieces.
    pub(crate) fn new(
        endings: &Endings<'_>,
        folder: Option<&Folder>,
        pieces: u32,
        threads: usize,
    ) -> Result<Self, Error> {
        // Too few are refused here, too many below: at the first count that is, or
        // as more than there are.
        endings.groups(pieces.min(endings.fewest()))?;
        let step = |pieces: u32| {
            let (groups, mut done, mut largest) = (endings.groups(pieces)?, 0, 0);
            let mut numbers = 0;
            for slices in &groups {
                let size: u64 = slices.iter().map(|slice| endings.size(*slice)).sum();
                let finished = |slice: &u32| folder.is_some_and(|folder| folder.has(*slice));
                numbers += size;
                match slices.iter().all(finished) {
                    true => done += size,
                    false => largest = largest.max(size),
                }
            }
            let slices = groups.iter().map(Vec::len).sum();
            let seconds = (numbers - done) as f64 / SPEED / threads as f64;
            let disk_mb = numbers as f64 * PACKED / 1e6;
            let memory_mb = (largest * WORKED) >> 20;
            Ok(Step { pieces, slices, numbers, done, memory_mb, disk_mb, seconds })
        };
        let last = pieces.min(endings.most());
        let steps = (endings.fewest()..=last).map(step).collect::<Result<_, Error>>()?;
        if pieces > last {
            endings.groups(pieces)?;
        }
        Ok(Plan { steps, threads })
    }

    /// Refuses what takes more memory than there is.
    pub(crate) fn check(&self, caps: &Caps) -> Result<(), Error> {
        let most = self.steps.iter().map(|step| step.memory_mb).max().unwrap_or(0);
        Ok(caps.check_memory("tables: memory", most)?)
    }

    /// The numbers that are not finished.
    pub(crate) fn left(&self) -> u64 {
        self.steps.iter().map(|step| step.numbers - step.done).sum()
    }

    /// As data.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::json!({"threads": self.threads, "steps": self.steps})
    }

    /// As a table.
    pub(crate) fn print(&self, out: &mut dyn std::io::Write) -> Result<(), Error> {
        let heads = ["pieces", "slices", "numbers", "done", "memory MB", "disk MB", "seconds"];
        let mut table = Table::new(heads.map(|head| Head::numbers(head, 0)).into());
        for step in &self.steps {
            let counts = [step.slices as u64, step.numbers, step.done, step.memory_mb];
            let mut cells = vec![step.pieces.to_string()];
            cells.extend(counts.map(|count| count.to_string()));
            cells.push(decimals(step.disk_mb, 1));
            cells.push(decimals(step.seconds, 1));
            table.row(cells, Vec::new());
        }
        table.print(out)?;
        let seconds: f64 = self.steps.iter().map(|step| step.seconds).sum();
        let told = decimals(seconds / 60.0, 1);
        writeln!(
            out,
            "about {told} minutes with {} threads; disk and time are estimates",
            self.threads
        )?;
        Ok(())
    }
}
