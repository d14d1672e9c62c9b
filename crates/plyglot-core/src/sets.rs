//! Sets of cells by number, for games that number their endings: all sets of one size among the cells that are not
//! taken, without a gap and in the order of their greatest members.

/// Cells at most.
const MOST_CELLS: usize = 64;

/// Members of a set at most.
const MOST_MEMBERS: usize = 12;

/// How many sets of `members`, up to 12, there are among `all`, up to 64.
pub const fn choose(all: u32, members: u32) -> u64 {
    CHOOSE[all as usize][members as usize]
}

const CHOOSE: [[u64; MOST_MEMBERS + 1]; MOST_CELLS + 1] = {
    let mut table = [[0; MOST_MEMBERS + 1]; MOST_CELLS + 1];
    let mut all = 0;
    while all <= MOST_CELLS {
        table[all][0] = 1;
        let mut members = 1;
        while all > 0 && members <= MOST_MEMBERS {
            table[all][members] = table[all - 1][members - 1] + table[all - 1][members];
            members += 1;
        }
        all += 1;
    }
    table
};

/// The number of a set among all of its size, cells of `taken` left out.
pub fn rank(mut set: u64, taken: u64) -> u64 {
    let (mut sum, mut members) = (0, 0);
    while set != 0 {
        let at = set.trailing_zeros();
        let below = (taken & ((1 << at) - 1)).count_ones();
        members += 1;
        sum += choose(at - below, members);
        set &= set - 1;
    }
    sum
}

/// The set of so many members with that number among so many cells, those of `taken` left out.
pub fn unrank(mut sum: u64, members: u32, taken: u64, cells: u32) -> u64 {
    let (mut set, mut left) = (0, members);
    let mut place = cells - taken.count_ones();
    let mut at = cells;
    while left > 0 {
        at -= 1;
        if taken >> at & 1 != 0 {
            continue;
        }
        place -= 1;
        let smaller = choose(place, left);
        if sum >= smaller {
            sum -= smaller;
            set |= 1 << at;
            left -= 1;
        }
    }
    set
}
