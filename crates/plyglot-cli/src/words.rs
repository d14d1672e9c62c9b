//! Numbers in words for people.

use std::fmt::Display;

pub(crate) use plyglot_arena::plan::command;

/// A number of things: `1 game`, `2 games`.
pub(crate) fn counted<N>(count: N, one: &str, many: &str) -> String
where
    N: Display + PartialEq + From<u8>,
{
    let what = if count == N::from(1) { one } else { many };
    format!("{count} {what}")
}

/// So many games.
pub(crate) fn games(count: usize) -> String {
    counted(count, "game", "games")
}

/// Seconds with some decimals; what would be zero in them is less than the smallest of them.
pub(crate) fn decimals(seconds: f64, digits: usize) -> String {
    let least = 10f64.powi(-(digits as i32));
    match seconds {
        0.0 => "0".to_owned(),
        few if few < least => format!("<{least:.digits$}"),
        _ => format!("{seconds:.digits$}"),
    }
}

/// What was visited in how long, and how fast that is where the time can be told.
pub(crate) fn pace(nodes: u64, seconds: f64) -> String {
    let told = format!("{} in {} s", counted(nodes, "node", "nodes"), decimals(seconds, 3));
    match nodes as f64 / seconds {
        _ if seconds < 0.001 => told,
        speed if speed < 1e5 => format!("{told}, {speed:.0} a second"),
        speed => format!("{told}, {:.2} million a second", speed / 1e6),
    }
}

/// Text from records or bots for a terminal: whatever could steer the terminal is written out.
pub(crate) fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            sign if sign.is_control() => shown.extend(sign.escape_default()),
            sign => shown.push(sign),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_told_as_one_and_little_as_little() {
        assert_eq!([0, 1, 2].map(games), ["0 games", "1 game", "2 games"]);
        let told = [0.0, 0.00004, 0.0001, 1.5].map(|seconds| decimals(seconds, 4));
        assert_eq!(told, ["0", "<0.0001", "0.0001", "1.5000"]);
        assert_eq!(pace(1, 0.0), "1 node in 0 s");
        assert_eq!(pace(20, 0.0002), "20 nodes in <0.001 s");
        assert_eq!(pace(500, 2.0), "500 nodes in 2.000 s, 250 a second");
        assert_eq!(pace(3_000_000, 2.0), "3000000 nodes in 2.000 s, 1.50 million a second");
    }
}
