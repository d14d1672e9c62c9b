//! How much of a time limit is kept back, learnt from how it went.

use std::time::Duration;

/// What is kept back of every limit for the way of the answer and for a machine that is busy.
///
/// Three things are watched: the way, which is what the other side counts beyond what we spent; the overrun,
/// which is what we spent beyond what we meant to; and how many want to run on each core just now. The
/// worst of the first two counts twice, and fades slowly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    base: Duration,
    way: Duration,
    overrun: Duration,
    /// Of every limit, this share and this much.
    share: f64,
    crowd: Duration,
}

/// How much of the worst is left after another move that was better.
const FADING: f64 = 0.97;
/// The most that is kept of a limit, as a share of it.
const MOST: f64 = 0.6;
/// The share of a limit that each further one who wants to run on our core costs.
const CROWDED: f64 = 0.08;
/// The most that a crowd costs.
const MOST_CROWDED: f64 = 0.3;
/// What each further one costs besides, however long the limit: an answer is handed on a few times, and each
/// time waits for its turn.
const CROWDED_WAY: Duration = Duration::from_millis(12);

impl Margin {
    /// Keeps at least so much.
    pub fn new(base: Duration) -> Margin {
        let none = Duration::ZERO;
        Margin { base, way: none, overrun: none, share: 0.0, crowd: none }
    }

    /// So many want to run on each core.
    pub fn note_crowd(&mut self, runners: f64) {
        self.share = (CROWDED * (runners - 1.0)).clamp(0.0, MOST_CROWDED);
        self.crowd = CROWDED_WAY.mul_f64((runners - 1.0).clamp(0.0, 10.0));
    }

    /// The other side counted `theirs` for a move that took us `ours`.
    pub fn note_way(&mut self, theirs: Duration, ours: Duration) {
        worst(&mut self.way, theirs.saturating_sub(ours));
    }

    /// A move took `spent` though it was meant to take `meant`.
    pub fn note_overrun(&mut self, spent: Duration, meant: Duration) {
        worst(&mut self.overrun, spent.saturating_sub(meant));
    }

    /// What is kept back of any limit, however long.
    pub fn kept(&self) -> Duration {
        self.base + 2 * self.way + 2 * self.overrun
    }

    /// What of a limit may be used.
    pub fn usable(&self, limit: Duration) -> Duration {
        let kept = self.kept() + self.crowd + limit.mul_f64(self.share);
        limit.saturating_sub(kept.min(limit.mul_f64(MOST)))
    }
}

/// How many want to run on each core of this machine, where the system tells.
pub(crate) fn crowd() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    // The running ones just now stand before the slash; the averages are of minutes.
    let now: f64 = text.split_whitespace().nth(3)?.split('/').next()?.parse().ok()?;
    let minute: f64 = text.split_whitespace().next()?.parse().ok()?;
    let cores = std::thread::available_parallelism().ok()?.get() as f64;
    Some(now.max(minute) / cores)
}

fn worst(kept: &mut Duration, new: Duration) {
    *kept = kept.mul_f64(FADING).max(new);
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLI: Duration = Duration::from_millis(1);

    #[test]
    fn bad_moves_are_remembered_and_slowly_forgiven() {
        let mut margin = Margin::new(30 * MILLI);
        assert_eq!(margin.usable(1000 * MILLI), 970 * MILLI);
        margin.note_way(240 * MILLI, 200 * MILLI);
        margin.note_overrun(260 * MILLI, 200 * MILLI);
        assert_eq!(margin.kept(), 230 * MILLI);
        margin.note_way(200 * MILLI, 200 * MILLI);
        assert!(margin.kept() < 230 * MILLI && margin.kept() > 220 * MILLI);
        (0..500).for_each(|_| {
            margin.note_way(MILLI, MILLI);
            margin.note_overrun(MILLI, 2 * MILLI);
        });
        assert!(margin.kept() < 31 * MILLI);
    }

    #[test]
    fn a_crowd_costs_a_share() {
        let mut margin = Margin::new(Duration::ZERO);
        margin.note_crowd(0.5);
        assert_eq!(margin.usable(1000 * MILLI), 1000 * MILLI);
        margin.note_crowd(3.0);
        assert_eq!(margin.usable(1000 * MILLI), 816 * MILLI);
        margin.note_crowd(100.0);
        assert_eq!(margin.usable(1000 * MILLI), 580 * MILLI);
    }

    #[test]
    fn however_bad_it_was_there_is_time_to_think() {
        let mut margin = Margin::new(30 * MILLI);
        margin.note_way(Duration::from_secs(5), Duration::ZERO);
        assert_eq!(margin.usable(1000 * MILLI), 400 * MILLI);
        assert_eq!(Margin::new(30 * MILLI).usable(10 * MILLI), 4 * MILLI);
    }
}
