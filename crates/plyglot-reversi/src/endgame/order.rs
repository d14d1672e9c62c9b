//! Which moves to try first: those that leave the opponent little to do.

use super::{LOOK_AHEAD, Search, after, patterns, table::NO_SQUARE};
use crate::{
    Size, bitboard,
    eval::{Features, neighbours},
    order::VALUES,
    stability,
};

/// A move with the position after it, as the opponent sees it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) rating: i32,
    pub(super) square: u8,
}

/// What a hundredth of a stone weighs in a rating; a reply of the opponent weighs 32768.
const GUESS_WEIGHT: i32 = 80;

/// Up to so many empty squares only replies count, and squares among equals.
const FASTEST_FIRST: u32 = 9;

/// Above every guess.
pub(super) const GUESS_MOST: i32 = 1 << 20;

impl Search<'_> {
    /// Lists moves; the one known to be best gets the top rating.
    pub(super) fn list(&mut self, own: u64, opponent: u64, moves: u64, best: u8) {
        for square in bitboard::squares(moves) {
            let (next, other) = after(own, opponent, square);
            self.candidates.push(Candidate {
                own: next,
                opponent: other,
                rating: if square == u32::from(best) { i32::MAX } else { 0 },
                square: square as u8,
            });
        }
        debug_assert!(best == NO_SQUARE || moves >> best & 1 != 0);
    }

    /// Rates the moves listed from `base` on.
    pub(super) fn rate(&mut self, base: usize, own: u64, opponent: u64, empties: u32) {
        let odd = super::last::odd_quarters(self.board & !(own | opponent));
        for idx in base..self.candidates.len() {
            let candidate = self.candidates[idx];
            if candidate.rating == 0 {
                self.candidates[idx].rating = self.rating(&candidate, odd, empties);
            }
        }
    }

    fn rating(&mut self, candidate: &Candidate, odd: u64, empties: u32) -> i32 {
        let &Candidate { own, opponent, square, .. } = candidate;
        if own == 0 {
            return i32::MAX - 1;
        }
        let replies = bitboard::mobility(own, opponent) & self.board;
        let weighted = (replies.count_ones() + (replies & self.corners).count_ones()) as i32;
        let is_odd = (odd >> (square & 63) & 1) as i32;
        let mut rating = 8 * is_odd - 32768 * weighted;
        rating += i32::from(VALUES[self.size as usize][usize::from(square & 63)]);
        if empties <= FASTEST_FIRST {
            return rating;
        }
        let potential = neighbours(opponent) & self.board & !(own | opponent);
        rating -= 32 * potential.count_ones() as i32;
        if self.size == Size::Eight {
            let stable = stability::edge_stones(self.edges, opponent, own);
            rating += 2048 * stable.count_ones() as i32;
        }
        if empties >= LOOK_AHEAD {
            let depth = (empties - LOOK_AHEAD) / 3;
            rating -= GUESS_WEIGHT * self.guess(own, opponent, depth, -GUESS_MOST, GUESS_MOST);
        }
        rating
    }

    /// Brings the best rated of the moves from `first` on to the front and returns it.
    pub(super) fn pick(&mut self, first: usize) -> Candidate {
        let mut best = first;
        for idx in first + 1..self.candidates.len() {
            if self.candidates[idx].rating > self.candidates[best].rating {
                best = idx;
            }
        }
        self.candidates.swap(first, best);
        self.candidates[first]
    }

    /// What a few plies of search make of a position, in hundredths of a stone; anything once the search is to
    /// stop, since with many empty squares these few plies are long, too.
    pub(super) fn guess(
        &mut self,
        own: u64,
        opponent: u64,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if !self.tick() {
            return 0;
        }
        let moves = bitboard::mobility(own, opponent) & self.board;
        let replies = bitboard::mobility(opponent, own) & self.board;
        if moves == 0 {
            if replies == 0 {
                return 100 * self.over(own, opponent);
            }
            return -self.guess(opponent, own, depth, -beta, -alpha);
        }
        if depth == 0 {
            return self.judge(own, opponent, moves, replies);
        }
        let (mut best, mut alpha) = (-GUESS_MOST, alpha);
        for set in [moves & self.corners, moves & !self.corners] {
            for square in bitboard::squares(set) {
                let (next, other) = after(own, opponent, square);
                best = best.max(-self.guess(next, other, depth - 1, -beta, -alpha));
                if best >= beta {
                    return best;
                }
                alpha = alpha.max(best);
            }
        }
        best
    }

    fn judge(&self, own: u64, opponent: u64, moves: u64, replies: u64) -> i32 {
        let features = Features::of(self.size, [own, opponent], [moves, replies]);
        match self.size {
            Size::Eight => patterns::judge(own, opponent, &features),
            _ => self.weights.judge(&features),
        }
    }
}
