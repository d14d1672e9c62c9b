//! What moves may cost, and how that is written.

use std::{str::FromStr, time::Duration};

use plyglot_core::shorten;
use serde::{Deserialize, Serialize};

/// What moves may cost. Times are in milliseconds, and at most one of them is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Time for each move.
    pub time: Option<u64>,
    /// Time for each seat's whole game.
    pub clock: Option<Clock>,
    /// Processor time for each move. External bots, whose processes nobody measures, get as much time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_time: Option<u64>,
    /// Nodes for each move, in the units of the search.
    pub nodes: Option<u64>,
    /// Depth of each move, for external bots; for others it is an option of their specification.
    pub depth: Option<u32>,
    /// What a move is where a turn has several plies.
    #[serde(skip_serializing_if = "Per::is_ply")]
    pub per: Per,
    /// How much a move may be late before its game is lost.
    pub margin: u64,
    /// How long to wait for a bot when neither time nor clock limits it.
    pub patience: u64,
}

impl Default for Limits {
    fn default() -> Self {
        let (time, clock, cpu_time, nodes, depth) = (None, None, None, None, None);
        let (margin, patience) = (200, 60_000);
        Limits { time, clock, cpu_time, nodes, depth, per: Per::Ply, margin, patience }
    }
}

impl Limits {
    /// Whether neither time nor nodes end a search.
    pub fn are_free(&self) -> bool {
        self.of_move().is_none() && self.clock.is_none() && self.nodes.is_none()
    }

    /// The time for each move, on whichever clock.
    pub fn of_move(&self) -> Option<Duration> {
        self.time.or(self.cpu_time).map(Duration::from_millis)
    }
}

/// What limits of time and nodes count by. They differ only where a turn has several plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Per {
    /// Every ply has the whole limit, and each gets the increment of a clock.
    #[default]
    Ply,
    /// All plies of a turn share the limit, and together they get one increment.
    Turn,
}

impl Per {
    fn is_ply(&self) -> bool {
        *self == Per::Ply
    }
}

/// A game clock, in milliseconds; read from seconds, as `60+0.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// What each seat has at the start.
    pub base: u64,
    /// What each move adds.
    pub increment: u64,
}

impl FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let read = |part| read_milliseconds(part, 0).ok();
        match (read(base), read(increment)) {
            (Some(base), Some(increment)) if base > 0 => Ok(Clock { base, increment }),
            _ => Err(format!(
                "{:?}: expected seconds a game and seconds added a move, as 60+0.5",
                shorten(text)
            )),
        }
    }
}

/// The longest span of time, in seconds.
const LONGEST: f64 = 1e6;

/// Reads seconds as milliseconds, of which there must be at least so many.
pub fn read_milliseconds(text: &str, least: u64) -> Result<u64, String> {
    let seconds = text.trim().parse::<f64>().ok();
    let found = seconds.and_then(|seconds| milliseconds(seconds, least).ok());
    found.ok_or_else(|| format!("{}: {}", shorten(text), expected(least)))
}

/// Seconds as whole milliseconds, of which there must be at least so many.
pub fn milliseconds(seconds: f64, least: u64) -> Result<u64, String> {
    let whole = (seconds * 1000.0).round();
    let is_whole = (seconds * 1000.0 - whole).abs() < 1e-6;
    let fits = (0.0..=LONGEST).contains(&seconds) && whole as u64 >= least;
    if is_whole && fits { Ok(whole as u64) } else { Err(format!("{seconds}: {}", expected(least))) }
}

fn expected(least: u64) -> String {
    let least = least as f64 / 1000.0;
    format!("expected seconds from {least} to {LONGEST}, in whole milliseconds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_bad_ones_are_told_what_is_right() {
        assert_eq!("60+0.5".parse(), Ok(Clock { base: 60_000, increment: 500 }));
        assert_eq!(" 3 ".parse(), Ok(Clock { base: 3000, increment: 0 }));
        assert_eq!(read_milliseconds("0.05", 1), Ok(50));
        for bad in ["abc", "", "+", "0+1", "-1", "1+-1", "1e300", "inf", "60/2", "1+2+3", "0.0001"]
        {
            let told = bad.parse::<Clock>().unwrap_err();
            assert!(told.contains("60+0.5") && told.contains(bad), "{told}");
        }
        for bad in ["soon", "-1", "1e300", "NaN", "0", "0.0004"] {
            let told = read_milliseconds(bad, 1).unwrap_err();
            assert!(told.contains("expected seconds from 0.001 to 1000000"), "{told}");
        }
    }

    #[test]
    fn usual_limits_are_written_as_ever() {
        let text = serde_json::to_string(&Limits::default()).unwrap();
        assert!(!text.contains("per") && !text.contains("cpu_time"), "{text}");
    }
}
