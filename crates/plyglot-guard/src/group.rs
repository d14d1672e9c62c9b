//! A process group and its leader, our child.

use std::{
    io,
    os::unix::process::{CommandExt, ExitStatusExt},
    process::{Child, Command, ExitStatus, Stdio},
};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process, kill_process_group, waitid,
};

use crate::End;

/// A process group whose leader we started. The leader is collected last, so that its number, which is
/// that of the group, cannot have become another's.
pub(crate) struct Group {
    child: Child,
    pid: Pid,
}

impl Group {
    /// Runs a command as leader of a new group, which no interrupt from the keyboard reaches.
    pub(crate) fn spawn(command: &mut Command) -> io::Result<Group> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.process_group(0).spawn()?;
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        Ok(Group { child, pid: pid.expect("a child has a process id") })
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// The leader, which is not collected before [`Group::finish`].
    #[cfg(target_os = "linux")]
    pub(crate) fn pid(&self) -> Pid {
        self.pid
    }

    /// Whether the leader has ended.
    pub(crate) fn has_ended(&self) -> bool {
        !matches!(self.peek(), Ok(None))
    }

    /// How the leader ended, if it has, without collecting it.
    fn peek(&self) -> rustix::io::Result<Option<WaitIdStatus>> {
        let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(self.pid), peek)
    }

    /// Kills whoever is left of the group, collects the leader and tells how it ended. To be called once.
    pub(crate) fn finish(&mut self) -> io::Result<ExitStatus> {
        // If somebody else has collected it, the number may be another's.
        if self.peek().is_ok() {
            let _ = kill_process(self.pid, Signal::KILL);
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
        self.child.wait()
    }
}

/// How a process that nobody guards ended.
pub(crate) fn end_of(status: io::Result<ExitStatus>) -> End {
    let Ok(status) = status else { return End::NotRun };
    let signal = status.signal().map(End::Signal);
    status.code().map(End::Status).or(signal).unwrap_or(End::NotRun)
}
