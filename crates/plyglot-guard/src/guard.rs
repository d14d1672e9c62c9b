//! The process between us and a bot: whatever happens to either, nothing is left running.
//!
//! A guard runs a bot on its own standard input, output and error, adopts every orphan below it, and
//! ends them all when the bot ends, when it gets a signal, when they occupy too much memory, or soon
//! after the writing end of the standard input is gone. The last covers the death of the program that
//! started it, by any signal and whichever thread did so. If the guard itself is killed, the kernel
//! kills the bot, and the host has to find whatever else it left.

use std::{
    env,
    ffi::OsString,
    fs, io,
    os::unix::{net::UnixStream, process::CommandExt},
    process::{Command, ExitCode, ExitStatus},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::{
        Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, getppid,
        pidfd_open, set_child_subreaper, set_parent_process_death_signal, setrlimit, setsid, wait,
    },
};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};

use crate::{End, NAME, Program, processes, ward::LOOK};

/// The exit code of a guard that ended its bot for its use of memory.
const OVER_MEMORY: i32 = 251;
/// The exit code of a guard whose bot could not be run.
const NOT_RUN: i32 = 252;

/// The word that makes a guard become the bot.
const BECOME: &str = "become";
/// How long a bot may take to leave once its input has ended.
const GRACE: Duration = Duration::from_millis(300);

/// What comes before the folder that a bot works in.
const FOLDER: &str = "--cwd";
/// What comes before a variable of a bot's environment.
const VARIABLE: &str = "--env";

/// The command of a guard that runs a bot. Folder and variables are the bot's alone, so the guard gets them
/// as arguments.
pub(crate) fn command(guard: &[OsString], bot: &Program) -> io::Result<Command> {
    let (program, first) = guard.split_first().ok_or(io::Error::other("no guard"))?;
    let mut command = Command::new(program);
    command.args(first).arg(bot.memory.to_string());
    if let Some(cwd) = &bot.cwd {
        command.arg(FOLDER).arg(cwd);
    }
    for (name, value) in &bot.env {
        command.args([VARIABLE, &format!("{name}={value}")]);
    }
    command.arg("--").args(&bot.words);
    Ok(command)
}

/// Reads the arguments of [`command`] back.
fn bot(arguments: &[String]) -> io::Result<Program> {
    let expected = || {
        let form = format!("MIB [{FOLDER} DIR] [{VARIABLE} NAME=VALUE]… -- COMMAND…");
        io::Error::other(format!("expected {form}; this command is for inner use"))
    };
    let (memory, mut rest) = arguments.split_first().ok_or_else(expected)?;
    let number = memory.parse();
    let memory = number.map_err(|_| io::Error::other(format!("{memory:?} is no number of MiB")))?;
    let mut bot = Program { memory, ..Program::default() };
    loop {
        match rest {
            [word, cwd, others @ ..] if word == FOLDER => {
                (bot.cwd, rest) = (Some(cwd.into()), others);
            }
            [word, variable, others @ ..] if word == VARIABLE => {
                let (name, value) = variable.split_once('=').ok_or_else(expected)?;
                bot.env.push((name.to_owned(), value.to_owned()));
                rest = others;
            }
            [word, words @ ..] if word == "--" => {
                bot.words = words.to_vec();
                return Ok(bot);
            }
            _ => return Err(expected()),
        }
    }
}

/// How the bot ended whose guard ended so.
pub(crate) fn end_of(status: io::Result<ExitStatus>) -> End {
    match status.ok().and_then(|status| status.code()) {
        None => End::Unguarded,
        Some(OVER_MEMORY) => End::Memory,
        Some(NOT_RUN) => End::NotRun,
        Some(code) if code > 128 => End::Signal(code - 128),
        Some(code) => End::Status(code),
    }
}

/// Runs a guard on `MIB [--cwd DIR] [--env NAME=VALUE]… -- COMMAND…`, the last arguments of this process, and tells how the bot ended: its
/// exit code, or 128 and the signal.
pub fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<_> = arguments.map(|word| word.to_string_lossy().into_owned()).collect();
    let done = match arguments.as_slice() {
        [word, parent, rest @ ..] if word == BECOME => {
            bot(rest).and_then(|bot| become_bot(parent, &bot)).map(|never| match never {})
        }
        _ => {
            let first = env::args_os().count().saturating_sub(arguments.len());
            bot(&arguments).and_then(|bot| guard(first, &arguments, bot.memory))
        }
    };
    let code = done.unwrap_or_else(|error| {
        eprintln!("{NAME}: {error}");
        NOT_RUN
    });
    ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX))
}

/// A value that nothing returns.
enum Never {}

/// Turns this process into the bot: bound to the guard's life, in a session of its own.
fn become_bot(parent: &str, bot: &Program) -> io::Result<Never> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    if getppid().map(|pid| pid.as_raw_pid().to_string()).as_deref() != Some(parent) {
        return Err(io::Error::other("the guard is gone"));
    }
    setsid()?;
    // The guard watches what is really occupied. This only stops what is faster than its looks.
    let bytes = bytes(bot.memory).saturating_mul(2).saturating_add(1 << 30);
    setrlimit(Resource::Data, Rlimit { current: Some(bytes), maximum: Some(bytes) })?;
    let error = bot.command()?.exec();
    let program = bot.words.first().map_or("", String::as_str);
    Err(io::Error::new(error.kind(), format!("cannot run {program}: {error}")))
}

/// The bytes of some MiB.
pub(crate) fn bytes(mebibytes: u64) -> u64 {
    mebibytes.saturating_mul(1 << 20)
}

/// Guards the bot of these arguments; so many of this process's arguments make it a guard.
fn guard(first: usize, arguments: &[String], memory: u64) -> io::Result<i32> {
    rustix::thread::set_name(c"bot-guard")?;
    set_child_subreaper(Some(getpid()))?;
    let signals = signal_pipe()?;
    let own = getpid().as_raw_pid().to_string();
    let bot = Command::new("/proc/self/exe")
        .args(env::args_os().take(first).skip(1))
        .args([BECOME, &own])
        .args(arguments)
        .spawn()?;
    let bot = i32::try_from(bot.id()).ok().and_then(Pid::from_raw);
    let bot = bot.ok_or(io::Error::other("the bot has no process id"))?;
    // The end of the bot's output must be seen by its reader, so the guard keeps no copy of it.
    let nowhere = fs::OpenOptions::new().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    rustix::stdio::dup2_stderr(&nowhere)?;
    let over = watch(bot, bytes(memory), &signals);
    let status = end_all(bot);
    Ok(if over { OVER_MEMORY } else { status.map_or(NOT_RUN, exit_code) })
}

/// A stream on which a byte arrives with every signal that asks to end.
fn signal_pipe() -> io::Result<UnixStream> {
    let (reader, writer) = UnixStream::pair()?;
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
        signal_hook::low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    Ok(reader)
}

/// Waits until the bot has ended or must be ended; true if it is for its use of memory.
fn watch(bot: Pid, limit: u64, signals: &UnixStream) -> bool {
    let Ok(pidfd) = pidfd_open(bot, PidfdFlags::empty()) else { return false };
    let input = io::stdin();
    let mut leave_by: Option<Instant> = None;
    let look = Timespec::try_from(LOOK).expect("a short time fits");
    loop {
        let mut fds = vec![
            PollFd::new(&pidfd, PollFlags::IN),
            PollFd::new(signals, PollFlags::IN),
            // Asked for nothing, it still tells that nobody can write any more.
            PollFd::new(&input, PollFlags::empty()),
        ];
        fds.truncate(if leave_by.is_none() { 3 } else { 2 });
        let _ = poll(&mut fds, Some(&look));
        let happened = |at: usize| fds.get(at).is_some_and(|fd| !fd.revents().is_empty());
        if happened(0) || happened(1) || leave_by.is_some_and(|time| Instant::now() >= time) {
            return false;
        }
        if happened(2) {
            leave_by = Some(Instant::now() + GRACE);
        }
        if occupied() > limit {
            return true;
        }
    }
}

/// The memory of everything below this process.
fn occupied() -> u64 {
    processes::children(getpid()).into_iter().map(processes::resident).sum()
}

/// Kills everything below this process until nothing is left; the status of the bot.
fn end_all(bot: Pid) -> Option<WaitStatus> {
    let mut ended = None;
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == bot => ended = Some(status),
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            Ok(None) => {
                processes::kill_below(getpid());
                std::thread::sleep(Duration::from_micros(200));
            }
            // No children any more.
            Err(_) => return ended,
        }
    }
}

fn exit_code(status: WaitStatus) -> i32 {
    let signal = status.terminating_signal().map(|signal| 128 + signal);
    status.exit_status().or(signal).unwrap_or(NOT_RUN)
}
