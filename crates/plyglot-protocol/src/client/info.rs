//! What a bot says while it thinks.

use plyglot_core::MAX_PLAYERS;

/// The latest of everything that `info` lines told.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Seen {
    pub(super) value: Option<f64>,
    pub(super) values: Vec<f64>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

impl Seen {
    /// Reads what follows the word `info`. What is not understood is passed over, as are all lines but
    /// the best when several are given.
    pub(super) fn read(&mut self, text: &str) {
        let mut next = self.clone();
        let (mut points, mut value) = (None, None);
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => keep(&mut next.depth, words.peek()),
                "nodes" => keep(&mut next.nodes, words.peek()),
                "cp" => points = words.peek().and_then(|word| finite(word)),
                "value" => value = words.peek().and_then(|word| finite(word)),
                "values" => {
                    let number = |word: &&str| finite(word).is_some();
                    let numbers = std::iter::from_fn(|| finite(words.next_if(number)?));
                    next.values = numbers.take(MAX_PLAYERS).collect();
                }
                "multipv" if words.peek() != Some(&"1") => return,
                "pv" | "string" => break,
                _ => {}
            }
        }
        let said = value.or(points.map(|points| points / 100.0));
        next.value = said.or(next.value);
        *self = next;
    }
}

fn keep<T: std::str::FromStr>(place: &mut Option<T>, word: Option<&&str>) {
    if let Some(number) = word.and_then(|word| word.parse().ok()) {
        *place = Some(number);
    }
}

fn finite(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_of_everything_is_kept() {
        let mut seen = Seen::default();
        seen.read("depth 3 score cp -150 nodes 7 pv depth 9");
        assert_eq!((seen.value, seen.depth, seen.nodes), (Some(-1.5), Some(3), Some(7)));
        seen.read("multipv 2 depth 8 score cp 12");
        seen.read("string depth 8");
        seen.read("values 1 -0.5 x nodes many");
        assert_eq!((seen.value, seen.depth, seen.nodes), (Some(-1.5), Some(3), Some(7)));
        assert_eq!(seen.values, [1.0, -0.5]);
        seen.read("depth 4 score cp 100 value 0.25 values 0 0 depth");
        assert_eq!((seen.value, seen.depth), (Some(0.25), Some(4)));
        seen.read("values 1 2 3 4 5 6 7 8 9 value nan");
        assert_eq!((seen.values.len(), seen.value), (MAX_PLAYERS, Some(0.25)));
    }
}
