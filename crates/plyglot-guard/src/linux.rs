//! A ward on Linux: a process group, under a guard if the host offers one, and whoever left it.

use std::{
    io,
    process::Child,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant, SystemTime},
};

use rustix::process::{Signal, kill_process};

use crate::{
    End, Host, MARK, Program,
    group::{Group, end_of},
    guard, processes, strays,
    ward::{END_TIME, LOOK},
};

/// A ward's first process, or its guard, and what its other processes are known by.
pub(crate) struct Family {
    group: Group,
    guarded: bool,
    adopts: bool,
    /// The value of [`MARK`] that only this ward's processes have.
    mark: String,
    /// The most memory in MiB.
    memory: u64,
    looked: Instant,
}

impl Family {
    pub(crate) fn spawn(host: &Host, program: &Program) -> io::Result<Family> {
        let mut command = match &host.guard {
            Some(guard) => guard::command(guard, program)?,
            None => program.command()?,
        };
        let mark = new_mark();
        command.env(MARK, &mark);
        if host.adopts {
            strays::adopt()?;
        }
        let group = strays::spawn(&mut command)?;
        let (guarded, adopts, memory) = (host.guard.is_some(), host.adopts, program.memory);
        Ok(Family { group, guarded, adopts, mark, memory, looked: Instant::now() })
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        self.group.child()
    }

    pub(crate) fn look(&mut self) -> Option<End> {
        if self.group.has_ended() {
            return Some(self.finish());
        }
        if self.looked.elapsed() < LOOK {
            return None;
        }
        self.looked = Instant::now();
        if self.adopts {
            strays::end_some();
        }
        if self.guarded {
            // A bot can stop its guard; one that runs does not notice this.
            self.signal(Signal::CONT);
        } else if processes::resident(self.group.pid()) > guard::bytes(self.memory) {
            self.end();
            return Some(End::Memory);
        }
        None
    }

    pub(crate) fn end(&mut self) -> End {
        if self.guarded {
            self.signal(Signal::TERM);
            let deadline = Instant::now() + END_TIME;
            while !self.group.has_ended() && Instant::now() < deadline {
                self.signal(Signal::CONT);
                thread::sleep(Duration::from_micros(200));
            }
        }
        self.finish()
    }

    fn signal(&self, signal: Signal) {
        let _ = kill_process(self.group.pid(), signal);
    }

    /// Ends all that is left and tells how it had ended.
    fn finish(&mut self) -> End {
        if !self.group.has_ended() {
            // One that stands still starts no more.
            self.signal(Signal::STOP);
            processes::kill_below(self.group.pid());
        }
        let status = strays::finish(&mut self.group);
        // A guard that ended by itself has left nobody.
        if !self.guarded || !matches!(&status, Ok(status) if status.code().is_some()) {
            self.end_marked();
            if self.adopts {
                strays::end_all();
            }
        }
        if self.guarded { guard::end_of(status) } else { end_of(status) }
    }

    fn end_marked(&self) {
        let deadline = Instant::now() + END_TIME;
        while processes::kill_marked(&self.mark) && Instant::now() < deadline {
            thread::sleep(Duration::from_micros(200));
        }
    }
}

/// An entry of the environment that no other ward has, of this process or another.
fn new_mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (own, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    format!("{own}-{}-{count}", since.as_nanos())
}
