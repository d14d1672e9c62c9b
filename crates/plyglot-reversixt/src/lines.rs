//! What lies along the borders of a map, for evaluations that are learnt: the lines that begin in corners, and
//! stretches of walls. No two maps have the same ones, but they mean the same wherever they lie.

use plyglot_core::Count;

use crate::{
    State,
    board::Board,
    cells::CONTENTS,
    eval::terrain::{Terrain, is_edge},
    map::{Content, HOLE, Map, STONE, is_free},
};

/// The tiles of a line that are looked at.
const LENGTH: usize = 5;
/// What can stand on one of them: nothing, a stone of one's own, another, or it is not there.
const DIGITS: usize = 4;
const LOOKS: u16 = DIGITS.pow(LENGTH as u32) as u16;

/// What there is of lines; the number of each is its place.
pub(crate) const KINDS: &[Count] = &[
    Count { name: "lines along walls from corners", values: LOOKS },
    Count { name: "other lines from corners", values: LOOKS },
    Count { name: "stretches of walls", values: LOOKS },
];
const ALONG: usize = 0;
const AWAY: usize = 1;
const WALL: usize = 2;

/// The lines of a map.
#[derive(Debug)]
pub(crate) struct Lines(Vec<Line>);

#[derive(Debug)]
struct Line {
    kind: usize,
    tiles: [u32; LENGTH],
}

impl Lines {
    pub(crate) fn new(map: &Map, terrain: &Terrain) -> Lines {
        let mut lines = Vec::new();
        for &(tile, protection) in &terrain.edges {
            let tile = tile as usize;
            if protection == 4 {
                lines.extend(
                    (0..8).filter_map(|direction| from_corner(map, terrain, tile, direction)),
                );
            } else if is_edge(protection) {
                lines.extend(along_wall(map, tile));
            }
        }
        Lines(lines)
    }

    /// Tells of every line its kind and what it looks like to a seat. Bombs leave nothing that lines would tell of.
    pub(crate) fn tell(&self, state: &State, seat: u8, tell: &mut dyn FnMut(usize, u16)) {
        let digits: [u16; CONTENTS] =
            std::array::from_fn(|content| digit(content as Content, seat));
        let digit = |content: Content| digits[usize::from(content) % CONTENTS];
        match &state.board {
            Board::Small(board) => self.look(|tile| digit(board.content_or_hole(tile)), tell),
            Board::Large(board) => self.look(|tile| digit(board.cells().get(tile)), tell),
        }
    }

    fn look(&self, digit: impl Fn(usize) -> u16, tell: &mut dyn FnMut(usize, u16)) {
        for line in &self.0 {
            let digits = line.tiles.map(|tile| digit(tile as usize));
            let read = |look: u16, digit: &u16| look * DIGITS as u16 + digit;
            let look = digits.iter().fold(0, read);
            // A wall can be walked along either way.
            let back = if line.kind == WALL { digits.iter().rev().fold(0, read) } else { look };
            tell(line.kind, look.min(back));
        }
    }
}

/// What stands on a tile as a seat sees it.
#[inline]
fn digit(content: Content, seat: u8) -> u16 {
    match content {
        HOLE => 3,
        own if own == STONE + seat => 1,
        free if is_free(free) => 0,
        _ => 2,
    }
}

/// The line from a corner in a direction, if it leads anywhere.
fn from_corner(map: &Map, terrain: &Terrain, corner: usize, direction: usize) -> Option<Line> {
    let mut tiles = [map.squares() as u32; LENGTH];
    tiles[0] = corner as u32;
    walk(map, corner, direction, &mut tiles[1..]);
    let next = tiles[1] as usize;
    let kind = if is_edge(terrain.protection[next]) { ALONG } else { AWAY };
    (next < map.squares()).then_some(Line { kind, tiles })
}

/// The stretch of wall with a tile in its middle that can be captured along one axis only.
fn along_wall(map: &Map, tile: usize) -> Option<Line> {
    let nowhere = map.nowhere();
    let leads = |direction: usize| map.links[8 * tile + direction] != nowhere;
    let axis = (0..4).find(|axis| leads(*axis) && leads(axis + 4))?;
    let mut tiles = [map.squares() as u32; LENGTH];
    let (before, after) = tiles.split_at_mut(LENGTH / 2);
    after[0] = tile as u32;
    walk(map, tile, axis, &mut after[1..]);
    walk(map, tile, axis + 4, before);
    before.reverse();
    Some(Line { kind: WALL, tiles })
}

/// Notes the tiles of a line behind its first one, to its end or until it comes back there.
fn walk(map: &Map, from: usize, direction: usize, tiles: &mut [u32]) {
    let mut step = 8 * from + direction;
    for tile in tiles {
        step = map.links[step] as usize;
        if step / 8 >= map.squares() || step / 8 == from {
            return;
        }
        *tile = (step / 8) as u32;
    }
}
