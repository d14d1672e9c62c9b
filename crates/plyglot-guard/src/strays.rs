//! Processes that got away from a guard, and that this process adopted.
//!
//! A bot can kill its guard. Whatever the guard had adopted until then comes to the next process above that
//! adopts orphans: this one, if its host said so. Each child that is no ward is then such a stray.

use std::{
    io,
    process::{Command, ExitStatus},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
};

use crate::{group::Group, processes, ward::END_TIME};

/// The children that are none of our business: living wards, and whoever was there before.
static SPARED: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn spared() -> MutexGuard<'static, Vec<Pid>> {
    SPARED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes this process adopt the orphans below it. Children from before are spared, as those of a shell are
/// that became this program.
pub(crate) fn adopt() -> io::Result<()> {
    static ADOPTS: OnceLock<Result<(), rustix::io::Errno>> = OnceLock::new();
    let adopts = ADOPTS.get_or_init(|| {
        let mut spared = spared();
        spared.extend(processes::children(getpid()));
        set_child_subreaper(Some(getpid()))
    });
    Ok((*adopts)?)
}

/// Starts the group of a ward.
pub(crate) fn spawn(command: &mut Command) -> io::Result<Group> {
    let mut spared = spared();
    let group = Group::spawn(command)?;
    spared.push(group.pid());
    Ok(group)
}

/// Ends the group of a ward.
pub(crate) fn finish(group: &mut Group) -> io::Result<ExitStatus> {
    let mut spared = spared();
    let status = group.finish();
    spared.retain(|pid| *pid != group.pid());
    status
}

/// Kills and collects all strays.
pub(crate) fn end_all() {
    let deadline = Instant::now() + END_TIME;
    while end_some() && Instant::now() < deadline {
        thread::sleep(Duration::from_micros(200));
    }
}

/// Kills the strays that are there, and whatever is below them; false if there are none.
pub(crate) fn end_some() -> bool {
    // Nobody may start or collect a ward meanwhile: its number tells it from a stray.
    let spared = spared();
    let children = processes::children(getpid());
    let strays: Vec<_> = children.into_iter().filter(|pid| !spared.contains(pid)).collect();
    for pid in &strays {
        processes::kill_below(*pid);
        let _ = kill_process(*pid, Signal::KILL);
        let _ = waitpid(Some(*pid), WaitOptions::NOHANG);
    }
    !strays.is_empty()
}
