//! What evaluations and orderings know of a map before any stone is placed: which tiles are
//! protected, how long lines are, how much a bomb destroys.

use crate::{
    map::{Content, HOLE, Map},
    small::{Set, squares},
};

/// Tiles whose lines and explosions are looked at to know those of the map.
const SAMPLES: usize = 256;
/// The longest line and the largest explosion that are followed to their end.
const FAR: usize = 2048;

/// A tile is *protected* along one of the four axes if it has no neighbour on one side of it: no line
/// along that axis can capture it. One protected along all four, as a corner is, is called safe.
#[derive(Debug)]
pub(crate) struct Terrain {
    /// Along how many axes each square is protected; the last is the square beyond the board.
    pub(crate) protection: Vec<u8>,
    /// The tiles protected along any axis, with the number of those.
    pub(crate) edges: Vec<(u32, u8)>,
    /// The safe tiles and what lies beside each of them.
    pub(crate) safe: Vec<(u32, Vec<u32>)>,
    /// The same for bit sets, if the board is small.
    pub(crate) sets: Option<Sets>,
    /// How many other tiles lie on the four lines through a tile, on average.
    pub(crate) reach: i64,
    /// How many tiles a bomb destroys, on average.
    pub(crate) blast: i64,
}

/// The terrain of a small board.
#[derive(Debug)]
pub(crate) struct Sets {
    /// The tiles protected along 1, 2, 3 and 4 axes.
    pub(crate) protected: [Set; 4],
    /// The tiles protected along each axis.
    axes: [Set; 4],
    /// The tiles beside each safe tile: those on an edge, that is protected along three axes or more,
    /// and the others.
    pub(crate) beside_safe: Vec<[Set; 2]>,
    /// What an explosion on each tile destroys.
    pub(crate) blasts: Vec<Set>,
    /// How far away the geometric neighbours in each direction are, and which tiles have one.
    shifts: [(u32, Set); 8],
    /// The other neighbours in each direction.
    jumps: [Vec<(Set, Set)>; 8],
}

/// Whether a tile protected along that many axes is a place on an edge.
pub(crate) fn is_edge(protection: u8) -> bool {
    protection >= 3
}

impl Terrain {
    pub(crate) fn new(map: &Map, contents: impl Fn(usize) -> Content) -> Terrain {
        let tiles: Vec<usize> = (0..map.squares()).filter(|&at| contents(at) != HOLE).collect();
        let mut protection = vec![0; map.squares() + 1];
        for &tile in &tiles {
            protection[tile] = (0..4).filter(|&axis| is_protected(map, tile, axis)).count() as u8;
        }
        let safe = tiles.iter().filter(|&&tile| protection[tile] == 4);
        let safe = safe.map(|&tile| (tile as u32, neighbours(map, tile))).collect();
        let edges = tiles.iter().map(|&tile| (tile as u32, protection[tile]));
        let edges = edges.filter(|edge| edge.1 > 0).collect();
        let mut terrain = Terrain { protection, edges, safe, sets: None, reach: 0, blast: 1 };
        if map.lanes.is_some() {
            terrain.sets = Some(Sets::new(map, &tiles, &terrain));
        }
        terrain.sample(map, &tiles);
        terrain
    }

    fn sample(&mut self, map: &Map, tiles: &[usize]) {
        let mut seen = vec![usize::MAX; map.squares() + 1];
        let sampled = || tiles.iter().copied().step_by(tiles.len().div_ceil(SAMPLES).max(1));
        let count = (sampled().count() as i64).max(1);
        self.reach = sampled().map(|tile| on_lines(map, tile)).sum::<i64>() / count;
        self.blast = sampled().map(|tile| blast(map, tile, &mut seen).len() as i64).sum::<i64>();
        self.blast = (self.blast / count).max(1);
    }
}

/// Whether no line along the axis can capture a tile.
pub(crate) fn is_protected(map: &Map, tile: usize, axis: usize) -> bool {
    let missing = |direction: usize| map.links[8 * tile + direction] == map.nowhere();
    missing(axis) || missing(axis + 4)
}

/// The neighbours of a tile, each once.
fn neighbours(map: &Map, tile: usize) -> Vec<u32> {
    let links = map.links[8 * tile..8 * tile + 8].iter();
    let mut beside: Vec<u32> = links.filter(|&&l| l != map.nowhere()).map(|l| l / 8).collect();
    beside.sort_unstable();
    beside.dedup();
    beside
}

/// How many other tiles lie on the lines through a tile.
fn on_lines(map: &Map, tile: usize) -> i64 {
    let along = |direction: usize| {
        let start = 8 * tile + direction;
        let line = std::iter::successors(Some(start), |&step| Some(map.links[step] as usize));
        let line = line.skip(1).take(FAR);
        line.take_while(|&step| step / 8 < map.squares() && step / 8 != tile).count() as i64
    };
    (0..8).map(along).sum()
}

/// What an explosion destroys before any other. `seen` notes the origin by which squares were met.
fn blast(map: &Map, tile: usize, seen: &mut [usize]) -> Vec<usize> {
    let mut reached = vec![tile];
    seen[tile] = tile;
    let mut ring = 0;
    for _ in 0..map.radius {
        let end = reached.len();
        for idx in ring..end {
            for link in &map.links[8 * reached[idx]..8 * reached[idx] + 8] {
                let beside = *link as usize / 8;
                if beside < map.squares() && seen[beside] != tile {
                    seen[beside] = tile;
                    reached.push(beside);
                }
            }
        }
        ring = end;
        if ring == reached.len() || ring > FAR {
            break;
        }
    }
    reached
}

impl Sets {
    fn new(map: &Map, tiles: &[usize], terrain: &Terrain) -> Sets {
        let set = |of: &dyn Fn(usize) -> bool| {
            tiles.iter().filter(|&&tile| of(tile)).fold(0, |set, tile| set | 1 << tile)
        };
        let protection = |tile: usize| usize::from(terrain.protection[tile]);
        let mut seen = vec![usize::MAX; map.squares() + 1];
        let blast_of = |tile| blast(map, tile, &mut seen).iter().fold(0, |set, at| set | 1 << at);
        let mut sets = Sets {
            protected: std::array::from_fn(|idx| set(&|tile| protection(tile) == idx + 1)),
            axes: std::array::from_fn(|axis| set(&|tile| is_protected(map, tile, axis))),
            beside_safe: vec![[0; 2]; map.squares()],
            blasts: (0..map.squares()).map(blast_of).collect(),
            shifts: [(0, 0); 8],
            jumps: std::array::from_fn(|_| Vec::new()),
        };
        for (tile, beside) in &terrain.safe {
            for &other in beside {
                let kind = usize::from(!is_edge(terrain.protection[other as usize]));
                sets.beside_safe[*tile as usize][kind] |= 1 << other;
            }
        }
        sets.link(map, tiles);
        sets
    }

    fn link(&mut self, map: &Map, tiles: &[usize]) {
        for step in tiles.iter().flat_map(|tile| 8 * tile..8 * tile + 8) {
            let (tile, direction, next) = (step / 8, step % 8, map.links[step] as usize / 8);
            if next >= map.squares() {
                continue;
            }
            if map.beside(tile, direction) == Some(next) {
                let (distance, from) = &mut self.shifts[direction];
                *distance = (64 + next - tile) as u32 % 64;
                *from |= 1 << tile;
            } else {
                self.jumps[direction].push((1 << tile, 1 << next));
            }
        }
    }

    /// The tiles whose neighbour in a direction is one of `set`.
    #[inline]
    fn looking_at(&self, direction: usize, set: Set) -> Set {
        let (distance, from) = self.shifts[direction];
        let mut looking = set.rotate_right(distance) & from;
        for (from, to) in &self.jumps[direction] {
            looking |= if set & to != 0 { *from } else { 0 };
        }
        looking
    }

    /// The tiles with a neighbour in `set`.
    #[inline]
    pub(crate) fn beside(&self, set: Set) -> Set {
        (0..8).fold(0, |all, direction| all | self.looking_at(direction, set))
    }

    /// Those of a player's stones that nobody can capture without an override stone: along every axis
    /// they are protected or next to another of that kind.
    #[inline]
    pub(crate) fn stable(&self, own: Set) -> Set {
        let mut stable = own & self.protected[3];
        while stable != 0 {
            let mut next = own;
            for axis in 0..4 {
                let backed = self.looking_at(axis, stable) | self.looking_at(axis + 4, stable);
                next &= self.axes[axis] | backed;
            }
            if next == stable {
                break;
            }
            stable = next;
        }
        stable
    }

    /// How many of `set` lie beside the safe tiles `open`: on edges, and elsewhere.
    #[inline]
    pub(crate) fn count_beside_safe(&self, open: Set, set: Set) -> [i32; 2] {
        let mut counts = [0; 2];
        for tile in squares(open) {
            for (count, beside) in counts.iter_mut().zip(self.beside_safe[tile]) {
                *count += (beside & set).count_ones() as i32;
            }
        }
        counts
    }
}
