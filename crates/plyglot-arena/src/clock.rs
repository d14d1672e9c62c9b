//! Processor time, which a busy machine does not take from anybody.

use std::{
    thread::{self, ThreadId},
    time::Duration,
};

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
        ProcessorClock { owner: thread::current().id(), start: system::thread_time() }
    }
}

impl Clock for ProcessorClock {
    fn now(&self) -> Duration {
        let spent = system::thread_time();
        if thread::current().id() == self.owner { spent.saturating_sub(self.start) } else { spent }
    }
}

/// The processor time that all threads of this process have spent so far.
pub fn process_time() -> Duration {
    system::process_time()
}

#[cfg(unix)]
mod system {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    pub(super) fn thread_time() -> Duration {
        read(ClockId::ThreadCPUTime)
    }

    pub(super) fn process_time() -> Duration {
        read(ClockId::ProcessCPUTime)
    }

    fn read(clock: ClockId) -> Duration {
        Duration::try_from(clock_gettime(clock)).expect("nobody spends less than nothing")
    }
}

#[cfg(not(unix))]
mod system {
    use std::time::Duration;

    use cpu_time::{ProcessTime, ThreadTime};

    pub(super) fn thread_time() -> Duration {
        ThreadTime::now().as_duration()
    }

    pub(super) fn process_time() -> Duration {
        ProcessTime::now().as_duration()
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

    #[test]
    fn a_process_spends_what_its_threads_spend() {
        let before = process_time();
        let busy = || {
            let clock = ProcessorClock::start();
            while clock.now() < Duration::from_millis(30) {}
        };
        thread::scope(|scope| [(); 2].map(|()| scope.spawn(busy)).map(|one| one.join().unwrap()));
        let spent = process_time() - before;
        assert!(spent > Duration::from_millis(50), "{spent:?}");
    }
}
