//! What a bot says while it thinks.

use std::{iter::Peekable, str::SplitWhitespace};

use plyglot_core::{self as core, MAX_PLAYERS, Worth};
use plyglot_lab::{Bound, Value};

/// The latest of everything that `info` lines told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Seen {
    pub(super) value: Option<Value>,
    pub(super) expected: Vec<Option<f64>>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

type Words<'a> = Peekable<SplitWhitespace<'a>>;

impl Seen {
    /// Reads what follows the word `info`, word by word: one that is not known is passed over, and so is
    /// one in the place of a number. All lines but the best do not count when several are given.
    pub(super) fn read(&mut self, text: &str) {
        let mut next = self.clone();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => keep(&mut next.depth, number(&mut words)),
                "nodes" => keep(&mut next.nodes, number(&mut words)),
                // Whose points these are nobody knows.
                "cp" => keep(&mut next.value, finite(&mut words).map(|own| own / 100.0).map(own)),
                "value" => keep(&mut next.value, finite(&mut words).map(own)),
                "win" => next.value = Some(end(1.0, number(&mut words))),
                "loss" => next.value = Some(end(0.0, number(&mut words))),
                "draw" => next.value = Some(end(0.5, None)),
                "mate" => keep(&mut next.value, number(&mut words).map(mate)),
                "lowerbound" => next.bound(Bound::AtLeast),
                "upperbound" => next.bound(Bound::AtMost),
                "expected" => {
                    let told = std::iter::from_fn(|| {
                        expected(words.next_if(|word| expected(word).is_some())?)
                    });
                    next.expected = told.take(MAX_PLAYERS).collect();
                }
                "multipv" if number::<u32>(&mut words).is_some_and(|line| line != 1) => return,
                "pv" | "string" => break,
                _ => {}
            }
        }
        *self = next;
    }

    fn bound(&mut self, bound: Bound) {
        self.value.iter_mut().for_each(|value| value.bound = bound);
    }
}

fn own(amount: f64) -> Value {
    Value::unknown(amount)
}

fn end(score: f64, distance: Option<u32>) -> Value {
    core::Value::from(Worth::End { score, distance }).into()
}

/// Mate in so many plies; who is to be mated tells less than one.
fn mate(plies: i32) -> Value {
    end(f64::from(u8::from(plies > 0)), Some(plies.unsigned_abs()))
}

/// A score from 0 to 1, or `-` where a bot knows none.
fn expected(word: &str) -> Option<Option<f64>> {
    let score = word.parse().ok().filter(|score: &f64| (0.0..=1.0).contains(score));
    (word == "-" || score.is_some()).then_some(score)
}

fn keep<T>(place: &mut Option<T>, told: Option<T>) {
    if told.is_some() {
        *place = told;
    }
}

/// The next word, if it is a number.
fn number<T: std::str::FromStr>(words: &mut Words<'_>) -> Option<T> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

fn finite(words: &mut Words<'_>) -> Option<f64> {
    number(words).filter(|number: &f64| number.is_finite())
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

    fn value(text: &str) -> String {
        let mut seen = Seen::default();
        seen.read(text);
        seen.value.map_or("none".to_owned(), |value| format!("{} {value}", seen.depth.unwrap_or(0)))
    }

    #[test]
    fn words_that_are_not_known_do_no_harm() {
        assert_eq!(value("tthits 3 depth 5 seldepth 9 score cp -20"), "5 -0.2 of unknown unit");
        assert_eq!(value("score cp depth 6 value 2"), "6 2 of unknown unit");
        assert_eq!(value("depth many score win depth 4"), "4 win");
        assert_eq!(value("score draw depth 4 currmove d3 multipv 1"), "4 draw");
        assert_eq!(value("score mate soon depth 2"), "none");
        assert_eq!(value("score mate -3 depth 2"), "2 loss in 3");
        assert_eq!(value("score mate 0 depth 2"), "2 loss in 0");
        assert_eq!(value("depth 2 score mate 5 lowerbound nodes 1"), "2 at least win in 5");
        assert_eq!(value("score cp 7 upperbound depth 1"), "1 0.07 of unknown unit");
        let mut seen = Seen::default();
        seen.read("score cp 7 upperbound 3 nodes 8 lowerbound");
        assert_eq!((seen.value.unwrap().bound, seen.nodes), (Bound::AtLeast, Some(8)));
        seen.read("score cp 9");
        assert_eq!(seen.value, Some(Value::unknown(0.09)));
    }
}
