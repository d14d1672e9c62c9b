//! Stones that nobody can turn over any more.

use std::sync::LazyLock;

/// Stable stones on an edge of eight squares, by both players' stones there: those that no sequence of
/// moves along the edge, legal or not, can turn over.
static EDGES: LazyLock<Vec<u8>> = LazyLock::new(stable_edges);

/// The table of edges, for the functions below; made when first asked for.
pub(crate) fn edges() -> &'static [u8] {
    &EDGES
}

fn stable_edges() -> Vec<u8> {
    let mut table = vec![0; 1 << 16];
    // Fuller edges first, so that all that an edge can become is known.
    for stones in (0..256usize).rev() {
        let mut own = stones;
        loop {
            table[own << 8 | stones ^ own] = stable_edge(&table, own, stones ^ own);
            if own == 0 {
                break;
            }
            own = (own - 1) & stones;
        }
    }
    table
}

/// The own stones that stay whatever is placed next, given what stays after that.
fn stable_edge(table: &[u8], own: usize, opponent: usize) -> u8 {
    let mut stable = own as u8;
    for at in (0..8).filter(|at| (own | opponent) >> at & 1 == 0) {
        let turned = line_flips(own, opponent, at);
        stable &= table[(own | turned | 1 << at) << 8 | opponent & !turned];
        let turned = line_flips(opponent, own, at);
        stable &= table[(own & !turned) << 8 | (opponent | turned | 1 << at)];
    }
    stable
}

/// What a stone turns over in a line of eight.
fn line_flips(own: usize, opponent: usize, at: usize) -> usize {
    let mut turned = 0;
    for step in [1, -1] {
        let (mut run, mut square) = (0, at as isize + step);
        while (0..8).contains(&square) && opponent >> square & 1 != 0 {
            run |= 1 << square;
            square += step;
        }
        if (0..8).contains(&square) && own >> square & 1 != 0 {
            turned |= run;
        }
    }
    turned
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const INNER: u64 = 0x007E_7E7E_7E7E_7E00;

/// A lower bound of the number of own stones that are safe for ever on an 8x8 board.
pub(crate) fn stable(edges: &[u8], own: u64, opponent: u64) -> u32 {
    let full = full_lines(own | opponent);
    let mut safe = edge_stones(edges, own, opponent);
    safe |= own & INNER & full[0] & full[1] & full[2] & full[3];
    if safe == 0 {
        return 0;
    }
    // A stone is safe if in each of the four lines it has a safe neighbour, or the line is full.
    loop {
        let before = safe;
        let west_east = (safe >> 1 & !FILE_H) | (safe << 1 & !FILE_A) | full[0];
        let north_south = safe >> 8 | safe << 8 | full[1];
        let rising = (safe >> 9 & !FILE_H) | (safe << 9 & !FILE_A) | full[2];
        let falling = (safe >> 7 & !FILE_A) | (safe << 7 & !FILE_H) | full[3];
        safe |= own & INNER & west_east & north_south & rising & falling;
        if safe == before {
            return safe.count_ones();
        }
    }
}

/// The stable own stones on the four edges.
pub(crate) fn edge_stones(edges: &[u8], own: u64, opponent: u64) -> u64 {
    let find =
        |own: u64, opponent: u64| u64::from(edges[((own << 8 | opponent) & 0xFFFF) as usize]);
    let bottom = find(own & 255, opponent & 255);
    let top = find(own >> 56, opponent >> 56) << 56;
    let column = |set: u64| (set & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let spread = |bits: u64| {
        let halves = (bits | bits << 28) & 0x0000_000F_0000_000F;
        let pairs = (halves | halves << 14) & 0x0003_0003_0003_0003;
        (pairs | pairs << 7) & FILE_A
    };
    let left = spread(find(column(own), column(opponent)));
    let right = spread(find(column(own >> 7), column(opponent >> 7))) << 7;
    bottom | top | left | right
}

/// The squares on rows, columns and both kinds of diagonals that have no empty square left.
fn full_lines(stones: u64) -> [u64; 4] {
    let mut rows = stones;
    for step in [4, 2, 1] {
        rows &= rows >> step;
    }
    let rows = (rows & FILE_A) * 255;
    let columns = {
        let mut columns = stones;
        for step in [32, 16, 8] {
            columns &= columns.rotate_right(step);
        }
        columns
    };
    [rows, columns, full_diagonals(stones, 9, FILE_A), full_diagonals(stones, 7, FILE_H)]
}

/// Empty squares spread along the diagonals by doubling; what they reach is not full. `entry` is the
/// column that steps upwards cannot come to.
fn full_diagonals(stones: u64, step: u32, entry: u64) -> u64 {
    let empty = !stones;
    let exit = if entry == FILE_A { FILE_H } else { FILE_A };
    let (mut up, mut down) = (empty, empty);
    let (mut open_up, mut open_down) = (!entry, !exit);
    for doubling in 0..3 {
        let far = step << doubling;
        up |= (up << far) & open_up;
        down |= (down >> far) & open_down;
        open_up &= open_up << far;
        open_down &= open_down >> far;
    }
    !(up | down)
}
