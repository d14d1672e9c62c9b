//! What the machine can give.

use std::{fs, path::PathBuf};

use etcetera::BaseStrategy as _;
use plyglot_catalog::Caps;

/// Of every eight megabytes one is left to everybody else.
const RESERVE: u64 = 8;

/// Most of the memory of the machine, or of the control group that the program runs in, for one agent;
/// no limit where neither can be told.
pub(crate) fn caps() -> Caps {
    let read = |path: &str| fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| physical_mb(&text));
    let group = read("/sys/fs/cgroup/memory.max").and_then(|text| group_mb(&text));
    let least = machine.into_iter().chain(group).min();
    Caps { memory_mb: least.map(|all| all - all / RESERVE), ..Caps::default() }
}

/// The folder that the system has for data of programs, which may not be there yet.
pub(crate) fn data_folder() -> Result<PathBuf, String> {
    let folders = etcetera::choose_base_strategy().map_err(|error| error.to_string())?;
    Ok(folders.data_dir().join("plyglot"))
}

/// The megabytes that the kernel tells of, in the form of `/proc/meminfo`.
fn physical_mb(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024)
}

/// The megabytes of a control group; none if it has no limit.
fn group_mb(text: &str) -> Option<u64> {
    let bytes: u64 = text.trim().parse().ok()?;
    Some(bytes >> 20)
}

#[cfg(test)]
mod tests {
    use super::{group_mb, physical_mb};

    #[test]
    fn reads_what_the_kernel_tells() {
        let text = "MemFree:  12 kB\nMemTotal:       24607956 kB\nBuffers: 1 kB\n";
        assert_eq!(physical_mb(text), Some(24031));
        assert_eq!((physical_mb(""), physical_mb("MemTotal: many kB")), (None, None));
        assert_eq!((group_mb("1073741824\n"), group_mb("max\n")), (Some(1024), None));
    }
}
