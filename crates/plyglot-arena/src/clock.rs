//! Processor time, which a busy machine does not take from anybody.

use std::{
    thread::{self, ThreadId},
    time::Duration,
};

use cpu_time::ThreadTime;
use plyglot_core::Clock;

/// The processor time of the thread that made it, since then. Further threads of a search, which begin
/// after that, read their own: each may spend as much as the first.
pub struct ProcessorClock {
    owner: ThreadId,
    start: Duration,
}

impl ProcessorClock {
    /// A clock that starts now.
    pub fn start() -> ProcessorClock {
        ProcessorClock { owner: thread::current().id(), start: ThreadTime::now().as_duration() }
    }
}

impl Clock for ProcessorClock {
    fn now(&self) -> Duration {
        let spent = ThreadTime::now().as_duration();
        if thread::current().id() == self.owner { spent.saturating_sub(self.start) } else { spent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_costs_nothing_and_every_thread_has_its_own_time() {
        let clock = ProcessorClock::start();
        thread::sleep(Duration::from_millis(200));
        assert!(clock.now() < Duration::from_millis(150));
        while clock.now() < Duration::from_millis(30) {}
        let young = thread::scope(|scope| scope.spawn(|| clock.now()).join().unwrap());
        assert!(young < Duration::from_millis(30), "{young:?}");
    }
}
