//! The signature of code: a hash of what can change how it plays. The build script uses it on the sources
//! of the project, the catalogue on games from elsewhere.

/// The hash of nothing.
pub(crate) const START: u64 = 0xCBF2_9CE4_8422_2325;

/// Continues a hash.
pub(crate) fn mix_bytes(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3))
}

/// Continues a hash with the text of Rust code, line by line without indentation. Blank lines, lines of
/// comment and what only tests see do not count.
pub(crate) fn mix_code(hash: u64, text: &str) -> u64 {
    let mut lines = text.lines().map(str::trim);
    let mut hash = hash;
    while let Some(line) = lines.next() {
        if line == "#[cfg(test)]" {
            lines.next();
        } else if !line.is_empty() && !line.starts_with("//") {
            hash = mix_bytes(mix_bytes(hash, line.as_bytes()), b"\n");
        }
    }
    hash
}

/// A hash as it is shown and stored.
pub(crate) fn text(hash: u64) -> String {
    format!("{hash:016x}")
}
