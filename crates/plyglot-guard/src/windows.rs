//! A ward on Windows: a job object, which ends all its processes when its last handle is closed, also
//! when that happens because we died.

use std::{
    io,
    os::windows::io::AsRawHandle,
    process::{Child, ExitStatus, Stdio},
    sync::OnceLock,
};

use win32job::{ExtendedLimitInfo, Job, JobError};

use crate::{End, Host, Program};

/// A ward's first process and the job that holds it with all its descendants.
pub(crate) struct Family {
    child: Child,
    job: Option<Job>,
}

impl Family {
    pub(crate) fn spawn(host: &Host, program: &Program) -> io::Result<Family> {
        if host.adopts {
            hold_ourselves()?;
        }
        let job = Some(ending_job()?);
        let mut command = program.command()?;
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut family = Family { child: child.spawn()?, job };
        let handle = family.child.as_raw_handle() as isize;
        let held = family.job.as_ref().map_or(Ok(()), |job| job.assign_process(handle));
        // One that has ended already needs no job.
        match held {
            Err(error) if family.look().is_none() => {
                family.end();
                Err(failed(error))
            }
            _ => Ok(family),
        }
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    pub(crate) fn look(&mut self) -> Option<End> {
        let status = self.child.try_wait().ok().flatten()?;
        self.job = None;
        Some(ended(status))
    }

    pub(crate) fn end(&mut self) -> End {
        self.job = None;
        let _ = self.child.kill();
        self.child.wait().map_or(End::NotRun, ended)
    }
}

fn ended(status: ExitStatus) -> End {
    status.code().map_or(End::NotRun, End::Status)
}

fn ending_job() -> io::Result<Job> {
    let mut limits = ExtendedLimitInfo::new();
    limits.limit_kill_on_job_close();
    Job::create_with_limit_info(&limits).map_err(failed)
}

/// Puts this process into a job of its own, so that nothing it starts outlives it: not even what a bot
/// starts in the moment before the bot is put into its job.
fn hold_ourselves() -> io::Result<()> {
    static OWN: OnceLock<Result<Job, String>> = OnceLock::new();
    let held = OWN.get_or_init(|| {
        let job = ending_job().map_err(|error| error.to_string())?;
        job.assign_current_process().map_err(|error| error.to_string())?;
        Ok(job)
    });
    held.as_ref().map(|_| ()).map_err(|error| io::Error::other(error.clone()))
}

fn failed(error: JobError) -> io::Error {
    io::Error::other(error.to_string())
}
