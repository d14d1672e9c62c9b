//! The map: squares, contents and links, immutable and shared by every position of a game.

use std::sync::OnceLock;

use plyglot_core::hash_key;

use crate::{eval::terrain::Terrain, small::Lanes};

/// What a square holds: one of the constants below, or `STONE` plus the seat of the owner.
pub(crate) type Content = u8;

pub(crate) const HOLE: Content = 0;
pub(crate) const EMPTY: Content = 1;
pub(crate) const BONUS: Content = 2;
pub(crate) const CHOICE: Content = 3;
pub(crate) const INVERSION: Content = 4;
pub(crate) const EXPANSION: Content = 7;
pub(crate) const STONE: Content = 8;

/// A tile that a stone can be placed on without an override stone.
#[inline]
pub(crate) fn is_free(content: Content) -> bool {
    (EMPTY..=INVERSION).contains(&content)
}

/// A tile with a stone, be it a player's or an expansion stone.
#[inline]
pub(crate) fn is_occupied(content: Content) -> bool {
    content >= EXPANSION
}

/// The directions in their usual order: up first, then clockwise.
pub(crate) const DIRECTIONS: [(isize, isize); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// Boards of at most this many squares are played on bit sets.
const SMALL_SQUARES: usize = 64;

/// One end of a transition: a tile, and the direction in which it is left. Ordered as texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct End {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) direction: u32,
}

/// A link that the map file adds to the geometric ones; the smaller end comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Transition {
    pub(crate) from: End,
    pub(crate) to: End,
}

/// Squares are numbered row by row. A *step* packs a square and the direction of travel on it as
/// `square * 8 + direction`, so that following a line is one table look-up per square.
#[derive(Debug)]
pub(crate) struct Map {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) players: u8,
    pub(crate) radius: u32,
    /// The step after each step. Where there is none it leads to a square beyond the last one, which
    /// is a hole for ever: walks stop there like at any other hole.
    pub(crate) links: Vec<u32>,
    /// The transitions that have an effect, in the order of texts.
    pub(crate) transitions: Vec<Transition>,
    /// The squares of bonus tiles at the beginning.
    pub(crate) bonus_tiles: Vec<u32>,
    /// The squares of choice tiles at the beginning.
    pub(crate) choice_tiles: Vec<u32>,
    /// How lines run on bit sets, for small boards.
    pub(crate) lanes: Option<Lanes>,
    /// A hash key per square, for large boards.
    pub(crate) keys: Vec<u64>,
    /// What evaluations know of the map, once one has asked.
    pub(crate) terrain: OnceLock<Terrain>,
}

impl Map {
    /// A map with geometric links only. `cells` has a content for each square.
    pub(crate) fn new(width: usize, players: u8, radius: u32, cells: &[Content]) -> Map {
        let of_kind = |kind: Content| {
            let all = cells.iter().zip(0..);
            all.filter(|(content, _)| **content == kind).map(|(_, square)| square).collect()
        };
        let mut map = Map {
            width,
            height: cells.len() / width,
            players,
            radius,
            links: Vec::with_capacity(8 * (cells.len() + 1)),
            transitions: Vec::new(),
            bonus_tiles: of_kind(BONUS),
            choice_tiles: of_kind(CHOICE),
            lanes: None,
            keys: Vec::new(),
            terrain: OnceLock::new(),
        };
        for square in 0..cells.len() {
            for direction in 0..8 {
                let tile = map.beside(square, direction).filter(|&other| cells[other] != HOLE);
                let tile = tile.filter(|_| cells[square] != HOLE);
                map.links.push(tile.map_or(map.nowhere(), |tile| (tile * 8 + direction) as u32));
            }
        }
        map.links.extend([map.nowhere(); 8]);
        map
    }

    /// Completes a map whose transitions have all been joined.
    pub(crate) fn finish(mut self) -> Map {
        self.transitions.sort_unstable();
        if self.squares() <= SMALL_SQUARES {
            self.lanes = Some(Lanes::new(&self));
        } else {
            self.keys = (0..self.squares() as u64).map(hash_key).collect();
        }
        self
    }

    /// The number of squares, holes included.
    pub(crate) fn squares(&self) -> usize {
        self.width * self.height
    }

    /// The step that leads nowhere.
    pub(crate) fn nowhere(&self) -> u32 {
        8 * self.squares() as u32
    }

    /// Column and row of a square.
    pub(crate) fn place(&self, square: usize) -> (usize, usize) {
        (square % self.width, square / self.width)
    }

    /// The square of a transition's end.
    pub(crate) fn square(&self, end: End) -> usize {
        end.y as usize * self.width + end.x as usize
    }

    /// The square next to another by plain geometry.
    pub(crate) fn beside(&self, square: usize, direction: usize) -> Option<usize> {
        let (x, y) = self.place(square);
        let (dx, dy) = DIRECTIONS[direction];
        let x = x.checked_add_signed(dx).filter(|&x| x < self.width)?;
        let y = y.checked_add_signed(dy).filter(|&y| y < self.height)?;
        Some(y * self.width + x)
    }

    /// The step that leaves a tile at a transition's end.
    fn leaving(&self, end: End) -> u32 {
        8 * self.square(end) as u32 + end.direction
    }

    /// Whether a tile already has a neighbour in that direction.
    pub(crate) fn is_linked(&self, end: End) -> bool {
        self.links[self.leaving(end) as usize] != self.nowhere()
    }

    /// The step that arrives on a tile through a transition's end.
    fn arriving(&self, end: End) -> u32 {
        8 * self.square(end) as u32 + (end.direction + 4) % 8
    }

    /// Whether leaving a tile at one end arrives at the other.
    pub(crate) fn are_joined(&self, a: End, b: End) -> bool {
        self.links[self.leaving(a) as usize] == self.arriving(b)
    }

    /// Joins two ends that have no neighbour yet. Joining an end to itself has no effect.
    pub(crate) fn join(&mut self, a: End, b: End) {
        if a == b {
            return;
        }
        let (at_a, at_b) = (self.arriving(a), self.arriving(b));
        let (from_a, from_b) = (self.leaving(a) as usize, self.leaving(b) as usize);
        self.links[from_a] = at_b;
        self.links[from_b] = at_a;
        self.transitions.push(Transition { from: a.min(b), to: a.max(b) });
    }

    /// Where each square goes under the mirrorings and rotations that leave all links as they are,
    /// the identity left out.
    pub(crate) fn symmetries(&self) -> Vec<Vec<usize>> {
        (1..8).filter_map(|kind| self.symmetry(kind)).collect()
    }

    /// Bit 0 mirrors left and right, bit 1 up and down, bit 2 then exchanges the axes.
    fn symmetry(&self, kind: usize) -> Option<Vec<usize>> {
        let transposed = kind & 4 != 0;
        if transposed && self.width != self.height {
            return None;
        }
        let image = |square: usize| {
            let (mut x, mut y) = self.place(square);
            if kind & 1 != 0 {
                x = self.width - 1 - x;
            }
            if kind & 2 != 0 {
                y = self.height - 1 - y;
            }
            if transposed { x * self.width + y } else { y * self.width + x }
        };
        let turned = |direction: u32| {
            let direction = if kind & 1 != 0 { 8 - direction } else { direction };
            let direction = if kind & 2 != 0 { 12 - direction } else { direction };
            if transposed { (14 - direction % 8) % 8 } else { direction % 8 }
        };
        let image_of_step = |step: u32| {
            if step == self.nowhere() {
                return step;
            }
            8 * image(step as usize / 8) as u32 + turned(step % 8)
        };
        let kept = (0..self.nowhere()).all(|step| {
            self.links[image_of_step(step) as usize] == image_of_step(self.links[step as usize])
        });
        kept.then(|| (0..self.squares()).map(image).collect())
    }
}
