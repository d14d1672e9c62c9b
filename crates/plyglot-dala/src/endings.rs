//! Endings by number, for tables of them: positions of the second stage, when nobody has a piece in hand.
//!
//! A slice has so many pieces of the side to move and so many of the other. Positions that the eight symmetries
//! of the board map to each other have one number: the set of the side to move stands for all its images (its
//! *orbit*), and the other set is turned with it. Where a set is its own image under some symmetry, the other set
//! is the one with the smallest number among its images under those, and the rest are holes.

use std::sync::OnceLock;

use plyglot_core::{
    Game, Player, Tabled,
    sets::{choose, rank, unrank},
};

use crate::{
    Board, Captures, Dala, NoMove, Square, State,
    board::{beside, squares},
    runs::Arrival,
};

/// The numbering of Dala.
pub(crate) struct Endings;

/// Whoever has fewer pieces has lost.
const LEAST: u32 = 3;
/// Sets with more pieces have no numbers: there are too many of them.
const MOST: u32 = 6;
/// Nobody has more pieces.
const OWNED: u32 = 12;
const CELLS: usize = 36;

impl Tabled<Dala> for Endings {
    fn layout(&self, game: &Dala) -> Option<String> {
        let rules = &game.rules;
        let marks = [
            (rules.arrival == Arrival::AtLeast, "-longer"),
            (!rules.vacate_capture, "-arrivals"),
            (rules.captures == Captures::PerLine, "-lines"),
            (rules.captures == Captures::Ludii, "-ludii"),
            (rules.no_move == NoMove::Draw, "-stuck"),
        ];
        let marks = marks.iter().filter(|(other, _)| *other).map(|(_, mark)| *mark);
        let size = game.board.size;
        // A pass cannot be taken back.
        (rules.no_move != NoMove::Pass)
            .then(|| format!("squares{size}-1{}", marks.collect::<String>()))
    }

    fn fewest(&self) -> u32 {
        2 * LEAST
    }

    fn most(&self) -> u32 {
        2 * OWNED
    }

    fn undrawn(&self, game: &Dala) -> Dala {
        game.perft_rules()
    }

    /// A step only exchanges the sides, a capture leaves one piece less.
    fn groups(&self, _game: &Dala, pieces: u32) -> Vec<Vec<u32>> {
        let sides = (LEAST..=OWNED).filter_map(|own| {
            let other = pieces.checked_sub(own)?;
            let fits = (LEAST..=OWNED).contains(&other) && own >= other;
            fits.then(|| match own == other {
                true => vec![slice_of(own, other)],
                false => vec![slice_of(own, other), slice_of(other, own)],
            })
        });
        sides.collect()
    }

    fn size(&self, game: &Dala, slice: u32) -> u64 {
        let (own, other) = sides_of(slice);
        if own > MOST || other > MOST {
            return u64::MAX;
        }
        let geometry = Geometry::of(&game.board);
        let free = geometry.cells - own;
        geometry.orbits(own).sets.len() as u64 * choose(free, other)
    }

    fn about(&self, slice: u32) -> String {
        let (own, other) = sides_of(slice);
        format!("{own} against {other}")
    }

    fn slice(&self, _game: &Dala, state: &State) -> Option<u32> {
        if state.owed > 0 || state.excused || state.reserve != [0; 2] {
            return None;
        }
        let (mover, other) = state.seats();
        let [own, other] = [mover, other].map(|seat| state.pieces[seat].count_ones());
        let counted = |count| (LEAST..=MOST).contains(&count);
        (counted(own) && counted(other)).then(|| slice_of(own, other))
    }

    fn index(&self, game: &Dala, state: &State) -> u64 {
        let geometry = Geometry::of(&game.board);
        let (own, other) = geometry.seen(&game.board, state);
        let (orbits, place) = geometry.place(own);
        let (set, fixing) = orbits.sets[place.orbit as usize];
        let turned = geometry.image(other, place.symmetry);
        let mut least = rank(turned, set);
        for symmetry in (1..8).filter(|symmetry| fixing >> symmetry & 1 != 0) {
            least = least.min(rank(geometry.image(turned, symmetry), set));
        }
        let free = geometry.cells - own.count_ones();
        u64::from(place.orbit) * choose(free, other.count_ones()) + least
    }

    fn state(&self, game: &Dala, slice: u32, index: u64) -> Option<State> {
        let (geometry, (own, other)) = (Geometry::of(&game.board), sides_of(slice));
        let sets = choose(geometry.cells - own, other);
        let (set, fixing) = geometry.orbits(own).sets[(index / sets) as usize];
        let number = index % sets;
        let enemy = unrank(number, other, set, geometry.cells);
        let mut fixes = (1..8).filter(|symmetry| fixing >> symmetry & 1 != 0);
        if fixes.any(|symmetry| rank(geometry.image(enemy, symmetry), set) < number) {
            return None;
        }
        let pieces = [set, enemy].map(|set| bits(set, &game.board));
        Some(State::new(pieces, Player(0), [0; 2], 0, 0))
    }

    /// Steps taken back that took nothing. A position that is its own image has fewer images than others, so moves
    /// between two numbers are not as many from both sides; what counts is how many lead here.
    fn predecessors(&self, game: &Dala, state: &State, out: &mut Vec<State>) {
        let here = symmetries(game, state);
        let first = out.len();
        let (mover, other) = state.seats();
        let empty = game.empty(state);
        for to in squares(state.pieces[other] & beside(empty)) {
            for from in squares(beside(to.bit()) & empty) {
                let mut pieces = state.pieces;
                pieces[other] ^= from.bit() ^ to.bit();
                let before = State::new(pieces, Player(1 - mover as u8), [0; 2], 0, 0);
                if game.owed_for_step(&before, from, to) == 0 {
                    // Each of its images has its own moves to images of this one.
                    let times = symmetries(game, &before) as usize;
                    out.extend(std::iter::repeat_n(before, times));
                }
            }
        }
        if here > 1 {
            keep_each(game, out, first, here as usize);
        }
    }
}

/// Leaves one of `share` positions of every number from `first` on.
fn keep_each(game: &Dala, out: &mut Vec<State>, first: usize, share: usize) {
    let mut found = out.split_off(first);
    found.sort_by_cached_key(|state| Endings.index(game, state));
    out.extend(found.into_iter().step_by(share));
}

/// Under how many symmetries a position is its own image.
fn symmetries(game: &Dala, state: &State) -> u32 {
    let geometry = Geometry::of(&game.board);
    let (own, other) = geometry.seen(&game.board, state);
    let (orbits, place) = geometry.place(own);
    let (_, fixing) = orbits.sets[place.orbit as usize];
    if fixing == 1 {
        return 1;
    }
    let turned = geometry.image(other, place.symmetry);
    let fixes = |symmetry: &u8| fixing >> symmetry & 1 != 0;
    let own = (0..8).filter(fixes).filter(|symmetry| geometry.image(turned, *symmetry) == turned);
    own.count() as u32
}

/// The slice of so many pieces against so many.
fn slice_of(own: u32, other: u32) -> u32 {
    own << 4 | other
}

fn sides_of(slice: u32) -> (u32, u32) {
    (slice >> 4, slice & 15)
}

/// A board as numbers see it: its cells in a row, and what its symmetries do to them.
struct Geometry {
    cells: u32,
    images: [[u8; CELLS]; 8],
    inverse: [u8; 8],
    orbits: [OnceLock<Orbits>; MOST as usize + 1],
}

/// All sets of one size.
struct Orbits {
    /// Where each set belongs, by its number.
    places: Vec<Place>,
    /// The first set of every orbit, and the symmetries that it is its own image under, a bit for each.
    sets: Vec<(u64, u8)>,
}

/// The orbit of a set, and a symmetry that turns it into the first set of it.
#[derive(Clone, Copy)]
struct Place {
    orbit: u32,
    symmetry: u8,
}

const NOWHERE: Place = Place { orbit: u32::MAX, symmetry: 0 };

static SIX: OnceLock<Geometry> = OnceLock::new();
static FOUR: OnceLock<Geometry> = OnceLock::new();

impl Geometry {
    fn of(board: &Board) -> &'static Geometry {
        let known = if board.size == Board::SIX.size { &SIX } else { &FOUR };
        known.get_or_init(|| Geometry::new(board))
    }

    fn new(board: &Board) -> Self {
        let mut images = [[0; CELLS]; 8];
        for (symmetry, image) in (0..).zip(&mut images) {
            for square in squares(board.squares) {
                let turned = squares(board.image(square.bit(), symmetry)).next();
                image[board.number(square)] = turned.map_or(0, |turned| board.number(turned)) as u8;
            }
        }
        let cells = board.squares.count_ones();
        let undoes = |one: &[u8; CELLS], other: &[u8; CELLS]| {
            (0..cells as usize).all(|cell| usize::from(other[usize::from(one[cell])]) == cell)
        };
        let inverse = images.map(|one| {
            let found = images.iter().position(|other| undoes(&one, other));
            found.expect("symmetries can be undone") as u8
        });
        Geometry { cells, images, inverse, orbits: [const { OnceLock::new() }; MOST as usize + 1] }
    }

    fn image(&self, mut set: u64, symmetry: u8) -> u64 {
        let (image, mut turned) = (&self.images[usize::from(symmetry)], 0);
        while set != 0 {
            turned |= 1 << image[set.trailing_zeros() as usize];
            set &= set - 1;
        }
        turned
    }

    /// The sets of the side to move and of the other, cells in a row.
    fn seen(&self, board: &Board, state: &State) -> (u64, u64) {
        let row = |set| squares(set).fold(0, |row, square| row | 1 << board.number(square));
        let (mover, other) = state.seats();
        (row(state.pieces[mover]), row(state.pieces[other]))
    }

    fn place(&self, set: u64) -> (&Orbits, Place) {
        let orbits = self.orbits(set.count_ones());
        (orbits, orbits.places[rank(set, 0) as usize])
    }

    fn orbits(&self, size: u32) -> &Orbits {
        self.orbits[size as usize].get_or_init(|| self.sorted(size))
    }

    fn sorted(&self, size: u32) -> Orbits {
        let mut places = vec![NOWHERE; choose(self.cells, size) as usize];
        let mut sets = Vec::new();
        for number in 0..places.len() {
            if places[number].orbit != NOWHERE.orbit {
                continue;
            }
            let set = unrank(number as u64, size, 0, self.cells);
            let (orbit, mut fixing) = (sets.len() as u32, 0);
            for symmetry in 0..8 {
                let image = self.image(set, symmetry);
                fixing |= u8::from(image == set) << symmetry;
                let symmetry = self.inverse[usize::from(symmetry)];
                places[rank(image, 0) as usize] = Place { orbit, symmetry };
            }
            sets.push((set, fixing));
        }
        Orbits { places, sets }
    }
}

/// A set of cells in a row as squares of the board.
fn bits(mut set: u64, board: &Board) -> u64 {
    let mut squares = 0;
    while set != 0 {
        let at = set.trailing_zeros() as u8;
        squares |= Square::new(at % board.size, at / board.size).bit();
        set &= set - 1;
    }
    squares
}
