//! The contents of a large board, square by square and as one set of squares per content.

use crate::map::{Content, HOLE, Map, STONE};

/// The number of content codes.
pub(crate) const CONTENTS: usize = 16;

/// A content per square. Everything else follows from it and is kept up to date.
#[derive(Debug)]
pub(crate) struct Cells {
    /// The contents, and at the end the hole that links without a target lead to.
    contents: Vec<Content>,
    /// A set of squares for each content, `words` words each.
    sets: Vec<u64>,
    words: usize,
    /// How many squares have each content.
    counts: [u32; CONTENTS],
    /// The hash keys of the squares with each content, combined.
    keys: [u64; CONTENTS],
}

impl Clone for Cells {
    fn clone(&self) -> Self {
        Cells { contents: self.contents.clone(), sets: self.sets.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        self.contents.clone_from(&other.contents);
        self.sets.clone_from(&other.sets);
        (self.words, self.counts, self.keys) = (other.words, other.counts, other.keys);
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        self.contents == other.contents
    }
}

impl Cells {
    pub(crate) fn new(map: &Map, contents: &[Content]) -> Cells {
        let words = contents.len().div_ceil(64);
        let mut cells = Cells {
            contents: vec![HOLE; contents.len() + 1],
            sets: vec![0; CONTENTS * words],
            words,
            counts: [0; CONTENTS],
            keys: [0; CONTENTS],
        };
        cells.counts[usize::from(HOLE)] = contents.len() as u32;
        for (square, content) in contents.iter().enumerate() {
            cells.set(map, square, *content);
        }
        cells
    }

    /// The content of a square, or of what lies beyond the last one.
    #[inline]
    pub(crate) fn get(&self, square: usize) -> Content {
        self.contents[square]
    }

    /// How many squares have a content.
    #[inline]
    pub(crate) fn count(&self, content: Content) -> u32 {
        self.counts[usize::from(content)]
    }

    /// How many squares are no holes.
    pub(crate) fn tiles(&self) -> u32 {
        self.counts[1..].iter().sum()
    }

    /// The squares that hold `content`, in order.
    #[inline]
    pub(crate) fn squares_of(&self, content: Content) -> impl Iterator<Item = usize> {
        let set = &self.sets[usize::from(content) * self.words..][..self.words];
        let words = set.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(idx, word)| crate::small::squares(*word).map(move |bit| 64 * idx + bit))
    }

    /// The hash of the contents: a square's key, rotated by its content. Since rotation and
    /// combination may change places, exchanging colours is exchanging sums.
    pub(crate) fn hash(&self) -> u64 {
        let rotated = self.keys.iter().zip(0..).skip(1);
        rotated.fold(0, |hash, (key, content)| hash ^ key.rotate_left(4 * content))
    }

    #[inline]
    pub(crate) fn set(&mut self, map: &Map, square: usize, content: Content) {
        let old = usize::from(std::mem::replace(&mut self.contents[square], content));
        let new = usize::from(content);
        self.counts[old] -= 1;
        self.counts[new] += 1;
        self.keys[old] ^= map.keys[square];
        self.keys[new] ^= map.keys[square];
        self.sets[old * self.words + square / 64] ^= 1 << (square % 64);
        self.sets[new * self.words + square / 64] ^= 1 << (square % 64);
    }

    /// Gives the stones of each player to the next one, or back.
    pub(crate) fn invert(&mut self, players: u8, back: bool) {
        let (first, end) = (usize::from(STONE), usize::from(STONE + players));
        let by = if back { usize::from(players) - 1 } else { 1 };
        self.counts[first..end].rotate_right(by);
        self.keys[first..end].rotate_right(by);
        self.sets[first * self.words..end * self.words].rotate_right(by * self.words);
        let by = by as u8;
        self.recolour(|seat| if seat < players { (seat + by) % players } else { seat });
    }

    /// Exchanges the stones of two players.
    pub(crate) fn swap(&mut self, a: u8, b: u8) {
        let [from, to] = [a, b].map(|seat| usize::from(STONE + seat));
        self.counts.swap(from, to);
        self.keys.swap(from, to);
        for word in 0..self.words {
            self.sets.swap(from * self.words + word, to * self.words + word);
        }
        self.recolour(|seat| match seat {
            _ if seat == a => b,
            _ if seat == b => a,
            _ => seat,
        });
    }

    fn recolour(&mut self, new: impl Fn(u8) -> u8) {
        let table: [Content; CONTENTS] = std::array::from_fn(|content| match content as u8 {
            stone @ STONE.. => STONE + new(stone - STONE),
            other => other,
        });
        for content in &mut self.contents {
            *content = table[usize::from(*content) % CONTENTS];
        }
    }
}
