//! Patterns: small groups of cells, each read as one number that says what stands on them.
//!
//! A game gives the cells of a shape once. The symmetries of the board make all its *instances*, images on
//! the same cells being one, and instances of a shape share a table of weights; what a shape looks like
//! turned onto itself shares one weight. An index is a sum over cells, so a table of what every four cells
//! add gives the indices of all instances at once. (Tables of bytes need half the additions, but are eight times as
//! large, and then it is memory that is waited for.)

use crate::mix;

/// Sets of cells by bit: what stands where. A cell is in at most one of them.
pub type Planes = [u64; PLANES];

/// How many sets of cells a position can be made of.
pub const PLANES: usize = 4;

/// Indices of instances, sixteen to a group.
pub type Lanes = [[u16; LANE]; GROUPS];

/// Instances in a group.
const LANE: usize = 16;
/// The most groups.
const GROUPS: usize = 4;
/// The most instances of all shapes together.
pub const MOST_INSTANCES: usize = LANE * GROUPS;

/// Cells to be read as one number.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The cells, the first of which counts least.
    pub cells: Vec<u8>,
    /// The digit of a cell in each plane; planes with the digit 0 do not matter to the shape.
    pub digits: [u16; PLANES],
}

/// Shapes with all their instances on a board.
#[derive(Clone, Debug)]
pub struct Patterns {
    tables: Vec<Table>,
    /// The table of every instance.
    instances: Vec<usize>,
    groups: usize,
    /// What four cells of a plane add to the indices, by plane, place of the four, their value and group.
    parts: Vec<[u16; LANE]>,
    /// How many fours of a plane hold cells.
    fours: usize,
    digest: u64,
}

/// What instances of a shape share.
#[derive(Clone, Debug)]
struct Table {
    /// For each index the least one that means the same.
    canonical: Vec<u16>,
}

impl Patterns {
    /// The instances of shapes on a board with these symmetries, each the image of every cell. Without any,
    /// every shape is its only instance.
    ///
    /// # Panics
    /// If there are more instances than [`MOST_INSTANCES`], or a shape can look like more than 65,536
    /// things.
    pub fn new(shapes: &[Pattern], symmetries: &[Vec<u8>]) -> Patterns {
        let mut found: Vec<(usize, Vec<u8>, [u16; PLANES])> = Vec::new();
        let mut tables = Vec::new();
        for (table, shape) in shapes.iter().enumerate() {
            let first = found.len();
            let mut turned = Vec::new();
            for image in images(shape, symmetries) {
                let same = |(_, cells, _): &&(usize, Vec<u8>, _)| sorted(cells) == sorted(&image);
                match found[first..].iter().find(same) {
                    None => found.push((table, image, shape.digits)),
                    Some((_, cells, _)) if *cells == shape.cells => turned.push(image),
                    Some(_) => {}
                }
            }
            tables.push(Table { canonical: canonical(shape, &turned) });
        }
        assert!(found.len() <= MOST_INSTANCES, "{} instances are too many", found.len());
        let groups = found.len().div_ceil(LANE);
        let cells = found.iter().flat_map(|(_, cells, _)| cells).max().map_or(0, |cell| cell + 1);
        let fours = usize::from(cells).div_ceil(4);
        let parts = parts(&found, groups, fours);
        let instances = found.iter().map(|(table, ..)| *table).collect();
        let digest = digest(&parts, &tables);
        Patterns { tables, instances, groups, parts, fours, digest }
    }

    /// How many different things the instances of each shape can look like.
    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        self.tables.iter().map(|table| table.canonical.len())
    }

    /// The number of the shape of every instance.
    pub fn instances(&self) -> &[usize] {
        &self.instances
    }

    /// The least index of a shape that means the same as this one.
    pub fn canonical(&self, shape: usize, index: u16) -> u16 {
        self.tables[shape].canonical[usize::from(index)]
    }

    /// Tells patterns apart that read a board differently.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// The index of every instance.
    #[inline]
    pub fn indices(&self, planes: &Planes) -> Lanes {
        // The number of groups is known to the compiler, so that sums stay in registers.
        match self.groups {
            0 => Lanes::default(),
            1 => self.gather::<1>(planes),
            2 => self.gather::<2>(planes),
            3 => self.gather::<3>(planes),
            _ => self.gather::<GROUPS>(planes),
        }
    }

    fn gather<const N: usize>(&self, planes: &Planes) -> Lanes {
        let mut sums = [[0u16; LANE]; N];
        for (at, plane) in planes.iter().enumerate() {
            let mut rest = *plane;
            let mut place = at * self.fours * 16;
            while rest != 0 {
                let from = (place + (rest & 15) as usize) * N;
                for (sum, part) in sums.iter_mut().zip(&self.parts[from..from + N]) {
                    for (own, more) in sum.iter_mut().zip(part) {
                        *own = own.wrapping_add(*more);
                    }
                }
                rest >>= 4;
                place += 16;
            }
        }
        let mut lanes = Lanes::default();
        lanes[..N].copy_from_slice(&sums);
        lanes
    }
}

fn images(shape: &Pattern, symmetries: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let image = |to: &Vec<u8>| shape.cells.iter().map(|cell| to[usize::from(*cell)]).collect();
    let turned = symmetries.iter().map(image);
    std::iter::once(shape.cells.clone()).chain(turned).collect()
}

fn sorted(cells: &[u8]) -> Vec<u8> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

fn base(shape: &Pattern) -> usize {
    usize::from(shape.digits.iter().max().copied().unwrap_or(0)) + 1
}

/// For each index of a shape the least that the images onto itself make of it.
fn canonical(shape: &Pattern, turned: &[Vec<u8>]) -> Vec<u16> {
    let (base, count) = (base(shape), shape.cells.len() as u32);
    let size = base.checked_pow(count).filter(|size| *size <= 1 << 16);
    let size = size.unwrap_or_else(|| panic!("{count} cells of base {base} are too many"));
    let place = |cell: &u8| shape.cells.iter().position(|own| own == cell).unwrap_or(0);
    let moved: Vec<Vec<usize>> =
        turned.iter().map(|image| image.iter().map(place).collect()).collect();
    let digit = |index: usize, at: usize| index / base.pow(at as u32) % base;
    let image = |index: usize, to: &Vec<usize>| {
        to.iter().enumerate().map(|(at, to)| digit(index, at) * base.pow(*to as u32)).sum::<usize>()
    };
    let least = |index: usize| {
        moved.iter().map(|to| image(index, to)).chain([index]).min().unwrap_or(index) as u16
    };
    (0..size).map(least).collect()
}

fn parts(
    found: &[(usize, Vec<u8>, [u16; PLANES])],
    groups: usize,
    fours: usize,
) -> Vec<[u16; LANE]> {
    let mut parts = vec![[0; LANE]; PLANES * fours * 16 * groups];
    for (lane, (_, cells, digits)) in found.iter().enumerate() {
        let base = digits.iter().max().copied().unwrap_or(0) + 1;
        for (at, cell) in cells.iter().enumerate() {
            let worth = u32::from(base).pow(at as u32) as u16;
            for (plane, digit) in digits.iter().enumerate() {
                let from = (plane * fours + usize::from(cell / 4)) * 16;
                for four in (0..16).filter(|four| four >> (cell % 4) & 1 == 1) {
                    let part = &mut parts[(from + four) * groups + lane / LANE][lane % LANE];
                    *part = u16::wrapping_add(*part, digit * worth);
                }
            }
        }
    }
    parts
}

fn digest(parts: &[[u16; LANE]], tables: &[Table]) -> u64 {
    let tied = tables.iter().flat_map(|table| &table.canonical);
    parts.as_flattened().iter().chain(tied).fold(0, |sum, number| mix(sum ^ u64::from(*number)))
}
