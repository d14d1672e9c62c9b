//! What the evaluation knows of a map before any stone is looked at.

use plyglot_core::Game;
use plyglot_reversixt::{ReversiXt, Tile};

/// The line axes: vertical, rising diagonal, horizontal, falling diagonal. An axis is direction
/// `axis` and back, `axis + 4`.
pub(super) const AXES: usize = 4;
/// All axes as a set of bits.
pub(super) const ALL_AXES: u8 = 0b1111;

/// The tiles of a map, numbered without the holes, with their neighbours and lines.
#[derive(Debug)]
pub(super) struct Ground {
    /// The square of each tile.
    pub(super) squares: Vec<usize>,
    /// For each tile and direction the tile there times 8 plus the direction in which a walk goes on,
    /// or [`Ground::nowhere`].
    pub(super) links: Vec<usize>,
    /// The line of each tile along each axis. Lines joined by a transition are one.
    pub(super) lines: Vec<[usize; AXES]>,
    /// How many tiles can see a tile and be seen from it, roughly: the lengths of its lines.
    pub(super) influence: Vec<i64>,
    /// The axes along which a tile lacks a neighbour, as bits.
    pub(super) ends: Vec<u8>,
    /// Whether stones can ever come to a tile: whether some chain of links leads there from one.
    pub(super) reachable: Vec<bool>,
    /// The mean influence of a tile.
    pub(super) mean_influence: f64,
    /// The mean number of neighbours of a tile.
    pub(super) mean_neighbours: f64,
}

impl Ground {
    pub(super) fn new(game: &ReversiXt) -> Ground {
        let start = game.start();
        let is_tile = |square: &usize| game.tile(&start, *square) != Tile::Hole;
        let squares: Vec<usize> = (0..game.squares()).filter(is_tile).collect();
        let links = links(game, &squares);
        let lines = lines(&links, squares.len());
        let influence = influence(&lines);
        let occupied = |square: &usize| game.tile(&start, *square).is_occupied();
        let reachable = reachable(&links, squares.iter().map(occupied).collect());
        let nowhere = 8 * squares.len();
        let tiles = squares.len().max(1) as f64;
        let neighbours = links.iter().filter(|link| **link != nowhere).count();
        Ground {
            ends: (0..squares.len()).map(|tile| ends(&links, nowhere, tile)).collect(),
            mean_influence: influence.iter().sum::<i64>() as f64 / tiles,
            mean_neighbours: neighbours as f64 / tiles,
            squares,
            links,
            lines,
            influence,
            reachable,
        }
    }

    /// The number of tiles.
    pub(super) fn tiles(&self) -> usize {
        self.squares.len()
    }

    /// The link that leads nowhere: to a tile beyond the last one.
    pub(super) fn nowhere(&self) -> usize {
        8 * self.tiles()
    }

    /// The tiles next to a tile, one for each direction that has one.
    pub(super) fn beside(&self, tile: usize) -> impl Iterator<Item = usize> {
        let links = self.links[8 * tile..8 * tile + 8].iter();
        links.filter(|link| **link != self.nowhere()).map(|link| link / 8)
    }
}

fn links(game: &ReversiXt, squares: &[usize]) -> Vec<usize> {
    let mut tile_of = vec![squares.len(); game.squares()];
    for (tile, square) in squares.iter().enumerate() {
        tile_of[*square] = tile;
    }
    let link = |square: usize, direction: usize| {
        let next = game.neighbour(square, direction);
        let next = next.map(|(square, onward)| (tile_of[square], onward));
        next.map_or(8 * squares.len(), |(tile, onward)| 8 * tile + onward)
    };
    let all = squares.iter().flat_map(|square| (0..8).map(|direction| (*square, direction)));
    all.map(|(square, direction)| link(square, direction)).collect()
}

fn ends(links: &[usize], nowhere: usize, tile: usize) -> u8 {
    let is_end = |axis: &usize| {
        links[8 * tile + axis] == nowhere || links[8 * tile + axis + AXES] == nowhere
    };
    (0..AXES).filter(is_end).fold(0, |set, axis| set | 1 << axis)
}

/// Numbers the lines: what a walk through tile and axis passes has the same number.
fn lines(links: &[usize], tiles: usize) -> Vec<[usize; AXES]> {
    let unknown = usize::MAX;
    let mut lines = vec![[unknown; AXES]; tiles];
    let mut count = 0;
    for start in (0..tiles).flat_map(|tile| (0..AXES).map(move |axis| 8 * tile + axis)) {
        if lines[start / 8][start % 8] != unknown {
            continue;
        }
        for mut step in [start, start + AXES] {
            loop {
                lines[step / 8][step % AXES] = count;
                step = links[step];
                if step == 8 * tiles || lines[step / 8][step % AXES] == count {
                    break;
                }
            }
        }
        count += 1;
    }
    lines
}

/// The sum of the lengths of a tile's lines, the tile itself counted once.
fn influence(lines: &[[usize; AXES]]) -> Vec<i64> {
    let mut lengths = vec![0; AXES * lines.len()];
    for line in lines.iter().flatten() {
        lengths[*line] += 1;
    }
    let length = |line: &usize| lengths[*line];
    lines.iter().map(|of_tile| of_tile.iter().map(length).sum::<i64>() - 3).collect()
}

/// Spreads from some tiles along all links.
fn reachable(links: &[usize], mut reached: Vec<bool>) -> Vec<bool> {
    let mut queue: Vec<usize> = (0..reached.len()).filter(|tile| reached[*tile]).collect();
    while let Some(tile) = queue.pop() {
        for link in &links[8 * tile..8 * tile + 8] {
            let next = link / 8;
            if next < reached.len() && !reached[next] {
                reached[next] = true;
                queue.push(next);
            }
        }
    }
    reached
}
