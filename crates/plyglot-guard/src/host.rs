//! What the program around this library does for its wards.

use std::{ffi::OsString, process::ExitCode, sync::OnceLock};

/// What a program offers to the wards that it runs. The default is nothing, which suits a library inside
/// another program: it then starts no process but the bots, and touches no process but theirs.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// The program and first arguments of a guard: whatever gives the arguments after these to
    /// `plyglot_guard::run`. Only Linux has guards.
    pub guard: Option<Vec<OsString>>,
    /// Whether the program answers for every process below it. On Linux it adopts orphans and ends every
    /// child that is no ward, on Windows all that it started ends with it. Only for programs that start
    /// no other processes.
    pub adopts: bool,
}

static HOST: OnceLock<Host> = OnceLock::new();

impl Host {
    /// All that a program can offer that calls [`run_if_asked`] first of all.
    pub fn this_program() -> Host {
        // The path of the program may lead elsewhere after an update; this one does not.
        let own = "/proc/self/exe";
        let guard = cfg!(target_os = "linux") && std::fs::exists(own).unwrap_or(false);
        Host { guard: guard.then(|| vec![own.into(), crate::NAME.into()]), adopts: true }
    }

    /// Makes this the offer to all wards of the process. The first one stays.
    pub fn offer(self) {
        let _ = HOST.set(self);
    }

    /// What was offered.
    pub fn offered() -> &'static Host {
        HOST.get_or_init(Host::default)
    }
}

/// Is a guard if the process was started as one, and tells its exit code.
pub fn run_if_asked() -> Option<ExitCode> {
    #[cfg(target_os = "linux")]
    if std::env::args_os().nth(1).is_some_and(|word| word == crate::NAME) {
        return Some(crate::run(std::env::args_os().skip(2)));
    }
    None
}
