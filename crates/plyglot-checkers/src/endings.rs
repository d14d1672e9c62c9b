//! Endings by number, for tables of them.
//!
//! A slice has so many men and kings of the side to move and so many of the other. In it, the men of both
//! come first, each set among the 28 squares that its men can stand on (two sets that meet are holes), then
//! the kings of the side to move among the squares left, then those of the other. A set's number is the sum
//! of binomials of its squares. The side to move is always Black: with White to move the board is turned.

use plyglot_core::{
    Tabled,
    sets::{self, choose},
};

use crate::{
    Checkers, DrawRules,
    board::{Position, STEP_FROM, Side, TURN, crown_row, forward, index, number},
    generate,
};

/// The name of the numbering.
const LAYOUT: &str = "english-1";

/// Tables for up to four pieces: `plyglot tables checkers --pieces 4 -o crates/plyglot-checkers/src/endings/four.tables`.
pub(crate) const FOUR: (&str, &[u8]) = (LAYOUT, include_bytes!("endings/four.tables"));

/// The numbering of checkers.
pub(crate) struct Endings;

/// So many pieces of each kind; three bits of a slice's number each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Material {
    men: u32,
    kings: u32,
    other_men: u32,
    other_kings: u32,
}

/// Slices tell up to seven pieces of a kind apart.
const MOST: u32 = 7;

impl Material {
    fn slice(self) -> u32 {
        self.men << 9 | self.kings << 6 | self.other_men << 3 | self.other_kings
    }

    fn of(slice: u32) -> Self {
        let part = |shift: u32| slice >> shift & MOST;
        Material { men: part(9), kings: part(6), other_men: part(3), other_kings: part(0) }
    }

    /// The same after the other side's turn has come.
    fn exchanged(self) -> Self {
        Material {
            men: self.other_men,
            kings: self.other_kings,
            other_men: self.men,
            other_kings: self.kings,
        }
    }

    /// The squares that are left for kings.
    fn free(self) -> u32 {
        32 - self.men - self.other_men
    }

    /// How many sets there are of each kind, in the order of the number's parts.
    fn sets(self) -> [u64; 4] {
        [
            choose(28, self.men),
            choose(28, self.other_men),
            choose(self.free(), self.kings),
            choose(self.free() - self.kings, self.other_kings),
        ]
    }
}

impl Tabled<Checkers> for Endings {
    fn layout(&self, _game: &Checkers) -> Option<String> {
        Some(LAYOUT.to_owned())
    }

    fn fewest(&self) -> u32 {
        2
    }

    fn most(&self) -> u32 {
        2 * MOST
    }

    fn undrawn(&self, game: &Checkers) -> Checkers {
        Checkers { draws: DrawRules::NONE, driver_2021: false, ..*game }
    }

    /// A quiet move only exchanges the sides, a crowning leaves one man less.
    fn groups(&self, _game: &Checkers, pieces: u32) -> Vec<Vec<u32>> {
        let mut groups = Vec::new();
        for all_men in 0..=pieces {
            for own in (1..pieces).rev().filter(|own| *own <= MOST && pieces - own <= MOST) {
                for men in 0..=own.min(all_men) {
                    let (other, other_men) = (pieces - own, all_men - men);
                    if other_men > other {
                        continue;
                    }
                    let (kings, other_kings) = (own - men, other - other_men);
                    let material = Material { men, kings, other_men, other_kings };
                    match material.cmp(&material.exchanged()) {
                        std::cmp::Ordering::Greater => {
                            groups.push(vec![material.slice(), material.exchanged().slice()]);
                        }
                        std::cmp::Ordering::Equal => groups.push(vec![material.slice()]),
                        std::cmp::Ordering::Less => {}
                    }
                }
            }
        }
        groups
    }

    fn size(&self, _game: &Checkers, slice: u32) -> u64 {
        Material::of(slice).sets().iter().product()
    }

    fn about(&self, slice: u32) -> String {
        let Material { men, kings, other_men, other_kings } = Material::of(slice);
        format!("{} against {}", side(men, kings), side(other_men, other_kings))
    }

    fn slice(&self, _game: &Checkers, state: &Position) -> Option<u32> {
        let stuck = |side| state.pieces(side) & !state.kings & crown_row(side) != 0;
        if state.must_pass || stuck(Side::Black) || stuck(Side::White) {
            return None;
        }
        let (men, kings) = state.count(state.side);
        let (other_men, other_kings) = state.count(state.side.other());
        let known = men + kings > 0 && other_men + other_kings > 0;
        let counted = [men, kings, other_men, other_kings].iter().all(|count| *count <= MOST);
        (known && counted).then(|| Material { men, kings, other_men, other_kings }.slice())
    }

    fn index(&self, _game: &Checkers, state: &Position) -> u64 {
        let seen = if state.side == Side::Black { *state } else { state.turned() };
        let men = squares(seen.black & !seen.kings);
        let kings = squares(seen.black & seen.kings);
        let other_men = squares(seen.white & !seen.kings);
        let other_kings = squares(seen.white & seen.kings);
        let free = 32 - (men | other_men).count_ones();
        let kings_sets = choose(free, kings.count_ones());
        let other_sets = choose(free - kings.count_ones(), other_kings.count_ones());
        let both_men = rank(men, 0) * choose(28, other_men.count_ones()) + rank(other_men >> 4, 0);
        let own = both_men * kings_sets + rank(kings, men | other_men);
        own * other_sets + rank(other_kings, men | other_men | kings)
    }

    fn state(&self, _game: &Checkers, slice: u32, index: u64) -> Option<Position> {
        let material = Material::of(slice);
        let [_, other_men_sets, kings_sets, other_sets] = material.sets();
        let (rest, other_kings) = (index / other_sets, index % other_sets);
        let (rest, kings) = (rest / kings_sets, rest % kings_sets);
        let men = unrank(rest / other_men_sets, material.men, 0);
        let other_men = unrank(rest % other_men_sets, material.other_men, 0) << 4;
        if men & other_men != 0 {
            return None;
        }
        let kings = unrank(kings, material.kings, men | other_men);
        let other_kings = unrank(other_kings, material.other_kings, men | other_men | kings);
        Some(Position {
            black: bits(men | kings),
            white: bits(other_men | other_kings),
            kings: bits(kings | other_kings),
            quiet: 0,
            side: Side::Black,
            must_pass: false,
        })
    }

    /// Steps taken back. Whoever could take had to, so a step shows that there was nothing to take.
    fn predecessors(&self, _game: &Checkers, state: &Position, out: &mut Vec<Position>) {
        let mover = state.side.other();
        let (own, empty) = (state.pieces(mover), !(state.black | state.white));
        for direction in 0..4 {
            let backward = !forward(mover == Side::White).contains(&direction);
            let movers = if backward { own } else { own & state.kings };
            let free = STEP_FROM[direction] & empty.rotate_right(TURN[direction]);
            let mut from = movers & free;
            while from != 0 {
                let at = from & from.wrapping_neg();
                from ^= at;
                let before = taken_back(state, mover, at, at.rotate_left(TURN[direction]));
                if !generate::must_capture(&before) {
                    out.push(before);
                }
            }
        }
    }
}

/// The position before a piece of `mover` went from `origin` to `at`, both as masks.
fn taken_back(state: &Position, mover: Side, at: u32, origin: u32) -> Position {
    let mut before = Position { side: mover, quiet: 0, ..*state };
    match mover {
        Side::Black => before.black ^= at | origin,
        Side::White => before.white ^= at | origin,
    }
    if state.kings & at != 0 {
        before.kings ^= at | origin;
    }
    before
}

fn side(men: u32, kings: u32) -> String {
    let counted = |count: u32, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let parts = [counted(men, "man", "men"), counted(kings, "king", "kings")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// A mask of the board as one of square numbers, the first in the lowest bit.
fn squares(mut mask: u32) -> u32 {
    let mut set = 0;
    while mask != 0 {
        set |= 1 << (number(mask.trailing_zeros()) - 1);
        mask &= mask - 1;
    }
    set
}

/// The same the other way.
fn bits(mut set: u32) -> u32 {
    let mut mask = 0;
    while set != 0 {
        mask |= 1 << index(set.trailing_zeros() as u8 + 1);
        set &= set - 1;
    }
    mask
}

/// The number of a set of squares among all of its size, those of `taken` left out.
fn rank(set: u32, taken: u32) -> u64 {
    sets::rank(set.into(), taken.into())
}

/// The set of so many squares with that number, those of `taken` left out.
fn unrank(number: u64, members: u32, taken: u32) -> u32 {
    sets::unrank(number, members, taken.into(), 32) as u32
}
