//! What a thinking player may spend, and what it has spent.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// Time is an argument. Tests pass a clock that they advance by hand.
pub trait Clock: Sync {
    /// Time since some fixed moment.
    fn now(&self) -> Duration;
}

/// A clock that stands still, for searches without a time limit.
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// The longest time without a report, for searches that have something new to tell at any time.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The longest stretch between two looks at the clock that a search should allow itself.
const STRETCH: Duration = Duration::from_micros(400);

/// Hears of nodes visited since it was called last, by any thread of a search and several times a
/// millisecond: whoever wants to be told of the work by time asks the clock there.
pub type Pulse<'a> = &'a (dyn Fn(u64) + Sync);

/// The budget of one thread of a search. One [`Control::tick`] per node.
pub struct Control<'a> {
    /// Nodes so far.
    pub nodes: u64,
    node_limit: u64,
    deadline: Duration,
    clock: &'a dyn Clock,
    stop: &'a AtomicBool,
    next_look: u64,
    interval: u64,
    start: Duration,
    last_look: Duration,
    last_report: Duration,
    pulse: Option<Pulse<'a>>,
    /// The nodes that the pulse has heard of.
    told: u64,
    spent: bool,
}

impl<'a> Control<'a> {
    /// A budget of `node_limit` nodes and until `deadline` on `clock`, whichever ends first, and
    /// until somebody raises `stop`.
    pub fn new(
        node_limit: u64,
        deadline: Duration,
        clock: &'a dyn Clock,
        stop: &'a AtomicBool,
    ) -> Self {
        let start = clock.now();
        Control {
            nodes: 0,
            node_limit,
            deadline,
            clock,
            stop,
            next_look: 1,
            interval: 1,
            start,
            last_look: start,
            last_report: start,
            pulse: None,
            told: 0,
            spent: false,
        }
    }

    /// The same, with somebody who hears of the nodes of all threads while the search runs.
    pub fn with_pulse(self, pulse: Option<Pulse<'a>>) -> Self {
        Control { pulse, ..self }
    }

    /// Another budget with the same clock, deadline and stop flag, for a further thread.
    pub fn fork(&self, node_limit: u64) -> Control<'a> {
        Control::new(node_limit, self.deadline, self.clock, self.stop).with_pulse(self.pulse)
    }

    /// A share of what is left, in nodes and in time, with the same clock and stop flag: for something that
    /// may fail and must leave the rest to something else.
    pub fn part(&self, share: f64) -> Control<'a> {
        let nodes = self.nodes_left().map_or(u64::MAX, |left| (left as f64 * share) as u64);
        let until = |left: Duration| self.clock.now().saturating_add(left.mul_f64(share));
        let deadline = self.time_left().map_or(Duration::MAX, until);
        Control::new(nodes, deadline, self.clock, self.stop).with_pulse(self.pulse)
    }

    /// Nodes left, if they are limited.
    pub fn nodes_left(&self) -> Option<u64> {
        (self.node_limit < u64::MAX).then(|| self.remaining())
    }

    /// Time left, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        let limited = self.deadline < Duration::MAX;
        limited.then(|| self.deadline.saturating_sub(self.clock.now()))
    }

    /// Nodes left, for sharing them out among threads.
    pub fn remaining(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes)
    }

    /// Counts a node; false once the budget is spent. How often it looks at the clock follows the
    /// speed of the search, so that slow games stop as punctually as fast ones.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        if self.nodes > self.node_limit {
            self.spent = true;
        }
        !self.spent
    }

    /// Counts many nodes at once, for searches that count themselves; false once the budget is spent.
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.look();
        self.spent |= self.nodes > self.node_limit;
        !self.spent
    }

    /// Once true, every value still being returned up a tree is meaningless and is dropped.
    #[inline]
    pub fn spent(&self) -> bool {
        self.spent
    }

    /// Time since the budget was made, as of the last look at the clock.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        self.last_look.saturating_sub(self.start)
    }

    /// Whether it is time for a report, as of the last look at the clock; the next one is due a while later.
    #[inline]
    pub fn is_report_due(&mut self) -> bool {
        let due = self.last_look.saturating_sub(self.last_report) >= REPORT_EVERY;
        if due {
            self.last_report = self.last_look;
        }
        due
    }

    #[cold]
    fn look(&mut self) {
        let now = self.clock.now();
        if now >= self.deadline || self.stop.load(Ordering::Relaxed) {
            self.spent = true;
        }
        if let Some(pulse) = self.pulse {
            pulse(self.nodes - self.told);
            self.told = self.nodes;
        }
        let passed = now.saturating_sub(self.last_look);
        self.last_look = now;
        self.interval =
            if passed > STRETCH { self.interval / 2 } else { self.interval * 2 }.clamp(1, 1024);
        self.next_look = self.nodes + self.interval;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_a_share_of_what_is_left() {
        let stop = AtomicBool::new(false);
        let mut all = Control::new(1000, Duration::from_secs(8), &NoClock, &stop);
        all.spend(200);
        let part = all.part(0.25);
        assert_eq!(
            (part.nodes_left(), part.time_left()),
            (Some(200), Some(Duration::from_secs(2)))
        );
        assert_eq!((all.nodes_left(), all.time_left()), (Some(800), Some(Duration::from_secs(8))));
        let free = Control::new(u64::MAX, Duration::MAX, &NoClock, &stop).part(0.5);
        assert_eq!((free.nodes_left(), free.time_left()), (None, None));
    }
}
