//! Exact endgames: the score with best play by both sides.
//!
//! - `search`: principal variation search, the upper part of the tree
//! - `last`: the last few empty squares
//! - `order`: which moves to try first; `patterns`: learnt values that tell
//! - `table`: what is known of positions
//! - `endings`: all of it for whoever plays

mod endings;
mod last;
mod order;
pub(crate) mod patterns;
mod search;
mod table;

pub(crate) use endings::Endings;
use order::{Candidate, GUESS_MOST};
use table::{NO_SQUARE, Table};

use crate::{
    Move, ScoreRule, Size, bitboard,
    eval::{CORNERS, Weights},
    stability,
};

/// Up to so many empty squares are searched without table and ordering.
const SHALLOW: u32 = 6;

/// Up to so many empty squares positions are kept in a small table, which stays in the processor's cache.
const NEAR: u32 = 10;

/// The size of that table.
const NEAR_KILOBYTES: usize = 512;

/// With so many empty squares the successors are looked up before any is searched.
const CUT_BY_CHILDREN: u32 = 9;

/// With so many empty squares a few plies of search rate the moves.
const LOOK_AHEAD: u32 = 12;

/// So many plies at most are searched for a first guess of the score.
const MOST_AHEAD: u32 = 8;

/// So many nodes lie between two questions whether to go on.
const LOOK_EVERY: u64 = 4096;

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What the player to move gets less what the other one gets, with best play.
    pub score: i32,
    /// Best play by both sides up to the end, passes included; empty if the game is over.
    pub line: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Solution {
    /// A best move: a pass if the player to move has no other, `None` if the game is over.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// Solves positions of one board and way of counting, and remembers what it has seen.
pub struct Solver {
    size: Size,
    rule: ScoreRule,
    far: Table,
    near: Table,
    weights: Weights,
    candidates: Vec<Candidate>,
}

impl Solver {
    /// A solver with a table of at most so many megabytes.
    pub fn new(size: Size, rule: ScoreRule, megabytes: usize) -> Solver {
        Solver {
            size,
            rule,
            far: Table::new(megabytes << 10),
            near: Table::new(NEAR_KILOBYTES),
            weights: Weights::default(),
            candidates: Vec::new(),
        }
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.far.clear();
        self.near.clear();
    }

    /// The exact score and best play of the position with these stones of the player to move and of
    /// the other one, which must be disjoint and within the board. Every few thousand nodes `go_on`
    /// is told their number; if it answers false there is no solution.
    pub fn solve(
        &mut self,
        own: u64,
        opponent: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Solution> {
        let mut search = self.search(go_on);
        let score = search.converge(own, opponent);
        let line = search.line(own, opponent, score);
        (!search.stopped).then_some(Solution { score, line, nodes: search.nodes })
    }

    /// Whether the player to move wins, draws or loses, as a score above, at or below zero that is a bound of
    /// the exact one, and the first move towards it; see [`Solver::solve`].
    pub fn verdict(
        &mut self,
        own: u64,
        opponent: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Solution> {
        let mut search = self.search(go_on);
        let score = search.search(own, opponent, -1, 1);
        let first = match score < 0 {
            // No move keeps more than the others.
            true => search.likely(own, opponent),
            false => search.best(own, opponent, score.signum()),
        };
        let line = first.into_iter().collect();
        (!search.stopped).then_some(Solution { score, line, nodes: search.nodes })
    }

    fn search<'a>(&'a mut self, go_on: &'a mut dyn FnMut(u64) -> bool) -> Search<'a> {
        self.far.grow_old();
        self.near.grow_old();
        self.candidates.clear();
        let board = self.size.squares();
        Search {
            size: self.size,
            board,
            corners: CORNERS[self.size as usize],
            squares: board.count_ones() as i32,
            rule: self.rule,
            edges: stability::edges(),
            far: &mut self.far,
            near: &mut self.near,
            weights: &self.weights,
            candidates: &mut self.candidates,
            nodes: 0,
            next_look: LOOK_EVERY,
            stopped: false,
            go_on,
        }
    }
}

/// One solution under way.
struct Search<'a> {
    size: Size,
    board: u64,
    corners: u64,
    squares: i32,
    rule: ScoreRule,
    edges: &'static [u8],
    far: &'a mut Table,
    near: &'a mut Table,
    weights: &'a Weights,
    candidates: &'a mut Vec<Candidate>,
    nodes: u64,
    next_look: u64,
    stopped: bool,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Search<'_> {
    /// The score of a game that is over.
    #[cold]
    fn over(&self, own: u64, opponent: u64) -> i32 {
        let difference = own.count_ones() as i32 - opponent.count_ones() as i32;
        let empty = (self.board & !(own | opponent)).count_ones() as i32;
        match self.rule {
            ScoreRule::Stones => difference,
            ScoreRule::Othello => difference + difference.signum() * empty,
        }
    }

    /// Closes in on the score from a guess, by null windows.
    fn converge(&mut self, own: u64, opponent: u64) -> i32 {
        let empties = (self.board & !(own | opponent)).count_ones();
        let depth = (empties / 3).min(MOST_AHEAD);
        let guess = self.guess(own, opponent, depth, -GUESS_MOST, GUESS_MOST) / 100;
        // Most scores are even, so that the window below an even one asks a sharper question.
        let mut at = (guess / 2 * 2).clamp(-62, 62);
        let (mut low, mut high) = (-64, 64);
        while low < high && !self.stopped {
            let alpha = if at == low { at } else { at - 1 };
            let score = self.search(own, opponent, alpha, alpha + 1);
            if score > alpha {
                low = score;
            } else {
                high = score;
            }
            at = score;
        }
        low
    }

    /// Best play from a position whose score is known.
    fn line(&mut self, mut own: u64, mut opponent: u64, mut score: i32) -> Vec<Move> {
        let mut line = Vec::new();
        while let Some(mv) = self.best(own, opponent, score).filter(|_| !self.stopped) {
            line.push(mv);
            (own, opponent) = match mv.square() {
                Some(square) => after(own, opponent, square),
                None => (opponent, own),
            };
            score = -score;
        }
        line
    }

    /// The move that looked best, of a player who cannot but lose.
    fn likely(&mut self, own: u64, opponent: u64) -> Option<Move> {
        let moves = bitboard::mobility(own, opponent) & self.board;
        let known = u32::from(self.far.find(own, opponent).best);
        let is_known = known != u32::from(NO_SQUARE);
        let first = is_known.then_some(known).or_else(|| bitboard::squares(moves).next());
        let passes = bitboard::mobility(opponent, own) & self.board != 0;
        first.map(Move::place).or_else(|| passes.then_some(Move::PASS))
    }

    /// A move that keeps the known score, found by searching again what the table has forgotten.
    fn best(&mut self, own: u64, opponent: u64, score: i32) -> Option<Move> {
        let moves = bitboard::mobility(own, opponent) & self.board;
        if moves == 0 {
            let replies = bitboard::mobility(opponent, own) & self.board;
            return (replies != 0).then_some(Move::PASS);
        }
        let known = u32::from(self.far.find(own, opponent).best);
        let first = (known != u32::from(NO_SQUARE)).then_some(known);
        let keeps = |square: &u32| {
            let (next, other) = after(own, opponent, *square);
            -self.search(next, other, -score, 1 - score) >= score
        };
        first.into_iter().chain(bitboard::squares(moves)).find(keeps).map(Move::place)
    }
}

/// The position after a stone on a square, as the other player sees it.
#[inline]
fn after(own: u64, opponent: u64, square: u32) -> (u64, u64) {
    let turned = bitboard::flips(own, opponent, square);
    (opponent ^ turned, own ^ turned ^ (1 << square))
}
