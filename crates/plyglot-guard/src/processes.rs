//! The processes of the system, as `/proc` tells of them.

use std::{fs, path::Path, sync::OnceLock};

use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, kill_process, pidfd_open, pidfd_send_signal,
};

use crate::MARK;

/// Kills everything below a process, the lowest first, so that who is found below it still is.
pub(crate) fn kill_below(root: Pid) {
    for pid in descendants(root).into_iter().rev() {
        // A child of ours keeps its number until we collect it.
        if parent(pid) == Some(getpid()) {
            let _ = kill_process(pid, Signal::KILL);
        } else {
            kill_if(pid, |pid| is_below(pid, root));
        }
    }
}

/// Kills the processes with a mark in their environment; false if there are none.
pub(crate) fn kill_marked(mark: &str) -> bool {
    let entry = format!("{MARK}={mark}");
    let is_marked = |pid: Pid| {
        let environment = fs::read(in_proc(pid, "environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|found| found == entry.as_bytes())
    };
    let marked: Vec<_> = all().filter(|pid| is_marked(*pid)).collect();
    marked.iter().for_each(|pid| kill_if(*pid, is_marked));
    !marked.is_empty()
}

/// Kills a process if it is the right one. Its number may be another's by now, so it is held first, looked
/// at, and killed by what holds it.
fn kill_if(pid: Pid, is_right: impl Fn(Pid) -> bool) {
    let Ok(held) = pidfd_open(pid, PidfdFlags::empty()) else { return };
    if is_right(pid) {
        let _ = pidfd_send_signal(&held, Signal::KILL);
    }
}

/// The memory that a process and everything below it occupy, in bytes.
pub(crate) fn resident(root: Pid) -> u64 {
    let resident = |pid: &Pid| {
        let text = fs::read_to_string(in_proc(*pid, "statm")).unwrap_or_default();
        let pages = text.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok());
        pages.unwrap_or(0).saturating_mul(rustix::param::page_size() as u64)
    };
    descendants(root).iter().chain([&root]).map(resident).sum()
}

/// All processes below one, children before grandchildren.
fn descendants(root: Pid) -> Vec<Pid> {
    let mut found = children(root);
    let mut at = 0;
    while at < found.len() {
        found.extend(children(found[at]));
        at += 1;
    }
    found
}

/// The children of a process.
pub(crate) fn children(pid: Pid) -> Vec<Pid> {
    static LISTED: OnceLock<bool> = OnceLock::new();
    // Not every kernel is built with these lists.
    match LISTED.get_or_init(|| Path::new("/proc/thread-self/children").exists()) {
        true => listed_children(pid),
        false => searched_children(pid),
    }
}

fn listed_children(pid: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(in_proc(pid, "task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let pids = |list: String| -> Vec<Pid> {
        list.split_whitespace().filter_map(|word| Pid::from_raw(word.parse().ok()?)).collect()
    };
    lists.flat_map(pids).collect()
}

fn searched_children(pid: Pid) -> Vec<Pid> {
    all().filter(|child| parent(*child) == Some(pid)).collect()
}

fn is_below(mut pid: Pid, root: Pid) -> bool {
    while let Some(above) = parent(pid) {
        if above == root {
            return true;
        }
        pid = above;
    }
    false
}

fn parent(pid: Pid) -> Option<Pid> {
    let text = fs::read_to_string(in_proc(pid, "stat")).ok()?;
    // The name before may contain anything, brackets too.
    let (_, rest) = text.rsplit_once(')')?;
    Pid::from_raw(rest.split_whitespace().nth(1)?.parse().ok()?)
}

fn all() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

fn in_proc(pid: Pid, file: &str) -> String {
    format!("/proc/{}/{file}", pid.as_raw_pid())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};

    /// A shell that has a child, and its number.
    fn family(mark: &str) -> (Child, Pid) {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 600 & echo; wait"]).stdout(Stdio::piped());
        let mut shell = command.env(MARK, mark).spawn().unwrap();
        let mut line = [0];
        std::io::Read::read_exact(shell.stdout.as_mut().unwrap(), &mut line).unwrap();
        let pid = Pid::from_raw(shell.id() as i32).unwrap();
        (shell, pid)
    }

    #[test]
    fn both_ways_to_find_children_agree() {
        let (mut shell, pid) = family("none");
        assert_eq!(searched_children(pid), listed_children(pid));
        assert_eq!(searched_children(pid).len(), 1);
        let child = searched_children(pid)[0];
        assert!(is_below(child, pid) && is_below(child, getpid()) && !is_below(pid, child));
        assert!(searched_children(getpid()).contains(&pid));
        kill_below(pid);
        assert!(shell.wait().unwrap().code().is_some(), "the shell itself was spared");
    }

    #[test]
    fn marks_are_found_whole() {
        let (mut shell, pid) = family("some-mark");
        assert!(!kill_marked("some-mark-2") && !kill_marked("some"));
        let child = children(pid)[0];
        assert!(kill_marked("some-mark"));
        shell.wait().unwrap();
        while kill_marked("some-mark") {}
        assert!(!is_below(child, pid));
    }

    #[test]
    fn a_number_that_became_another_s_is_not_hit() {
        let (mut shell, pid) = family("none");
        kill_if(pid, |_| false);
        assert!(shell.try_wait().unwrap().is_none());
        kill_below(pid);
        kill_if(pid, |pid| is_below(pid, getpid()));
        shell.wait().unwrap();
    }
}
