//! The last few empty squares, where most of the time goes.

use super::{Search, after};
use crate::bitboard::{self, flips};

/// The squares around a square.
static AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut sets = [0; 64];
    let mut square = 0;
    while square < 64 {
        let here = 1u64 << square;
        let row = here | ((here << 1) & !FILE_A) | ((here >> 1) & !(FILE_A << 7));
        sets[square] = (row | (row << 8) | (row >> 8)) & !here;
        square += 1;
    }
    sets
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The two diagonals through every square.
static DIAGONALS: [[u64; 2]; 64] = diagonals();

const fn diagonals() -> [[u64; 2]; 64] {
    let mut lines = [[0; 2]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let (rows, columns) = (to / 8 + 8 - from / 8, to % 8 + 8 - from % 8);
        if rows == columns {
            lines[from][0] |= 1 << to;
        }
        if rows + columns == 16 {
            lines[from][1] |= 1 << to;
        }
        pair += 1;
    }
    lines
}

/// How many stones a stone turns over in a line of eight that is otherwise full, by its place and the
/// own stones there.
static TURNED: [[u8; 256]; 8] = turned();

const fn turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 {
        let mut own = 0usize;
        while own < 256 {
            let above = (own >> at) >> 1;
            if above != 0 {
                table[at][own] += above.trailing_zeros() as u8;
            }
            let below = own & ((1 << at) - 1);
            if below != 0 {
                table[at][own] += (at as u32 - 1 - below.ilog2()) as u8;
            }
            own += 1;
        }
        at += 1;
    }
    table
}

/// How many stones a stone on the last empty square turns over, where `own` are the mover's stones.
#[inline]
fn last_flips(own: u64, square: u32) -> i32 {
    let (column, row) = ((square & 7) as usize, (square >> 3 & 7) as usize);
    let [rising, falling] = DIAGONALS[(square & 63) as usize];
    let gather = |line: u64| (line.wrapping_mul(FILE_A) >> 56) as usize;
    let along = (own >> (row * 8) & 255) as usize;
    let across = (((own >> column) & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    let straight = TURNED[column][along] + TURNED[row][across];
    let slanted = TURNED[column][gather(own & rising)] + TURNED[column][gather(own & falling)];
    i32::from(straight + slanted)
}

/// The four quarters of the board.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// The quarters with an odd number of empty squares, where it pays to move first: whoever starts there
/// tends to move last there too.
#[inline]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    QUARTERS.iter().filter(|quarter| (empty & **quarter).count_ones() & 1 != 0).sum()
}

impl Search<'_> {
    /// Up to [`super::SHALLOW`] empty squares: no table and no ordering but by quarters.
    pub(super) fn shallow(&mut self, own: u64, opponent: u64, alpha: i32, beta: i32) -> i32 {
        let empty = self.board & !(own | opponent);
        match empty.count_ones() {
            0 => self.over(own, opponent),
            1 => self.solve_1(own, empty.trailing_zeros()),
            2 => {
                let first = empty.trailing_zeros();
                let second = (empty & (empty - 1)).trailing_zeros();
                self.solve_2(own, opponent, [first, second], alpha, beta)
            }
            3 | 4 => self.solve_few(own, opponent, empty, alpha, beta),
            _ => self.solve_by_quarters(own, opponent, empty, alpha, beta),
        }
    }

    fn solve_by_quarters(
        &mut self,
        own: u64,
        opponent: u64,
        empty: u64,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        let moves = bitboard::mobility(own, opponent) & self.board;
        if moves == 0 {
            return self.pass(own, opponent, alpha, beta);
        }
        let (mut best, mut alpha) = (-i32::MAX, alpha);
        let odd = odd_quarters(empty);
        for set in [moves & odd, moves & !odd] {
            for square in bitboard::squares(set) {
                let (next, other) = after(own, opponent, square);
                best = best.max(-self.shallow(next, other, -beta, -alpha));
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        best
    }

    /// The other player moves, or the game is over.
    fn pass(&mut self, own: u64, opponent: u64, alpha: i32, beta: i32) -> i32 {
        if bitboard::mobility(opponent, own) & self.board == 0 {
            return self.over(own, opponent);
        }
        -self.shallow(opponent, own, -beta, -alpha)
    }

    /// Three or four empty squares: trying them is cheaper than finding out which are legal.
    fn solve_few(&mut self, own: u64, opponent: u64, empty: u64, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let (mut best, mut alpha) = (-i32::MAX, alpha);
        let odd = odd_quarters(empty);
        for set in [empty & odd, empty & !odd] {
            for square in bitboard::squares(set) {
                if AROUND[(square & 63) as usize] & opponent == 0 {
                    continue;
                }
                let turned = flips(own, opponent, square);
                if turned == 0 {
                    continue;
                }
                let (next, other) = (opponent ^ turned, own ^ turned ^ (1 << square));
                best = best.max(-self.shallow(next, other, -beta, -alpha));
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        if best == -i32::MAX { self.pass(own, opponent, alpha, beta) } else { best }
    }

    #[inline]
    fn solve_2(&mut self, own: u64, opponent: u64, empty: [u32; 2], alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if let Some(best) = self.best_of_2(own, opponent, empty, beta) {
            return best;
        }
        match self.best_of_2(opponent, own, empty, -alpha) {
            Some(best) => -best,
            None => self.over(own, opponent),
        }
    }

    /// The better of two moves, or one that is good enough; `None` if neither is legal.
    #[inline]
    fn best_of_2(&mut self, own: u64, opponent: u64, empty: [u32; 2], beta: i32) -> Option<i32> {
        let mut best = -i32::MAX;
        for (square, rest) in [(empty[0], empty[1]), (empty[1], empty[0])] {
            if AROUND[(square & 63) as usize] & opponent == 0 {
                continue;
            }
            let turned = flips(own, opponent, square);
            if turned != 0 {
                best = best.max(-self.solve_1(opponent ^ turned, rest));
                if best >= beta {
                    break;
                }
            }
        }
        (best != -i32::MAX).then_some(best)
    }

    #[inline]
    fn solve_1(&mut self, own: u64, square: u32) -> i32 {
        self.nodes += 1;
        let opponent = self.board & !own & !(1 << square);
        let turned = last_flips(own, square);
        let own_count = own.count_ones() as i32;
        if turned != 0 {
            return 2 * (own_count + 1 + turned) - self.squares;
        }
        let turned = last_flips(opponent, square);
        if turned != 0 {
            return 2 * (own_count - turned) - self.squares;
        }
        self.over(own, opponent)
    }
}
