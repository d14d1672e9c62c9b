//! Principal variation search with everything that saves nodes.

use super::{
    CUT_BY_CHILDREN, NEAR, SHALLOW, Search,
    order::Candidate,
    table::{Known, NO_SQUARE, Table},
};
use crate::{Size, bitboard, stability};

impl Search<'_> {
    /// The score for the player to move, or a bound of it outside `alpha` to `beta`. Meaningless once
    /// `stopped`.
    pub(super) fn search(&mut self, own: u64, opponent: u64, alpha: i32, beta: i32) -> i32 {
        let empties = (self.board & !(own | opponent)).count_ones();
        if empties <= SHALLOW {
            return self.shallow(own, opponent, alpha, beta);
        }
        if !self.tick() {
            return alpha;
        }
        if let Some(most) = self.stable_bound(own, opponent, alpha, empties) {
            return most;
        }
        let moves = bitboard::mobility(own, opponent) & self.board;
        if moves == 0 {
            if bitboard::mobility(opponent, own) & self.board == 0 {
                return self.over(own, opponent);
            }
            return -self.search(opponent, own, -beta, -alpha);
        }
        let known = self.table(empties).find(own, opponent);
        let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        let (alpha, beta) = (alpha.max(lower), beta.min(upper));
        let before = self.nodes;
        let base = self.candidates.len();
        self.list(own, opponent, moves, known.best);
        let cut = if empties >= CUT_BY_CHILDREN {
            self.cut_by_children(base, beta, empties)
        } else {
            None
        };
        let (best, square) = cut.unwrap_or_else(|| {
            self.rate(base, own, opponent, empties);
            self.try_all(base, alpha, beta)
        });
        self.candidates.truncate(base);
        if !self.stopped {
            let lower = if best > alpha { best } else { -64 } as i8;
            let upper = if best < beta { best } else { 64 } as i8;
            let effort = (self.nodes - before + 1).ilog2() as u8;
            self.table(empties).store(own, opponent, Known { lower, upper, best: square }, effort);
        }
        best
    }

    /// The most that the player to move can get, if the opponent's stable stones keep it down to
    /// alpha.
    fn stable_bound(&self, own: u64, opponent: u64, alpha: i32, empties: u32) -> Option<i32> {
        if self.size != Size::Eight || alpha < STABLE_ALPHA[empties.min(31) as usize] {
            return None;
        }
        let most = 64 - 2 * stability::stable(self.edges, opponent, own) as i32;
        (most <= alpha).then_some(most)
    }

    /// A move whose successor is known to be bad enough for the opponent.
    fn cut_by_children(&mut self, base: usize, beta: i32, empties: u32) -> Option<(i32, u8)> {
        for idx in base..self.candidates.len() {
            let candidate = self.candidates[idx];
            let known = self.table(empties - 1).find(candidate.own, candidate.opponent);
            if -i32::from(known.upper) >= beta {
                return Some((-i32::from(known.upper), candidate.square));
            }
        }
        None
    }

    /// Searches the moves listed from `base` on, best rated first.
    fn try_all(&mut self, base: usize, alpha: i32, beta: i32) -> (i32, u8) {
        let (mut best, mut square, mut low) = (-i32::MAX, NO_SQUARE, alpha);
        for idx in base..self.candidates.len() {
            let Candidate { own, opponent, square: at, .. } = self.pick(idx);
            let mut score = if idx == base {
                -self.search(own, opponent, -beta, -low)
            } else {
                -self.search(own, opponent, -low - 1, -low)
            };
            if idx > base && low < score && score < beta {
                score = -self.search(own, opponent, -beta, -score);
            }
            if self.stopped {
                break;
            }
            if score > best {
                (best, square) = (score, at);
                low = low.max(best);
                if best >= beta {
                    break;
                }
            }
        }
        (best, square)
    }

    /// Where positions with so many empty squares are kept.
    #[inline]
    fn table(&mut self, empties: u32) -> &mut Table {
        if empties <= NEAR { self.near } else { self.far }
    }

    /// Counts a node; false once the search is to stop.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + super::LOOK_EVERY;
            self.stopped |= !(self.go_on)(self.nodes);
        }
        !self.stopped
    }
}

/// Looking for stable stones pays only if alpha is at least this, by the number of empty squares:
/// with many empty squares few stones are stable.
const STABLE_ALPHA: [i32; 32] = [
    64, 64, 64, 64, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44,
    46, 48, 48, 50, 50, 52, 52, 54,
];
