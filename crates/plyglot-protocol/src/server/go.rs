//! What a search may cost.

use std::time::Duration;

use plyglot_catalog::Budget;
use plyglot_core::{MAX_PLAYERS, PerPlayer, Player, Spec, shorten};

/// The time for a move when nothing is said about it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How many words that are no limits are told of.
const MOST_TOLD: usize = 8;
/// What a limit can be.
const KNOWN: &str =
    "expected infinite, or a number after movetime, nodes, depth, or p1time to p8inc";

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
    /// Reads limits in any order. What is no limit is passed over, a number after it too, and told as a
    /// sentence.
    pub(super) fn read(text: &str) -> (Go, Option<String>) {
        let (mut go, mut passed) = (Go::default(), Vec::new());
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let value = words.peek().and_then(|word| number(word));
            if value.is_some() {
                words.next();
            }
            let known = value.is_some_and(|value| go.set(word, value));
            if !known && passed.len() < MOST_TOLD {
                passed.push(format!("{:?}", shorten(word)));
            }
        }
        let told = (!passed.is_empty()).then(|| {
            let passed = passed.join(", ");
            format!("go: {passed} passed over; {KNOWN}")
        });
        (go, told)
    }

    /// Sets a limit; false if there is none of that name.
    fn set(&mut self, word: &str, number: u64) -> bool {
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
                    return false;
                }
            }
        }
        true
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

/// A whole number of any length. Runners that let a clock run out may send what is left of it.
fn number(word: &str) -> Option<u64> {
    let (digits, negative) = word.strip_prefix('-').map_or((word, false), |rest| (rest, true));
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.parse().unwrap_or(u64::MAX);
    whole.then_some(if negative { 0 } else { value })
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
        let (go, told) = Go::read("p1time 1000 p2time 2000 p8time 5000 p1inc 0 p8inc 100");
        assert_eq!(told, None);
        let budget = |seat| go.budget(Player(seat), Duration::ZERO, false);
        let expected = Budget::of_clock(5000 * MILLISECOND, 100 * MILLISECOND);
        assert_eq!(budget(7), expected);
        assert!(budget(0).time < budget(1).time);
        assert_eq!(budget(2).time, Some(DEFAULT_TIME));
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let overhead = 10 * MILLISECOND;
        let budget = |text: &str, own| Go::read(text).0.budget(Player(0), overhead, own);
        assert_eq!(budget("movetime 500", false).time, Some(490 * MILLISECOND));
        assert_eq!(budget("movetime 4", false).time, Some(2 * MILLISECOND));
        assert_eq!(budget("nodes 7", false), Budget { nodes: Some(7), time: None });
        assert_eq!(budget("depth 3", false), Budget::default());
        assert_eq!(budget("", true), Budget::default());
        assert_eq!(budget("infinite nodes 5", false), Budget::default());
        assert_eq!(budget("p1time -5 p2time 3", false).time, Some(Duration::ZERO));
        assert_eq!(budget("nodes 99999999999999999999", false).nodes, Some(u64::MAX));
    }

    #[test]
    fn what_is_no_limit_is_passed_over() {
        let asked = Go::read("nodes 7").0;
        for text in
            ["mate 3 nodes 7", "nodes 7 movetime", "ponder nodes 7 p9time 3", "nodes 7 p0inc -1"]
        {
            let (go, told) = Go::read(text);
            assert_eq!(go, asked, "{text}");
            assert!(told.unwrap().contains(" passed over; expected infinite, or "), "{text}");
        }
        let (go, told) = Go::read("movetime soon searchmoves a1 b2 depth 2 ptime 1 mate 3");
        assert_eq!(go, Go::read("depth 2").0);
        let words = "\"movetime\", \"soon\", \"searchmoves\", \"a1\", \"b2\", \"ptime\", \"mate\"";
        assert!(told.unwrap().starts_with(&format!("go: {words} passed over; ")));
        assert!(Go::read(&"x ".repeat(100_000)).1.unwrap().len() < 200);
        assert_eq!(with_depth("brs(depth=5,tt=1)", Some(3)).unwrap(), "brs(tt=1,depth=3)");
    }
}
