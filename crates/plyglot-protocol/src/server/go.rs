//! What a search may cost.

use std::time::Duration;

use plyglot_catalog::Budget;
use plyglot_core::{MAX_PLAYERS, PerPlayer, Player, Spec, shorten};

/// The time for a move when nothing is said about it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Go {
    clocks: PerPlayer<Option<Duration>>,
    increments: PerPlayer<Duration>,
    time: Option<Duration>,
    nodes: Option<u64>,
    pub(super) depth: Option<u64>,
    pub(super) infinite: bool,
}

impl Go {
    /// Reads limits in any order.
    pub(super) fn read(text: &str) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let number = words.next().unwrap_or("nothing");
            // Runners that let a clock run out may send what is left of it.
            let number: i64 = number.parse().map_err(|_| {
                format!("go {}: expected a number, found {:?}", shorten(word), shorten(number))
            })?;
            go.set(word, number.max(0) as u64)?;
        }
        Ok(go)
    }

    fn set(&mut self, word: &str, number: u64) -> Result<(), String> {
        let time = Duration::from_millis(number);
        match word {
            "movetime" => self.time = Some(time),
            "nodes" => self.nodes = Some(number.max(1)),
            "depth" => self.depth = Some(number.max(1)),
            _ => {
                let seat = |kind| word.strip_prefix('p')?.strip_suffix(kind)?.parse().ok();
                let seat = |kind| seat(kind).filter(|seat| (1..=MAX_PLAYERS).contains(seat));
                if let Some(seat) = seat("time") {
                    self.clocks.0[seat - 1] = Some(time);
                } else if let Some(seat) = seat("inc") {
                    self.increments.0[seat - 1] = time;
                } else {
                    return Err(format!(
                        "go {:?}: expected infinite, movetime, nodes, depth, or p1time to p8inc",
                        shorten(word)
                    ));
                }
            }
        }
        Ok(())
    }

    /// What the player may spend. `overhead` is kept back for the way of the move.
    pub(super) fn budget(&self, player: Player, overhead: Duration, own_limit: bool) -> Budget {
        if self.infinite {
            return Budget::default();
        }
        let shorter = |time: Duration| time.saturating_sub(overhead).max(time / 2);
        let share = self.clocks[player]
            .and_then(|left| Budget::of_clock(shorter(left), self.increments[player]).time);
        let time = [self.time.map(shorter), share].into_iter().flatten().min();
        let unlimited = time.is_none() && self.nodes.is_none() && self.depth.is_none();
        let time = time.or((unlimited && !own_limit).then_some(DEFAULT_TIME));
        Budget { nodes: self.nodes, time }
    }
}

/// The specification of an agent with a depth put into it.
pub(super) fn with_depth(agent: &str, depth: Option<u64>) -> Result<String, String> {
    let Some(depth) = depth else { return Ok(agent.to_owned()) };
    let mut spec = Spec::parse(agent).map_err(|error| error.to_string())?;
    spec.given.retain(|(name, _)| name != "depth");
    spec.given.push(("depth".to_owned(), depth.to_string()));
    Ok(spec.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn every_player_has_a_clock() {
        let go = Go::read("p1time 1000 p2time 2000 p8time 5000 p1inc 0 p8inc 100").unwrap();
        let budget = |seat| go.budget(Player(seat), Duration::ZERO, false);
        let expected = Budget::of_clock(5000 * MILLISECOND, 100 * MILLISECOND);
        assert_eq!(budget(7), expected);
        assert!(budget(0).time < budget(1).time);
        assert_eq!(budget(2).time, Some(DEFAULT_TIME));
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let overhead = 10 * MILLISECOND;
        let budget = |text: &str, own| Go::read(text).unwrap().budget(Player(0), overhead, own);
        assert_eq!(budget("movetime 500", false).time, Some(490 * MILLISECOND));
        assert_eq!(budget("movetime 4", false).time, Some(2 * MILLISECOND));
        assert_eq!(budget("nodes 7", false), Budget { nodes: Some(7), time: None });
        assert_eq!(budget("depth 3", false), Budget::default());
        assert_eq!(budget("", true), Budget::default());
        assert_eq!(budget("infinite nodes 5", false), Budget::default());
        assert_eq!(budget("p1time -5 p2time 3", false).time, Some(Duration::ZERO));
        for bad in ["movetime", "movetime soon", "mate 3", "p9time 3", "p0inc 1", "ptime 1"] {
            assert!(Go::read(bad).is_err(), "{bad}");
        }
        assert_eq!(with_depth("brs(depth=5,tt=1)", Some(3)).unwrap(), "brs(tt=1,depth=3)");
    }
}
