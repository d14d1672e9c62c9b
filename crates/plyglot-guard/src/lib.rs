//! Other programs as child processes that leave nothing behind.
//!
//! A [`Ward`] is such a program with all that it starts. How much can be promised for it depends on the
//! system and on what the program around this library offers, its [`Host`]: see [`PROMISE`].
//!
//! On Linux a host may offer a guard, a process between it and each ward (`guard`), and may adopt
//! orphans, so that even what gets away from a guard stays within reach (`strays`). Elsewhere, and
//! without a guard, the ward is a process group (Unix) or a job object (Windows).

#[cfg(unix)]
mod group;
#[cfg(target_os = "linux")]
mod guard;
mod host;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod strays;
#[cfg(all(unix, not(target_os = "linux")))]
mod unix;
mod ward;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
pub use guard::run;
pub use host::{Host, run_if_asked};
pub use ward::{End, Program, Ward};

#[cfg(target_os = "linux")]
use linux::Family;
#[cfg(all(unix, not(target_os = "linux")))]
use unix::Family;
#[cfg(windows)]
use windows::Family;

/// The name of the command that a program must have to be a guard, and of the process.
pub const NAME: &str = "bot-guard";

/// The variable that marks the processes of a ward, by which those who left are found on Linux.
pub const MARK: &str = "PLYGLOT_BOT";

/// What holds on this system for the bots of a program that offers all it can.
#[cfg(target_os = "linux")]
pub const PROMISE: &str = "External bots on Linux: nothing that a bot starts outlives the program, \
                           and bots keep to their memory.";
/// What holds on this system for the bots of a program that offers all it can.
#[cfg(windows)]
pub const PROMISE: &str = "External bots on Windows: nothing that a bot starts outlives the program; \
                           the memory of bots is not limited.";
/// What holds on this system for the bots of a program that offers all it can.
#[cfg(not(any(target_os = "linux", windows)))]
pub const PROMISE: &str = "External bots on this system: a bot ends with its process group; what it \
                           starts in other groups can stay, it can outlive a killed program, and its \
                           memory is not limited.";
