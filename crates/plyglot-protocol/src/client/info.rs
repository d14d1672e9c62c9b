//! What a bot says while it thinks.

use plyglot_core::{self as core, MAX_PLAYERS, Worth};
use plyglot_lab::Value;

/// The latest of everything that `info` lines told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Seen {
    pub(super) value: Option<Value>,
    pub(super) expected: Vec<Option<f64>>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

impl Seen {
    /// Reads what follows the word `info`. What is not understood is passed over, as are all lines but
    /// the best when several are given.
    pub(super) fn read(&mut self, text: &str) {
        let mut next = self.clone();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => keep(&mut next.depth, words.peek()),
                "nodes" => keep(&mut next.nodes, words.peek()),
                // Whose points these are nobody knows.
                "cp" => replace(&mut next.value, finite(words.peek()).map(|own| own / 100.0)),
                "value" => replace(&mut next.value, finite(words.peek())),
                "win" | "loss" => {
                    let distance = words.peek().and_then(|word| word.parse().ok());
                    let score = f64::from(u8::from(word == "win"));
                    let end = core::Value::from(Worth::End { score, distance });
                    next.value = Some(end.into());
                }
                "expected" => {
                    let told = std::iter::from_fn(|| {
                        expected(words.next_if(|word| expected(word).is_some())?)
                    });
                    next.expected = told.take(MAX_PLAYERS).collect();
                }
                "multipv" if words.peek() != Some(&"1") => return,
                "pv" | "string" => break,
                _ => {}
            }
        }
        *self = next;
    }
}

/// A score from 0 to 1, or `-` where a bot knows none.
fn expected(word: &str) -> Option<Option<f64>> {
    let score = word.parse().ok().filter(|score: &f64| (0.0..=1.0).contains(score));
    (word == "-" || score.is_some()).then_some(score)
}

fn replace(place: &mut Option<Value>, amount: Option<f64>) {
    *place = amount.map(Value::unknown).or(*place);
}

fn keep<T: std::str::FromStr>(place: &mut Option<T>, word: Option<&&str>) {
    if let Some(number) = word.and_then(|word| word.parse().ok()) {
        *place = Some(number);
    }
}

fn finite(word: Option<&&str>) -> Option<f64> {
    word?.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_of_everything_is_kept() {
        let mut seen = Seen::default();
        seen.read("depth 3 score cp -150 nodes 7 pv depth 9");
        let value = Some(Value::unknown(-1.5));
        assert_eq!((seen.value, seen.depth, seen.nodes), (value, Some(3), Some(7)));
        seen.read("multipv 2 depth 8 score cp 12");
        seen.read("string depth 8");
        seen.read("expected 1 - x nodes many");
        assert_eq!((seen.value, seen.depth, seen.nodes), (value, Some(3), Some(7)));
        assert_eq!(seen.expected, [Some(1.0), None]);
        seen.read("depth 4 score win 7 expected 0.25 0.75 depth");
        assert_eq!((seen.value.unwrap().to_string(), seen.depth), ("win in 7".to_owned(), Some(4)));
        assert_eq!(seen.expected, [Some(0.25), Some(0.75)]);
        seen.read("expected 0 0 0 0 1 1 1 1 1 value nan");
        assert_eq!(seen.expected.len(), MAX_PLAYERS);
        seen.read("expected 2 value 0.5");
        assert_eq!((seen.expected.len(), seen.value), (0, Some(Value::unknown(0.5))));
    }
}
